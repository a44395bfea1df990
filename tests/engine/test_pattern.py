"""Kinds of rolls: every roll is of one kind, and how often each comes is counted here by laying all of them out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

import pytest

from app.engine.pattern import Pattern, chance, pattern_of, seen, ways

KINDS = """
roll             shape        straight  one in
1                1            0         1
6 6              2            0         6
3 3 3 3 3        5            0         1296
1 2 3 4 5        1 1 1 1 1    5         162/5
2 3 4 5 6        1 1 1 1 1    5         162/5
1 2 3 4 6        1 1 1 1 1    0         81/5
6 5 4 3 2 1      1 1 1 1 1 1  6         324/5
1 1 2 2 3 3      2 2 2        0         1296/50
4 4 4 4 4 4 4    7            0         46656
6 6 6 6 6 6 6 6  8            0         279936
5 5 5 5 5 5 5 2  7 1          0         6998.4
1 1 2 2 3 3 4 4  2 2 2 2      0         1679616/37800
6 6 6 1 2 3 4 5  3 1 1 1 1 1  6         1679616/40320
"""


def kinds() -> list[tuple[tuple[int, ...], tuple[int, ...], int, Fraction]]:
    rows = [[cell for cell in line.split("  ") if cell.strip()] for line in KINDS.strip().splitlines()[1:]]
    return [
        (tuple(map(int, roll.split())), tuple(map(int, shape.split())), int(straight), Fraction(one_in.strip()))
        for roll, shape, straight, one_in in rows
    ]


@pytest.mark.parametrize(("roll", "shape", "straight", "one_in"), kinds())
def test_a_roll_is_of_this_kind_and_comes_once_in(
    roll: tuple[int, ...], shape: tuple[int, ...], straight: int, one_in: Fraction
) -> None:
    assert pattern_of(roll) == Pattern(shape, straight)
    assert pattern_of(roll[::-1]) == pattern_of(roll), "the order of the dice does not matter"
    assert chance(pattern_of(roll)) == 1 / one_in


@pytest.mark.parametrize("dice", range(1, 7))
def test_laying_out_every_roll_gives_each_kind_as_often_as_is_said(dice: int) -> None:
    laid = Counter(pattern_of(roll) for roll in product(range(1, 7), repeat=dice))
    assert {kind: ways(kind) for kind in laid} == dict(laid)
    assert sum(chance(kind) for kind in laid) == 1


@pytest.mark.parametrize("dice", [7, 8])
def test_with_seven_and_eight_dice_too_counting_each_set_of_faces_as_often_as_it_can_lie(dice: int) -> None:
    laid: Counter[Pattern] = Counter()
    for roll in combinations_with_replacement(range(1, 7), dice):
        laid[pattern_of(roll)] += factorial(dice) // prod(factorial(roll.count(face)) for face in range(1, 7))
    assert {kind: ways(kind) for kind in laid} == dict(laid)
    assert sum(laid.values()) == 6**dice


@pytest.mark.soak
def test_all_rolls_of_eight_dice_one_by_one() -> None:
    laid = Counter(pattern_of(roll) for roll in product(range(1, 7), repeat=8))
    assert {kind: ways(kind) for kind in laid} == dict(laid)


def test_only_rolls_with_as_many_dice_are_counted_among_those_so_far() -> None:
    rolls = {"11111111": 2, "66666666": 1, "11111112": 3, "1111111": 5, "": 4}
    assert seen(Pattern((8,)), rolls) == (6, 3)
    assert seen(Pattern((7,)), rolls) == (5, 5)
    assert seen(Pattern((2,)), rolls) == (0, 0)
