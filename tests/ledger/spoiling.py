"""Rows changed by hand, past the checks and triggers of the database, as whoever has its password can."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence

import psycopg
from sqlalchemy import text
from sqlalchemy.engine import make_url

from app.api.core.db import open_engine


def by_hand(url: str, statements: Sequence[str]) -> None:
    """Run statements with nothing in their way, and put everything back that would have refused them."""
    if url.startswith("sqlite"):
        _in_sqlite(make_url(url).database or "", statements)
    else:
        _in_postgresql(url.replace("+psycopg", ""), statements)


def _in_sqlite(path: str, statements: Sequence[str]) -> None:
    connection = sqlite3.connect(path, timeout=30, isolation_level=None)
    connection.execute("PRAGMA ignore_check_constraints=ON")
    connection.execute("BEGIN IMMEDIATE")
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    for _, sql in triggers:
        connection.execute(sql)
    connection.execute("COMMIT")
    connection.close()


def _in_postgresql(url: str, statements: Sequence[str]) -> None:
    with psycopg.connect(url) as connection:
        checks = connection.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid = 'purse'::regclass AND contype = 'c'"
        ).fetchall()
        connection.execute("SET LOCAL session_replication_role = replica")
        for name, _ in checks:
            connection.execute(f"ALTER TABLE purse DROP CONSTRAINT {name}".encode())
        for statement in statements:
            connection.execute(statement.encode())
        for name, rule in checks:
            # What is there already is let be.
            rule = re.sub(r"( NOT VALID)?$", " NOT VALID", rule)
            connection.execute(f"ALTER TABLE purse ADD CONSTRAINT {name} {rule}".encode())


def plainly(books: str, statement: str) -> None:
    """Run a statement with everything in force."""
    engine = open_engine(books)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
