"""Coin tables on both databases."""

from __future__ import annotations

from tests.ledger.conftest import books, empty, server

__all__ = ["books", "empty", "server"]
