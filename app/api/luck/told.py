"""Luck as it is told: the figures of a seat, of a table, and of an account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.fairness.models import SecretRow
from app.api.luck.games import seats_told
from app.api.luck.models import LuckRow
from app.api.play.models import RollRow
from app.api.tables import repo as tables_repo
from app.engine.battery import evenly
from app.engine.luck import ENOUGH, band

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
SUMS = ("rolls", *FACES, "offered", "expected", "busts", "busts_expected", "landed", "landed_expected")

Game = tuple[str, int]
"""Table and number."""


def game_told(session: Session, caller: Caller, table: str, game: int) -> dict[str, Any] | None:
    """The luck of a game that was worked out before, as a caller reads it; None if it was not."""
    rows = session.scalars(
        select(LuckRow).where(LuckRow.table_id == table, LuckRow.game == game).order_by(LuckRow.seat)
    ).all()
    stored = tables_repo.load(session, table)
    if not rows or stored is None:
        return None
    names = dict(enumerate(each["name"] for each in seats_told(session, table, game)))
    own = {each.seat for each in stored.sittings if each.held_by(caller)}
    seats = [
        {
            "seat": row.seat,
            "name": names.get(row.seat, ""),
            "bot": row.bot,
            "you": is_own(row, caller) or (row.account is None and row.seat in own),
            **figures([row]),
        }
        for row in rows
    ]
    return {"table": table, "game": game, "enough": ENOUGH, "seats": seats, "all": figures(rows)}


def is_own(row: LuckRow, caller: Caller) -> bool:
    """Whether these are the caller's rolls."""
    return row.account is not None and row.account == caller.account


def figures(rows: Sequence[LuckRow]) -> dict[str, Any]:
    """Sums over some rows; see `told`."""
    return told({name: sum(getattr(row, name) for row in rows) for name in SUMS})


def told(sums: dict[str, Any]) -> dict[str, Any]:
    """Figures with what may be said about them: below `ENOUGH` dice nothing about the faces."""
    faces = [sums[name] for name in FACES]
    dice = sum(faces)
    figures: dict[str, Any] = {
        "rolls": sums["rolls"],
        "dice": dice,
        "faces": faces,
        "offered": sums["offered"],
        "expected": round(sums["expected"], 2),
        "luck": round(sums["offered"] - sums["expected"]),
        "busts": sums["busts"],
        "busts_expected": round(sums["busts_expected"], 2),
        "landed": sums["landed"],
        "landed_expected": round(sums["landed_expected"], 2),
        "band": None,
        "outside": [],
    }
    if dice >= ENOUGH:
        low, high = band(dice)
        figures["band"] = [round(low, 1), round(high, 1)]
        figures["outside"] = [face for face, count in enumerate(faces, 1) if not low <= count <= high]
    return figures


def account_told(session: Session, account: str) -> dict[str, Any]:
    """All finished games of an account together; `p` from `ENOUGH` dice on."""
    own = LuckRow.account == account
    played = select(LuckRow.table_id, LuckRow.game).where(own).distinct().subquery()
    games = session.scalar(select(func.count()).select_from(played))
    columns = [func.coalesce(func.sum(getattr(LuckRow, name)), 0) for name in SUMS]
    sums = session.execute(select(*columns).where(own)).one()
    found = told(dict(zip(SUMS, map(plain, sums), strict=True)))
    verdict = evenly("frequency", found["faces"]) if found["dice"] >= ENOUGH else None
    return {"games": games, "enough": ENOUGH, **found, "p": verdict.p if verdict is not None else None}


def plain(value: Any) -> int | float:
    """A sum as the database gives it, as a number: whole ones stay whole."""
    return float(value) if isinstance(value, float) else int(value)


def not_yet(session: Session, account: str, most: int) -> list[Game]:
    """Some finished games of an account whose luck was not worked out yet, at most so many."""
    known = exists().where(LuckRow.table_id == RollRow.table_id, LuckRow.game == RollRow.game)
    rows = session.execute(
        select(RollRow.table_id, RollRow.game)
        .join(SecretRow, (SecretRow.table_id == RollRow.table_id) & (SecretRow.game == RollRow.game))
        .where(RollRow.account == account, SecretRow.revealed_at.is_not(None), ~known)
        .distinct()
        .limit(most)
    )
    return [(table, game) for table, game in rows]


def exported(session: Session, account: str) -> list[dict[str, Any]]:
    """An account's rows, for its export."""
    rows = session.scalars(
        select(LuckRow).where(LuckRow.account == account).order_by(LuckRow.at, LuckRow.table_id, LuckRow.game)
    )
    return [{"game": f"{row.table_id}/{row.game}", **{name: getattr(row, name) for name in SUMS}} for row in rows]
