"""Exact chances, by counting every roll."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from app.engine.open_parts import Open
from app.engine.orders import can_score, keeps
from app.engine.rules import RuleSet


@lru_cache(maxsize=4096)
def chance_of_nothing(dice: int, opened: Open, rules: RuleSet) -> float:
    """The chance that a roll of so many dice scores nothing with these parts open.

    >>> from app.engine import rulesets
    >>> round(chance_of_nothing(3, Open(), rulesets.load("progressive")), 5)
    0.27778
    """
    return rolls_of_nothing(dice, opened, rules) / float(6**dice)


def rolls_of_nothing(dice: int, opened: Open, rules: RuleSet) -> int:
    """How many of the 6**dice rolls score nothing."""
    return sum(
        ways(faces) for faces in combinations_with_replacement(range(1, 7), dice) if not can_score(faces, opened, rules)
    )


@lru_cache(maxsize=256)
def best_keeps(dice: int, opened: Open, rules: RuleSet) -> tuple[tuple[int, int], ...]:
    """What the best keep of a roll adds, the bonus for all dice included, and how many of the 6**dice rolls pay it.

    Ascending; 0 points are the rolls that score nothing.

    >>> from app.engine import rulesets
    >>> best_keeps(1, Open(), rulesets.load("baseline"))
    ((0, 4), (50, 1), (100, 1))
    """
    rolls: dict[int, int] = {}
    for faces in combinations_with_replacement(range(1, 7), dice):
        offered = keeps(faces, opened, rules)
        points = offered[0].reading.total if offered else 0
        rolls[points] = rolls.get(points, 0) + ways(faces)
    return tuple(sorted(rolls.items()))


def ways(faces: tuple[int, ...]) -> int:
    """In how many orders these faces can lie."""
    count = factorial(len(faces))
    for face in set(faces):
        count //= factorial(faces.count(face))
    return count


@lru_cache(maxsize=256)
def dead_end(total: int, rules: RuleSet) -> bool:
    """Whether a player banked at this total can never go out (R-stuck).

    From 50 below the target only a single 5 lands on it, and it leaves a hand but one to roll for nothing;
    from 100 below, or where a card pays 50 for more dice, others can be used up first.
    """
    if rules.finish != "exact" or total != rules.target - 50:
        return False
    smallest = (rules.triple_ones, rules.run_five, rules.run_full, rules.three_pairs, rules.three_pairs_seq)
    if 50 in (*smallest, *rules.alike_fixed) or rules.farkle_penalty:
        # Where busts cost banked points, three of them lead out of it.
        return False
    return chance_of_nothing(rules.dice - 1, Open(), rules) == 0
