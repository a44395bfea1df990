"""The rule card: what a table agreed on, with its score table worked out by the engine, and a code to compare."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from app.engine.house import TEXTS
from app.engine.open_parts import NOTHING_OPEN, Open
from app.engine.reading import Reading, read
from app.engine.rules import RuleSet, to_record

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that can be taken for a digit."""
_CODE_CHARACTERS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score table: an example that scores on this card."""

    part: str
    faces: tuple[int, ...]
    opened: Open
    """What lies open in the example."""
    points: int
    parts: tuple[str, ...]


_EXAMPLES: tuple[tuple[str, tuple[int, ...], Open], ...] = (
    ("one", (1,), NOTHING_OPEN),
    ("five", (5,), NOTHING_OPEN),
    ("ones", (1, 1, 1), NOTHING_OPEN),
    ("triple", (4, 4, 4), NOTHING_OPEN),
    ("four_alike", (2, 2, 2, 2), NOTHING_OPEN),
    ("five_alike", (2, 2, 2, 2, 2), NOTHING_OPEN),
    ("six_alike", (2, 2, 2, 2, 2, 2), NOTHING_OPEN),
    ("seven_alike", (2, 2, 2, 2, 2, 2, 2), NOTHING_OPEN),
    ("eight_alike", (2, 2, 2, 2, 2, 2, 2, 2), NOTHING_OPEN),
    ("extend", (6,), Open(sets=(6,))),
    ("run_low", (1, 2, 3, 4, 5), NOTHING_OPEN),
    ("run_high", (2, 3, 4, 5, 6), NOTHING_OPEN),
    ("run_full", (1, 2, 3, 4, 5, 6), NOTHING_OPEN),
    ("fill", (6,), Open(straights=("low",))),
    ("three_pairs", (1, 1, 4, 4, 6, 6), NOTHING_OPEN),
    ("three_pairs_seq", (2, 2, 3, 3, 4, 4), NOTHING_OPEN),
    ("quad_pairs", (3, 3, 3, 3, 4, 4), NOTHING_OPEN),
    ("four_pairs", (1, 1, 2, 2, 4, 4, 5, 5), NOTHING_OPEN),
    ("four_pairs_seq", (3, 3, 4, 4, 5, 5, 6, 6), NOTHING_OPEN),
)

_WHOLE = {
    "four_alike": "set",
    "five_alike": "set",
    "six_alike": "set",
    "seven_alike": "set",
    "eight_alike": "set",
    "run_low": "small",
    "run_high": "small",
    "run_full": "large",
    "three_pairs": "pairs",
    "three_pairs_seq": "pairs",
    "quad_pairs": "pairs",
    "four_pairs": "pairs",
    "four_pairs_seq": "pairs",
    "extend": "extend",
    "fill": "fill",
}
"""The one part that an example must be read as, to stand for its line."""


def score_lines(rules: RuleSet) -> tuple[Line, ...]:
    """The score table of a card: each example as the rules read it, those left out that do not score as their line.

    >>> from app.engine import rulesets
    >>> [line.points for line in score_lines(rulesets.load("bc_society")) if line.part == "five_alike"]
    [800]
    """
    lines = []
    for part, faces, opened in _EXAMPLES:
        if len(faces) > rules.dice:
            continue
        reading = read(faces, len(faces), opened, rules)
        if not isinstance(reading, Reading):
            continue
        kinds = [str(each.kind) for each in reading.parts]
        if part == "six_alike" and kinds == ["set", "set"]:
            part = "two_triples"
        elif part in _WHOLE and kinds != [_WHOLE[part]]:
            continue
        lines.append(Line(part, faces, opened, reading.points, tuple(map(str, reading.parts))))
    bonus = _bonus(rules)
    return (*lines, bonus) if bonus else tuple(lines)


def _bonus(rules: RuleSet) -> Line | None:
    """A full hand rolled and kept in one keep (R-all8), by an example of ones and fives."""
    faces = (1, 1, 1, 1, 5, 5, 5, 5)[: rules.dice] if rules.dice == 8 else (1, 1, 1, 5, 5, 5)[: rules.dice]
    reading = read(faces, rules.dice, NOTHING_OPEN, rules)
    if not rules.all_dice_bonus or not isinstance(reading, Reading):
        return None
    return Line("all_dice", faces, NOTHING_OPEN, reading.bonus, tuple(map(str, reading.parts)))


def code(rules: RuleSet) -> str:
    """A short code of the rules alone, names left aside: two phones that show the same play by the same.

    Forty bits of SHA-256 over `field=value` lines in the order of their names.

    >>> from app.engine import rulesets
    >>> code(rulesets.load("progressive")) == code(rulesets.load("trippn"))
    False
    """
    record = {field: value for field, value in to_record(rules).items() if field not in TEXTS}
    lines = "\n".join(f"{field}={_plain(value)}" for field, value in sorted(record.items()))
    number = int.from_bytes(hashlib.sha256(lines.encode()).digest()[:5], "big")
    signs = "".join(_ALPHABET[number >> shift & 31] for shift in range(5 * (_CODE_CHARACTERS - 1), -1, -5))
    return f"{signs[:4]}-{signs[4:]}"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
