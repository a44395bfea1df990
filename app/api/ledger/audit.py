"""The books, checked from the rows alone. Any finding means that coins were made, lost or paid twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import ColumnElement, TextClause, and_, case, func, or_, select, text
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

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


Check = Callable[[Session], Iterator[Finding]]
"""Proves one rule from the rows of one moment, and yields those that break it."""

OPEN = text("NOT purse.closed")
"""Purses that coins can leave or reach. Written as in the index that finds them among all the shut pots."""
HALF = 2**31
"""Sums are taken in two halves: a balance that somebody set to anything at all must not make the sum run over."""
POTS_AT_ONCE = 500


def audit(session: Session) -> list[Finding]:
    """All findings; none when the books balance."""
    return [finding for check in CHECKS for finding in check(session)]


def _sum_is_nothing(session: Session) -> Iterator[Finding]:
    """All purses together hold nothing: what players have the mint lacks."""
    yield from _summed(session)


def _sum_of_open_is_nothing(session: Session) -> Iterator[Finding]:
    """The same of the open purses: a shut one holds nothing, or the database would have refused to shut it."""
    yield from _summed(session, OPEN)


def _summed(session: Session, *which: ColumnElement[bool] | TextClause) -> Iterator[Finding]:
    high, low = (func.coalesce(func.sum(half), 0) for half in (PurseRow.balance // HALF, PurseRow.balance % HALF))
    highs, lows = session.execute(select(high, low).where(*which)).one()
    total = int(highs) * HALF + int(lows)
    if total:
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


# What follows looks at every game there ever was: the database sorts out what breaks a rule, so that an audit beside
# a running service neither holds the games in memory nor keeps the interpreter busy with them.


def _pots_hold_what_was_paid(session: Session) -> Iterator[Finding]:
    """The escrow of a settled game is empty and shut; that of any other is open."""
    game = SettlementRow.game
    rows = session.execute(
        select(PurseRow.id, PurseRow.balance, PurseRow.closed, game)
        .outerjoin(SettlementRow, game == func.substr(PurseRow.id, len(escrow_purse("")) + 1))
        .where(PurseRow.kind == "escrow")
        .where(
            or_(
                and_(game.is_not(None), or_(PurseRow.balance != 0, ~PurseRow.closed)),
                and_(game.is_(None), PurseRow.closed),
            )
        )
    )
    for purse, balance, closed, settled in rows:
        if settled is not None:
            yield Finding("a settled pot is empty and shut", purse, f"{balance} left, shut: {closed}")
        else:
            yield Finding("a pot is shut by its settlement", purse, "it is shut, and no settlement says why")


def _settlements_pay_the_pot(session: Session) -> Iterator[Finding]:
    """A settlement pays out exactly what was staked and not refunded before; a void gives every stake back."""
    signed = func.sum(case((TransferRow.code == "buyin", TransferRow.amount), else_=-TransferRow.amount))
    staked = func.sum(case((TransferRow.code == "buyin", TransferRow.amount), else_=0))
    paid = func.coalesce(func.sum(case((TransferRow.code == "payout", TransferRow.amount), else_=0)), 0)
    due = case((SettlementRow.outcome == "void", 0), else_=SettlementRow.pot)
    rows = session.execute(
        select(SettlementRow.game, SettlementRow.outcome, SettlementRow.pot, staked, paid, due, signed)
        .outerjoin(TransferRow, TransferRow.game == SettlementRow.game)
        .group_by(SettlementRow.game, SettlementRow.outcome, SettlementRow.pot)
        .having(or_(signed != 0, paid != due))
    )
    for game, outcome, pot, coins_in, coins_out, coins_due, left in rows:
        if left:
            yield Finding("a settlement empties the pot", game, f"{left} of {coins_in} are neither paid nor refunded")
        if coins_out != coins_due:
            yield Finding("a settlement pays the pot", game, f"{outcome} of {pot}, paid {coins_out}")


def _refunds_match_their_stakes(session: Session) -> Iterator[Finding]:
    """A refund gives one stake back to the purse that paid it, whole."""
    stake, refund = aliased(TransferRow), TransferRow
    rows = session.execute(
        select(refund.id, refund.amount, refund.credit)
        .outerjoin(stake, stake.id == func.replace(refund.id, "refund:", "buyin:"))
        .where(refund.code == "refund")
        .where(
            or_(
                stake.id.is_(None),
                stake.debit != refund.credit,
                stake.amount != refund.amount,
                stake.game != refund.game,
            )
        )
    )
    for name, amount, payee in rows:
        yield Finding("a refund is a stake given back", name, f"{amount} to {payee}")


def _no_open_purse_overdrawn(session: Session) -> Iterator[Finding]:
    """Only the mint may be below nothing; a shut purse cannot be."""
    found = select(PurseRow).where(OPEN, PurseRow.kind != "mint", PurseRow.balance < 0)
    for purse in session.scalars(found):
        yield Finding("no purse is overdrawn", purse.id, f"it holds {purse.balance}")


def _open_pots_hold_what_was_paid(session: Session) -> Iterator[Finding]:
    """A pot that is open is not settled, and holds its stakes less what was given back or paid out."""
    open_pots = select(PurseRow.id, PurseRow.balance).where(OPEN, PurseRow.kind == "escrow")
    pots = {row.id: row.balance for row in session.execute(open_pots)}
    # Some at a time and by their keys: planners take open pots for as many as there ever were, and read everything.
    for some in _batched(pots, POTS_AT_ONCE):
        games = [pot.removeprefix(escrow_purse("")) for pot in some]
        for game in session.scalars(select(SettlementRow.game).where(SettlementRow.game.in_(games))):
            pot = escrow_purse(game)
            yield Finding("a settled pot is empty and shut", pot, f"{pots[pot]} left, and it is open")
        paid, pays = (_moved(session, side, some) for side in (TransferRow.credit, TransferRow.debit))
        for pot in some:
            coins = paid.get(pot, 0) - pays.get(pot, 0)
            if pots[pot] != coins:
                yield Finding("a pot holds what was paid", pot, f"it says {pots[pot]}, its transfers say {coins}")


def _moved(session: Session, side: InstrumentedAttribute[str], purses: Sequence[str]) -> dict[str, int]:
    """What transfers come to on one side of some purses."""
    coins = select(side, func.sum(TransferRow.amount)).where(side.in_(purses)).group_by(side)
    return {purse: int(amount) for purse, amount in session.execute(coins)}


def _batched(names: Iterable[str], most: int) -> Iterator[tuple[str, ...]]:
    """Names in groups of at most so many."""
    rest = iter(names)
    while group := tuple(islice(rest, most)):
        yield group


GLANCES: tuple[Check, ...] = (_sum_of_open_is_nothing, _no_open_purse_overdrawn, _open_pots_hold_what_was_paid)
"""What shows among the open purses alone, however many pots were settled: cheap enough for every minute.

They read the open purses, and of the transfers only those of the open pots. The whole audit alone sees coins that went
from one account to another without a transfer, coins in a shut purse (they can go nowhere), a pot that is shut without
a settlement, and grants, refunds or payouts that are not what they should be.
"""

CHECKS: tuple[Check, ...] = (
    _sum_is_nothing,
    _none_overdrawn,
    _balances_are_their_transfers,
    _granted_once,
    _pots_hold_what_was_paid,
    _settlements_pay_the_pot,
    _refunds_match_their_stakes,
)
