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
Run = Callable[[Any, type[Exception], Unit], Exception | None]


class Writer:
    """Takes units of work from the event loop and answers when they are on disk."""

    def __init__(self, engine: Engine, batch_max: int = BATCH_MAX) -> None:
        self.engine = engine
        self.batch_max = batch_max
        self.loop = asyncio.get_running_loop()
        self.thread = ThreadPoolExecutor(1, "writer")
        self.waiting: list[Waiting] = []
        self.busy = False
        self.idle = asyncio.Event()
        self.idle.set()

    def prepare(self, statement: Insert | Update | Delete, names: Sequence[str] = ()) -> Prepared:
        """Compile a statement once for this database. `names`: the columns of an insert, all by default."""
        compiled = statement.compile(dialect=self.engine.dialect, column_keys=list(names) or None)
        assert isinstance(compiled, SQLCompiler)
        return Prepared(str(compiled), tuple(compiled.positiontup or ()))

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
        self.thread.shutdown(wait=True)
        self.engine.dispose()

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
        with self.engine.connect() as connection:
            try:
                return self._transaction(connection, units, run_bare)
            except NeedsUndo:
                # Rare: once more from the start, and now each unit can be undone by itself.
                return self._transaction(connection, units, run_unit)

    def _transaction(self, connection: Connection, units: list[Unit], run: Run) -> list[Exception | None]:
        transaction = connection.begin()
        try:
            # The driver's own cursor: the statements are compiled, and this is the hot path.
            cursor = connection.connection.cursor()
            integrity = self.engine.dialect.loaded_dbapi.IntegrityError
            outcomes = [run(cursor, integrity, unit) for unit in units]
            cursor.close()
            transaction.commit()
        except BaseException:
            transaction.rollback()
            raise
        return outcomes

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


def run_bare(cursor: Any, integrity: type[Exception], unit: Unit) -> Exception | None:
    """Run one unit as if nothing could go wrong; a conflict in its first statement has touched nothing.

    Raises NeedsUndo when something would have to be taken back.
    """
    first = True
    try:
        for write in unit:
            if len(write.rows) == 1:
                cursor.execute(write.statement.sql, write.rows[0])
                if write.guarded and cursor.rowcount != 1:
                    if first:
                        return Conflict(write.statement.sql)
                    raise NeedsUndo
            else:
                cursor.executemany(write.statement.sql, write.rows)
            first = False
    except Exception as error:
        if is_of_the_disk(error):
            raise
        raise NeedsUndo from error
    return None


def run_unit(cursor: Any, integrity: type[Exception], unit: Unit) -> Exception | None:
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
