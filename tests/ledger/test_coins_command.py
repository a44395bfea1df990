"""`tenk coins` on real books."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from app.api.accounts.logins import Device
from app.api.accounts.passwords import Passwords
from app.api.accounts.service import Accounts
from app.api.core.clock import wall_clock
from app.api.core.db import Reader, open_engine
from app.api.core.migrate import upgrade
from app.api.core.writer import Writer
from app.api.ledger.coins import Coins
from app.api.ledger.statement import beside_accounts
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


async def signed_up(url: str, name: str) -> None:
    writer, reader, passwords = Writer(open_engine(url)), Reader(url), Passwords()
    accounts = Accounts(writer, reader, wall_clock, passwords, beside_accounts(Coins(writer)))
    await accounts.open(name, "seven green teacups", Device(b"phone".ljust(16), "Chrome"))
    await writer.close()
    reader.close()
    passwords.close()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["ann MARIE", "-300", "--reason", "Paid twice in game 7."], 0, "Ann Marie now holds 1,700 coins."),
        (["Ann Marie", "50", "--reason", "A gift of the house."], 0, "Ann Marie now holds 2,050 coins."),
        (["Ann Marie", "-2001", "--reason", "Too much."], 1, "holds 2,000 coins; nothing was moved (too_few_coins)"),
        (["Zoe", "5", "--reason", "Nobody."], 2, "there is no account called 'Zoe'"),
        (["Ann Marie", "0", "--reason", "Nothing."], 2, "AMOUNT must be from 1"),
        (["Ann Marie", "5", "--reason", "  "], 2, "--reason must be one sentence"),
    ],
)
def test_the_house_puts_a_balance_right_and_says_why(
    books: str, arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    upgrade(books)
    asyncio.run(signed_up(books, "Ann Marie"))
    assert main(["coins", "adjust", *arguments]) == code
    told = capsys.readouterr()
    assert said in told.out + told.err
    assert main(["coins", "audit"]) == 0


def test_without_books_it_says_what_to_do(books: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coins", "audit"]) == 2
    assert "Has the server been started?" in capsys.readouterr().err
