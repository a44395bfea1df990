"""House rules: a preset with some fields changed, and what an editor offers for each field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from app.engine import rulesets
from app.engine.errors import RuleSetError
from app.engine.rules import RuleSet, from_record, to_record, typed
from app.engine.validation import CHOICES, PENALTY_MAX, POINTS_MAX, STEP, TARGET_MAX, TARGET_MIN, faults

HOUSE_MARK = "+"
"""Ends the key of a card that is not as printed; what stands before it is the preset it came from."""
NAME_MAX = 40
HOUSE_NAME = "House rules"
TEXTS = ("key", "name", "how_to_win", "source")
"""What a card says about itself; house rules have their own."""


@dataclass(frozen=True, slots=True)
class Field:
    """What an editor offers for one rule."""

    field: str
    group: str
    """`game`, `score`, `turn` or `extras`."""
    kind: str
    """`points` (any multiple of `step` in a range), `choice`, `switch` or `list` (of points)."""
    values: tuple[object, ...]
    """The documented alternatives; of a choice, all there are."""
    min: int = 0
    max: int = 0
    step: int = STEP


def _points(field: str, group: str, *values: int, low: int = 0, high: int = POINTS_MAX) -> Field:
    return Field(field, group, "points", values, low, high)


def _choice(field: str, group: str) -> Field:
    return Field(field, group, "choice", CHOICES[field])


def _switch(field: str, group: str) -> Field:
    return Field(field, group, "switch", (False, True))


FIELDS: tuple[Field, ...] = (
    _choice("dice", "game"),
    _points("target", "game", 10_000, 5_000, 20_000, low=TARGET_MIN, high=TARGET_MAX),
    _choice("finish", "game"),
    _points("opening", "game", 0, 350, 500, 750, 800),
    _choice("starts", "game"),
    _choice("ending", "game"),
    _switch("beat_leader", "game"),
    _choice("tie", "game"),
    _points("triple_ones", "score", 1_000, 300, low=STEP),
    _choice("alike", "score"),
    Field("alike_fixed", "score", "list", ((1_000, 2_000, 3_000),), STEP, POINTS_MAX),
    _points("run_full", "score", 1_500, 1_000, 0),
    _points("run_five", "score", 750, 500, 2_000, 0),
    _points("three_pairs", "score", 1_100, 1_500, 1_000, 750, 0),
    _points("three_pairs_seq", "score", 1_500, 1_000, 0),
    _points("four_pairs", "score", 1_750, 0),
    _points("four_pairs_seq", "score", 2_000, 0),
    _switch("quad_is_two_pairs", "score"),
    _points("all_dice_bonus", "score", 1_000, 0),
    _choice("reading", "turn"),
    _switch("progressive", "turn"),
    _points("fill", "turn", 500, 0),
    _switch("survives_and_roll", "turn"),
    _switch("locked_in", "turn"),
    _choice("hot_dice", "turn"),
    _choice("roll_limit", "turn"),
    _points("farkle_penalty", "extras", 0, 500, 1_000, high=PENALTY_MAX),
    _switch("piggyback", "extras"),
)

HOW_TO_WIN: dict[tuple[str, bool], str] = {
    ("last_round", False): "Reach exactly {target}, then roll the dice you have left and score nothing.",
    ("sudden", False): "Be the first to bank {target} or more: it wins at once.",
    (
        "final_turn",
        False,
    ): "Bank {target} or more, then have the highest total after everyone else's final turn.",
    ("final_turn", True): "Bank {target} or more and not be beaten in everyone else's final turn.",
    ("final_roll", False): "Bank {target} or more, then stay ahead while everyone else adds one single roll.",
    ("final_roll", True): "Bank {target} or more and not be beaten when everyone else has added one single roll.",
}
SUDDEN_EXACT = "Be the first to reach exactly {target} and then score nothing on one more roll: it wins at once."


def how_to_win(rules: RuleSet) -> str:
    """One sentence on how these rules are won."""
    exact = rules.finish == "exact" and rules.ending == "sudden"
    sentence = SUDDEN_EXACT if exact else HOW_TO_WIN[rules.ending, rules.beat_leader]
    return sentence.format(target=f"{rules.target:,}")


@dataclass(frozen=True, slots=True)
class Checked:
    """House rules as they were understood: the card, or what keeps it from being played."""

    card: RuleSet | None
    faults: tuple[tuple[str, str], ...]
    """Field and sentence; all of them, so that an editor can show each beside its field."""


def check(preset: str, changes: Mapping[str, object], name: str = "") -> Checked:
    """Read house rules. Never raises: what is wrong comes back as faults, each naming its field.

    >>> check("inform", {"hot_dice": "must"}).faults[0][0]
    'roll_limit'
    """
    if preset not in rulesets.keys():
        return Checked(None, (("preset", f"there is no {preset!r}; there are {', '.join(rulesets.keys())}"),))
    base = rulesets.load(preset)
    found = tuple(_misread(changes, name))
    if found:
        return Checked(None, found)
    record = {**to_record(base), **changes}
    changed = typed(record)
    if changed == base and not name.strip():
        return Checked(base, ())
    found = tuple(faults(changed))
    if found:
        return Checked(None, found)
    texts = {
        "key": preset + HOUSE_MARK,
        "name": " ".join(name.split()) or HOUSE_NAME,
        "how_to_win": how_to_win(changed),
        "source": f"House rules on {base.name}",
    }
    return Checked(from_record(record | texts), ())


def _misread(changes: Mapping[str, object], name: str) -> Iterator[tuple[str, str]]:
    """Changes that are no rules, or no values of theirs."""
    if len(" ".join(name.split())) > NAME_MAX or not name.isprintable():
        yield "name", f"must be one line of at most {NAME_MAX} characters"
    rules = {field.name for field in fields(RuleSet)} - set(TEXTS)
    base = to_record(rulesets.load(rulesets.keys()[0]))
    for field, value in changes.items():
        if field not in rules:
            yield field, f"is not a rule; the rules are {', '.join(each.field for each in FIELDS)}"
            continue
        try:
            typed({**base, field: value})
        except RuleSetError as wrong:
            yield field, wrong.message


def preset_of(rules: RuleSet) -> RuleSet:
    """The preset that a card came from."""
    return rulesets.load(rules.key.removesuffix(HOUSE_MARK))


def differences(rules: RuleSet) -> tuple[tuple[str, object, object], ...]:
    """What a card changes of its preset: field, the preset's value, the card's."""
    here, printed = to_record(rules), to_record(preset_of(rules))
    return tuple(
        (each.field, printed[each.field], here[each.field])
        for each in FIELDS
        if printed[each.field] != here[each.field]
    )
