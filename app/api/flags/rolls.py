"""The roll that a flag speaks of: who may flag it, what is known of it, and whether it holds when it is checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.core.refusals import Refused
from app.api.play import records
from app.api.play.models import EventRow, RollRow, StakedRow
from app.api.tables import repo
from app.engine.proof import FAILS, Report, RollReport, check
from app.engine.transcript import Unreadable, parse

DICE_MAX = 8
GAME_ID = re.compile("[0-9a-z-]{1,32}/[0-9]{1,5}")

VERIFIED = "verified"
MISMATCH = "mismatch"
UNREADABLE = "unreadable"
NO_ANSWER = ("shape", "order")
"""Steps that say that a record is broken, not that dice are wrong."""


@dataclass(frozen=True, slots=True)
class Found:
    """A roll as its record tells it, and what checking it says."""

    game_id: str
    at: int | None
    dice: int
    faces: tuple[int, ...]
    """None of them where it was withheld."""
    verdict: str
    proof: Mapping[str, Any]


def must_be_there(session: Session, caller: Caller, table: str, game: int) -> None:
    """Refuse a stranger to a private game. A listed coin table is public: whoever is signed in may flag there."""
    stored = repo.load(session, table)
    if stored is None:
        raise Refused("not_found", "There is no such table.")
    if stored.place.opener == caller.device or any(each.held_by(caller) for each in stored.sittings):
        return
    if stored.place.listed:
        if caller.account is None:
            raise Refused("signed_out")
    elif not took_part(session, caller, table, game):
        raise Refused("not_seated", "Only those who were in a private game can flag its rolls.")


def took_part(session: Session, caller: Caller, table: str, game: int) -> bool:
    """Whether the caller played in a game that others may sit in by now."""
    played = [exists().where(EventRow.table_id == table, EventRow.game == game, EventRow.device == caller.device)]
    if caller.account is not None:
        for row in (RollRow, StakedRow):
            played.append(exists().where(row.table_id == table, row.game == game, row.account == caller.account))
    return bool(session.scalar(select(or_(*played))))


def of_table(session: Session, table: str, game: int) -> dict[str, Any]:
    """The record of a game here. Refuses one that does not exist."""
    transcript = records.transcript(session, table, game)
    if transcript is None:
        raise Refused("not_found", "There is no such game.")
    return transcript


def attached(data: bytes, game: int) -> dict[str, Any]:
    """The record of a game that came along. Refuses what is no transcript, or one of another game."""
    try:
        transcript = parse(data)
    except Unreadable as wrong:
        raise Refused("malformed", f"This is no transcript: {wrong}.", field="transcript") from wrong
    name, rolls = transcript.get("id"), transcript.get("rolls")
    if not isinstance(name, str) or GAME_ID.fullmatch(name) is None or transcript.get("game") != game:
        raise Refused("malformed", "The transcript is of another game.", field="transcript")
    if not isinstance(rolls, list):
        raise Refused("malformed", "The transcript has no rolls.", field="transcript")
    return transcript


def on_its_way(transcript: Mapping[str, Any], n: int) -> Found | None:
    """The roll of a running game that comes next: a phone may tell on how it was opened before it has fallen."""
    if transcript["secret"] is not None or n != len(transcript["rolls"]) + 1:
        return None
    return Found(transcript["id"], None, 0, (), UNREADABLE, {"steps": [], "whole": []})


def checked(transcript: Mapping[str, Any], n: int) -> Found:
    """One roll of a transcript, checked. Refuses one that is not in it."""
    rolls: list[Any] = [transcript.get("table_roll")] if n == 0 else transcript["rolls"]
    index = next((at for at, each in enumerate(rolls) if isinstance(each, dict) and each.get("n") == n), None)
    if index is None:
        raise Refused("not_found", "There is no such roll.")
    roll = rolls[index]
    report = check(transcript)
    own = report.table_roll if n == 0 else report.rolls[index] if report.rolls else None
    at = roll.get("at")
    faces = faces_of(roll, n)
    return Found(
        transcript["id"],
        at if type(at) is int and 0 <= at < 2**53 else None,
        roll["ndice"] if type(roll.get("ndice")) is int and 0 < roll["ndice"] <= DICE_MAX else len(faces),
        faces,
        verdict_of(report, own),
        proof_of(report, own),
    )


def faces_of(roll: Mapping[str, Any], n: int) -> tuple[int, ...]:
    """What lay on the table; of the roll of the whole table the first round. Refuses what no table can show."""
    told = roll.get("faces")
    if n == 0:
        rounds = roll.get("rounds")
        first = rounds[0] if isinstance(rounds, list) and rounds and isinstance(rounds[0], list) else []
        told = [each.get("face") if isinstance(each, dict) else None for each in first]
    if not isinstance(told, list) or len(told) > DICE_MAX or any(type(face) is not int for face in told):
        raise Refused("malformed", "The transcript's roll has no faces of dice.", field="transcript")
    if any(not 1 <= face <= 6 for face in told):
        raise Refused("malformed", "The transcript's roll has faces that no die has.", field="transcript")
    return tuple(told)


def verdict_of(report: Report, roll: RollReport | None) -> str:
    """What the check says about one roll: other rolls of its game may fail without it."""
    whole = {finding.step for finding in report.findings if finding.roll is None}
    if roll is None or whole & set(NO_ANSWER) or (roll.failed is not None and roll.failed.step in NO_ANSWER):
        return UNREADABLE
    return MISMATCH if whole or roll.failed is not None else VERIFIED


def proof_of(report: Report, roll: RollReport | None) -> dict[str, Any]:
    """The steps as they are stored and told; `whole` lists what does not hold of the record itself."""
    steps = [
        {"step": each.step, "state": each.state, **({"code": each.code} if each.state == FAILS else {})}
        for each in (roll.steps if roll is not None else ())
    ]
    whole = [{"step": each.step, "code": each.code} for each in report.findings if each.roll is None]
    return {"steps": steps, "whole": whole}


def differences(transcript: Mapping[str, Any], n: int, evidence: bytes | None) -> list[str]:
    """What a phone saw of a roll otherwise than it stands in the record, by the names of the record's fields.

    A phone can say anything, so this is for those who look into the flag and no part of the verdict.
    """
    saw = json.loads(evidence) if evidence is not None else None
    if isinstance(saw, str):
        try:
            saw = json.loads(saw)
        except (ValueError, RecursionError):
            return []
    roll = next((each for each in (transcript["table_roll"], *transcript["rolls"]) if each and each["n"] == n), None)
    if not isinstance(saw, dict) or roll is None:
        return []
    stands = {**{name: roll.get(name) for name in ("key", "faces", "contributions")}, "promised": roll["commitment"]}
    stands["commitment"] = transcript["commitment"]
    # A phone that came late had not been told everything before the roll.
    return [name for name, value in stands.items() if saw.get(name) not in (None, "", value)]
