"""Exact chances, by counting every roll through its multiset."""

from fractions import Fraction
from functools import cache

from .inputs import multisets, number_of_orders
from .opens import OpenParts
from .reading import Scorer, scorer_for
from .rulings import Ruling


def can_score(scorer: Scorer, dice: tuple[int, ...]) -> bool:
    """Whether some of the dice (sorted), tapped in some order, are accepted (R-bust)."""
    return _can_score(scorer, dice)


@cache
def _can_score(scorer: Scorer, dice: tuple[int, ...]) -> bool:
    if scorer.best_points(dice) is not None:
        return True
    return any(_can_score(scorer, dice[:at] + dice[at + 1 :]) for at in range(len(dice)) if len(dice) > 1)


def chance_of_nothing(number: int, open_parts: str | OpenParts = "-", rules: str | Ruling = "progressive") -> Fraction:
    """The chance that a roll of this many dice cannot score."""
    scorer = scorer_for(open_parts, rules)
    busts = sum(number_of_orders(dice) for dice in multisets(number) if not can_score(scorer, dice))
    return Fraction(busts, 6**number)
