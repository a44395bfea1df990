"""What is kept about an account: all of it is in the export, and what could tell who it was goes with the account."""

from __future__ import annotations

import sqlite3
from uuid import uuid4

import httpx
import pytest

import app.api.main  # noqa: F401  (brings all rows)
from app.api.core.db import Row
from tests.serving import Launch

PASSWORD = "seven green teacups"

EXPORTED = {
    "account": "name",
    "login": "logins",
    "recovery_code": "codes_left",
    "passkey": "passkeys",
    "seat": "seats",
    "coin_seat": "coin_seat",
    "staked": "games",
    "review": "reviewed_at",
    "roll": "rolls",
    "luck": "luck",
    "purse": "coins",
    "transfer": "transfers",
    "flag": "flags",
    "purchase": "purchases",
    "owned_set": "sets",
    "owned_stage": "stages",
    "worn_set": "wearing",
    "worn_move": "moves",
    "favorite": "favorites",
    "house_role": "house",
}
"""Where the rows of each table stand in an export."""
NOTHING_OF_A_PERSON = {
    "challenge": "good for five minutes, and gone when it is used",
    "settlement": "says how a pot was shared, not with whom",
    "event": "what a table told; its names are put right when an account goes",
}


def names_an_account(table: str) -> bool:
    """Whether a table's rows belong to accounts."""
    columns = Row.metadata.tables[table].columns
    keys = any(key.column.table.name == "account" for column in columns for key in column.foreign_keys)
    return keys or table == "account" or any(name in ("account", "account_id") for name in columns.keys())


def test_every_table_that_names_accounts_is_exported() -> None:
    named = {table for table in Row.metadata.tables if names_an_account(table)}
    assert named <= set(EXPORTED) | set(NOTHING_OF_A_PERSON), "say where its rows are exported, or why they are not"
    assert named >= {"account", "login", "recovery_code", "passkey", "seat", "coin_seat", "staked", "review"}


@pytest.fixture
def ann(launch: Launch) -> httpx.Client:
    """Somebody with an account who plays for coins."""
    server = launch(countdown_s=0.1, reveal_s=0.1, accounts_per_hour=100)
    clients = []
    for name in ("Ann Canary", "Ben"):
        client = httpx.Client(base_url=server.url, headers={"origin": server.url, "user-agent": "Canary Browser"})
        assert client.post("/api/accounts", json={"name": name, "password": PASSWORD}).status_code == 201
        assert client.post("/api/account/notice", json={}).status_code == 204
        clients.append(client)
    body = {"cid": str(uuid4()), "stake": 250, "rules": "trippn", "size": 2}
    assert clients[0].post("/api/coin-tables", json=body).status_code == 201
    clients[0].headers["x-database"] = str(server.state_dir / "tenk.db")
    return clients[0]


def test_an_export_tells_seats_and_stakes_and_deleting_waits_for_the_coin_table(ann: httpx.Client) -> None:
    told = ann.get("/api/account/export").json()
    assert set(EXPORTED.values()) <= set(told)
    assert told["coins"] == 1750
    assert told["coin_seat"] == told["seats"][0]["table"]
    assert ann.post("/api/account/codes", json={}).status_code == 201
    refused = ann.post("/api/account/delete", json={"name": "Ann Canary"})
    assert (refused.status_code, refused.json()["refused"]) == (409, "seated_elsewhere")
    table = told["coin_seat"]
    left = ann.post(f"/api/tables/{table}/commands", json={"type": "leave", "cid": str(uuid4()), "seat": 0})
    assert left.status_code == 200, left.text
    assert ann.post("/api/account/delete", json={"name": "Ann Canary"}).status_code == 204
    with sqlite3.connect(ann.headers["x-database"]) as database:
        rows = [line for line in database.iterdump() if line.startswith("INSERT")]
        kept = database.execute("SELECT count(*) FROM transfer").fetchone()[0]
        books = database.execute("SELECT sum(balance) FROM purse").fetchone()[0]
    assert [line[:60] for line in rows if "Canary" in line] == []
    assert (kept, books) == (5, 0), "grants, stake, refund, and the way back to the mint"
