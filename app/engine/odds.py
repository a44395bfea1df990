"""Exact chances, by counting every roll."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from app.engine.open_parts import Open
from app.engine.orders import can_score
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
    if 50 in (rules.triple_ones, rules.run_five, rules.run_full, rules.three_pairs, rules.three_pairs_seq):
        return False
    return chance_of_nothing(rules.dice - 1, Open(), rules) == 0
