"""Lines break. Nobody misses an event, nobody hears one twice, and no command is carried out twice."""

from __future__ import annotations

import asyncio

import pytest

from tests.playing import Line, Message, Phone, play
from tests.serving import Launch, Server


async def same_as_the_server(phone: Phone, table: str) -> None:
    """A phone's picture is the server's, and its events have no gap and no repetition."""
    truth = (await phone.http.get(f"/api/tables/{table}")).json()
    fold = phone.folds[table]
    assert fold.view == truth["view"]
    assert fold.seq == truth["seq"]
    assert fold.gaps == fold.repeated == 0
    assert [event["seq"] for event in fold.events] == list(range(1, fold.seq + 1))


def test_a_line_that_breaks_at_every_event_loses_and_repeats_nothing(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=5) as player, Phone(house.url, seed=6) as watcher:
            table = (await player.open_table())["table"]
            line, watching = await player.line(table), await watcher.line(table)
            fold = watcher.folds[table]
            for _ in range(200):
                assert (await line.ask(player.move(table, 500)))["ok"]
                await watching.until(lambda: fold.seq == player.folds[table].seq)
                watching.cut()
                watching = await watcher.line(table)
            await same_as_the_server(watcher, table)
            assert fold.snapshots == 1

    asyncio.run(story())


@pytest.mark.parametrize(
    ("commands", "snapshots"),
    [(1, 1), (20, 1), (70, 1), (260, 2)],
    ids=["one step", "from memory", "from the database", "too far behind"],
)
def test_whoever_was_away_gets_what_is_missing_in_the_shortest_way(
    house: Server, commands: int, snapshots: int
) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=7) as player, Phone(house.url, seed=8) as watcher:
            table = (await player.open_table(["Ann", "Ben", "Cleo"]))["table"]
            line, watching = await player.line(table), await watcher.line(table)
            await watching.close()
            await play(player, line, table, commands, bank_at=300)
            back = await watcher.line(table)
            fold = watcher.folds[table]
            assert fold.snapshots == snapshots
            assert fold.view == player.folds[table].view
            assert fold.gaps == 0
            # From here on it is a listener like any other.
            await play(player, line, table, 3)
            await back.until(lambda: fold.seq == player.folds[table].seq)
            assert fold.view == player.folds[table].view

    asyncio.run(story())


def test_a_cursor_that_cannot_be_ours_gets_a_snapshot(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url) as phone:
            table = (await phone.open_table())["table"]
            line = await phone.line(table)
            fold = phone.folds[table]
            for have, epoch in [(fold.seq, "another"), (fold.seq + 1000, fold.epoch), (0, "")]:
                before = fold.snapshots
                await line.say({"type": "watch", "table": table, "have_seq": have, "epoch": epoch})
                await line.until(lambda before=before: fold.snapshots == before + 1)
            await line.say({"type": "watch", "table": table, "have_seq": fold.seq, "epoch": fold.epoch})
            await line.until(lambda: line.heard[-1]["type"] == "current")

    asyncio.run(story())


async def answer_after_cuts(phone: Phone, line: Line, table: str, command: Message) -> tuple[Message, Line]:
    """Send a command, lose the line before the answer, and send it again over a new one."""
    await line.say(command)
    if phone.random.random() < 0.5:
        await asyncio.sleep(phone.random.random() * 0.004)
    line.cut()
    line = await phone.line(table)
    return await line.ask(command), line


@pytest.mark.parametrize("trials", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_a_command_whose_answer_was_lost_is_carried_out_once(house: Server, trials: int) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=9) as phone:
            table = (await phone.open_table(["Ann", "Ben"]))["table"]
            line = await phone.line(table)
            done = 0
            while done < trials:
                command = phone.move(table, 700)
                before = phone.folds[table].seq
                answer, line = await answer_after_cuts(phone, line, table, command)
                assert answer.get("ok"), answer
                again = await line.ask(command)
                assert again == answer
                assert phone.folds[table].seq == answer["seq"] > before
                done += 1
            await same_as_the_server(phone, table)
            rolls = [event for event in phone.folds[table].events if event["type"] == "rolled"]
            assert len({(event["game"], event["roll"]) for event in rolls}) == len(rolls)

    asyncio.run(story())


def test_the_same_command_from_many_lines_and_calls_has_one_effect_and_one_answer(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=10) as phone:
            table = (await phone.open_table())["table"]
            lines = [await phone.line(table, resume=False) for _ in range(10)]
            await play(phone, lines[0], table, 4)
            command = phone.move(table)
            body = {key: value for key, value in command.items() if key != "table"}
            asked = [line.ask(command) for line in lines for _ in range(3)]
            posted = [phone.post(f"/api/tables/{table}/commands", body) for _ in range(30)]
            answers = await asyncio.gather(*asked)
            over_http = [answer.json() for answer in await asyncio.gather(*posted)]
            assert answers[0]["ok"]
            assert all(answer == answers[0] for answer in [*answers, *over_http])
            other = {**command, "type": "give_up"}
            other = {key: value for key, value in other.items() if key in ("cid", "table", "expect_seq", "type")}
            assert (await lines[0].ask(other))["refused"] == "cid_reused"

    asyncio.run(story())


def test_an_answer_is_remembered_over_a_restart(launch: Launch) -> None:
    async def story() -> None:
        server = launch()
        phone = Phone(server.url, seed=11)
        table = (await phone.open_table())["table"]
        line = await phone.line(table)
        first = phone.move(table)
        told = await line.ask(first)
        await play(phone, line, table, 5)
        await line.close()
        await asyncio.to_thread(server.stop)
        again = launch()
        phone.url = again.url
        moved = Phone(again.url)
        moved.http.cookies = phone.http.cookies
        back = await moved.line(table)
        assert await back.ask(first) == told
        changed = {**first, "entropy": "00" * 32}
        assert (await back.ask(changed))["refused"] == "cid_reused"
        moved.folds[table].seq = first["expect_seq"]
        assert (await back.ask(moved.command(table, "roll")))["refused"] == "stale"

    asyncio.run(story())
