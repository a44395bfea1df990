"""Coin tables on both databases, or, where the database is not what a test is about, on the embedded one."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.api.core.migrate import upgrade
from tests.ledger.conftest import books, empty, server

__all__ = ["books", "empty", "server"]


@pytest.fixture
def here(tmp_path: Path) -> str:
    """The address of an embedded database."""
    url = f"sqlite:///{tmp_path / 'tenk.db'}"
    upgrade(url)
    return url
