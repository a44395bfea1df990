"""A game to be seen again: everything that happened, how it stood after each command, and which throws are stored."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.core.refusals import Refused
from app.api.core.wire import encode
from app.api.play import rules
from app.api.play.models import EventRow, ThrowRow
from app.api.play.positions import restored
from app.api.play.routes import Number, TableId, play_of
from app.api.tables import repo as tables_repo
from app.engine.rules import RuleSet, to_record

router = APIRouter(prefix="/api")

LEVEL = 5
"""Of the packing: a long game is packed in well under a tenth of a second."""
AT_ONCE = 128
"""Rows that are read from the database in one go."""


class Head(msgspec.Struct):
    """What is looked at of an event before it is passed on as it was told."""

    type: str
    seats: Any = None


_head = msgspec.json.Decoder(Head).decode


@router.get("/tables/{table}/replay/{game}")
async def replay(request: Request, table: TableId, game: Number, views: Annotated[bool, Query()] = True) -> Response:
    """One game of a table, up to now where it still runs; packed where the reader can unpack it.

    `views=false` leaves out how the game stood after each command. Refuses with `not_found` a table, and a game of it
    that has not started.
    """
    packs = "gzip" in request.headers.get("accept-encoding", "")

    def answer(session: Session) -> bytes | None:
        told = record(session, table, game, views=views)
        return gzip.compress(told, LEVEL, mtime=0) if told is not None and packs else told

    body = await play_of(request).reader.run(answer)
    if body is None:
        raise Refused("not_found", "There is no such game.")
    headers = {"vary": "accept-encoding", "cache-control": "no-cache"}
    if packs:
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")


def record(session: Session, table: str, game: int, *, views: bool = True) -> bytes | None:
    """A game's replay as JSON; None when there is no such game or it has not started.

    It holds what everybody at the table was told at the time, and nothing that only the dice of later rolls know.
    """
    stored = tables_repo.load(session, table)
    if stored is None:
        return None
    place = stored.place
    seats = None
    over = False
    events: list[bytes] = []
    for told, kept in rows_of(session, table, game):
        head = _head(told)
        if head.type == "game_started":
            seats = head.seats
        over = over or head.type == "game_over"
        view = seen_after(kept, place.rules) if views else None
        events.append(told.encode() if view is None else b'%b,"view":%b}' % (told[:-1].encode(), view))
    if seats is None:
        return None
    about = {
        "table": table,
        "game": game,
        "name": place.name,
        "kind": place.kind,
        "stake": place.stake or 0,
        "rules": to_record(place.rules),
        "seats": seats,
        "throws": throws_of(session, table, game),
        "over": over,
    }
    return encode(about)[:-1] + b',"events":[' + b",".join(events) + b"]}"


def begun(session: Session, table: str, game: int) -> bool:
    """Whether a table has had a game with this number, be it only its first moment."""
    asked = select(EventRow.seq).where(
        EventRow.table_id == table, EventRow.game == game, EventRow.told.contains('"type":"game_started"')
    )
    return session.scalar(asked.limit(1)) is not None


def rows_of(session: Session, table: str, game: int) -> Iterator[tuple[str, bytes | None]]:
    """The events of a game in order, each with the position after it where one is kept."""
    asked = (
        select(EventRow.told, EventRow.state)
        .where(EventRow.table_id == table, EventRow.game == game)
        .order_by(EventRow.seq)
        .execution_options(yield_per=AT_ONCE)
    )
    for row in session.execute(asked):
        yield row.told, row.state


def seen_after(kept: bytes | None, card: RuleSet) -> bytes | None:
    """The position that a row keeps, as everybody may see it."""
    state = restored(kept, card)[0]
    # What is promised for the next roll belongs to whoever is about to make it.
    return None if state is None else encode(rules.seen(state))[:-1] + b',"next":null}'


def throws_of(session: Session, table: str, game: int) -> list[int]:
    """Numbers of the rolls whose throw is stored; the others are made when they are asked for."""
    asked = select(ThrowRow.roll).where(ThrowRow.table_id == table, ThrowRow.game == game).order_by(ThrowRow.roll)
    return list(session.scalars(asked))
