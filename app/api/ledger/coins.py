"""Everything that moves coins, as units of work: each is saved whole, with the rows it belongs to, or not at all.

Nothing here reads a balance to decide: the database refuses what would overdraw a purse, repeat a transfer or settle a
game twice, and `refusal_of` says in the game's words which of them it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, insert, true, update

from app.api.core.db import table_of
from app.api.core.writer import Write, Writer
from app.api.ledger.models import ADJUST, REVERSAL, PurseRow, SettlementRow, TransferRow

MINT, SHOP = "mint", "shop"
START_COINS = 2_000
"""Every account gets these once (RULES §4)."""
STAKES = (250, 500, 1_000, 2_000, 5_000)
"""What a seat at a coin table costs."""


def account_purse(account: str) -> str:
    """The purse of an account."""
    return f"account:{account}"


def escrow_purse(game: str) -> str:
    """The purse that holds a game's pot; `game` is `TABLE/GAME`."""
    return f"escrow:{game}"


@dataclass(frozen=True, slots=True)
class Stake:
    """One paid seat of a game."""

    sitting: str
    """The seat row that was paid for; whoever sits down anew has another one."""
    account: str
    coins: int


def shares(pot: int, winners: int) -> tuple[int, ...]:
    """Equal shares of a pot; coins that do not divide go one each to the first (R-split).

    >>> shares(1000, 3)
    (334, 333, 333)
    """
    if winners < 1:
        raise ValueError("a pot is paid to somebody")
    share, odd = divmod(pot, winners)
    return tuple(share + (place < odd) for place in range(winners))


class Coins:
    """Prepared statements of the ledger and the units of work made of them."""

    def __init__(self, writer: Writer) -> None:
        purse, transfer, settlement = (table_of(row) for row in (PurseRow, TransferRow, SettlementRow))
        self.add_purse = writer.prepare(insert(purse))
        self.add_transfer = writer.prepare(insert(transfer))
        self.add_settlement = writer.prepare(insert(settlement))
        self.close_purse = writer.prepare(
            update(purse).where(purse.c.id == bindparam("of"), purse.c.closed.is_(False)).values(closed=true())
        )

    # The parts of units.

    def _purse(self, purse: str, kind: str) -> Write:
        return Write(self.add_purse, [self.add_purse.row(id=purse, kind=kind, balance=0, closed=False)])

    def _move(
        self,
        name: str,
        code: str,
        debit: str,
        credit: str,
        amount: int,
        at: int,
        *,
        grp: str | None = None,
        game: str | None = None,
        reverses: str | None = None,
        reason: str | None = None,
    ) -> Write:
        """The one primitive: coins go from one purse to another."""
        row = self.add_transfer.row(
            id=name, grp=grp or name, code=code, debit=debit, credit=credit, amount=amount, game=game,
            reverses=reverses, reason=reason, at=at,
        )  # fmt: skip
        return Write(self.add_transfer, [row])

    def _close(self, purse: str) -> Write:
        return Write(self.close_purse, [self.close_purse.row(of=purse)], guarded=True)

    # What happens to accounts.

    def open_account(self, account: str, at: int) -> list[Write]:
        """A purse for a new account, with the coins that everybody starts with."""
        purse = account_purse(account)
        grant = self._move(f"grant:{account}", "grant", MINT, purse, START_COINS, at)
        return [self._purse(purse, "account"), grant]

    def close_account(self, account: str, balance: int, at: int) -> list[Write]:
        """Take an account's coins out of circulation and shut its purse; refused if `balance` is not what it holds."""
        purse = account_purse(account)
        back = [self._move(f"close:{account}", "close", purse, MINT, balance, at)] if balance else []
        return [*back, self._close(purse)]

    def adjust(self, command: str, account: str, amount: int, reason: str, at: int) -> list[Write]:
        """The house puts a balance right, up or down, for a reason that its owner reads (R-house)."""
        if not amount or not reason.strip():
            raise ValueError("an adjustment moves coins, and says why")
        purse = account_purse(account)
        debit, credit = (MINT, purse) if amount > 0 else (purse, MINT)
        return [self._move(f"adjust:{command}", ADJUST, debit, credit, abs(amount), at, reason=reason.strip())]

    def reverse(self, transfer: str, debit: str, credit: str, amount: int, reason: str, at: int) -> list[Write]:
        """An earlier transfer the other way round, once; `debit` and `credit` are those of the earlier one."""
        name = f"reversal:{transfer}"
        return [self._move(name, REVERSAL, credit, debit, amount, at, reverses=transfer, reason=reason)]

    def purchase(self, command: str, account: str, price: int, at: int, *, reason: str | None = None) -> list[Write]:
        """Coins for a dice set or a move, to the shop; `reason` says what they bought."""
        name = f"purchase:{command}"
        return [self._move(name, "purchase", account_purse(account), SHOP, price, at, reason=reason)]

    # What happens to a game's pot.

    def open_escrow(self, game: str) -> list[Write]:
        """A purse for a game's pot."""
        return [self._purse(escrow_purse(game), "escrow")]

    def buy_in(self, game: str, stake: Stake, at: int) -> list[Write]:
        """A seat is paid for. One sitting pays once."""
        debit, credit = account_purse(stake.account), escrow_purse(game)
        return [self._move(f"buyin:{stake.sitting}", "buyin", debit, credit, stake.coins, at, game=game)]

    def refund(self, game: str, stake: Stake, at: int) -> list[Write]:
        """A seat's stake goes back to its payer, exactly and once."""
        debit, credit = escrow_purse(game), account_purse(stake.account)
        return [self._move(f"refund:{stake.sitting}", "refund", debit, credit, stake.coins, at, game=game)]

    def settle(self, game: str, outcome: str, pot: int, winners: Sequence[str], at: int) -> list[Write]:
        """Pay the pot to the winning accounts, in the order in which they went out, and shut the escrow."""
        # By purse, not by place: settlements that pay the same players must reach for them in one order.
        paid = sorted(zip(winners, shares(pot, len(winners)), strict=True))
        payouts = [
            self._move(
                f"payout:{game}:{account}", "payout", escrow_purse(game), account_purse(account), amount, at,
                grp=f"settle:{game}", game=game,
            )
            for account, amount in paid
            if amount
        ]  # fmt: skip
        return [self._settled(game, outcome, pot, at), *payouts, self._close(escrow_purse(game))]

    def void(self, game: str, stakes: Sequence[Stake], at: int) -> list[Write]:
        """Every stake of a game, forfeited ones too, goes back to its payer; the game is settled as void."""
        pot = sum(stake.coins for stake in stakes)
        refunds = [write for stake in sorted(stakes, key=_payer) for write in self.refund(game, stake, at)]
        return [self._settled(game, "void", pot, at), *refunds, self._close(escrow_purse(game))]

    def _settled(self, game: str, outcome: str, pot: int, at: int) -> Write:
        return Write(self.add_settlement, [self.add_settlement.row(game=game, outcome=outcome, pot=pot, at=at)])


def _payer(stake: Stake) -> tuple[str, str]:
    return stake.account, stake.sitting


REFUSALS: tuple[tuple[str, str], ...] = (
    ("ck_purse_balance", "too_few_coins"),
    ("purse missing or closed", "purse_closed"),
    ("ck_purse_closed", "pot_not_empty"),
)
"""What the database says, and the code for it."""


def refusal_of(error: Exception) -> str:
    """Why a unit with coins was not saved: `too_few_coins`, `purse_closed`, `pot_not_empty`, or `already_done`."""
    said = str(error)
    return next((code for mark, code in REFUSALS if mark in said), "already_done")
