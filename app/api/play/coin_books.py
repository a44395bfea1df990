"""What the books must say about seats: every pot of a game that is not over holds one stake for each paid seat."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from app.api.fairness.dice import game_id
from app.api.ledger.audit import Finding
from app.api.ledger.coins import escrow_purse
from app.api.ledger.models import PurseRow
from app.api.play.standing import OVER
from app.api.tables.models import SeatRow, StandingRow, TableRow
from app.api.tables.place import COINS


def pots_match_their_seats(session: Session) -> Iterator[Finding]:
    """Findings: a pot that holds more or less than its seats paid."""
    paid = select(SeatRow.table_id, func.count(SeatRow.paid).label("seats")).group_by(SeatRow.table_id).subquery()
    rows = session.execute(
        select(TableRow.id, TableRow.stake, StandingRow.game, func.coalesce(paid.c.seats, 0))
        .join(StandingRow, and_(StandingRow.table_id == TableRow.id, StandingRow.status != OVER))
        .outerjoin(paid, paid.c.table_id == TableRow.id)
        .where(TableRow.kind == COINS)
    ).all()
    for table, stake, game, seats in rows:
        pot = escrow_purse(game_id(table, game))
        holds = session.scalar(select(PurseRow.balance).where(PurseRow.id == pot))
        if holds != stake * seats:
            yield Finding("a pot holds one stake for each paid seat", pot, f"{holds} for {seats} seats at {stake}")
