"""`tenk coins` on real books."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from app.api.core.db import open_engine
from app.api.core.migrate import upgrade
from app.cli.main import main
from tests.ledger.bank import Bank


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("TENK_STATE_DIR", str(tmp_path))
    return f"sqlite:///{tmp_path / 'tenk.db'}"


async def opened(url: str) -> None:
    bank = Bank(url)
    await bank.open("ann", "ben")
    await bank.close()


def test_books_that_balance_say_so(books: str, capsys: pytest.CaptureFixture[str]) -> None:
    upgrade(books)
    asyncio.run(opened(books))
    assert main(["coins", "audit"]) == 0
    assert capsys.readouterr().out == "The books balance.\n"


def test_a_row_that_was_changed_by_hand_is_named(books: str, capsys: pytest.CaptureFixture[str]) -> None:
    upgrade(books)
    asyncio.run(opened(books))
    engine = open_engine(books)
    with engine.begin() as connection:
        connection.execute(text("UPDATE purse SET balance = 2001 WHERE id = 'account:ben'"))
    engine.dispose()
    assert main(["coins", "audit"]) == 1
    assert "account:ben: it says 2001, they come to 2000" in capsys.readouterr().out


def test_without_books_it_says_what_to_do(books: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coins", "audit"]) == 2
    assert "Has the server been started?" in capsys.readouterr().err
