"""The same command again, at once or long after, has one effect and one answer."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.api.accounts.callers import Caller
from app.api.core.refusals import Refused
from app.api.core.writer import Unit
from app.api.play import messages
from app.api.play.actor import TableActor
from app.api.play.coin_tables import table_for
from tests.coins.house import House, at_home
from tests.coins.staking import Holder, Mortal, findings, moved, rows, sign_up

PROMISE = "ab" * 32

LATER: dict[str, tuple[type[messages.Command], dict[str, Any]]] = {
    "promise": (messages.Promise, {"commitment": PROMISE}),
    "ready": (messages.Ready, {"yes": True}),
    "leave": (messages.Leave, {"seat": 1}),
    "buy_in": (messages.BuyIn, {"stake": 500}),
}
"""Commands that would be carried out again if nobody knew them."""


async def undone(house: House, table: str, ben: Caller, kind: str) -> None:
    """What was done is undone by another command, so that the first one could be carried out anew."""
    match kind:
        case "promise":
            await house.say(table, ben, messages.Promise, commitment="cd" * 32)
        case "ready":
            await house.say(table, ben, messages.Ready, yes=False)
        case "leave":
            await house.say(table, ben, messages.BuyIn, stake=500)
        case "buy_in":
            await house.say(table, ben, messages.Leave, seat=house.seat_of(table, ben))


@pytest.mark.parametrize("kind", LATER)
def test_a_command_that_comes_again_after_the_table_left_memory_is_answered_and_not_carried_out(
    books: str, tmp_path: Path, kind: str
) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        table = await (house.table(ann) if kind == "buy_in" else house.table(ann, ben))
        said, fields = LATER[kind]
        command = said(cid=uuid4(), table=table, **fields)
        answered = await house.play.command(ben, command)
        await undone(house, table, ben, kind)
        before = (house.holds(ann, ben), house.told(table), house.room(table))
        house.play.actors.clear()
        assert await house.play.command(ben, command) == answered
        assert (house.holds(ann, ben), house.told(table), house.room(table)) == before
        other = said(cid=command.cid, table=table, expect_seq=1, **fields)
        with pytest.raises(Refused, match="cid_reused"):
            await house.play.command(ben, other)

    at_home(books, tmp_path, story)


def test_a_table_that_is_asked_for_before_its_opener_has_heard_of_it_stays_one_table(
    books: str, tmp_path: Path
) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        cid = uuid4()
        table, save = table_for(ann.device, cid), house.writer.save
        seen: list[TableActor] = []

        async def and_asked_for(unit: Unit) -> None:
            await save(unit)
            seen.append(await house.play.actor(table))

        house.writer.save = and_asked_for  # type: ignore[assignment,method-assign]
        await house.tables.open(ann, 500, "progressive", 4, False, cid)
        house.writer.save = save  # type: ignore[method-assign]
        assert await house.play.actor(table) is seen[0]
        await house.say(table, ben, messages.BuyIn, stake=500)
        assert seen[0].standing.seq == 2, "whoever watches what was asked for hears what happens"

    at_home(books, tmp_path, story)


# At once, against a real server.

TIMES = 100


async def all_at_once(phone: Holder, table: str, command: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """The same command, half by HTTP and half by sockets; every answer, with its status where it has one."""
    lines = [await phone.line() for _ in range(5)]

    async def by_http() -> tuple[int, dict[str, Any]]:
        answer = await phone.post(f"/api/tables/{table}/commands", command)
        return answer.status_code, answer.json()

    async def by_socket(number: int) -> tuple[int, dict[str, Any]]:
        return 0, await lines[number % len(lines)].ask({**command, "table": table})

    calls = [by_http() if number % 2 else by_socket(number // 2) for number in range(TIMES)]
    answers = await asyncio.gather(*calls)
    for line in lines:
        await line.close()
    return answers


def at_a_server(tmp_path: Path, story: Any) -> str:
    """Tell a story of two account holders and a table at a real server; answers the database that is left."""
    server = Mortal(tmp_path)

    async def told() -> None:
        assert server.start()
        ann, ben = await sign_up(server, "Ann", "Ben")
        await story(ann, ben, (await ann.coin_table(250, 4))["table"])
        for phone in (ann, ben):
            await phone.leave_us()

    try:
        asyncio.run(told())
    finally:
        server.kill()
    assert findings(server.database) == []
    assert server.complaints() == []
    return server.database


def test_sent_a_hundred_times_at_once_a_stake_is_paid_once_and_every_answer_is_the_same(tmp_path: Path) -> None:
    async def story(ann: Holder, ben: Holder, table: str) -> None:
        command = {"cid": ben.cid(), "type": "buy_in", "stake": 250}
        answers = await all_at_once(ben, table, command)
        assert {status for status, _ in answers} == {0, 200}
        assert all(answer == answers[0][1] for _, answer in answers)
        assert answers[0][1]["ok"]
        seq = answers[0][1]["seq"]
        other = {**command, "stake": 500}
        assert {answer["refused"] for _, answer in await all_at_once(ben, table, other)} == {"cid_reused"}
        told = await ben.seen(table)
        assert told["seq"] == seq
        assert told["room"]["pot"] == 500

    database = at_a_server(tmp_path, story)
    assert moved(database)["Ben", "buyin"] == 1
    assert rows(database, "SELECT count(*) FROM event WHERE cid IS NOT NULL") == [(1,)]


def test_a_refused_command_sent_a_hundred_times_at_once_is_refused_every_time(tmp_path: Path) -> None:
    async def story(ann: Holder, ben: Holder, table: str) -> None:
        answers = await all_at_once(ben, table, {"cid": ben.cid(), "type": "leave", "seat": 0})
        assert {answer["refused"] for _, answer in answers} == {"not_seated"}
        assert {status for status, _ in answers} == {0, 409}

    assert ("Ben", "buyin") not in moved(at_a_server(tmp_path, story))


def test_the_same_call_twenty_times_at_once_opens_one_table(tmp_path: Path) -> None:
    async def story(ann: Holder, ben: Holder, table: str) -> None:
        body = {"cid": ben.cid(), "stake": 250, "rules": "trippn", "size": 3}
        answers = await asyncio.gather(*(ben.post("/api/coin-tables", body) for _ in range(20)))
        assert Counter(answer.status_code for answer in answers) == {201: 20}
        assert all(answer.json() == answers[0].json() for answer in answers)
        for change in ({"size": 4}, {"stake": 500}, {"rules": "progressive"}, {"private": True}):
            other = await ben.post("/api/coin-tables", {**body, **change})
            assert other.json()["refused"] == "cid_reused"

    database = at_a_server(tmp_path, story)
    assert moved(database)["Ben", "buyin"] == 1
    assert rows(database, "SELECT count(*) FROM play_table") == [(2,)]


@pytest.mark.parametrize("trials", [100, pytest.param(1_000, marks=pytest.mark.soak)])
def test_with_the_line_cut_before_the_answer_came_the_command_sent_again_has_one_effect(
    tmp_path: Path, trials: int
) -> None:
    async def story(ann: Holder, ben: Holder, table: str) -> None:
        for trial in range(trials):
            said = {"type": "leave", "seat": 1} if trial % 2 else {"type": "buy_in", "stake": 250}
            command = {"cid": ben.cid(), "table": table, **said}
            line = await ben.line()
            await line.say(command)
            if trial % 3:
                await asyncio.sleep(0.001 * (trial % 5))
            line.cut()
            back = await ben.line()
            first, again = await back.ask(command), await back.ask(command)
            assert first.get("ok"), (trial, first, again)
            assert again == first
            await back.close()

    paid = moved(at_a_server(tmp_path, story))
    assert (paid["Ben", "buyin"], paid["Ben", "refund"]) == (trials // 2, trials // 2)
