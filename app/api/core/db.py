"""The database: names of constraints, engines, and the pragmas that make SQLite keep its word."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine, MetaData, Table, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase, Session

T = TypeVar("T")

BUSY_TIMEOUT_MS = 5000
CHECKPOINT_PAGES = 4000
READERS = 4
CACHE_KIB = 32 * 1024
"""Pages a connection keeps: those of the tables in play should never be read twice."""


class Row(DeclarativeBase):
    """A row of any part of the service. All constraints have names, so that a migration can drop them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def table_of(row: type) -> Table:
    """The table behind a mapped class."""
    found = row.__table__  # type: ignore[attr-defined]
    assert isinstance(found, Table)
    return found


def open_engine(url: str, *, read_only: bool = False, connections: int = 1) -> Engine:
    """An engine whose transactions begin for writing at once, or one that refuses to write.

    SQLite: WAL, `synchronous=FULL` (an answered command is on disk), foreign keys, `BEGIN IMMEDIATE` (a
    transaction that reads and then writes cannot fail half way because somebody else wrote in between).
    """
    server = not url.startswith("sqlite")
    options: dict[str, Any] = {}
    if server:
        # Values by place on both: what the writer prepares goes to the driver as it is.
        options["paramstyle"] = "format"
        if read_only:
            # What one session reads is of one moment, as in SQLite: a table's row fits its last event.
            options["isolation_level"] = "REPEATABLE READ"
    engine = create_engine(url, pool_size=connections, max_overflow=0, **options)
    if not server:
        database = make_url(url).database
        if database:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        event.listen(engine, "connect", connect_hook(read_only))
        event.listen(engine, "begin", begin_hook("BEGIN" if read_only else "BEGIN IMMEDIATE"))
    return engine


def connect_hook(read_only: bool) -> Callable[[Any, Any], None]:
    """What every new SQLite connection is told."""
    pragmas = [
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"wal_autocheckpoint={CHECKPOINT_PAGES}",
        f"cache_size=-{CACHE_KIB}",
    ]
    if read_only:
        pragmas.append("query_only=ON")

    def connect(connection: Any, record: Any) -> None:
        # The driver must not open transactions of its own: it would begin them deferred.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    return connect


def begin_hook(statement: str) -> Callable[[Any], None]:
    """How a transaction begins."""

    def begin(connection: Any) -> None:
        connection.exec_driver_sql(statement)

    return begin


class Reader:
    """Reads in threads of its own, each with a short session; it never writes."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url, read_only=True, connections=READERS)
        self.threads = ThreadPoolExecutor(READERS, "reader")

    async def run(self, read: Callable[[Session], T]) -> T:
        """The answer of a function that gets a session."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, copy_context().run, self.now, read)

    def now(self, read: Callable[[Session], T]) -> T:
        """The same in this thread."""
        with Session(self.engine) as session:
            return read(session)

    def close(self) -> None:
        """Let running reads finish, then close the connections."""
        self.threads.shutdown(wait=True)
        self.engine.dispose()
