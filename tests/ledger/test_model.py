"""Random dealings with coins, held to a model of the books that fits on one page."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from app.api.core.migrate import upgrade
from app.api.ledger.coins import START_COINS, Stake, escrow_purse, shares
from tests.ledger.bank import AT, Bank

PEOPLE = ("ann", "ben", "cleo", "dan")
GAMES = ("t1/1", "t1/2", "t2/1")
APP = Path(__file__).resolve().parents[2] / "app"


class Dealings(RuleBasedStateMachine):
    """Accounts open, pay, win, are refunded, adjusted and closed, in any order and more than once."""

    @initialize()
    def open_the_bank(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory(prefix="tenk-model-")
        url = f"sqlite:///{self.folder.name}/books.db"
        upgrade(url)
        self.bank = self.run(self._opened(url))
        self.balance: dict[str, int] = {}
        self.closed: set[str] = set()
        self.stakes: dict[str, dict[str, Stake]] = {}
        self.done: set[str] = set()
        self.settled: set[str] = set()
        for account in PEOPLE[:3]:
            self.open(account)
        self.lay_a_table(GAMES[0])

    async def _opened(self, url: str) -> Bank:
        return Bank(url)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        self.run(self.bank.close())
        self.loop.close()
        self.folder.cleanup()

    def do(self, unit: Any, *, wanted: bool) -> None:
        """The database does it exactly when the model would."""
        assert (self.run(self.bank.do(unit)) == "done") == wanted

    def lives(self, account: str) -> bool:
        return account in self.balance and account not in self.closed

    @rule(account=st.sampled_from(PEOPLE))
    def open(self, account: str) -> None:
        wanted = account not in self.balance
        self.do(self.bank.coins.open_account(account, AT), wanted=wanted)
        if wanted:
            self.balance[account] = START_COINS

    @rule(game=st.sampled_from(GAMES))
    def lay_a_table(self, game: str) -> None:
        wanted = game not in self.stakes
        self.do(self.bank.coins.open_escrow(game), wanted=wanted)
        if wanted:
            self.stakes[game] = {}

    @rule(
        game=st.sampled_from(GAMES), account=st.sampled_from(PEOPLE), number=st.integers(1, 2),
        coins=st.sampled_from((250, 500, 1_000, 2_000)),
    )  # fmt: skip
    def pay(self, game: str, account: str, number: int, coins: int) -> None:
        stake = Stake(f"{game}-{account}-{number}", account, coins)
        wanted = (
            self.lives(account) and game in self.stakes and game not in self.settled
            and stake.sitting not in self.done and self.balance[account] >= coins
        )  # fmt: skip
        self.do(self.bank.coins.buy_in(game, stake, AT), wanted=wanted)
        if wanted:
            self.done.add(stake.sitting)
            self.balance[account] -= coins
            self.stakes[game][stake.sitting] = stake

    @rule(pick=st.integers(0, 99))
    def leave(self, pick: int) -> None:
        """Somebody who has paid stands up; the service asks with the stake that stands there."""
        paid = [(game, stake) for game, stakes in self.stakes.items() for stake in stakes.values()]
        if not paid:
            return
        game, stake = paid[pick % len(paid)]
        wanted = game not in self.settled and self.lives(stake.account)
        self.do(self.bank.coins.refund(game, stake, AT), wanted=wanted)
        if wanted:
            self.balance[stake.account] += stake.coins
            del self.stakes[game][stake.sitting]
            self.do(self.bank.coins.refund(game, stake, AT), wanted=False)

    @rule(game=st.sampled_from(GAMES), winners=st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=4, unique=True))
    def settle(self, game: str, winners: list[str]) -> None:
        pot = sum(stake.coins for stake in self.stakes.get(game, {}).values())
        wanted = game in self.stakes and game not in self.settled and (not pot or all(map(self.lives, winners)))
        self.do(self.bank.coins.settle(game, "win", pot, winners, AT), wanted=wanted)
        if wanted:
            self.settled.add(game)
            for account, coins in zip(winners, shares(pot, len(winners)), strict=True):
                if coins:
                    self.balance[account] += coins

    @rule(game=st.sampled_from(GAMES))
    def void(self, game: str) -> None:
        stakes = list(self.stakes.get(game, {}).values())
        wanted = game in self.stakes and game not in self.settled and all(self.lives(each.account) for each in stakes)
        self.do(self.bank.coins.void(game, stakes, AT), wanted=wanted)
        if wanted:
            self.settled.add(game)
            for stake in stakes:
                self.balance[stake.account] += stake.coins

    @rule(account=st.sampled_from(PEOPLE), number=st.integers(1, 9), price=st.sampled_from((50, 700, 2_000)))
    def buy(self, account: str, number: int, price: int) -> None:
        name = f"buy-{number}"
        wanted = self.lives(account) and name not in self.done and self.balance[account] >= price
        self.do(self.bank.coins.purchase(str(number), account, price, AT), wanted=wanted)
        if wanted:
            self.done.add(name)
            self.balance[account] -= price

    @rule(account=st.sampled_from(PEOPLE), number=st.integers(1, 9), amount=st.sampled_from((-900, -1, 1, 400)))
    def adjust(self, account: str, number: int, amount: int) -> None:
        name = f"adjust-{number}"
        wanted = self.lives(account) and name not in self.done and self.balance[account] + amount >= 0
        self.do(self.bank.coins.adjust(str(number), account, amount, "As the model says.", AT), wanted=wanted)
        if wanted:
            self.done.add(name)
            self.balance[account] += amount

    @rule(account=st.sampled_from(PEOPLE), off=st.sampled_from((0, 0, 0, 1)))
    def close(self, account: str, off: int) -> None:
        balance = self.balance.get(account, 0)
        wanted = self.lives(account) and off == 0
        self.do(self.bank.coins.close_account(account, balance + off, AT), wanted=wanted)
        if wanted:
            self.balance[account] = 0
            self.closed.add(account)

    @invariant()
    def the_books_are_the_model(self) -> None:
        if not hasattr(self, "bank"):
            return
        assert self.bank.findings() == []
        assert self.bank.of(*self.balance) == list(self.balance.values())
        for game, stakes in self.stakes.items():
            held = 0 if game in self.settled else sum(stake.coins for stake in stakes.values())
            assert self.bank.holds(escrow_purse(game)) == held


def test_random_dealings_leave_the_books_as_the_model_has_them() -> None:
    how = settings(max_examples=12, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Dealings, settings=how)


@pytest.mark.soak
def test_twenty_thousand_random_dealings_leave_the_books_as_the_model_has_them() -> None:
    how = settings(max_examples=200, stateful_step_count=100, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Dealings, settings=how)


WRITES = re.compile(r"(insert|update|delete)\(\s*(purse|transfer|settlement)|(PurseRow|TransferRow|SettlementRow)\(")


def test_nothing_outside_the_ledger_writes_to_its_rows() -> None:
    """L20: the only writers of coins stand in one package."""
    found = [
        str(path.relative_to(APP))
        for path in APP.rglob("*.py")
        if WRITES.search(path.read_text("utf-8")) and path.parent.name != "ledger"
    ]
    assert found == []
    assert WRITES.search((APP / "api" / "ledger" / "coins.py").read_text("utf-8"))
