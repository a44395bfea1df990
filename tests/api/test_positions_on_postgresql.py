"""The move of positions into the events on PostgreSQL, and reads that see one moment of a table there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.api.core import migrate
from app.api.core.db import Reader, Row, open_engine
from app.api.play import repo
from tests.postgres import postgres


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database of a server of its own."""
    with postgres() as server:
        yield server.fresh()


PLACE = "INSERT INTO play_table VALUES ('t', 'one_phone', 'Kitchen', '{}', '\\x00', NULL, 1, false)"


def test_positions_move_into_the_events_and_back(url: str) -> None:
    migrate.upgrade(url, "0002")
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text(PLACE))
        connection.execute(text("INSERT INTO standing VALUES ('t', 2, 1, 'playing', '\\x0abc')"))
        connection.execute(text("INSERT INTO event VALUES ('t', 1, 1, '{}'), ('t', 2, 1, '{}')"))
    migrate.upgrade(url)
    with Session(engine) as session:
        assert repo.position(session, "t") == (2, b"\x0a\xbc")
    migrate.downgrade(url, "0002")
    with engine.connect() as connection:
        assert connection.execute(text("SELECT seq, state FROM standing")).one() == (2, b"\x0a\xbc")
    migrate.upgrade(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Row.metadata) == []
        assert connection.execute(text("SELECT game, status FROM standing")).one() == (1, "playing")
    engine.dispose()


def test_what_a_reader_looks_up_one_after_the_other_is_of_one_moment(url: str) -> None:
    engine, reader = open_engine(url), Reader(url)

    def look_twice(session: Session) -> tuple[int, int]:
        before, _ = repo.position(session, "t")
        with engine.begin() as connection:
            connection.execute(text(f"INSERT INTO event VALUES ('t', {before + 1}, 1, '{{}}')"))
        after, _ = repo.position(session, "t")
        return before, after

    assert reader.now(look_twice) == (2, 2)
    assert reader.now(look_twice) == (3, 3)
    reader.close()
    engine.dispose()
