"""Many dealings at a bank, by the ledger's own units, and what their transfers come to when counted anew."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.accounts.statements import Statements as AccountStatements
from app.api.core.writer import Write
from app.api.cosmetics.statements import Statements as LookStatements
from app.api.ledger.coins import START_COINS, Stake, account_purse
from app.api.ledger.models import PurseRow, TransferRow
from tests.ledger.bank import AT, Bank

STAKE = 250
GIFT, PRICE = 700, 300
TABLES = 64
"""Games that are played at once."""


class Dealings:
    """Accounts that play for coins at many tables at once; nothing they do is refused."""

    def __init__(self, bank: Bank, accounts: int = 400, seed: int = 1, name: str = "d", *, goods: bool = False) -> None:
        self.bank = bank
        self.coins = bank.coins
        self.random = random.Random(seed)
        self.name = name
        self.held = dict.fromkeys((f"{name}{number}" for number in range(accounts)), 0)
        """What an account has for sure: stakes are taken out when they are asked for."""
        self.goods = goods
        """What is bought is put down too, and whose purses these are."""
        self.transfers = 0
        self.games = 0
        self.settled = 0

    async def open(self) -> None:
        """All accounts get their first coins."""
        people = AccountStatements(self.bank.writer)
        for account in self.held if self.goods else ():
            await self._do([people.add_account(account, account, None, AT)])
        await asyncio.gather(*(self._do(self.coins.open_account(account, AT)) for account in self.held))
        self.held = dict.fromkeys(self.held, START_COINS)

    async def make(self, transfers: int) -> None:
        """Play on until there are at least so many transfers."""

        async def table() -> None:
            while self.transfers < transfers:
                await self.play()

        await asyncio.gather(*(table() for _ in range(TABLES)))

    async def play(self) -> None:
        """One game: some pay, some leave and get their stake back, the rest win, share, or are all given it back."""
        self.games += 1
        number = self.games
        game = f"{self.name}{number}/1"
        players = self._who_can(self.random.randint(2, 8))
        stakes = [Stake(f"{game}-{account}", account, STAKE) for account in players]
        await self._do(self.coins.open_escrow(game))
        await asyncio.gather(*(self._do(self.coins.buy_in(game, stake, self._at())) for stake in stakes))
        if len(stakes) > 2 and self.random.random() < 0.3:
            await self._do(self.coins.refund(game, stakes[0], self._at()))
            self.held[stakes.pop(0).account] += STAKE
        await self._settle(game, stakes)
        if number % 10 == 0:
            await self._house(number)

    async def _settle(self, game: str, stakes: Sequence[Stake]) -> None:
        pot = STAKE * len(stakes)
        outcome = self.random.choice(("win", "win", "win", "split", "shared", "void"))
        if outcome == "void" or not stakes:
            await self._do(self.coins.void(game, stakes, self._at()))
            for stake in stakes:
                self.held[stake.account] += STAKE
        else:
            winners = [stake.account for stake in stakes][: 1 if outcome == "win" else 3]
            await self._do(self.coins.settle(game, outcome, pot, winners, self._at()))
            for account in winners:
                self.held[account] += pot // len(winners)
        self.settled += 1

    async def _house(self, number: int) -> None:
        """The house gives somebody coins, and takes them back or sells something for a part of them."""
        account = self.random.choice(sorted(self.held))
        given = f"{self.name}{number}"
        await self._do(self.coins.adjust(given, account, GIFT, "A gift of the house.", self._at()))
        if number % 20 == 0:
            purse = account_purse(account)
            name = f"adjust:{given}"
            await self._do(self.coins.reverse(name, "mint", purse, GIFT, "It was a mistake.", self._at()))
        else:
            await self._do(self._sale(given, account))
            self.held[account] += GIFT - PRICE

    def _sale(self, name: str, account: str) -> list[Write]:
        """Coins for a set of that name."""
        paid = self.coins.purchase(name, account, PRICE, self._at())
        if not self.goods:
            return paid
        looks = LookStatements(self.bank.writer)
        return [*paid, looks.own_set(account, name, PRICE, f"purchase:{name}", self._at())]

    def _who_can(self, seats: int) -> list[str]:
        """Accounts that can pay a stake; it is theirs no more."""
        some = self.random.sample(sorted(self.held), min(len(self.held), 3 * seats))
        found = [account for account in some if self.held[account] >= STAKE][:seats]
        for account in found:
            self.held[account] -= STAKE
        return found

    def _at(self) -> int:
        return AT + self.transfers

    async def _do(self, unit: list[Write]) -> None:
        self.transfers += sum(len(write.rows) for write in unit if write.statement is self.coins.add_transfer)
        answer = await self.bank.do(unit)
        assert answer == "done", (answer, unit)


def counted_anew(session: Session) -> tuple[dict[str, int], dict[str, int], int]:
    """What all transfers come to from empty purses on, what the purses say, and how many transfers there are."""
    coins: Counter[str] = Counter(dict.fromkeys(session.scalars(select(PurseRow.id)), 0))
    count = 0
    moves = select(TransferRow.debit, TransferRow.credit, TransferRow.amount).order_by(TransferRow.at, TransferRow.id)
    for debit, credit, amount in session.execute(moves):
        coins[debit] -= amount
        coins[credit] += amount
        count += 1
    says = {row.id: row.balance for row in session.execute(select(PurseRow.id, PurseRow.balance))}
    return dict(coins), says, count
