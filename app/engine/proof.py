"""Checking a game's rolls from its transcript alone: which roll does not hold, and at which step.

The steps of a roll, in this order: `shape` (the fields are what they must be), `order` (no number is left out),
`sealed` (the server's share is what it had sealed before), `promises` (what devices gave is what they had promised),
`faces` (the dice follow from all of these), `secret` (the share comes from the game's one secret). The record as a
whole has `shape`, `secret` and `digest`. docs/fairness.md specifies all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.engine import fair
from app.engine.transcript import ROLL, TABLE_ROLL, digest, odd_field, odd_whole

OK = "ok"
FAILS = "fails"
WAITING = "waiting"
"""Cannot be said before the game's secret is told."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a check."""

    step: str
    state: str
    code: str = ""
    """Why it fails, or `withheld` where there are no dice to compare."""
    subject: str = ""
    """The field or the seat that is meant."""
    found: tuple[int, ...] = ()
    """The faces as they come out of the record, where those that it tells are others."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not hold. `roll`: 0 the table roll, None the record as a whole."""

    roll: int | None
    step: str
    code: str
    subject: str = ""
    found: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RollReport:
    """One roll, step by step, up to the first that cannot be taken any further."""

    n: int
    steps: tuple[Step, ...]

    @property
    def failed(self) -> Step | None:
        """The first step that fails."""
        return next((step for step in self.steps if step.state == FAILS), None)


@dataclass(frozen=True, slots=True)
class Report:
    """What came out. `state`: `ok`, `fails`, or `waiting` when all holds that can be said before the secret is told."""

    id: str
    state: str
    findings: tuple[Finding, ...]
    """The secret first, then the rolls in their order, then the digest."""
    table_roll: RollReport | None = None
    rolls: tuple[RollReport, ...] = ()


def check(transcript: Mapping[str, Any]) -> Report:
    """Check a record that `transcript.parse` has read, or that a server has just made."""
    odd = odd_whole(transcript)
    if odd is not None:
        return Report("", FAILS, (Finding(None, "shape", "shape", odd),))
    game, seats = transcript["id"], len(transcript["seats"])
    secret = bytes.fromhex(transcript["secret"]) if transcript["secret"] is not None else None
    findings: list[Finding] = []
    if secret is not None and fair.game_commitment(game, secret).hex() != transcript["commitment"]:
        findings.append(Finding(None, "secret", "commitment_differs"))
    table_roll = None
    if transcript["table_roll"] is not None:
        table_roll = check_table_roll(game, transcript["table_roll"], seats, secret)
        findings += _findings(table_roll)
    rolls: list[RollReport] = []
    due = 1
    for record in transcript["rolls"]:
        report = check_roll(game, record, seats, secret, due)
        rolls.append(report)
        findings += _findings(report)
        due = report.n + 1
    if digest(transcript) != transcript["digest"]:
        findings.append(Finding(None, "digest", "digest_differs"))
    state = FAILS if findings else WAITING if secret is None else OK
    return Report(game, state, tuple(findings), table_roll, tuple(rolls))


def _findings(report: RollReport) -> list[Finding]:
    failed = report.failed
    if failed is None:
        return []
    # A number that is left out is what is told, not the roll that stands where it should.
    n = int(failed.subject) if failed.step == "order" else report.n
    return [Finding(n, failed.step, failed.code, failed.subject, failed.found)]


def check_roll(
    game: str, roll: Mapping[str, Any], seats: int, secret: bytes | None = None, due: int | None = None
) -> RollReport:
    """Check one roll. `due`: the number that it must have, where others came before it."""
    odd = odd_field(roll, ROLL)
    if odd is None and not (roll["roller"] == roll["seat"] < seats):
        odd = "roller"
    if odd is not None:
        return RollReport(due or 0, (Step("shape", FAILS, "shape", odd),))
    order = () if due is None else (in_order(roll, due),)
    steps = (sealed(game, roll), promises(game, roll), faces(game, roll), from_secret(game, roll, secret))
    return RollReport(roll["n"], order + steps)


def check_table_roll(game: str, roll: Mapping[str, Any], seats: int, secret: bytes | None = None) -> RollReport:
    """Check roll 0, which says who starts."""
    odd = odd_field(roll, TABLE_ROLL)
    if odd is None and roll["ndice"] != seats:
        odd = "ndice"
    if odd is not None:
        return RollReport(0, (Step("shape", FAILS, "shape", odd),))
    steps = (sealed(game, roll), opened(game, roll), who_starts(game, roll), from_secret(game, roll, secret))
    return RollReport(0, steps)


def in_order(roll: Mapping[str, Any], due: int) -> Step:
    """No roll is left out, told twice or in another's place."""
    return Step("order", OK) if roll["n"] == due else Step("order", FAILS, "missing", str(due))


def sealed(game: str, roll: Mapping[str, Any]) -> Step:
    """The server's share is the one that it had sealed before the roll."""
    held = fair.key_commitment(game, roll["n"], bytes.fromhex(roll["key"])).hex() == roll["commitment"]
    return Step("sealed", OK) if held else Step("sealed", FAILS, "key_differs")


def promises(game: str, roll: Mapping[str, Any]) -> Step:
    """What devices gave is what they had promised, and nobody is missing without being named."""
    roller, by = roll["roller"], roll["by"]
    gave = [each["seat"] for each in roll["contributions"]]
    if roll["level"] == 1:
        # Nothing was promised: the share of the roller came with the wish to roll. An autopilot rolls without the
        # roller, with the share of whoever asked for it, if anybody did.
        if roll["promises"] or roll["absent"] or by == "withheld":
            return Step("promises", FAILS, "level")
        if by != "autopilot" and gave != [roller]:
            return Step("promises", FAILS, "roller_missing", str(roller))
        return Step("promises", OK)
    first = opened(game, roll)
    if first.state == FAILS:
        return first
    promised = [each["seat"] for each in roll["promises"]]
    wrong = {
        "player": roller not in gave,
        "withheld": roller in gave,
        "autopilot": roller in promised,
    }
    return Step("promises", FAILS, f"by_{by}", str(roller)) if wrong.get(by) else Step("promises", OK)


def opened(game: str, roll: Mapping[str, Any]) -> Step:
    """Every share was promised; absent is who promised and gave nothing."""
    promised = {each["seat"]: each["commitment"] for each in roll["promises"]}
    for each in roll["contributions"]:
        seat = each["seat"]
        if seat not in promised:
            return Step("promises", FAILS, "unpromised", str(seat))
        if fair.commitment("r", game, seat, roll["n"], bytes.fromhex(each["r"])).hex() != promised[seat]:
            return Step("promises", FAILS, "promise_differs", str(seat))
    gave = {each["seat"] for each in roll["contributions"]}
    if roll["absent"] != [seat for seat in promised if seat not in gave]:
        return Step("promises", FAILS, "absent_differs")
    return Step("promises", OK)


def _seed(game: str, roll: Mapping[str, Any]) -> bytes:
    given = {each["seat"]: bytes.fromhex(each["r"]) for each in roll["contributions"]}
    return fair.roll_seed(bytes.fromhex(roll["key"]), game, roll["n"], roll["roller"], roll["ndice"], given)


def faces(game: str, roll: Mapping[str, Any]) -> Step:
    """The dice follow from the server's share and everybody else's. A roll that was withheld has none."""
    if roll["by"] == "withheld":
        return Step("faces", FAILS, "withheld_faces") if roll["faces"] else Step("faces", OK, "withheld")
    found = fair.faces(_seed(game, roll), roll["ndice"])
    if found != tuple(roll["faces"]):
        return Step("faces", FAILS, "faces_differ", found=found)
    return Step("faces", OK)


def who_starts(game: str, roll: Mapping[str, Any]) -> Step:
    """The rounds of the table roll, and the seat that had the highest die in the last."""
    rounds = fair.table_roll(_seed(game, roll), roll["ndice"])
    told = tuple(tuple((die["seat"], die["face"]) for die in each) for each in roll["rounds"])
    if rounds != told:
        return Step("faces", FAILS, "faces_differ", found=tuple(face for each in rounds for _, face in each))
    if roll["first"] != max(rounds[-1], key=lambda die: die[1])[0]:
        return Step("faces", FAILS, "first_differs", str(roll["first"]))
    return Step("faces", OK)


def from_secret(game: str, roll: Mapping[str, Any], secret: bytes | None) -> Step:
    """The server's share comes from the one secret that it had sealed before the game."""
    if secret is None:
        return Step("secret", WAITING)
    held = fair.roll_key(secret, game, roll["n"]).hex() == roll["key"]
    return Step("secret", OK) if held else Step("secret", FAILS, "secret_differs")
