"""What stands in the lobby: coin tables that can be joined or watched, and what the account that looks can do there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.ledger.coins import STAKES
from app.api.ledger.statement import balance_of
from app.api.play import repo
from app.api.play.coin_facts import entry_of
from app.api.play.coin_seats import NEWCOMER_STAKE
from app.api.play.coin_watch import NEWCOMER_GAMES
from app.api.play.positions import room_of
from app.api.play.room import COUNTDOWN, FILLING, TABLE_ROLL, Room
from app.api.play.standing import OPEN, PLAYING
from app.api.tables import repo as tables_repo
from app.api.tables.models import SeatRow, StandingRow, TableRow
from app.api.tables.place import COINS

TABLES_MAX = 120
STARTING = "starting"


def listing(session: Session) -> list[dict[str, Any]]:
    """Tables of the lobby: those that can be joined first, the newest before older ones."""
    rows = session.execute(
        select(TableRow, StandingRow)
        .join(StandingRow, StandingRow.table_id == TableRow.id)
        .where(TableRow.kind == COINS, TableRow.listed.is_(True), StandingRow.status.in_((OPEN, PLAYING)))
        .order_by(StandingRow.status, TableRow.opened_at.desc(), TableRow.id)
        .limit(TABLES_MAX)
    ).all()
    seats: dict[str, list[SeatRow]] = defaultdict(list)
    tables = [place.id for place, _ in rows]
    for seat in session.scalars(select(SeatRow).where(SeatRow.table_id.in_(tables)).order_by(SeatRow.seat)):
        seats[seat.table_id].append(seat)
    rooms = rooms_of(session, [place.id for place, standing in rows if standing.status == OPEN])
    return [listed(place, standing, seats[place.id], rooms.get(place.id)) for place, standing in rows]


def rooms_of(session: Session, tables: Sequence[str]) -> dict[str, Room | None]:
    """The rooms of tables that have not started: one question, however many tables there are."""
    return {table: room_of(kept) for table, kept in repo.positions(session, tables).items()}


def listed(place: TableRow, standing: StandingRow, seats: list[SeatRow], room: Room | None) -> dict[str, Any]:
    """One table of the lobby; `room` of one that has not started."""
    status, due = standing.status, None
    if room is not None and room.phase in (COUNTDOWN, TABLE_ROLL):
        status, due = STARTING, standing.due_at
    return {
        "table": place.id,
        "page": f"/t/{place.id}",
        "stake": place.stake,
        "rules": tables_repo.card(place.rules).key,
        "size": place.size,
        "names": [each.name for each in seats if not each.gone],
        "status": status,
        "pot": (place.stake or 0) * sum(each.paid is not None for each in seats),
        "due": due,
    }


def open_at(session: Session, stake: int, rules: str) -> list[str]:
    """Listed tables of a stake and a rule set that can be joined, the fullest first."""
    seated = func.count(SeatRow.seat)
    rows = session.execute(
        select(TableRow.id, TableRow.rules)
        .join(StandingRow, StandingRow.table_id == TableRow.id)
        .join(SeatRow, SeatRow.table_id == TableRow.id)
        .where(
            TableRow.kind == COINS,
            TableRow.listed.is_(True),
            TableRow.stake == stake,
            StandingRow.status == OPEN,
        )
        .group_by(TableRow.id, TableRow.rules, TableRow.size, TableRow.opened_at)
        .having(seated < TableRow.size)
        .order_by(seated.desc(), TableRow.opened_at)
        .limit(TABLES_MAX)
    ).all()
    found = [row.id for row in rows if tables_repo.card(row.rules).key == rules]
    rooms = rooms_of(session, found)
    return [table for table in found if (room := rooms.get(table)) is not None and room.phase in FILLING]


def own(session: Session, caller: Caller, now: int) -> dict[str, Any] | None:
    """What the account that looks has, and where it may sit; None for a guest."""
    entry = entry_of(session, (), caller, now)
    if entry is None or caller.account is None:
        return None
    missing = max(0, NEWCOMER_GAMES - entry.games)
    seat = None
    if entry.sits_at is not None:
        stored = tables_repo.load(session, entry.sits_at)
        assert stored is not None, "a seat has its table"
        place = stored.place
        seat = {"table": place.id, "page": f"/t/{place.id}", "stake": place.stake, "status": stored.status}
    return {
        "name": caller.name,
        "coins": balance_of(session, caller.account),
        "seat": seat,
        "notice": entry.notice,
        "stakes": [stake for stake in STAKES if not missing or stake <= NEWCOMER_STAKE],
        "games_left": missing,
    }
