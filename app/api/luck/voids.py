"""Coin games that nobody won, with the secrets that their dice came from, and how often the house called one off."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from app.api.fairness.models import SecretRow
from app.api.ledger.models import SettlementRow
from app.api.play.models import EventRow

WINDOW_DAYS = 30
DAY_MS = 24 * 3600 * 1000
LISTED_MAX = 50
VOID = "void"
HOUSE = "house"

ENDS = {"called_off": "few", "table_closed": None, "game_over": None}
"""Events that end a void game, and why; None where the event says it itself."""
ROLLED = "table_rolled"


def voids_told(session: Session, now: int) -> dict[str, Any]:
    """The void games of the last days, newest first, and how many of the games that began the house called off."""
    since = now - WINDOW_DAYS * DAY_MS
    games = session.scalar(select(func.count()).where(SettlementRow.at >= since)) or 0
    void = session.scalars(
        select(SettlementRow)
        .where(SettlementRow.outcome == VOID, SettlementRow.at >= since)
        .order_by(SettlementRow.at.desc(), SettlementRow.game)
    ).all()
    told = [ended(session, row) for row in void]
    begun = games - sum(not each["rolled"] for each in told)
    house = sum(each["reason"] == HOUSE and each["rolled"] for each in told)
    return {"days": WINDOW_DAYS, "games": begun, "house": house, "void": len(told), "listed": told[:LISTED_MAX]}


def ended(session: Session, row: SettlementRow) -> dict[str, Any]:
    """One void game: why it was called off, whether its table roll had fallen, and its secret."""
    table, _, number = row.game.partition("/")
    game = int(number)
    wanted = (*ENDS, ROLLED)
    rows = session.scalars(
        select(EventRow.told)
        .where(
            EventRow.table_id == table,
            EventRow.game == game,
            or_(*(EventRow.told.contains(f'"{kind}"') for kind in wanted)),
        )
        .order_by(EventRow.seq)
    )
    events = [event for event in map(json.loads, rows) if event["type"] in wanted]
    end = next((event for event in reversed(events) if event["type"] in ENDS), None)
    secret = session.get(SecretRow, (table, game))
    reason = "" if end is None else ENDS[end["type"]] or str(end.get("reason", ""))
    return {
        "game": row.game,
        "at": row.at,
        "reason": reason,
        "rolled": any(event["type"] == ROLLED for event in events),
        "secret": secret.secret.hex() if secret is not None and secret.revealed_at is not None else None,
    }
