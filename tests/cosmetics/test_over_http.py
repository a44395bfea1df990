"""The shop and looks at tables over HTTP and sockets, on a running server."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from app.api.cosmetics.catalogue import MOVES, SETS
from app.api.cosmetics.limits import CHANGES, HEARTS, TRIALS
from app.physics import decode
from tests.playing import Message, Phone
from tests.serving import Server, end, launch_server

PASSWORD = "seven green teacups"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all of these stories."""
    running = launch_server(tmp_path_factory.mktemp("shop"), accounts_per_hour=100)
    yield running
    assert running.complaints() == []
    end(running)


def browser(server: Server) -> httpx.Client:
    """A browser without a past."""
    return httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=30)


def signed_in(server: Server, name: str) -> httpx.Client:
    """A browser where somebody has just opened an account."""
    client = browser(server)
    assert client.post("/api/accounts", json={"name": name, "password": PASSWORD}).status_code == 201
    return client


def test_anybody_reads_the_shop_and_a_guest_owns_the_house_set(server: Server) -> None:
    answer = browser(server).get("/api/looks")
    told = answer.json()
    assert answer.headers["cache-control"] == "no-store"
    assert list(told) == ["sets", "moves", "wearing", "signed_in", "coins"]
    assert [each["key"] for each in told["sets"]] == list(SETS)
    assert {each["key"] for each in told["sets"] if each["owned"]} == {"house"}
    assert told["sets"][2] == {
        "key": "ruby", "collection": "jewels", "price": 250, "hearts": 0, "loved": False, "owned": False,
        "move": None, "stage": 0, "stages": {},
    }  # fmt: skip
    assert told["moves"] == [{"key": key, "prices": [20, 30, 40, 60]} for key in MOVES]
    assert (told["wearing"], told["signed_in"], told["coins"]) == ("house", False, None)


TRIAL_CALLS = """
query                                         answer
set=house                                     8 dice
set=ruby&move=spin&stage=4&dice=5             5 dice
set=steel&move=slam&stage=1&angle=-45&power=100  8 dice
set=gold&stage=0&dice=1&power=12.5            1 dice
set=rubies                                    404 unknown_look
set=ruby&move=hop&stage=1                     404 unknown_look
set=ruby&stage=1                              404 unknown_look
set=ruby&dice=9                               422 malformed
set=ruby&angle=46                             422 malformed
dice=3                                        422 malformed
"""


def test_a_trial_throw_has_fair_faces_and_is_kept_nowhere(server: Server) -> None:
    client = browser(server)
    client.get("/")
    for line in TRIAL_CALLS.strip().splitlines()[1:]:
        query, first, second = line.split()
        answer = client.get(f"/api/looks/throw?{query}")
        if second == "dice":
            assert answer.headers["content-type"] == "application/octet-stream"
            assert answer.headers["cache-control"] == "no-store"
            assert len(decode(answer.content).faces) == int(first), line
        else:
            assert [str(answer.status_code), answer.json()["refused"]] == [first, second], line
    seen = {decode(client.get("/api/looks/throw?set=house").content).faces for _ in range(6)}
    assert len(seen) == 6, "one in 10^10 that two of them are the same"
    with sqlite3.connect(server.state_dir / "tenk.db") as database:
        assert database.execute("SELECT (SELECT count(*) FROM throw) + (SELECT count(*) FROM roll)").fetchone() == (0,)
    counted = [client.get("/api/looks/throw?set=house&dice=1").status_code for _ in range(TRIALS)]
    assert counted.count(200) == TRIALS - 10, "those before count too"
    assert counted[-1] == 429


def test_a_device_gives_so_many_hearts_and_changes_its_look_so_often_in_a_minute(server: Server) -> None:
    client = browser(server)
    client.get("/")
    hearts = [client.post("/api/looks/favorite", json={"set": "onyx", "loved": True}) for _ in range(HEARTS + 1)]
    assert [each.status_code for each in hearts] == [200] * HEARTS + [429]
    assert {each.json()["hearts"] for each in hearts[:HEARTS]} == {1}
    body = {"kind": "one_phone", "rules": "progressive", "seats": [{"name": "Ann"}, {"name": "Ben"}]}
    table = client.post("/api/tables", json=body).json()["table"]
    looks = [
        client.post(f"/api/tables/{table}/look", json={"seat": 0, "set": key}).status_code
        for key in [*SETS, *SETS][: CHANGES + 1]
    ]
    assert looks == [200] * CHANGES + [429]
    other = browser(server)
    other.get("/")
    assert other.post("/api/looks/favorite", json={"set": "onyx", "loved": True}).json()["hearts"] == 2


def test_the_others_hear_of_a_look_at_once_and_whoever_was_away_when_it_comes_back(server: Server) -> None:
    async def story() -> None:
        async with Phone(server.url, seed=1) as ann, Phone(server.url, seed=2) as ben:
            table = (opened := await ann.open_table(["Ann"], kind="friends"))["table"]
            sat = await ben.post(f"/api/tables/{table}/seats", {"invite": opened["invite"], "name": "Ben"})
            assert sat.status_code == 201
            line, away = await ann.line(table), await ben.line(table)
            assert [each for each in line.heard if each.get("type") == "look"] == []
            gold = {"set": "gold", "move": "slam", "stage": 4}
            assert (await ben.post(f"/api/tables/{table}/look", {"seat": 1, **gold})).json() == {"ok": True}
            assert (await hear(line, 1)) == [{"table": table, "type": "look", "seat": 1, "look": gold}]
            assert (await ann.http.get(f"/api/tables/{table}")).json()["seats"] == [
                {"seat": 0, "name": "Ann", "bot": None, "gone": False},
                {"seat": 1, "name": "Ben", "bot": None, "gone": False, "look": gold},
            ]
            await away.close()
            assert (await ann.post(f"/api/tables/{table}/look", {"seat": 0, "set": "ruby"})).json() == {"ok": True}
            back = await ben.line(table)
            assert [(each["seat"], each["look"]["set"]) for each in await hear(back, 2)] == [(0, "ruby"), (1, "gold")]
            assert (await ann.post(f"/api/tables/{table}/look", {"seat": 1, "set": "ruby"})).json()["refused"] == (
                "not_seated"
            )
            await line.close()
            await back.close()

    asyncio.run(story())


async def hear(line: Any, count: int) -> list[Message]:
    """The first looks that a line hears of."""

    def looks() -> list[Message]:
        return [each for each in line.heard if each.get("type") == "look"]

    await line.until(lambda: len(looks()) >= count)
    return looks()


def test_what_was_bought_stands_in_the_statement_and_the_export_and_what_was_worn_goes_with_the_account(
    server: Server,
) -> None:
    nina = signed_in(server, "Nina Canary")
    for look, price in (({"set": "ruby"}, 250), ({"set": "ruby", "move": "spin", "stage": 2}, 50)):
        body = {"cid": str(uuid4()), "move": None, "stage": 0, **look, "price": price}
        assert nina.post("/api/looks/purchase", json=body).status_code == 200
    short = nina.post("/api/looks/purchase", json={"cid": str(uuid4()), "set": "ruby", "price": 250})
    assert (short.status_code, short.json()["refused"]) == (409, "already_owned")
    assert nina.post("/api/looks/wear", json={"set": "ruby", "move": "spin", "stage": 1}).json() == {"ok": True}
    assert nina.post("/api/looks/favorite", json={"set": "gold", "loved": True, "note": "Canary"}).status_code == 200
    told = nina.get("/api/coins").json()
    assert [(each["reason"], each["coins"]) for each in told["transfers"] if each["code"] == "purchase"] == [
        ("Move Spin for Ruby, stages 1 to 2", -50),
        ("Dice set Ruby", -250),
    ]
    assert [each["bought"] for each in told["transfers"]] == [
        {"set": "ruby", "move": "spin", "stages": [1, 2]},
        {"set": "ruby", "move": None, "stages": []},
        None,
    ]
    kept = nina.get("/api/account/export").json()
    assert [each["set"] for each in kept["sets"]] == ["ruby"]
    assert [(each["move"], each["stage"], each["price"]) for each in kept["stages"]] == [
        ("spin", 1, 20),
        ("spin", 2, 30),
    ]
    assert (kept["wearing"], kept["moves"]) == ("ruby", [{"set": "ruby", "move": "spin", "stage": 1}])
    assert [(each["set"], each["note"]) for each in kept["favorites"]] == [("gold", "Canary")]
    assert [each["coins"] for each in kept["purchases"]] == [1750, 1700]
    assert nina.post("/api/account/delete", json={"name": "Nina Canary"}).status_code == 204
    assert nina.get("/api/looks").json()["wearing"] == "house"
    with sqlite3.connect(server.state_dir / "tenk.db") as database:
        counts = [database.execute(f"SELECT count(*) FROM {table} WHERE account = ?", (kept["account"],)).fetchone()[0]
                  for table in ("worn_set", "worn_move", "favorite", "owned_set", "owned_stage")]  # fmt: skip
        dump = [line for line in database.iterdump() if "Canary" in line]
    assert counts == [0, 0, 0, 1, 2], "the books still know what the coins were for"
    assert dump == []


def test_the_pages_of_somebody_else_cannot_buy_or_love_anything(server: Server, tmp_path: Path) -> None:
    foreign = httpx.Client(base_url=server.url, headers={"origin": "https://elsewhere.example"})
    for path, body in (
        ("/api/looks/purchase", {"cid": str(uuid4()), "set": "ruby", "price": 250}),
        ("/api/looks/wear", {"set": "house"}),
        ("/api/looks/favorite", {"set": "ruby", "loved": True}),
        ("/api/tables/0000000000000/look", {"seat": 0, "set": "ruby"}),
    ):
        assert foreign.post(path, json=body).json()["refused"] == "wrong_origin", path
