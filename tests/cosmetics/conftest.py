"""Looks on both databases, or, where the database is not what a test is about, on the embedded one."""

from tests.coins.conftest import here
from tests.ledger.conftest import books, empty, server

__all__ = ["books", "empty", "here", "server"]
