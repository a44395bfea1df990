"""Books in both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.api.core.migrate import upgrade
from tests.postgres import Postgres, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """One PostgreSQL server for all of these tests."""
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any table."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'coins.db'}"
    url: str = request.getfixturevalue("server").fresh()
    return url


@pytest.fixture
def books(empty: str) -> str:
    """The address of a database with empty books."""
    upgrade(empty)
    return empty
