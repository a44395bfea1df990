"""The books outlive every migration that was made since there are books."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.api.core.db import open_engine
from app.api.core.migrate import downgrade, upgrade
from app.api.ledger.coins import Stake
from app.api.ledger.models import PurseRow, SettlementRow, TransferRow
from tests.ledger.bank import AT, Bank, at_the_bank
from tests.ledger.dealings import Dealings, counted_anew

BOOKS = "0004"
"""The migration that began the books; before it there are none to keep."""

REFUSED = (
    "UPDATE transfer SET amount = amount + 1",
    "DELETE FROM transfer",
    "UPDATE settlement SET pot = pot + 1",
    "DELETE FROM settlement",
    "DELETE FROM purse WHERE kind = 'escrow'",
    "UPDATE purse SET balance = -1 WHERE id = 'account:d1'",
    "UPDATE purse SET closed = true WHERE id = 'account:d1'",
    "INSERT INTO transfer VALUES ('x', 'x', 'buyin', 'account:d1', 'escrow:d1/1', 250, 'd1/1', NULL, NULL, 1)",
    "INSERT INTO transfer VALUES ('x', 'x', 'payout', 'account:d1', 'account:d2', 5, 'd1/1', NULL, NULL, 1)",
    "INSERT INTO transfer VALUES ('x', 'x', 'grant', 'mint', 'account:d1', 2000, NULL, NULL, NULL, 1)",
)
"""What the database itself refuses: rows that stay, a debt, a pot that is shut, ways that no coin goes."""


def told(session: Session) -> tuple[str, int, dict[str, int]]:
    """A digest of every row of the books, the sum, and the balances; counted anew they are the same."""
    digest = hashlib.sha256()
    for row in (PurseRow, TransferRow, SettlementRow):
        columns = row.__table__.columns
        for values in session.execute(select(*columns).order_by(*row.__table__.primary_key.columns)):
            digest.update(repr(tuple(values)).encode())
    counted, says, _ = counted_anew(session)
    assert counted == says
    return digest.hexdigest(), sum(says.values()), says


def refusals(books: str) -> list[str]:
    """The statements that the database lets pass; each is taken back."""
    passed = []
    engine = open_engine(books)
    for statement in REFUSED:
        with engine.connect() as connection:
            with suppress(IntegrityError):
                connection.execute(text(statement))
                passed.append(statement)
            connection.rollback()
    engine.dispose()
    return passed


@pytest.mark.parametrize("count", [5_000, pytest.param(50_000, marks=pytest.mark.soak)])
def test_the_books_are_the_same_after_all_migrations_down_and_up_again(books: str, count: int) -> None:
    """L19."""
    before: list[Any] = []

    async def dealt(bank: Bank) -> None:
        dealings = Dealings(bank)
        await dealings.open()
        await dealings.make(count)
        assert await bank.do(bank.coins.open_escrow("open/1")) == "done"
        assert await bank.do(bank.coins.adjust("rich", "d1", 1_000, "For what follows.", AT)) == "done"
        assert await bank.do(bank.coins.buy_in("open/1", Stake("open/1-d1", "d1", 250), AT)) == "done"
        before.append(bank.ask(told))

    at_the_bank(books, dealt)
    assert refusals(books) == []
    downgrade(books, BOOKS)
    upgrade(books)

    async def goes_on(bank: Bank) -> None:
        after = bank.ask(told)
        assert after == before[0]
        assert after[1] == 0
        (had,) = bank.of("d1")
        assert await bank.do(bank.coins.settle("open/1", "win", 250, ["d1"], AT)) == "done"
        assert bank.of("d1") == [had + 250]

    at_the_bank(books, goes_on)
    assert refusals(books) == []
