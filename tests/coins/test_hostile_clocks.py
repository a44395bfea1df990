"""Clocks of coin tables under attack: broken tables, processes that die or join, and halts that must not cost time."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import bindparam, update

from app.api.core.db import Reader, table_of
from app.api.core.writer import Write
from app.api.play import messages, repo
from app.api.play.models import EventRow
from tests.coins.house import House, at_home
from tests.coins.test_endings import ROLLS, begun


def test_a_table_that_cannot_be_read_does_not_stop_the_clocks_of_the_others(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        broken, _ = await begun(house, "Ann", "Ben")
        house.now += 1000
        table, _ = await begun(house, "Cleo", "Dora")
        event = table_of(EventRow)
        write = house.writer.prepare(
            update(event).where(event.c.table_id == bindparam("of")).values(state=bindparam("to"))
        )
        whole = house.reader.now(lambda session: repo.position(session, broken)[1])
        await house.writer.save([Write(write, [write.row(of=broken, to=b"no position")])])
        del house.play.actors[broken]
        await house.wait(180)
        assert "timed_out" in house.told(table)
        # Put right, it goes on too.
        await house.writer.save([Write(write, [write.row(of=broken, to=whole)])])
        await house.wait(10)
        assert "clock_extended" in house.told(broken)

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_a_process_that_read_a_table_long_ago_takes_its_clock_over(books: str, tmp_path: Path) -> None:
    """Two processes; the one that plays a game dies, and the other remembers the table as it was before."""

    async def story(house: House) -> None:
        players = [await house.player(name) for name in ("Ann", "Ben")]
        table = await house.table(*players)
        other = await House(books, tmp_path, scripted_dice=ROLLS).open()
        try:
            await other.play.actor(table)
            await house.start(table, *players)
            other.now = house.now
            await other.wait(185)
            assert "timed_out" in house.told(table)
        finally:
            await other.close()

    at_home(books, tmp_path, story, scripted_dice=ROLLS)


def test_a_restart_while_the_coins_are_halted_costs_no_time(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, _ = await begun(house, "Ann", "Ben")
        await house.wait(80)
        house.play.halt(True)
        await house.wait(300)
        # As main does it in the end.
        await house.play.stop()
        await house.clocks.beat(house.now)
        again = House(here, tmp_path, scripted_dice=ROLLS)
        again.now = house.now + 5_000
        await again.open()
        try:
            await again.clocks.make_up()
            await again.play.actor(table)
            due = again.standing(table).due or 0
            assert 19_000 <= due - again.now <= 21_000
        finally:
            await again.close()

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_whoever_plays_as_soon_as_the_coins_move_again_has_the_whole_bank(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        seat = house.state(table).acting()
        await house.wait(20)
        house.play.halt(True)
        await house.wait(300)
        house.play.halt(False)
        # Before the clocks have been looked at, coins still do not move.
        assert await house.no(table, seats[seat], messages.Roll, entropy="ab" * 32) == "coins_halted"
        await house.wait(0.25)
        await house.say(table, seats[seat], messages.Roll, entropy="ab" * 32)
        assert house.room(table).bank_ms[seat] == 60_000

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_the_clocks_start_when_the_database_answers_at_last(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, _ = await begun(house, "Ann", "Ben")
        reader, house.play.reader = house.play.reader, Reader(f"sqlite:///{tmp_path / 'not there' / 'yet.db'}")
        running = asyncio.create_task(house.clocks.run())
        await asyncio.sleep(0.05)
        house.play.reader.close()
        house.play.reader = reader
        house.now += 100_000
        before = house.standing(table).due
        await asyncio.sleep(0.6)
        assert not running.done()
        running.cancel()
        await house.settle()
        await house.play._reload(house.play.actors[table])
        assert before is not None
        assert (house.standing(table).due or 0) > before

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_two_processes_that_were_halted_give_the_time_back_once(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, _ = await begun(house, "Ann", "Ben")
        other = await House(books, tmp_path, scripted_dice=ROLLS).open()
        try:
            await house.wait(20)
            for alarm in (True, False):
                other.now = house.now
                house.play.halt(alarm)
                other.play.halt(alarm)
                house.now += 300_000
            house.now -= 300_000
            await house.clocks.tick()
            await other.clocks.tick()
            await other.play.actor(table)
            left = (other.standing(table).due or 0) - house.now
            assert 69_000 <= left <= 71_000
        finally:
            await other.close()

    at_home(books, tmp_path, story, scripted_dice=ROLLS)


def test_a_process_that_joins_others_gives_no_time_away(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, _ = await begun(house, "Ann", "Ben")
        await house.wait(10)
        due = house.standing(table).due
        # The others are between two beats, and one of their looks was late.
        for silence, given in ((1_400, 0), (30_000, 38_000)):
            another = House(books, tmp_path, database_url=books, scripted_dice=ROLLS)
            another.now = house.now + silence
            await another.open()
            try:
                await another.clocks.make_up()
                await another.play.actor(table)
                gained = (another.standing(table).due or 0) - (due or 0)
                assert given <= gained <= given + 2_000
            finally:
                await another.close()

    at_home(books, tmp_path, story, scripted_dice=ROLLS)
