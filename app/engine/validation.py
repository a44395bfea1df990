"""What makes a rule card playable: each field's values, and how fields depend on each other.

A fault is the field to change and what is allowed there, so that an editor can show it beside the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.rules import RuleSet

Fault = tuple[str, str]
"""A field and what is wrong with it."""

CHOICES: dict[str, tuple[object, ...]] = {
    "dice": (8, 5, 6),
    "finish": ("exact", "at_least"),
    "alike": ("add", "double", "fixed", "none"),
    "hot_dice": ("may", "must"),
    "ending": ("last_round", "final_turn", "final_roll", "sudden"),
    "starts": ("seat", "highest_die"),
    "reading": ("taps", "best"),
    "tie": ("vote", "extra_turns", "shared", "roll_off"),
    "roll_limit": tuple(range(10)),
}
"""Fields that take one of a few values."""

TARGET_MIN, TARGET_MAX = 1_000, 50_000
POINTS_MAX = 50_000
PENALTY_MAX = 10_000
STEP = 50
"""All points are multiples of this: the smallest that a die pays."""
TEXT_MAX = 240

POINTS = (
    "triple_ones",
    "run_full",
    "run_five",
    "fill",
    "three_pairs",
    "three_pairs_seq",
    "four_pairs",
    "four_pairs_seq",
    "all_dice_bonus",
)
"""Fields that are points of the score sheet."""


def faults(rules: RuleSet) -> Iterator[Fault]:
    """Everything that keeps a card from being played, field by field."""
    yield from _texts(rules)
    yield from _values(rules)
    yield from _sets(rules)
    yield from _dice(rules)
    yield from _endings(rules)
    yield from _extras(rules)


def _texts(rules: RuleSet) -> Iterator[Fault]:
    for field in ("key", "name", "how_to_win", "source"):
        text = getattr(rules, field)
        if len(text) > TEXT_MAX or not text.isprintable():
            yield field, f"must be one line of at most {TEXT_MAX} characters"


def _values(rules: RuleSet) -> Iterator[Fault]:
    for field, allowed in CHOICES.items():
        value = getattr(rules, field)
        if value not in allowed:
            yield field, f"{value} cannot be played; allowed: {', '.join(map(str, allowed))}"
    if not TARGET_MIN <= rules.target <= TARGET_MAX or rules.target % STEP:
        yield "target", f"must be a multiple of {STEP} from {TARGET_MIN} to {TARGET_MAX}"
    if not 0 <= rules.opening <= rules.target or rules.opening % STEP:
        yield "opening", f"must be a multiple of {STEP} from 0 to the target of {rules.target}"
    for field in POINTS:
        points = getattr(rules, field)
        if not 0 <= points <= POINTS_MAX or points % STEP:
            yield field, f"must be a multiple of {STEP} from 0 to {POINTS_MAX}"
    if rules.triple_ones == 0:
        yield "triple_ones", "must be above 0"
    if not 0 <= rules.farkle_penalty <= PENALTY_MAX or rules.farkle_penalty % STEP:
        yield "farkle_penalty", f"must be 0 or a multiple of {STEP} up to {PENALTY_MAX}"


def _sets(rules: RuleSet) -> Iterator[Fault]:
    """How four and more alike pay, and what stays open for later rolls."""
    if rules.alike == "fixed":
        longest = max(rules.dice - 3, 1)
        amounts = rules.alike_fixed
        whole = all(type(points) is int and 0 < points <= POINTS_MAX and points % STEP == 0 for points in amounts)
        if not 1 <= len(amounts) <= longest or not whole:
            yield "alike_fixed", f"must list 1 to {longest} points for four alike and more, multiples of {STEP} above 0"
    elif rules.alike_fixed:
        yield "alike_fixed", "must be empty unless alike is fixed"
    if rules.progressive and rules.alike != "add":
        yield "alike", "must be add where later dice join earlier sets (progressive): each pays the set's value again"
    if rules.survives_and_roll and not rules.progressive:
        yield "survives_and_roll", "needs progressive = true: nothing is open otherwise"
    if rules.locked_in and not rules.survives_and_roll:
        yield "locked_in", "needs survives_and_roll = true: four sets never fit one hand"


def _dice(rules: RuleSet) -> Iterator[Fault]:
    """Parts that need more dice than there are, and parts that stand on others."""
    if rules.dice < 6:
        for field in ("run_full", "three_pairs", "three_pairs_seq"):
            if getattr(rules, field):
                yield field, "must be 0 with five dice: it needs six"
    if rules.dice < 8:
        for field in ("four_pairs", "four_pairs_seq"):
            if getattr(rules, field):
                yield field, f"must be 0 with {rules.dice} dice: it needs eight"
    for short, field in (("three_pairs", "three_pairs_seq"), ("four_pairs", "four_pairs_seq")):
        if bool(getattr(rules, short)) != bool(getattr(rules, field)):
            yield field, f"must be 0 exactly when {short} is 0"
    if rules.four_pairs and not rules.three_pairs:
        yield "four_pairs", "must be 0 when three_pairs is 0: four pairs are three pairs and one more"
    elif 0 < rules.four_pairs < rules.three_pairs:
        yield "four_pairs", f"must be at least the {rules.three_pairs} of three pairs"
    if rules.four_pairs and 0 < rules.four_pairs_seq < rules.three_pairs:
        yield "four_pairs_seq", f"must be at least the {rules.three_pairs} of three pairs"


TIES: dict[str, tuple[str, ...]] = {
    "last_round": ("vote", "shared", "roll_off"),
    "final_turn": ("extra_turns", "shared", "roll_off", "vote"),
    "final_roll": ("extra_turns", "shared", "roll_off", "vote"),
    "sudden": ("vote", "extra_turns", "shared", "roll_off"),
}
"""The tie rules that each ending can play; several out even can never be told apart by more turns."""


def _endings(rules: RuleSet) -> Iterator[Fault]:
    exact = rules.finish == "exact"
    if rules.ending not in TIES:
        return
    if exact and rules.ending not in ("last_round", "sudden"):
        yield "ending", "must be last_round or sudden where the target is to be hit exactly (finish = exact)"
    if rules.ending == "last_round" and not exact:
        yield "ending", "must be final_turn, final_roll or sudden where passing the target is allowed (at_least)"
    if rules.beat_leader and rules.ending not in ("final_turn", "final_roll"):
        yield "beat_leader", "needs a final round: ending = final_turn or final_roll"
    if rules.tie not in TIES[rules.ending]:
        yield "tie", f"{rules.tie} cannot be played with {rules.ending}; allowed: {', '.join(TIES[rules.ending])}"


def _extras(rules: RuleSet) -> Iterator[Fault]:
    if rules.roll_limit and rules.hot_dice == "must":
        yield "roll_limit", "must be 0 where all dice used must be rolled again (hot_dice = must)"
    if rules.piggyback and rules.finish == "exact":
        yield "piggyback", "needs finish = at_least: points taken over could pass the target by themselves"
