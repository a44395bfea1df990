"""Whole games over real sockets."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.playing import Line, Phone, play
from tests.serving import Launch, Server


def test_a_game_on_one_phone_is_played_to_its_end(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=1) as phone:
            table = (await phone.open_table(["Ann", "Ben"]))["table"]
            line = await phone.line(table)
            fold = phone.folds[table]
            while fold.status != "over":
                await play(phone, line, table, commands=1, bank_at=1000)
            assert fold.status == "over"
            assert fold.gaps == fold.repeated == 0
            assert [event["seq"] for event in fold.events] == list(range(1, fold.seq + 1))
            assert fold.events[-1]["type"] == "game_over"
            await line.close()

    asyncio.run(story())


async def friends(stack: AsyncExitStack, url: str, names: list[str]) -> tuple[str, list[Phone], list[Line]]:
    """A friends' table that has started, a phone for each name, and their lines."""
    phones = [await stack.enter_async_context(Phone(url, seed=index + 1)) for index in range(len(names))]
    opened = await phones[0].open_table([names[0]], kind="friends")
    table = opened["table"]
    for phone, name in zip(phones[1:], names[1:], strict=True):
        answer = await phone.post(f"/api/tables/{table}/seats", {"invite": opened["invite"], "name": name})
        assert answer.status_code == 201, answer.text
    lines = [await phone.line(table) for phone in phones]
    answer = await lines[0].ask({"cid": phones[0].cid(), "table": table, "type": "start"})
    assert answer["ok"]
    for phone, line in zip(phones, lines, strict=True):
        await line.until(lambda phone=phone, seq=answer["seq"]: phone.folds[table].seq >= seq)
    return table, phones, lines


async def play_together(table: str, phones: list[Phone], lines: list[Line], commands: int, bank_at: int = 800) -> None:
    """Whoever's turn it is plays, until the game is over."""
    for _ in range(commands):
        folds = [phone.folds[table] for phone in phones]
        if folds[0].status == "over":
            return
        acting = next(index for index, fold in enumerate(folds) if fold.mine)
        answer = await lines[acting].ask(phones[acting].move(table, bank_at))
        assert answer.get("ok"), answer
        for phone, line in zip(phones, lines, strict=True):
            await line.until(lambda phone=phone, seq=answer["seq"]: phone.folds[table].seq >= seq)


def test_three_friends_and_a_watcher_hear_the_same_game(house: Server) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            table, phones, lines = await friends(stack, house.url, ["Ann", "Ben", "Cleo"])
            watcher = await stack.enter_async_context(Phone(house.url))
            watching = await watcher.line(table)
            await play_together(table, phones, lines, 4000)
            truth = phones[0].folds[table]
            assert truth.status == "over"
            await watching.until(lambda: watcher.folds[table].seq == truth.seq)
            for phone in (*phones, watcher):
                fold = phone.folds[table]
                assert fold.gaps == fold.repeated == 0
                assert fold.events == truth.events[-len(fold.events) :]
                assert fold.view == truth.view
            assert watcher.folds[table].you == {"seats": [], "host": False}

    asyncio.run(story())


def test_the_next_game_turns_the_seats_round_and_tells_every_phone_its_own(launch: Launch) -> None:
    async def story() -> None:
        server = launch(messages_per_window=100_000)
        async with AsyncExitStack() as stack:
            table, phones, lines = await friends(stack, server.url, ["Ann", "Ben"])
            leave = {"cid": phones[1].cid(), "table": table, "type": "leave", "seat": 1}
            left = await lines[1].ask(leave)
            assert left.get("ok"), left
            await lines[0].until(lambda: phones[0].folds[table].status == "over")
            too_few = await lines[0].ask({"cid": phones[0].cid(), "table": table, "type": "rematch"})
            assert too_few["refused"] == "too_few"
            table, phones, lines = await friends(stack, server.url, ["Ann", "Ben"])
            await play_together(table, phones, lines, 4000)
            first_commitment = phones[0].folds[table].events
            answer = await lines[0].ask({"cid": phones[0].cid(), "table": table, "type": "rematch", "swap": True})
            assert answer["ok"]
            await lines[1].until(lambda: phones[1].folds[table].you["seats"] == [0])
            await lines[0].until(lambda: phones[0].folds[table].you["seats"] == [1])
            started = [each for each in first_commitment if each["type"] == "game_started"]
            assert [each["game"] for each in started] == [1, 2]
            assert started[0]["commitment"] != started[1]["commitment"]
            assert [seat["name"] for seat in started[1]["seats"]] == ["Ben", "Ann"]
            await play_together(table, phones, lines, 20)

    asyncio.run(story())


def test_the_phone_that_opened_the_table_plays_its_bots(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=4) as phone, Phone(house.url) as other:
            table = (await phone.open_table(["Ann"], bots=["roger", "tilda", "max"]))["table"]
            line, foreign = await phone.line(table), await other.line(table)
            fold = phone.folds[table]
            for _ in range(400):
                if fold.status == "over" or fold.view is None:
                    break
                seat = fold.view["seat"]
                command = phone.move(table, 500) if seat == 0 else phone.command(table, "play_for", seat=seat)
                if seat != 0:
                    await foreign.until(lambda: other.folds[table].seq == fold.seq)
                    forged = await foreign.ask(other.command(table, "play_for", seat=seat))
                    assert forged["refused"] == "not_seated"
                answer = await line.ask(command)
                assert answer.get("ok"), (answer, command)
            rolled = {event["seat"] for event in fold.events if event["type"] == "rolled"}
            assert rolled == {0, 1, 2, 3}

    asyncio.run(story())


def test_a_seat_that_is_away_long_enough_can_be_played_for(launch: Launch) -> None:
    async def story() -> None:
        server = launch(offline_grace_s=0.6)
        async with AsyncExitStack() as stack:
            table, phones, lines = await friends(stack, server.url, ["Ann", "Ben"])
            ann, ben = phones
            early = await lines[1].ask(ben.command(table, "play_for", seat=0))
            assert early["refused"] == "not_offline"
            lines[0].cut()
            await lines[1].hear("presence")
            await asyncio.sleep(0.9)
            steps = 0
            while ben.folds[table].view["seat"] == 0:  # type: ignore[index]
                answer = await lines[1].ask(ben.command(table, "play_for", seat=0))
                assert answer.get("ok"), answer
                steps += 1
            assert steps >= 1
            assert sum(event["type"] == "timed_out" for event in ben.folds[table].events) == steps
            own_turn = await lines[1].ask(ben.command(table, "play_for", seat=0))
            assert own_turn["refused"] == "not_your_turn"
            # Ann comes back and finds her own game.
            back = await ann.line(table)
            assert ann.folds[table].seq == ben.folds[table].seq
            await lines[1].until(lambda: any(each.get("seats") == [0, 1] for each in lines[1].heard))
            await back.close()

    asyncio.run(story())


def test_before_the_start_friends_come_and_go(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=1) as ann, Phone(house.url, seed=2) as ben, Phone(house.url, 3) as cleo:
            opened = await ann.open_table(["Ann"], kind="friends")
            table, invite = opened["table"], opened["invite"]
            seats = f"/api/tables/{table}/seats"
            assert (await ben.post(seats, {"invite": invite, "name": "Ben"})).json() == {"seat": 1}
            assert (await ben.post(seats, {"invite": invite, "name": "Ben"})).json() == {"seat": 1}
            assert (await cleo.post(seats, {"invite": invite.lower(), "name": "Cleo"})).json() == {"seat": 2}
            host, guest, third = await ann.line(table), await ben.line(table), await cleo.line(table)
            stood = await guest.ask({"cid": ben.cid(), "table": table, "type": "leave", "seat": 1})
            assert stood["ok"]
            not_host = await guest.ask({"cid": ben.cid(), "table": table, "type": "start"})
            assert not_host["refused"] == "not_seated"
            started = await host.ask({"cid": ann.cid(), "table": table, "type": "start"})
            assert started["ok"]
            await third.until(lambda: cleo.folds[table].you["seats"] == [1])
            late = await ben.post(seats, {"invite": invite, "name": "Ben"})
            assert (late.status_code, late.json()["refused"]) == (409, "wrong_phase")

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["one_phone", "friends"])
def test_only_those_at_the_table_see_its_invitation(house: Server, kind: str) -> None:
    async def story() -> None:
        async with Phone(house.url) as ann, Phone(house.url) as stranger:
            opened = await ann.open_table(["Ann"], kind=kind)
            own = (await ann.http.get(f"/api/tables/{opened['table']}")).json()
            foreign = (await stranger.http.get(f"/api/tables/{opened['table']}")).json()
            assert own["invite"] == opened["invite"]
            assert (own["invite"] is None) == (kind == "one_phone")
            assert foreign["invite"] is None
            picture = f"/api/tables/{opened['table']}/invite.svg"
            assert (await stranger.http.get(picture)).status_code == 404
            assert (await ann.http.get(picture)).status_code == (404 if kind == "one_phone" else 200)

    asyncio.run(story())
