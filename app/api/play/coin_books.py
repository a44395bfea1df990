"""What the books must say about seats: the pot of a game that is not over holds one stake for each paid seat."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.fairness.dice import game_id
from app.api.ledger.audit import Finding
from app.api.ledger.coins import escrow_purse
from app.api.ledger.models import PurseRow
from app.api.play.standing import OVER
from app.api.tables.models import SeatRow, StandingRow, TableRow

INVARIANT = "a pot holds one stake for each paid seat"


def pots_match_their_seats(session: Session) -> Iterator[Finding]:
    """Findings: a pot that holds more or less than its seats paid, or one without a game, or a game without one.

    Only what is open is read: pots that are not shut, and tables with a clock, which all unfinished coin games have.
    """
    pots = session.scalars(select(PurseRow).where(PurseRow.kind == "escrow", PurseRow.closed.is_(False)))
    held = {pot.id: pot.balance for pot in pots}
    games = session.execute(
        select(TableRow.id, TableRow.stake, StandingRow.game, func.count(SeatRow.paid))
        .join(StandingRow, StandingRow.table_id == TableRow.id)
        .outerjoin(SeatRow, SeatRow.table_id == TableRow.id)
        .where(StandingRow.due_at.is_not(None), StandingRow.status != OVER)
        .group_by(TableRow.id, TableRow.stake, StandingRow.game)
    ).all()
    for table, stake, game, seats in games:
        pot = escrow_purse(game_id(table, game))
        holds = held.pop(pot, None)
        if holds != (stake or 0) * seats:
            yield Finding(INVARIANT, pot, f"{holds} for {seats} seats at {stake}")
    left = {pot: table_of_pot(pot) for pot in held}
    known = set(session.scalars(select(TableRow.id).where(TableRow.id.in_(left.values()))))
    for pot, table in sorted(left.items()):
        if table in known:
            yield Finding(INVARIANT, pot, f"it is open and holds {held[pot]}, and no game is played for it")


def table_of_pot(pot: str) -> str:
    """The table that a pot belongs to.

    >>> table_of_pot("escrow:fh88m0ds1qwpe/2")
    'fh88m0ds1qwpe'
    """
    return pot.removeprefix(escrow_purse("")).partition("/")[0]
