"""A running service whose books are spoilt says so and moves no coin until they are right; other games go on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from tests.ledger.spoiling import by_hand
from tests.playing import Phone, play
from tests.serving import Launch, Server

VERIFY_S = 0.3
NOTICED_S = 10.0


async def lobby_says(phone: Phone, halted: bool) -> None:
    """Wait until the lobby says whether coins are halted."""
    async with asyncio.timeout(NOTICED_S):
        while (await phone.http.get("/api/lobby")).json()["halted"] != halted:
            await asyncio.sleep(0.05)


async def opens(phone: Phone) -> tuple[int, dict[str, Any]]:
    """Somebody opens a coin table and pays the stake."""
    body = {"cid": str(uuid4()), "stake": 250, "rules": "progressive", "size": 2, "private": False}
    answer = await phone.post("/api/coin-tables", body)
    return answer.status_code, answer.json()


async def coins_of(phone: Phone) -> int:
    return int((await phone.http.get("/api/coins")).json()["coins"])


def test_a_spoilt_book_halts_the_coins_and_nothing_else_until_it_is_right(launch: Launch) -> None:
    """L18, from a changed row to the answer on a phone."""
    server = launch(verify_s=VERIFY_S, accounts_per_hour=100)
    spoilt = "UPDATE purse SET balance = balance + 1 WHERE id = 'shop'"

    async def story(phone: Phone) -> None:
        answer = await phone.post("/api/accounts", {"name": "Ann", "password": "seven green teacups"})
        assert answer.status_code == 201, answer.text
        assert (await phone.post("/api/account/notice", {})).status_code == 204
        await lobby_says(phone, False)
        by_hand(server.database, [spoilt])
        await lobby_says(phone, True)
        status, said = await opens(phone)
        assert (status, said["refused"]) == (503, "coins_halted")
        assert await coins_of(phone) == 2_000
        table = (await phone.open_table())["table"]
        line = await phone.line(table)
        await play(phone, line, table, 5)
        await line.close()
        by_hand(server.database, [spoilt.replace("+", "-")])
        await lobby_says(phone, False)
        status, said = await opens(phone)
        assert status == 201, said
        assert await coins_of(phone) == 1_750

    asyncio.run(at(server, story))
    said = [line for line in server.log.read_text().splitlines() if "books" in line]
    assert [line.partition("books ")[2] for line in said] == [
        "do not balance, no coin moves: sum of all purses is 0: purse: the sum is 1",
        "balance again, coins move",
    ]


async def at(server: Server, story: Callable[[Phone], Awaitable[None]]) -> None:
    """Tell a story with a phone of its own."""
    async with Phone(server.url, seed=5) as phone:
        await story(phone)
