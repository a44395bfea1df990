"""The rolls of a finished game, each with what was open when it fell."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.play.models import EventRow, RollRow
from app.api.play.positions import restored
from app.api.play.replays import rows_of
from app.api.tables import repo as tables_repo
from app.engine.luck import FOR_NOTHING, OTHER, TURN, Thrown
from app.engine.open_parts import NOTHING_OPEN, Open
from app.engine.rules import RuleSet
from app.engine.types import Phase


class Head(Struct):
    """What is looked at of an event."""

    type: str
    seat: int | None = None
    dice: Any = None
    for_nothing: bool = False
    seats: Any = None


_head = msgspec.json.Decoder(Head).decode


class Finished(Struct, frozen=True):
    """A game that is over, as far as its luck goes."""

    rules: RuleSet
    seats: list[dict[str, Any]]
    """As they sat when it started."""
    rolls: list[Thrown]
    accounts: dict[int, str]
    """Who rolled, by seat."""


def finished(session: Session, table: str, game: int) -> Finished | None:
    """A finished game; None when there is no such game, it has not started, or it still runs."""
    stored = tables_repo.load(session, table)
    if stored is None:
        return None
    card = stored.place.rules
    seats: list[dict[str, Any]] | None = None
    rolls: list[Thrown] = []
    kept: bytes | None = None
    over = False
    for told, after in rows_of(session, table, game):
        head = _head(told)
        if head.type == "game_started":
            seats = head.seats
        elif head.type == "rolled" and head.seat is not None:
            rolls.append(thrown(head, kept, card))
        over = over or head.type == "game_over"
        kept = after or kept
    if seats is None or not over:
        return None
    return Finished(card, seats, rolls, accounts_of(session, table, game))


def thrown(head: Head, before: bytes | None, card: RuleSet) -> Thrown:
    """One roll; the position before it says what it was for and what was open."""
    state = restored(before, card)[0]
    kind = FOR_NOTHING if head.for_nothing else TURN
    opened: Open = NOTHING_OPEN
    if state is not None:
        opened = state.open
        if state.phase is Phase.FIRST:
            kind = OTHER
    assert head.seat is not None, "somebody rolls"
    return Thrown(head.seat, tuple(head.dice), kind, opened)


def accounts_of(session: Session, table: str, game: int) -> dict[int, str]:
    """The accounts that rolled in a game, by seat."""
    asked = (
        select(RollRow.seat, RollRow.account)
        .where(RollRow.table_id == table, RollRow.game == game, RollRow.account.is_not(None))
        .distinct()
    )
    return {seat: account for seat, account in session.execute(asked) if account is not None}


def seats_told(session: Session, table: str, game: int) -> list[dict[str, Any]]:
    """The seats of a game as they are called today."""
    asked = select(EventRow.told).where(
        EventRow.table_id == table, EventRow.game == game, EventRow.told.contains('"game_started"')
    )
    for told in session.scalars(asked.order_by(EventRow.seq)):
        head = _head(told)
        if head.type == "game_started":
            return list(head.seats)
    return []
