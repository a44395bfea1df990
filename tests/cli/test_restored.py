"""`tenk restored` on real databases."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from app.api.core import db
from app.api.core.db import open_engine
from app.api.core.migrate import upgrade
from app.cli.main import main
from tests.ledger.bank import Bank
from tests.ledger.spoiling import by_hand


@pytest.fixture
def restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database with one account in it."""
    monkeypatch.setenv("TENK_STATE_DIR", str(tmp_path))
    url = f"sqlite:///{tmp_path / 'tenk.db'}"
    upgrade(url)

    async def opened() -> None:
        bank = Bank(url)
        await bank.open("ann")
        await bank.close()

    asyncio.run(opened())
    return url


def epoch_of(url: str) -> str:
    engine = open_engine(url, read_only=True)
    with engine.connect() as connection:
        found: str = connection.execute(text("SELECT epoch FROM epoch")).scalar_one()
    engine.dispose()
    return found


def test_a_restored_database_begins_a_new_history_each_time(restored: str, capsys: pytest.CaptureFixture[str]) -> None:
    epochs = [epoch_of(restored)]
    for _ in range(2):
        assert main(["restored"]) == 0
        epochs.append(epoch_of(restored))
        told = f"New epoch {epochs[-1]}: phones fetch their tables anew."
        said = f"{told}\nCoin games called off, stakes given back: 0.\nThe books balance.\n"
        assert capsys.readouterr().out == said
    assert len(set(epochs)) == 3


def test_books_that_do_not_balance_are_told_and_the_history_is_new_all_the_same(
    restored: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = epoch_of(restored)
    by_hand(restored, ["UPDATE purse SET balance = 2001 WHERE id = 'account:ann'"])
    assert main(["restored"]) == 1
    assert epoch_of(restored) != before
    said = capsys.readouterr().out
    assert "account:ann: it says 2001, they come to 2000" in said
    assert "The books balance." not in said


def test_a_damaged_file_is_left_as_it_is(restored: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = epoch_of(restored)
    by_hand(
        restored,
        [
            # An index that lacks a row, as after a write that was lost.
            "PRAGMA writable_schema=ON",
            "UPDATE sqlite_master SET sql = replace(sql, 'NOT closed', 'closed') WHERE name = 'ix_purse_open'",
        ],
    )
    assert main(["restored"]) == 1
    told = capsys.readouterr()
    assert "the file is damaged and was left as it is" in told.err
    assert told.out == ""
    assert epoch_of(restored) == before


@pytest.mark.parametrize("content", [None, b"", b"not a database at all, but long enough to be looked at" * 50])
def test_where_there_is_no_database_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    monkeypatch.setenv("TENK_STATE_DIR", str(tmp_path))
    if content is not None:
        (tmp_path / "tenk.db").write_bytes(content)
    assert main(["restored"]) == 2
    assert "this is no database of the game" in capsys.readouterr().err


def test_while_somebody_else_holds_the_file_nothing_is_changed(
    restored: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(db, "BUSY_TIMEOUT_MS", 50)
    before = epoch_of(restored)
    other = sqlite3.connect(make_url(restored).database or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert main(["restored"]) == 1
    assert "nothing was changed" in capsys.readouterr().err
    other.close()
    assert epoch_of(restored) == before
