"""The watch over the books: what raises the alarm, what ends it, and what does neither."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

from app.api.core import db
from app.api.core.db import Reader
from app.api.core.migrate import upgrade
from app.api.ledger.audit import Finding
from app.api.ledger.coins import Stake
from app.api.ledger.verifier import LOGGED_MAX, Verifier
from tests.ledger.bank import AT, Bank, at_the_bank
from tests.ledger.spoiling import by_hand, plainly

HOUR_S = 3600.0
RAISED_S = 5.0


def purse(name: str, change: str) -> str:
    return f"UPDATE purse SET {change} WHERE id = '{name}'"


BUY_IN = "('buyin:x', 'buyin:x', 'buyin', 'account:ben', 'escrow:g/1', 250, 'g/1', NULL, NULL, 1)"

SPOILT = {
    "a coin more": (
        [purse("account:ann", "balance = balance + 1")],
        [purse("account:ann", "balance = balance - 1")],
        "glance", "sum of all purses is 0",
    ),
    "less than nothing": (
        [purse("account:cleo", "balance = -1"), purse("account:ann", "balance = balance + 2001")],
        [purse("account:cleo", "balance = 2000"), purse("account:ann", "balance = balance - 2001")],
        "glance", "no purse is overdrawn",
    ),
    "as much as the column holds": (
        [purse("shop", "balance = 9223372036854775807")],
        [purse("shop", "balance = 0")],
        "glance", "sum of all purses is 0",
    ),
    "out of a pot into a purse": (
        [purse("escrow:g/1", "balance = balance - 250"), purse("account:ann", "balance = balance + 250")],
        [purse("escrow:g/1", "balance = balance + 250"), purse("account:ann", "balance = balance - 250")],
        "glance", "a pot holds what was paid",
    ),
    "a stake that moved nothing": (
        [f"INSERT INTO transfer VALUES {BUY_IN}"],
        ["DELETE FROM transfer WHERE id = 'buyin:x'"],
        "glance", "a pot holds what was paid",
    ),
    "a settled pot that was opened": (
        [purse("escrow:h/1", "closed = false")],
        [purse("escrow:h/1", "closed = true")],
        "glance", "a settled pot is empty and shut",
    ),
    "a settlement that pays nobody": (
        ["INSERT INTO settlement VALUES ('g/1', 'win', 500, 1)"],
        ["DELETE FROM settlement WHERE game = 'g/1'"],
        "glance", "a settled pot is empty and shut",
    ),
    "from one player to another": (
        [purse("account:ann", "balance = balance + 1"), purse("account:ben", "balance = balance - 1")],
        [purse("account:ann", "balance = balance - 1"), purse("account:ben", "balance = balance + 1")],
        "audit", "a balance is the sum of its transfers",
    ),
    "coins in a shut pot": (
        [purse("escrow:h/1", "balance = 5")],
        [purse("escrow:h/1", "balance = 0")],
        "audit", "sum of all purses is 0",
    ),
    "a pot that is shut for nothing": (
        [purse("escrow:i/1", "closed = true")],
        [purse("escrow:i/1", "closed = false")],
        "audit", "a pot is shut by its settlement",
    ),
}  # fmt: skip
"""What is done by hand, how it is undone, which look is the first to see it, and what it finds."""


async def furnished(bank: Bank) -> None:
    """Three players; a pot with two stakes in it, a settled one and an empty one."""
    await bank.open("ann", "ben", "cleo")
    stakes = {game: [Stake(f"{game}-{who}", who, 250) for who in ("ann", "ben")] for game in ("g/1", "h/1")}
    for game in (*stakes, "i/1"):
        assert await bank.do(bank.coins.open_escrow(game)) == "done"
        for stake in stakes.get(game, []):
            assert await bank.do(bank.coins.buy_in(game, stake, AT)) == "done"
    assert await bank.do(bank.coins.settle("h/1", "win", 500, ["ben"], AT)) == "done"


Story = Callable[[Bank, Verifier], Awaitable[None]]


def watched(books: str, story: Story, told: list[bool], **how: object) -> None:
    """Tell a story at a furnished bank whose books are watched."""

    async def begun(bank: Bank) -> None:
        await furnished(bank)
        await story(bank, Verifier(bank.reader, 60.0, told.append, **how))  # type: ignore[arg-type]

    at_the_bank(books, begun)


@pytest.mark.parametrize(("spoil", "repair", "seen_by", "invariant"), SPOILT.values(), ids=SPOILT.keys())
def test_a_row_changed_by_hand_raises_the_alarm_until_it_is_put_right(
    books: str, spoil: list[str], repair: list[str], seen_by: str, invariant: str
) -> None:
    """L18. What only the hourly audit sees is not forgiven by the glance after it."""
    told: list[bool] = []

    async def story(bank: Bank, verifier: Verifier) -> None:
        await verifier.check_once()
        assert (verifier.halted, told) == (False, [])
        by_hand(books, spoil)
        await verifier.check_once()
        assert verifier.halted == (seen_by == "glance")
        verifier.audit_due -= HOUR_S
        for _ in range(3):
            await verifier.check_once()
            assert (verifier.halted, told) == (True, [True])
            assert invariant in [finding.invariant for finding in verifier.findings]
        by_hand(books, repair)
        await verifier.check_once()
        assert (verifier.halted, told, verifier.findings) == (False, [True, False], ())

    watched(books, story, told)


def test_the_watch_goes_on_by_itself_and_tells_the_log(books: str, caplog: pytest.LogCaptureFixture) -> None:
    """It looks at once when it starts, and again and again; the log hears of an alarm once, with what is wrong."""
    spoil, repair, _, _ = SPOILT["a coin more"]

    async def story(bank: Bank) -> None:
        await furnished(bank)
        by_hand(books, spoil)
        changes: asyncio.Queue[bool] = asyncio.Queue()
        verifier = Verifier(bank.reader, 0.02, changes.put_nowait)
        running = asyncio.create_task(verifier.run())
        assert await asyncio.wait_for(changes.get(), RAISED_S) is True
        await asyncio.sleep(0.2)
        by_hand(books, repair)
        assert await asyncio.wait_for(changes.get(), RAISED_S) is False
        by_hand(books, spoil)
        assert await asyncio.wait_for(changes.get(), RAISED_S) is True
        by_hand(books, repair)
        assert await asyncio.wait_for(changes.get(), RAISED_S) is False
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    at_the_bank(books, story)
    alarms = [record for record in caplog.records if record.levelno == logging.ERROR]
    said = "the books do not balance, no coin moves: sum of all purses is 0: purse: the sum is 1"
    assert [record.getMessage() for record in alarms] == [said] * 2


def test_what_another_part_checks_counts_as_well(books: str) -> None:
    told: list[bool] = []
    wrong: list[str] = []

    def seats_are_paid(session: Session) -> Iterator[Finding]:
        for game in wrong:
            yield Finding("a pot holds its seats' stakes", game, "a seat was not paid for")

    async def story(bank: Bank, verifier: Verifier) -> None:
        for now, halted in (([], False), (["g/1"], True), ([], False)):
            wrong[:] = now
            await verifier.check_once()
            assert verifier.halted == halted

    watched(books, story, told, checks=[seats_are_paid])
    assert told == [True, False]


def test_a_check_that_breaks_is_neither_an_alarm_nor_its_end(books: str, caplog: pytest.LogCaptureFixture) -> None:
    told: list[bool] = []
    turns: list[str] = []

    def moody(session: Session) -> Iterator[Finding]:
        if turns[-1] == "breaks":
            raise KeyError("nobody foresaw this")
        if turns[-1] == "finds":
            yield Finding("anything", "row", "wrong")

    async def story(bank: Bank, verifier: Verifier) -> None:
        for turn, halted in (("breaks", False), ("finds", True), ("breaks", True), ("", False), ("breaks", False)):
            turns.append(turn)
            await verifier.check_once()
            assert verifier.halted == halted, turn

    watched(books, story, told, checks=[moody])
    assert told == [True, False]
    assert [record.getMessage() for record in caplog.records].count("a check of the books broke") == 3


@pytest.mark.parametrize("spoilt", [False, True])
def test_books_that_cannot_be_read_are_neither_an_alarm_nor_its_end(
    books: str, spoilt: bool, caplog: pytest.LogCaptureFixture
) -> None:
    spoil, repair, _, _ = SPOILT["a coin more"]
    told: list[bool] = []

    async def story(bank: Bank, verifier: Verifier) -> None:
        by_hand(books, spoil if spoilt else [])
        await verifier.check_once()
        assert verifier.halted == spoilt
        by_hand(books, repair if spoilt else spoil)
        for table, halted in (("purse", spoilt), ("transfer", True)):
            plainly(books, f"ALTER TABLE {table} RENAME TO away")
            await verifier.check_once()
            plainly(books, f"ALTER TABLE away RENAME TO {table}")
            # Without the transfers it still sees the coin too much, but not that all is well again.
            assert verifier.halted == halted, table
        await verifier.check_once()
        assert verifier.halted != spoilt
        by_hand(books, [] if spoilt else repair)
        await verifier.check_once()

    watched(books, story, told)
    assert told == [True, False]
    assert any("the books could not be read: " in record.getMessage() for record in caplog.records)


def test_a_busy_database_is_no_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody works on the file and lets nobody else in, as `sqlite3` with a lock of its own does."""
    monkeypatch.setattr(db, "BUSY_TIMEOUT_MS", 50)
    books = f"sqlite:///{tmp_path / 'coins.db'}"
    upgrade(books)
    told: list[bool] = []
    verifier_reader = Reader(books)
    operator = sqlite3.connect(make_url(books).database or "", isolation_level=None)
    operator.execute("PRAGMA locking_mode=EXCLUSIVE")
    operator.execute("BEGIN EXCLUSIVE")

    async def look() -> bool:
        verifier = Verifier(verifier_reader, 60.0, told.append)
        await verifier.check_once()
        return verifier.halted

    assert asyncio.run(look()) is False
    assert "the books could not be read: database is locked" in caplog.text
    operator.close()
    caplog.clear()
    assert asyncio.run(look()) is False
    assert caplog.text == ""
    assert told == []
    verifier_reader.close()


def test_an_alarm_names_some_findings_and_counts_the_rest(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def everything(session: Session) -> Iterator[Finding]:
        for number in range(LOGGED_MAX + 5):
            yield Finding("a rule", f"row{number}", "wrong")

    books = f"sqlite:///{tmp_path / 'coins.db'}"
    upgrade(books)

    def breaks(halted: bool) -> None:
        raise RuntimeError("the listener's own trouble")

    async def look() -> Verifier:
        reader = Reader(books)
        verifier = Verifier(reader, 60.0, breaks, checks=[everything])
        await verifier.check_once()
        reader.close()
        return verifier

    verifier = asyncio.run(look())
    assert verifier.halted
    assert len(verifier.findings) == LOGGED_MAX + 5
    alarm = next(record.getMessage() for record in caplog.records if record.levelno == logging.ERROR)
    assert alarm.endswith(f"a rule: row{LOGGED_MAX - 1}: wrong; and 5 more")
    assert "what follows an alarm of the books broke" in caplog.text
