"""The one writer: what is saved together, what fails alone, and what nobody hears of."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Engine, Integer, MetaData, Table, Text, bindparam, event, insert, select, update
from sqlalchemy.exc import OperationalError

from app.api.core.db import Reader, open_engine
from app.api.core.writer import Conflict, Duplicate, Prepared, Write, WriteFailed, Writer

metadata = MetaData()
counter = Table("counter", metadata, Column("id", Integer, primary_key=True), Column("seq", Integer))
note = Table("note", metadata, Column("id", Integer, primary_key=True), Column("text", Text))

Body = Callable[[Writer, Engine], Awaitable[None]]


def with_writer(path: Path, body: Body, counters: int = 5, **options: Any) -> None:
    """Run a story with a writer on a fresh database file that has some counters at 0."""

    async def story() -> None:
        engine = open_engine(f"sqlite:///{path / 'w.db'}")
        metadata.create_all(engine)
        with engine.begin() as connection:
            connection.execute(insert(counter), [{"id": index, "seq": 0} for index in range(counters)])
        writer = Writer(engine, **options)
        look = open_engine(f"sqlite:///{path / 'w.db'}", read_only=True)
        await body(writer, look)
        await writer.close()
        look.dispose()

    asyncio.run(story())


def step(writer: Writer, number: int, seen: int, *notes: tuple[int, str]) -> list[Write]:
    """Count one counter on from what was seen, and write notes."""
    count = writer.prepare(
        update(counter)
        .where(counter.c.id == bindparam("number"), counter.c.seq == bindparam("seen"))
        .values(seq=bindparam("to"))
    )
    add = writer.prepare(insert(note))
    unit = [Write(count, [count.row(number=number, seen=seen, to=seen + 1)], guarded=True)]
    return [*unit, Write(add, [add.row(id=key, text=text) for key, text in notes])] if notes else unit


def counters_in(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.scalars(select(counter.c.seq).order_by(counter.c.id)))


def notes_in(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return list(connection.scalars(select(note.c.text).order_by(note.c.id)))


def test_a_unit_that_conflicts_fails_alone_and_leaves_nothing(tmp_path: Path) -> None:
    async def body(writer: Writer, look: Engine) -> None:
        outcomes = await asyncio.gather(
            writer.save(step(writer, 0, 0, (1, "zero"))),
            writer.save(step(writer, 1, 7, (2, "late"))),
            writer.save(step(writer, 2, 0, (3, "two"), (4, "more"))),
            writer.save(step(writer, 0, 1, (5, "again"))),
            return_exceptions=True,
        )
        assert [type(each) for each in outcomes] == [type(None), Conflict, type(None), type(None)]
        assert counters_in(look) == [2, 0, 1, 0, 0]
        assert notes_in(look) == ["zero", "two", "more", "again"]

    with_writer(tmp_path, body)


def test_a_unit_that_adds_a_row_twice_is_undone_as_a_whole(tmp_path: Path) -> None:
    async def body(writer: Writer, look: Engine) -> None:
        await writer.save(step(writer, 0, 0, (1, "first")))
        outcomes = await asyncio.gather(
            writer.save(step(writer, 1, 0, (2, "fresh"), (1, "taken"))),
            writer.save(step(writer, 2, 0, (3, "fine"))),
            return_exceptions=True,
        )
        assert isinstance(outcomes[0], Duplicate)
        assert outcomes[1] is None
        assert counters_in(look) == [1, 0, 1, 0, 0]
        assert notes_in(look) == ["first", "fine"]

    with_writer(tmp_path, body)


def test_a_unit_that_is_no_sql_fails_alone(tmp_path: Path) -> None:
    async def body(writer: Writer, look: Engine) -> None:
        wrong = Prepared("INSERT INTO note VALUES (?, ?, ?)", ("a", "b", "c"))
        outcomes = await asyncio.gather(
            writer.save([Write(wrong, [(1, 2, 3)])]),
            writer.save([Write(writer.prepare(insert(note)), [(2**70, "too large")])]),
            writer.save(step(writer, 0, 0, (1, "fine"))),
            return_exceptions=True,
        )
        assert [type(each) for each in outcomes[:2]] == [WriteFailed, WriteFailed]
        assert outcomes[2] is None
        assert notes_in(look) == ["fine"]

    with_writer(tmp_path, body)


@pytest.mark.parametrize("moment", ["begin", "commit"])
def test_an_error_of_the_disk_fails_the_whole_batch_and_saves_nothing(tmp_path: Path, moment: str) -> None:
    async def body(writer: Writer, look: Engine) -> None:
        def fail(connection: Any) -> None:
            raise OperationalError(moment, None, Exception("disk full"))

        event.listen(writer.engine, moment, fail)
        outcomes = await asyncio.gather(
            *(writer.save(step(writer, number, 0, (number, "lost"))) for number in range(5)),
            return_exceptions=True,
        )
        assert all(isinstance(each, WriteFailed) for each in outcomes)
        event.remove(writer.engine, moment, fail)
        assert counters_in(look) == [0] * 5
        assert notes_in(look) == []
        # The disk has room again; nobody has to restart anything.
        await writer.save(step(writer, 0, 0, (9, "back")))
        assert notes_in(look) == ["back"]

    with_writer(tmp_path, body)


def test_units_that_arrive_during_a_commit_share_the_next_one(tmp_path: Path) -> None:
    async def body(writer: Writer, look: Engine) -> None:
        commits = 0

        def count(connection: Any) -> None:
            nonlocal commits
            commits += 1

        event.listen(writer.engine, "commit", count)

        async def counts(number: int) -> None:
            for seen in range(20):
                await writer.save(step(writer, number, seen))

        await asyncio.gather(*(counts(number) for number in range(40)))
        assert counters_in(look) == [20] * 40
        assert commits < 400, f"{commits} commits for 800 units"

    with_writer(tmp_path, body, counters=40)


def test_of_two_connections_that_saw_the_same_exactly_one_wins(tmp_path: Path) -> None:
    async def body(writer: Writer, look: Engine) -> None:
        other = Writer(open_engine(f"sqlite:///{tmp_path / 'w.db'}"))
        wins = [0, 0]

        async def race(who: int, mine: Writer) -> None:
            for seen in range(100):
                try:
                    await mine.save(step(mine, 0, seen, (seen, f"{who}")))
                    wins[who] += 1
                except Conflict:
                    pass
                while counters_in(look)[0] <= seen:
                    await asyncio.sleep(0)

        await asyncio.gather(race(0, writer), race(1, other))
        await other.close()
        assert sum(wins) == 100
        assert counters_in(look)[0] == 100
        assert len(notes_in(look)) == 100

    with_writer(tmp_path, body)


def test_every_connection_keeps_its_word(tmp_path: Path) -> None:
    """WAL, every commit on disk, foreign keys checked; readers cannot write."""

    async def body(writer: Writer, look: Engine) -> None:
        for engine in (writer.engine, look):
            with engine.connect() as connection:
                pragma = {
                    name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                    for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
                }
            assert pragma == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
        with pytest.raises(OperationalError), look.begin() as connection:
            connection.execute(insert(note), [{"id": 1, "text": "no"}])

    with_writer(tmp_path, body)


def test_a_reader_sees_what_was_committed_while_the_writer_writes(tmp_path: Path) -> None:
    async def body(writer: Writer, look: Engine) -> None:
        reader = Reader(f"sqlite:///{tmp_path / 'w.db'}")
        for seen in range(20):
            await writer.save(step(writer, 3, seen))
            found = await reader.run(lambda session: session.scalar(select(counter.c.seq).where(counter.c.id == 3)))
            assert found == seen + 1
        reader.close()

    with_writer(tmp_path, body)
