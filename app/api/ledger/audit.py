"""The books, checked from the rows alone. Any finding means that coins were made, lost or paid twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import case, func, or_, select
from sqlalchemy.orm import Session, aliased

from app.api.ledger.coins import START_COINS, escrow_purse
from app.api.ledger.models import PurseRow, SettlementRow, TransferRow


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant that does not hold, and the row that breaks it."""

    invariant: str
    row: str
    says: str

    def __str__(self) -> str:
        return f"{self.invariant}: {self.row}: {self.says}"


def audit(session: Session) -> list[Finding]:
    """All findings; none when the books balance."""
    return [finding for check in CHECKS for finding in check(session)]


def _sum_is_nothing(session: Session) -> Iterator[Finding]:
    """All purses together hold nothing: what players have the mint lacks."""
    total = session.scalar(select(func.coalesce(func.sum(PurseRow.balance), 0)))
    if total != 0:
        yield Finding("sum of all purses is 0", "purse", f"the sum is {total}")


def _none_overdrawn(session: Session) -> Iterator[Finding]:
    """Only the mint may be below nothing."""
    for purse in session.scalars(select(PurseRow).where(PurseRow.kind != "mint", PurseRow.balance < 0)):
        yield Finding("no purse is overdrawn", purse.id, f"it holds {purse.balance}")


def _balances_are_their_transfers(session: Session) -> Iterator[Finding]:
    """Every balance is what the transfers of the purse come to, from the first on."""
    paid = select(TransferRow.credit.label("purse"), TransferRow.amount.label("coins"))
    pays = select(TransferRow.debit.label("purse"), (-TransferRow.amount).label("coins"))
    moved = paid.union_all(pays).subquery()
    totals = select(moved.c.purse, func.sum(moved.c.coins).label("coins")).group_by(moved.c.purse).subquery()
    rows = session.execute(
        select(PurseRow.id, PurseRow.balance, func.coalesce(totals.c.coins, 0).label("coins"))
        .outerjoin(totals, totals.c.purse == PurseRow.id)
        .where(PurseRow.balance != func.coalesce(totals.c.coins, 0))
    )
    for row in rows:
        yield Finding(
            "a balance is the sum of its transfers", row.id, f"it says {row.balance}, they come to {row.coins}"
        )


def _granted_once(session: Session) -> Iterator[Finding]:
    """Every account got its first coins, once."""
    grants = select(TransferRow.credit, func.count().label("times"), func.sum(TransferRow.amount).label("coins"))
    found = grants.where(TransferRow.code == "grant").group_by(TransferRow.credit).subquery()
    rows = session.execute(
        select(PurseRow.id, func.coalesce(found.c.times, 0), func.coalesce(found.c.coins, 0))
        .outerjoin(found, found.c.credit == PurseRow.id)
        .where(PurseRow.kind == "account", or_(found.c.times.is_(None), found.c.coins != START_COINS))
    )
    for purse, times, coins in rows:
        yield Finding(f"an account is granted {START_COINS} once", purse, f"{coins} in {times} grants")


def _pots_hold_what_was_paid(session: Session) -> Iterator[Finding]:
    """The escrow of a settled game is empty and shut; that of any other is open."""
    settled = {escrow_purse(game) for game in session.scalars(select(SettlementRow.game))}
    for purse in session.scalars(select(PurseRow).where(PurseRow.kind == "escrow")):
        done = purse.id in settled
        if done and (purse.balance or not purse.closed):
            yield Finding("a settled pot is empty and shut", purse.id, f"{purse.balance} left, shut: {purse.closed}")
        if not done and purse.closed:
            yield Finding("a pot is shut by its settlement", purse.id, "it is shut, and no settlement says why")


def _settlements_pay_the_pot(session: Session) -> Iterator[Finding]:
    """A settlement pays out exactly what was staked and not refunded before; a void gives every stake back."""
    signed = case((TransferRow.code == "buyin", TransferRow.amount), else_=-TransferRow.amount)
    staked = func.sum(case((TransferRow.code == "buyin", TransferRow.amount), else_=0))
    paid = func.sum(case((TransferRow.code == "payout", TransferRow.amount), else_=0))
    rows = session.execute(
        select(SettlementRow.game, SettlementRow.outcome, SettlementRow.pot, staked, paid, func.sum(signed))
        .outerjoin(TransferRow, TransferRow.game == SettlementRow.game)
        .group_by(SettlementRow.game, SettlementRow.outcome, SettlementRow.pot)
    )
    for game, outcome, pot, coins_in, coins_out, left in rows:
        if left:
            yield Finding("a settlement empties the pot", game, f"{left} of {coins_in} are neither paid nor refunded")
        if (coins_out or 0) != (0 if outcome == "void" else pot):
            yield Finding("a settlement pays the pot", game, f"{outcome} of {pot}, paid {coins_out}")


def _refunds_match_their_stakes(session: Session) -> Iterator[Finding]:
    """A refund gives one stake back to the purse that paid it, whole."""
    stake = aliased(TransferRow)
    refunds = select(TransferRow, stake).outerjoin(stake, stake.id == func.replace(TransferRow.id, "refund:", "buyin:"))
    for refund, paid in session.execute(refunds.where(TransferRow.code == "refund")):
        if paid is None or (paid.debit, paid.amount, paid.game) != (refund.credit, refund.amount, refund.game):
            yield Finding("a refund is a stake given back", refund.id, f"{refund.amount} to {refund.credit}")


CHECKS: tuple[Callable[[Session], Iterator[Finding]], ...] = (
    _sum_is_nothing,
    _none_overdrawn,
    _balances_are_their_transfers,
    _granted_once,
    _pots_hold_what_was_paid,
    _settlements_pay_the_pot,
    _refunds_match_their_stakes,
)
