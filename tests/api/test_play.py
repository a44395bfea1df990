"""A table's serial section: one effect a command, nothing told that is not saved, nobody plays for others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from app.api.core.refusals import MEANINGS, Refused
from app.api.play import messages
from app.api.play.carrying import COIN_HANDLERS
from app.api.play.changes import HANDLERS
from app.api.play.messages import (
    AnyCommand,
    Bank,
    ChooseOrder,
    GiveUp,
    Keep,
    Leave,
    PlayFor,
    Rematch,
    Roll,
    Start,
    Vote,
)
from app.api.play.service import Play
from app.engine import rulesets
from app.engine.errors import Code
from app.engine.orders import keeps, places
from tests.api.tables import ANN, BEN, ENTROPY, EVE, Ear, one_phone, say, tables


def run(folder: Path, story: Callable[[Play], Awaitable[None]], **settings: Any) -> None:
    """Tell a story at tables of their own."""

    async def told() -> None:
        async with tables(folder, **settings) as play:
            await story(play)

    asyncio.run(told())


async def refusal(play: Play, device: bytes, said: Any) -> Refused:
    with pytest.raises(Refused) as no:
        await play.command(device, said)
    return no.value


def saved(play: Play, what: str) -> list[Any]:
    """The first column of a query, read past the service."""
    return play.reader.now(lambda session: list(session.execute(text(what)).scalars()))


def test_every_command_has_a_handler_and_every_refusal_a_meaning() -> None:
    asked = set(AnyCommand.__args__) | set(messages.OfService.__subclasses__())  # type: ignore[attr-defined]
    assert asked == set(HANDLERS) | set(COIN_HANDLERS)
    assert {str(code) for code in Code} <= set(MEANINGS)
    assert all(400 <= meaning.status <= 503 and meaning.message for meaning in MEANINGS.values())


def test_a_command_that_was_not_saved_is_told_to_nobody(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        ear = Ear()
        actor = play.actors[table]
        actor.attach(ear)
        before = actor.standing

        def fail(connection: Any) -> None:
            raise OperationalError("commit", None, Exception("disk full"))

        event.listen(play.writer.engine, "commit", fail)
        roll = say(play, table, Roll)
        assert (await refusal(play, ANN, roll)).code == "busy"
        event.remove(play.writer.engine, "commit", fail)
        assert [each for each in ear.heard if "seq" in each] == []
        assert actor.standing.seq == before.seq
        assert saved(play, "SELECT max(seq) FROM event") == [before.seq]
        # The very same command is carried out when the disk is back.
        assert await play.command(ANN, roll) == before.seq + 1
        assert [each["type"] for each in ear.heard if "seq" in each] == ["rolled"]

    run(tmp_path, story)


def test_nothing_is_told_before_it_is_on_disk(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)

        class Checking(Ear):
            def push(self, bundle: Any) -> None:
                super().push(bundle)
                told = [each["seq"] for each in self.heard if each["type"] != "current" and "seq" in each]
                assert saved(play, "SELECT max(seq) FROM event") >= told[-1:]

        ear = Checking()
        play.actors[table].attach(ear)
        for _ in range(5):
            await play.command(ANN, say(play, table, Roll))
            await keep_all(play, table)
            if play.actors[table].standing.state.phase == "decide":  # type: ignore[union-attr]
                await play.command(ANN, say(play, table, Bank))
        assert len(ear.heard) >= 10

    run(tmp_path, story)


async def keep_all(play: Play, table: str) -> None:
    """Keep the best of what lies there, if anything does."""
    state = play.actors[table].standing.state
    assert state is not None, "the game has started"
    if state.phase == "keep":
        best = keeps(tuple(sorted(state.lying)), state.open, state.rules)[0]
        await play.command(ANN, say(play, table, Keep, dice=places(state.lying, best.taps), confirmed=True))


def test_the_same_command_a_hundred_times_at_once_has_one_effect(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        roll = say(play, table, Roll)
        answers = await asyncio.gather(*(play.command(ANN, roll) for _ in range(100)))
        assert set(answers) == {3}
        assert saved(play, "SELECT count(*) FROM event WHERE cid IS NOT NULL") == [1]
        other = Roll(cid=roll.cid, table=table, expect_seq=2, entropy="cd" * 32)
        assert (await refusal(play, ANN, other)).code == "cid_reused"
        # Numbers belong to their device: the same one from another phone is another command.
        assert (await refusal(play, BEN, roll)).code == "stale"

    run(tmp_path, story)


def test_a_number_counts_at_its_own_table(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        first, second = await one_phone(play), await one_phone(play)
        roll = say(play, first, Roll)
        assert await play.command(ANN, roll) == 3
        elsewhere = Roll(cid=roll.cid, table=second, expect_seq=2, entropy=ENTROPY)
        assert await play.command(ANN, elsewhere) == 3
        assert await play.command(ANN, roll) == 3

    run(tmp_path, story)


def test_a_refused_command_is_refused_alike_when_it_is_sent_again(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        bank = say(play, table, Bank)
        first = await refusal(play, ANN, bank)
        assert first.code == "nothing_to_bank"
        await play.command(ANN, say(play, table, Roll))
        again = await refusal(play, ANN, bank)
        assert (again.code, again.more) == (first.code, first.more)

    run(tmp_path, story)


def test_of_commands_that_saw_the_same_table_one_wins(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        for _ in range(20):
            rivals = [say(play, table, Roll, entropy=f"{index:064x}") for index in range(8)]
            outcomes = await asyncio.gather(*(play.command(ANN, each) for each in rivals), return_exceptions=True)
            assert sum(isinstance(each, int) for each in outcomes) == 1
            assert {each.code for each in outcomes if isinstance(each, Refused)} == {"stale"}
            await keep_all(play, table)
            if play.actors[table].standing.state.phase == "over":  # type: ignore[union-attr]
                break

    run(tmp_path, story)


def test_two_processes_on_one_database_never_write_the_same_number(tmp_path: Path) -> None:
    """The second stands for a node with its own memory: it loses a race, reads again, and tells its watchers."""

    async def told() -> None:
        async with tables(tmp_path) as here, tables(tmp_path) as there:
            table = await one_phone(here)
            await there.actor(table)
            ear = Ear()
            there.actors[table].attach(ear)
            for round_ in range(30):
                seen = saved(here, f"SELECT max(seq) FROM event WHERE table_id = '{table}'")[0]
                rivals = [Roll(cid=uuid4(), table=table, expect_seq=seen, entropy=f"{round_:064x}") for _ in range(2)]
                outcomes = await asyncio.gather(
                    here.command(ANN, rivals[0]), there.command(ANN, rivals[1]), return_exceptions=True
                )
                won = [isinstance(each, int) for each in outcomes]
                assert sum(won) <= 1
                await bring_up_to_date(here, there, table)
                await keep_all(here, table)
                await bring_up_to_date(there, here, table)
            numbers = saved(here, "SELECT seq FROM event ORDER BY seq")
            assert numbers == list(range(1, len(numbers) + 1))
            told_numbers = [each["seq"] for each in ear.heard if "at" in each]
            assert told_numbers == list(range(3, 3 + len(told_numbers)))

    asyncio.run(told())


async def bring_up_to_date(behind: Play, other: Play, table: str) -> None:
    """A command that is refused as stale makes a process read what the other one wrote."""
    while behind.actors[table].standing.seq < other.actors[table].standing.seq:
        with pytest.raises(Refused):
            await behind.command(ANN, say(behind, table, Roll))
        if behind.actors[table].standing.state.phase == "keep":  # type: ignore[union-attr]
            with pytest.raises(Refused):
                await behind.command(ANN, say(behind, table, GiveUp))


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_nobody_acts_for_another_seat_however_the_command_is_made(tmp_path: Path, count: int) -> None:
    async def story(play: Play) -> None:
        rules = rulesets.load("progressive")
        place = await play.open(ANN, "friends", rules, "Kitchen", [("Ann", None)])
        assert place.invite is not None
        assert await play.sit(BEN, place.id, place.invite, "Ben") == 1
        await play.command(ANN, Start(cid=uuid4(), table=place.id))
        table = place.id
        kinds: list[tuple[Any, dict[str, Any]]] = [
            (Roll, {}), (Keep, {"dice": (0,)}), (Bank, {}), (GiveUp, {}), (Vote, {"yes": True}),
            (ChooseOrder, {"order": "first"}), (Leave, {"seat": 0}), (PlayFor, {"seat": 0}), (Rematch, {}), (Start, {}),
        ]  # fmt: skip
        for index in range(count):
            before = play.actors[table].standing
            kind, more = kinds[index % len(kinds)]
            for device in (BEN, EVE):
                no = await refusal(play, device, say(play, table, kind, **more))
                assert no.code in ("not_your_turn", "not_seated", "not_offline"), (kind, no.code)
            assert play.actors[table].standing == before
            if index % len(kinds) == len(kinds) - 1 and before.state is not None and before.state.seat == 0:
                step = Roll if before.state.phase in ("roll", "decide") else GiveUp
                await play.command(ANN, say(play, table, step))
            if play.actors[table].standing.state.seat != 0:  # type: ignore[union-attr]
                while play.actors[table].standing.state.seat == 1:  # type: ignore[union-attr]
                    state = play.actors[table].standing.state
                    step = Roll if state.phase in ("roll", "decide") else GiveUp  # type: ignore[union-attr]
                    await play.command(BEN, say(play, table, step))

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [
        (Bank, {}, "wrong_phase"),
        (Keep, {"dice": ()}, "nothing_tapped"),
        (Keep, {"dice": (9,)}, "not_on_table"),
        (Keep, {"dice": (0, 0)}, "not_on_table"),
        (Roll, {}, "wrong_phase"),
        (Vote, {"yes": True}, "wrong_phase"),
        (Roll, {"expect_seq": 2}, "stale"),
        (Roll, {"expect_seq": None}, "malformed"),
        (Leave, {"seat": 7}, "not_seated"),
        (Rematch, {}, "wrong_phase"),
        (Start, {}, "wrong_phase"),
        (PlayFor, {"seat": 0}, "not_offline"),
        (PlayFor, {"seat": 1}, "not_your_turn"),
    ],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
def test_what_cannot_be_done_now_is_refused_and_changes_nothing(
    tmp_path: Path, kind: Any, more: dict[str, Any], code: str
) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        await play.command(ANN, say(play, table, Roll))
        before = play.actors[table].standing
        no = await refusal(play, ANN, say(play, table, kind, **more))
        assert (no.code, no.more["seq"]) == (code, before.seq)
        assert play.actors[table].standing is before
        assert saved(play, "SELECT count(*) FROM event WHERE cid IS NOT NULL") == [1]

    run(tmp_path, story, scripted_dice="11123456")


def test_dead_dice_are_named_with_an_order_that_works(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        await play.command(ANN, say(play, table, Roll))
        no = await refusal(play, ANN, say(play, table, Keep, dice=(0, 1, 2, 3, 4, 5, 6)))
        assert (no.code, no.more["subject"]) == ("dead_dice", (4, 5, 6))
        hint = no.more["hint"]
        assert await play.command(ANN, say(play, table, Keep, dice=hint))

    run(tmp_path, story, scripted_dice="55512346")


def test_a_table_that_nobody_watches_leaves_memory_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        roll = say(play, table, Roll)
        seq = await play.command(ANN, roll)
        before = play.actors[table].snapshot(ANN)
        play.actors[table].used_at -= 10_000
        play.sweep()
        assert table not in play.actors
        assert (await play.actor(table)).snapshot(ANN) == before
        assert await play.command(ANN, roll) == seq

    run(tmp_path, story)


def test_an_answer_that_left_memory_is_looked_up(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        roll = say(play, table, Roll)
        seq = await play.command(ANN, roll)
        play.actors[table].answered.clear()
        assert await play.command(ANN, roll) == seq
        play.actors[table].answered.clear()
        other = Roll(cid=roll.cid, table=table, expect_seq=2, entropy="cd" * 32)
        assert (await refusal(play, ANN, other)).code == "cid_reused"
        assert saved(play, "SELECT count(*) FROM event WHERE cid IS NOT NULL") == [1]

    run(tmp_path, story)


def test_only_so_many_commands_are_worked_on_at_once(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        made = [await one_phone(play) for _ in range(6)]
        rolls = [say(play, table, Roll) for table in made]
        outcomes = await asyncio.gather(*(play.command(ANN, roll) for roll in rolls), return_exceptions=True)
        assert sum(isinstance(each, int) for each in outcomes) == 3
        assert [each.code for each in outcomes if isinstance(each, Refused)] == ["busy"] * 3
        # Those that were turned away can simply come again.
        for roll in rolls:
            await play.command(ANN, roll)

    run(tmp_path, story, commands_in_flight_max=3)


def test_a_service_that_stops_takes_no_more_commands_but_finishes_those_it_has(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        running = asyncio.create_task(play.command(ANN, say(play, table, Roll)))
        await asyncio.sleep(0)
        await play.stop()
        assert await running == 3
        assert (await refusal(play, ANN, say(play, table, Roll))).code == "restarting"

    run(tmp_path, story)
