"""What a finished or running game leaves for others to check, and lists of tables."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.fairness.dice import game_id
from app.api.play import repo
from app.api.play.positions import restored
from app.api.play.standing import OVER
from app.api.tables import repo as tables_repo
from app.api.tables.place import seats_of
from app.api.tables.repo import Stored
from app.engine import fair
from app.engine.rules import to_record
from app.engine.transcript import SCHEME, digest

ROLLS = ("rolled", "roll_withheld")
"""Events that use a roll's number up. A withheld roll has no dice."""


def transcript(session: Session, table: str, game: int) -> dict[str, Any] | None:
    """Everything that is needed to check a game's rolls without asking anybody; the secret once it is told.

    docs/fairness.md specifies the form, app/engine/proof.py checks it.
    """
    stored = tables_repo.load(session, table)
    kept = repo.secret_row(session, table, game)
    if stored is None or kept is None:
        return None
    secret = kept.secret
    name = game_id(table, game)
    events = [json.loads(told) for told in repo.events_of_game(session, table, game)]
    started = next((event for event in events if event["type"] == "game_started"), None)
    seats = started["seats"] if started else [each.record() for each in stored.sittings]
    bots = {each["seat"] for each in seats if each["bot"] is not None}
    whole = {
        "scheme": SCHEME,
        "table": table,
        "game": game,
        "id": name,
        "rules": to_record(stored.place.rules),
        "seats": [{"seat": number, "name": each["name"], "bot": each["bot"]} for number, each in enumerate(seats)],
        "commitment": fair.game_commitment(name, secret).hex(),
        "table_roll": table_roll(name, events),
        "rolls": [roll_record(name, event, bots) for event in events if event["type"] in ROLLS],
        "secret": secret.hex() if kept.revealed_at is not None else None,
    }
    return {**whole, "digest": digest(whole)}


def table_roll(game: str, events: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Roll 0 of a transcript: who starts, and what went into it. None where nobody rolled for it."""
    fallen = next((event for event in events if event["type"] == "table_rolled"), None)
    if fallen is None:
        return None
    proof = fallen["fair"]
    opened = next(event for event in events if event["type"] == "table_roll_opened")
    promises = [each for each in opened["seats"] if each["commitment"] is not None]
    return {
        **proof,
        "commitment": fair.key_commitment(game, 0, bytes.fromhex(proof["key"])).hex(),
        "promises": promises,
        "absent": absent(promises, proof["contributions"]),
        "rounds": fallen["rounds"],
        "first": fallen["first"],
        "at": fallen["at"],
    }


def absent(promises: list[dict[str, Any]], contributions: list[dict[str, Any]]) -> list[int]:
    """Seats that promised and opened nothing."""
    gave = {each["seat"] for each in contributions}
    return [each["seat"] for each in promises if each["seat"] not in gave]


def roll_record(game: str, event: dict[str, Any], bots: Collection[int] = ()) -> dict[str, Any]:
    """One roll of a transcript: what was promised, what went in, what came out.

    `bots`: their seats, for rolls from before it was written down who had asked for one.
    """
    proof = event["fair"]
    roller, gave = proof["roller"], [each["seat"] for each in proof["contributions"]]
    by = "bot" if roller in bots else "player" if gave == [roller] else "autopilot"
    return {
        "level": 1,
        "by": by,
        "promises": [],
        "absent": [],
        **proof,
        "commitment": fair.key_commitment(game, proof["n"], bytes.fromhex(proof["key"])).hex(),
        "seat": event["seat"],
        "faces": event.get("dice", []),
        "for_nothing": event["for_nothing"],
        "angle": event["angle"],
        "power": event["power"],
        "at": event["at"],
    }


def mine(session: Session, caller: Caller) -> list[dict[str, Any]]:
    """A caller's tables, newest first."""
    return [listed(session, stored, caller) for stored in tables_repo.of_caller(session, caller)]


def listed(session: Session, stored: Stored, caller: Caller) -> dict[str, Any]:
    """One table of a list."""
    place = stored.place
    _, kept = repo.position(session, place.id)
    state, _ = restored(kept, place.rules)
    banked = state.banked if state is not None else (0,) * len(stored.sittings)
    acting = state.seat if state is not None and stored.status != OVER else None
    return {
        "table": place.id,
        "page": f"/t/{place.id}",
        "name": place.name,
        "kind": place.kind,
        "status": stored.status,
        "yours": True,
        "players": [
            {"name": each.name, "banked": points} for each, points in zip(stored.sittings, banked, strict=False)
        ],
        "turn_of": next((each.name for each in stored.sittings if each.seat == acting), None),
        "your_turn": acting in seats_of(stored.sittings, caller),
        "opened_at": place.opened_at,
        **({"stake": place.stake} if place.stake is not None else {}),
    }
