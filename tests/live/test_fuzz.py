"""Nonsense in any shape: never a crash, never a trace, never another player's turn."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
import websockets

from tests.playing import Phone
from tests.serving import Server

TYPES = [
    "hello", "watch", "unwatch", "ping", "select", "roll", "keep", "bank", "give_up", "vote", "share",
    "choose_order", "leave", "start", "play_for", "rematch", "sit", "admin", "", "ROLL",
]  # fmt: skip
FIELDS = [
    "cid", "table", "expect_seq", "entropy", "gesture", "dice", "confirmed", "yes", "order", "seat", "swap", "roll",
    "have_seq", "epoch", "protocol", "tables", "at", "name", "invite", "balance", "is_admin", "state",
]  # fmt: skip


def value(chance: random.Random, depth: int = 0) -> Any:
    """Any JSON value, with a liking for what breaks programs."""
    kinds = [
        lambda: chance.choice([0, 1, -1, 2, 255, 2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**300]),
        lambda: chance.choice([0.0, -0.5, 1e308, 1e-320, 2.5]),
        lambda: chance.choice(["", "a", "ab" * 32, "\u0000", "\ud83c\udfb2", "‮Ann", "x" * 700, "first", "__proto__"]),
        lambda: chance.choice([True, False, None]),
        lambda: str(chance.getrandbits(128)),
    ]
    if depth < 3:
        kinds += [
            lambda: [value(chance, depth + 1) for _ in range(chance.randrange(5))],
            lambda: {chance.choice(FIELDS): value(chance, depth + 1) for _ in range(chance.randrange(4))},
            lambda: [chance.randrange(9) for _ in range(chance.randrange(9))],
        ]
    return chance.choice(kinds)()


def message(chance: random.Random, known: dict[str, Any]) -> str | bytes:
    """One message: sometimes nearly right, sometimes no JSON at all."""
    body = {name: value(chance) for name in chance.sample(FIELDS, chance.randrange(6))}
    body["type"] = chance.choice(TYPES)
    for name, right in known.items():
        if chance.random() < 0.7:
            body[name] = right(chance) if callable(right) else right
    text = json.dumps(body)
    match chance.randrange(12):
        case 0:
            return text[: chance.randrange(len(text))]
        case 1:
            return text.replace("1", chance.choice(["NaN", "Infinity", "-", "1e999"]), 1)
        case 2:
            return chance.randbytes(chance.randrange(40))
        case 3:
            return "[" * chance.randrange(1500)
    return text[:4000]


NEARLY: dict[str, Any] = {
    "cid": lambda chance: f"{chance.getrandbits(32):08x}-0000-4000-8000-{chance.getrandbits(48):012x}",
    "expect_seq": lambda chance: chance.randrange(6),
    "entropy": lambda chance: chance.randbytes(32).hex(),
    "dice": lambda chance: [chance.randrange(9) for _ in range(chance.randrange(9))],
    "seat": lambda chance: chance.randrange(9),
    "protocol": 1,
}


@pytest.mark.parametrize("count", [4_000, pytest.param(50_000, marks=pytest.mark.soak)])
def test_no_message_breaks_a_socket_or_moves_somebody_elses_table(house: Server, count: int) -> None:
    async def story() -> None:
        chance = random.Random(31)
        async with Phone(house.url) as owner, Phone(house.url) as stranger:
            table = (await owner.open_table(["Ann"], bots=["roger"]))["table"]
            await stranger.http.get("/")
            line = await stranger.line(table)
            for index in range(count):
                try:
                    await line.socket.send(message(chance, {**NEARLY, "table": table}))
                    if index % 50 == 49:
                        await line.say({"type": "ping", "at": index})
                        await line.hear("pong")
                        assert not any("Traceback" in json.dumps(each) for each in line.heard)
                        line.heard.clear()
                except (websockets.ConnectionClosed, ConnectionError):
                    assert line.socket.close_code in (1007, 1009, 4010), line.socket.close_code
                    line = await stranger.line(table)
            snapshot = (await owner.http.get(f"/api/tables/{table}")).json()
            assert snapshot["seq"] == 2, "nothing happened at a table where the sender has no seat"

    asyncio.run(story())


PATHS = [
    "/api/tables", "/api/tables/{table}", "/api/tables/{table}/seats", "/api/tables/{table}/commands",
    "/api/tables/{table}/discard", "/api/tables/{table}/events?since={odd}", "/api/tables/{table}/throws/{odd}/{odd}",
    "/api/tables/{table}/transcript/{odd}", "/api/invites/{odd}", "/api/mine", "/api/rules", "/{odd}", "/t/{odd}",
    "/j/{odd}", "/s/{odd}/{odd}", "/api/{odd}",
]  # fmt: skip
ODD = ["0", "-1", "1", "65536", "9" * 40, "a", "%00", "%2e%2e%2f", "..", "é", "1e9", "NaN", "x" * 300, " ", "%ff"]


@pytest.mark.parametrize("count", [1_500, pytest.param(50_000, marks=pytest.mark.soak)])
def test_no_call_gets_a_5xx_or_moves_somebody_elses_table(house: Server, count: int) -> None:
    async def story() -> None:
        chance = random.Random(32)
        async with Phone(house.url) as owner, Phone(house.url) as stranger:
            table = (await owner.open_table(["Ann", "Ben"]))["table"]
            for _ in range(count):
                path = chance.choice(PATHS).replace("{table}", chance.choice([table, table, "0" * 13]))
                while "{odd}" in path:
                    path = path.replace("{odd}", chance.choice(ODD), 1)
                method = chance.choice(["GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD"])
                body = message(chance, NEARLY)
                answer = await stranger.http.request(
                    method, path, content=body, headers={"content-type": "application/json"}
                )
                assert answer.status_code < 500, (method, path, body, answer.text)
                assert "Traceback" not in answer.text
            snapshot = (await owner.http.get(f"/api/tables/{table}")).json()
            assert snapshot["seq"] == 2

    asyncio.run(story())
