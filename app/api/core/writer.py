"""The only writer: one thread, one connection, many units of work in one commit.

Units that arrive while a batch is being committed form the next batch, so the cost of reaching the disk is
shared by all tables and latency stays at one commit. A unit that conflicts fails alone: each has a savepoint of its
own, left out as long as nothing has to be undone. Only an error of the database itself fails a batch, and then none
of it was saved.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Delete, Engine, Insert, Update
from sqlalchemy.sql.compiler import SQLCompiler

from app.api.core import failpoints

log = logging.getLogger("tenk.writer")

BATCH_MAX = 512
STATEMENTS_OWN = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_TOOBIG,
)
SAVEPOINT = "SAVEPOINT unit"
KEEP = "RELEASE unit"
UNDO = "ROLLBACK TO unit"


class Conflict(Exception):
    """A guarded statement met other rows than it expected: somebody else was first."""


class Duplicate(Exception):
    """A row with this key, or one that a constraint forbids, cannot be added."""


class WriteFailed(Exception):
    """The database could not commit; nothing of the unit was saved."""


class NeedsUndo(Exception):
    """A unit failed after it had touched rows, in a transaction without savepoints."""


class Prepared(Struct, frozen=True):
    """A statement as the driver takes it, and the order of its values."""

    sql: str
    names: tuple[str, ...]
    unordered: bool = False
    """It adds rows that nothing else in a unit depends on: those of many units may be added together."""

    def row(self, **values: Any) -> tuple[Any, ...]:
        """Values by name, in the statement's order. Raises KeyError for a missing one."""
        return tuple([values[name] for name in self.names])


class Write(Struct, frozen=True):
    """One prepared statement with one or more rows of values."""

    statement: Prepared
    rows: Sequence[tuple[Any, ...]]
    guarded: bool = False
    """Every row of values must change exactly one row, or the unit is a `Conflict`."""


Unit = Sequence[Write]
"""Writes that are saved together or not at all."""

Done = Callable[[Exception | None], None]
"""Told what became of a unit: None when it is on disk, else Conflict, Duplicate or WriteFailed."""

Waiting = tuple[Unit, Done]
Run = Callable[[Any, list[Unit], type[Exception]], list[Exception | None]]


class Writer:
    """Takes units of work from the event loop and answers when they are on disk."""

    def __init__(self, engine: Engine, batch_max: int = BATCH_MAX) -> None:
        self.engine = engine
        self.batch_max = batch_max
        self.loop = asyncio.get_running_loop()
        self.thread = ThreadPoolExecutor(1, "writer")
        self.connection: Connection | None = None
        """Opened and used by the thread alone."""
        self.waiting: list[Waiting] = []
        self.busy = False
        self.idle = asyncio.Event()
        self.idle.set()

    def prepare(self, statement: Insert | Update | Delete, *, unordered: bool = False) -> Prepared:
        """Compile a statement once for this database; an insert takes all columns."""
        compiled = statement.compile(dialect=self.engine.dialect)
        assert isinstance(compiled, SQLCompiler)
        return Prepared(str(compiled), tuple(compiled.positiontup or ()), unordered)

    def save(self, unit: Unit) -> asyncio.Future[None]:
        """Queue a unit. The future ends when it is committed, or with Conflict, Duplicate or WriteFailed."""
        saved: asyncio.Future[None] = self.loop.create_future()

        def done(outcome: Exception | None) -> None:
            if saved.done():
                return
            if outcome is None:
                saved.set_result(None)
            else:
                saved.set_exception(outcome)

        self.save_then(unit, done)
        return saved

    def save_then(self, unit: Unit, done: Done) -> None:
        """Queue a unit; `done` is called on the event loop when its fate is known."""
        self.waiting.append((unit, done))
        if not self.busy:
            self.busy = True
            self.idle.clear()
            # After this turn of the loop: what the other tables queue meanwhile joins the same commit.
            self.loop.call_soon(self._start)

    async def drain(self) -> None:
        """Wait until nothing is queued or being committed."""
        await self.idle.wait()

    async def close(self) -> None:
        """Finish what is queued and give the connection back."""
        await self.drain()
        await self.loop.run_in_executor(self.thread, self._disconnect)
        self.thread.shutdown(wait=True)
        self.engine.dispose()

    def _disconnect(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def _start(self) -> None:
        batch, self.waiting = self.waiting[: self.batch_max], self.waiting[self.batch_max :]
        self.thread.submit(self._work, batch)

    def _work(self, batch: list[Waiting]) -> None:
        outcomes: list[Exception | None]
        try:
            outcomes = self._commit([unit for unit, _ in batch])
        except Exception as error:  # every waiting command must hear of it, whatever it was
            log.error("a batch of %d was not saved: %s", len(batch), error)
            outcomes = [WriteFailed(str(error))] * len(batch)
        self.loop.call_soon_threadsafe(self._finish, batch, outcomes)

    def _commit(self, units: list[Unit]) -> list[Exception | None]:
        """Run all units in one transaction; answers what each of them met."""
        try:
            return self._transaction(units, run_together)
        except NeedsUndo:
            # Rare: once more from the start, and now each unit can be undone by itself.
            return self._transaction(units, run_apart)

    def _transaction(self, units: list[Unit], run: Run) -> list[Exception | None]:
        if self.connection is None:
            self.connection = self.engine.connect()
        try:
            transaction = self.connection.begin()
            # The driver's own cursor: the statements are compiled, and this is the hot path.
            cursor = self.connection.connection.cursor()
            try:
                outcomes = run(cursor, units, self.engine.dialect.loaded_dbapi.IntegrityError)
            except NeedsUndo:
                transaction.rollback()
                raise
            cursor.close()
            failpoints.hit("commit.before")
            transaction.commit()
            failpoints.hit("commit.after")
        except NeedsUndo:
            raise
        except BaseException:
            self._give_up()
            raise
        return outcomes

    def _give_up(self) -> None:
        """Throw a connection away with whatever it was about to do; the next batch starts with a fresh one."""
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def _finish(self, batch: list[Waiting], outcomes: list[Exception | None]) -> None:
        for (_, done), outcome in zip(batch, outcomes, strict=True):
            try:
                done(outcome)
            except Exception:
                # One table's trouble must not keep the others from hearing that they are saved.
                log.exception("what follows a write broke")
        if self.waiting:
            self._start()
        else:
            self.busy = False
            self.idle.set()


def is_of_the_disk(error: Exception) -> bool:
    """Whether an error is the database's own (full, locked, broken) and not the statement's."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF not in STATEMENTS_OWN


def run_together(cursor: Any, units: list[Unit], integrity: type[Exception]) -> list[Exception | None]:
    """Run all units as if nothing could go wrong, and add the rows that may come in any order at the end, at once.

    A conflict in a unit's first statement has touched nothing, so that unit just ends there. Raises NeedsUndo when
    something would have to be taken back.
    """
    outcomes: list[Exception | None] = []
    unordered: dict[str, list[tuple[Any, ...]]] = {}
    try:
        for unit in units:
            outcomes.append(run_bare(cursor, unit, unordered))
        for sql, rows in unordered.items():
            cursor.executemany(sql, rows)
    except Exception as error:
        if is_of_the_disk(error):
            raise
        raise NeedsUndo from error
    return outcomes


def run_bare(cursor: Any, unit: Unit, unordered: dict[str, list[tuple[Any, ...]]]) -> Exception | None:
    """Run one unit without a savepoint; rows that may wait are put by."""
    first = True
    for write in unit:
        sql, rows = write.statement.sql, write.rows
        if write.statement.unordered:
            waiting = unordered.get(sql)
            if waiting is None:
                unordered[sql] = list(rows)
            else:
                waiting += rows
        elif len(rows) == 1:
            cursor.execute(sql, rows[0])
            if write.guarded and cursor.rowcount != 1:
                if first:
                    return Conflict(sql)
                raise NeedsUndo
        else:
            cursor.executemany(sql, rows)
        first = False
    return None


def run_apart(cursor: Any, units: list[Unit], integrity: type[Exception]) -> list[Exception | None]:
    """Run each unit inside a savepoint of its own."""
    return [run_unit(cursor, unit, integrity) for unit in units]


def run_unit(cursor: Any, unit: Unit, integrity: type[Exception]) -> Exception | None:
    """Run one unit inside its savepoint; undo it alone when it conflicts."""
    cursor.execute(SAVEPOINT)
    try:
        for write in unit:
            cursor.executemany(write.statement.sql, write.rows)
            if write.guarded and cursor.rowcount != len(write.rows):
                raise Conflict(write.statement.sql)
    except Exception as error:
        if is_of_the_disk(error):
            # Nothing of the batch can be trusted any more.
            raise
        cursor.execute(UNDO)
        cursor.execute(KEEP)
        if isinstance(error, Conflict):
            return error
        if isinstance(error, integrity):
            return Duplicate(str(error))
        log.error("a unit of work cannot be saved: %s", error)
        return WriteFailed(str(error))
    cursor.execute(KEEP)
    return None
