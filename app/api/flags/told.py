"""Flags as they are told: to their holders and the house in full, to everybody else without anything about people."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import or_, select, tuple_
from sqlalchemy.orm import Session
from sqlalchemy.sql import ColumnElement

from app.api.accounts.callers import Caller
from app.api.core.languages import say
from app.api.core.refusals import Refused
from app.api.flags.models import FlagRow, HouseRow
from app.api.tables.models import TableRow

PAGE = 20


def held(caller: Caller) -> ColumnElement[bool]:
    """Flags of a caller: those of its account, and those its device sent as a guest."""
    own: ColumnElement[bool] = FlagRow.device == caller.device
    return own if caller.account is None else or_(own, FlagRow.account == caller.account)


def is_held(row: FlagRow, caller: Caller) -> bool:
    """Whether a flag is the caller's."""
    if row.account is not None:
        return row.account == caller.account
    return row.device is not None and row.device == caller.device


def is_house(session: Session, account: str | None) -> bool:
    """Whether an account answers for the house."""
    return account is not None and session.get(HouseRow, account) is not None


def row_of(session: Session, flag: str) -> FlagRow:
    """A flag that was not taken back. Refuses with `not_found`."""
    row = session.get(FlagRow, flag)
    if row is None or row.removed_at is not None:
        raise Refused("not_found", "There is no such flag.")
    return row


def page(
    session: Session, before: str | None, *which: ColumnElement[bool], oldest_first: bool = False
) -> tuple[list[FlagRow], bool]:
    """A page of flags, the newest first, and whether there are more; `before` is the last flag of the page before."""
    place = tuple_(FlagRow.at, FlagRow.id)
    asked = select(FlagRow).where(FlagRow.removed_at.is_(None), *which)
    if before is not None:
        last = session.get(FlagRow, before)
        if last is None:
            raise Refused("not_found", "There is no such flag.")
        at = tuple_(last.at, last.id)
        asked = asked.where(place > at if oldest_first else place < at)
    order = (FlagRow.at, FlagRow.id) if oldest_first else (FlagRow.at.desc(), FlagRow.id.desc())
    rows = session.scalars(asked.order_by(*order).limit(PAGE + 1)).all()
    return list(rows[:PAGE]), len(rows) > PAGE


def told(session: Session, row: FlagRow, caller: Caller, house: bool = False) -> dict[str, Any]:
    """A flag as a caller may see it.

    The address of a private table is also the right to watch it, so others are told where a roll was made only if
    the table is listed. What somebody wrote, and who, is between them and the house.
    """
    yours = is_held(row, caller)
    proof = json.loads(row.proof)
    phone = proof.pop("phone", [])
    place = session.get(TableRow, row.table_id) if row.table_id is not None else None
    shown = place is not None and (yours or house or place.listed)
    public = {
        "id": row.id,
        "at": row.at,
        "who": say("Player {alias}", alias=str(row.alias)) if row.alias else None,
        "yours": yours,
        "table": row.table_id if shown else None,
        "game": row.game if shown or yours or house else None,
        "roll": row.roll if shown or yours or house else None,
        "attached": row.attached,
        "auto": row.auto,
        "reason": row.reason,
        "rolled_at": row.rolled_at,
        "dice": row.dice,
        "faces": [int(face) for face in row.faces],
        "verdict": row.verdict,
        "proof": proof,
        "pattern": json.loads(row.pattern) if row.pattern is not None else None,
        "chance": row.chance,
        "status": row.status,
        "answer": row.answer,
        "answered_at": row.answered_at,
        "closed_at": row.closed_at,
    }
    if not (yours or house):
        return public
    return {
        **public,
        "note": row.note,
        "has_transcript": row.transcript is not None,
        "has_evidence": row.evidence is not None,
        "phone_differs": phone,
    }


def in_full(session: Session, row: FlagRow, caller: Caller, house: bool = False) -> dict[str, Any]:
    """The same with what was attached, for its holder and the house."""
    known = told(session, row, caller, house)
    if "note" not in known:
        return known
    return {**known, "transcript": as_it_came(row.transcript), "evidence": as_it_came(row.evidence)}


def as_it_came(text: str | None) -> msgspec.Raw | None:
    """What was attached, to be put into an answer byte for byte."""
    return msgspec.Raw(text.encode()) if text is not None else None
