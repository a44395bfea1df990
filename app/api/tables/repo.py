"""Questions about tables to the database."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace
from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.cosmetics.look import PLAIN_LOOK, read_look
from app.api.cosmetics.owned import worn_by
from app.api.tables.models import SeatRow, StandingRow, TableRow
from app.api.tables.place import COINS, ONE_PHONE, Place, Sitting, Sittings
from app.engine.rules import RuleSet, from_record

MINE_MAX = 20


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as the database has it."""

    place: Place
    sittings: Sittings
    game: int
    status: str
    due: int | None


@lru_cache(maxsize=1024)
def card(record: str) -> RuleSet:
    """A rule card as it is stored. Tables with the same card share one, which makes it quick to look up by."""
    return from_record(json.loads(record))


def load(session: Session, table: str) -> Stored | None:
    """One table, or None."""
    row = session.get(TableRow, table)
    standing = session.get(StandingRow, table)
    if row is None or standing is None:
        return None
    seats = session.scalars(select(SeatRow).where(SeatRow.table_id == table).order_by(SeatRow.seat))
    sittings = tuple(
        Sitting(each.seat, each.device, each.name, each.bot, each.gone, each.account, each.paid, read_look(each.look))
        for each in seats
    )
    place = Place(
        row.id,
        row.kind,
        row.name,
        card(row.rules),
        row.opener,
        row.invite,
        row.opened_at,
        row.stake,
        row.size,
        row.listed,
    )
    return Stored(place, sittings, standing.game, standing.status, standing.due_at)


def dressed(session: Session, sittings: Sittings) -> Sittings:
    """The same people with what their accounts wear."""
    worn = worn_by(session, [each.account for each in sittings if each.account is not None])
    return tuple(replace(each, worn=worn.get(each.account or "", PLAIN_LOOK)) for each in sittings)


def by_invite(session: Session, invite: str) -> str | None:
    """The table that an invitation leads to, or None."""
    return session.scalar(select(TableRow.id).where(TableRow.invite == invite))


def of_caller(session: Session, caller: Caller) -> list[Stored]:
    """Tables a device opened, and those where it or its account sits, newest first; discarded ones are left out."""
    held = and_(SeatRow.device == caller.device, SeatRow.account.is_(None))
    if caller.account is not None:
        held = or_(held, SeatRow.account == caller.account)
    seated = select(SeatRow.table_id).where(held, SeatRow.gone.is_(False))
    opened = and_(TableRow.opener == caller.device, TableRow.kind != COINS)
    rows = session.scalars(
        select(TableRow.id)
        .where(TableRow.discarded.is_(False), or_(opened, TableRow.id.in_(seated)))
        .order_by(TableRow.opened_at.desc(), TableRow.id)
        .limit(MINE_MAX)
    )
    return [stored for table in rows if (stored := load(session, table)) is not None]


def may_discard(place: Place, device: bytes) -> bool:
    """Only the phone that is passed round can take its table off the list."""
    return place.kind == ONE_PHONE and place.opener == device
