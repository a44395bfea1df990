"""The chances that the rules quote, by counting."""

from __future__ import annotations

import pytest

from app.engine import rulesets
from app.engine.odds import chance_of_nothing, rolls_of_nothing
from app.engine.open_parts import Open, parse_open

PROGRESSIVE = rulesets.load("progressive")


@pytest.mark.parametrize(
    ("dice", "chance"), [(1, 66.667), (2, 44.444), (3, 27.778), (4, 15.741), (5, 7.716), (6, 2.315), (7, 0), (8, 0)]
)
def test_the_chance_of_a_fresh_roll_to_score_nothing(dice: int, chance: float) -> None:
    assert round(100 * chance_of_nothing(dice, Open(), PROGRESSIVE), 3) == chance


def test_no_roll_of_seven_or_eight_dice_is_a_bust() -> None:
    assert rolls_of_nothing(7, Open(), PROGRESSIVE) == 0
    assert rolls_of_nothing(8, Open(), PROGRESSIVE) == 0


@pytest.mark.parametrize("face", [2, 3, 4, 6])
@pytest.mark.parametrize(("dice", "chance"), [(1, 50), (2, 25), (3, 11.1), (4, 4.2), (5, 1.2), (6, 0), (7, 0), (8, 0)])
def test_the_chance_with_one_set_open(face: int, dice: int, chance: float) -> None:
    assert round(100 * chance_of_nothing(dice, parse_open(f"set:{face}"), PROGRESSIVE), 1) == chance
