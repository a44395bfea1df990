"""The battery: its figures held to published tables, and each test to dice that break what it looks for."""

from __future__ import annotations

import doctest
import random
from collections.abc import Callable
from math import exp

import pytest

from app.engine import battery as tests_of_dice
from app.engine.battery import Sample, Verdict, alike, battery, chi_square_tail, evenly, standing


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        # Upper percentage points of chi-square, from printed tables.
        (3.841459, 1, 0.05),
        (11.070498, 5, 0.05),
        (15.086272, 5, 0.01),
        (20.515006, 5, 0.001),
        (1.145476, 5, 0.95),
        (49.801850, 35, 0.05),
        (66.618829, 35, 0.001),
        (63.690740, 40, 0.01),
        (118.498, 100, 0.1),
    ],
)
def test_the_tail_of_a_chi_square_is_that_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, rel=2e-5)


@pytest.mark.parametrize("freedom", [2, 4, 10, 34])
def test_for_even_degrees_of_freedom_the_tail_is_a_finite_sum(freedom: int) -> None:
    """Q(k, x) = exp(-x) · (1 + x + x²/2 + …), k terms: far into the tail too."""
    for statistic in (0.01, 1.0, freedom, 3.0 * freedom, 10.0 * freedom + 50):
        term = total = 1.0
        for n in range(1, freedom // 2):
            term *= statistic / 2 / n
            total += term
        assert chi_square_tail(statistic, freedom) == pytest.approx(exp(-statistic / 2) * total, rel=1e-11)


@pytest.mark.parametrize(("z", "p"), [(0.0, 1.0), (1.959964, 0.05), (-2.575829, 0.01), (4.891638, 1e-6)])
def test_standard_deviations_count_in_both_directions(z: float, p: float) -> None:
    assert standing("runs", z).p == pytest.approx(p, rel=1e-5)


def sample_of(stream: list[int], size: int = 8) -> Sample:
    sample = Sample()
    for start in range(0, len(stream), size):
        sample.add(stream[start : start + size])
    return sample


def fair(seed: int, dice: int = 40_000) -> list[int]:
    return random.Random(seed).choices(range(1, 7), k=dice)


def loaded(draw: random.Random) -> list[int]:
    return draw.choices(range(1, 7), weights=(10, 10, 10, 10, 10, 11), k=40_000)


def clinging(draw: random.Random) -> list[int]:
    """One die in twelve shows what the one before it showed."""
    stream = draw.choices(range(1, 7), k=40_000)
    for place in range(1, len(stream)):
        if draw.random() < 1 / 12:
            stream[place] = stream[place - 1]
    return stream


def echoing(apart: int) -> Callable[[random.Random], list[int]]:
    def stream_of(draw: random.Random) -> list[int]:
        stream = draw.choices(range(1, 7), k=40_000)
        for place in range(apart, len(stream)):
            if draw.random() < 1 / 12:
                stream[place] = stream[place - apart]
        return stream

    return stream_of


def first_place(draw: random.Random) -> list[int]:
    """The first die of a roll is often a 1, the second as often not: all faces together are even."""
    stream = draw.choices(range(1, 7), k=40_000)
    for place in range(0, len(stream) - 1, 8):
        if draw.random() < 0.1 and stream[place + 1] == 1:
            stream[place], stream[place + 1] = 1, stream[place]
        if draw.random() < 0.4 and stream[place] == 6:
            stream[place], stream[place + 1] = stream[place + 1], 6
    return stream


@pytest.mark.parametrize(
    ("broken", "finds"),
    [
        (loaded, {"frequency"}),
        (clinging, {"pairs", "runs", "lag_1"}),
        (echoing(2), {"lag_2"}),
        (echoing(8), {"lag_8"}),
        (echoing(16), {"lag_16"}),
        (first_place, {"places"}),
    ],
    ids=["loaded", "clinging", "two apart", "eight apart", "sixteen apart", "first place"],
)
def test_each_fault_is_found_by_the_test_that_looks_for_it(
    broken: Callable[[random.Random], list[int]], finds: set[str]
) -> None:
    failed = {each.name for each in battery(sample_of(broken(random.Random(5)))) if not each.passed}
    assert finds <= failed


def test_fair_dice_fail_nothing() -> None:
    for seed in range(5):
        assert [each.name for each in battery(sample_of(fair(seed))) if not each.passed] == []


def test_a_group_of_rolls_that_falls_otherwise_is_found() -> None:
    even, uneven = [1000] * 6, [1000, 1000, 1000, 1000, 1000, 1500]
    assert found(alike("seat", {0: even, 1: even})) == (0.0, 5, True)
    assert found(alike("seat", {0: even, 1: even, 2: uneven}))[1:] == (10, False)


def test_faces_that_are_uneven_alike_everywhere_are_no_matter_of_groups() -> None:
    uneven = [900, 1000, 1000, 1000, 1000, 1300]
    assert found(alike("seat", {0: uneven, 1: uneven})) == (0.0, 5, True)


def found(verdict: Verdict | None) -> tuple[float, int, bool]:
    assert verdict is not None
    return verdict.statistic, verdict.freedom, verdict.passed


def test_too_few_dice_are_not_tested() -> None:
    assert evenly("frequency", [4, 5, 5, 5, 5, 5]) is None
    assert evenly("frequency", [5] * 6) is not None
    assert alike("seat", {0: [5] * 6, 1: [4] * 6}) is None
    assert battery(Sample()) == []
    few = [each.name for each in battery(sample_of(fair(1, 64)))]
    assert few == ["frequency", "runs", "lag_1", "lag_2", "lag_8", "lag_16"]


def test_the_examples_hold() -> None:
    assert doctest.testmod(tests_of_dice).failed == 0
