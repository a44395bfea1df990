"""A small bank for tests: the shipped writer and ledger on a real database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.core.db import Reader, open_engine
from app.api.core.writer import Conflict, Duplicate, Write, Writer
from app.api.ledger.audit import Finding, audit
from app.api.ledger.coins import Coins, account_purse, refusal_of
from app.api.ledger.models import PurseRow

AT = 1_700_000_000_000


class Bank:
    """Saves units of coins and answers what became of them."""

    def __init__(self, url: str) -> None:
        self.writer = Writer(open_engine(url))
        self.reader = Reader(url)
        self.coins = Coins(self.writer)

    async def do(self, unit: Sequence[Write]) -> str:
        """`done`, or why it was refused."""
        try:
            await self.writer.save(unit)
        except Conflict:
            return "already_done"
        except Duplicate as error:
            return refusal_of(error)
        return "done"

    async def open(self, *accounts: str) -> None:
        """Accounts with their first coins."""
        for account in accounts:
            assert await self.do(self.coins.open_account(account, AT)) == "done"

    def holds(self, purse: str) -> int:
        """What a purse holds."""
        return int(self.ask(lambda session: session.scalar(select(PurseRow.balance).where(PurseRow.id == purse))))

    def of(self, *accounts: str) -> list[int]:
        """What accounts hold."""
        return [self.holds(account_purse(account)) for account in accounts]

    def findings(self) -> list[Finding]:
        """What the audit says."""
        return self.reader.now(audit)

    def ask(self, question: Callable[[Session], Any]) -> Any:
        """Something else, read from the rows."""
        return self.reader.now(question)

    async def close(self) -> None:
        """Put everything away."""
        await self.writer.close()
        self.reader.close()


def at_the_bank(url: str, story: Callable[[Bank], Awaitable[None]], *, sound: bool = True) -> None:
    """Tell a story at a bank; in the end its books balance, unless the story spoiled them."""

    async def told() -> None:
        bank = Bank(url)
        try:
            await story(bank)
            assert bool(bank.findings()) != sound, bank.findings()
        finally:
            with suppress(Exception):
                await bank.close()

    asyncio.run(told())
