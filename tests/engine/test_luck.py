"""The luck of a game, held to the readings that the game itself offers."""

from __future__ import annotations

import doctest
import random
from itertools import combinations_with_replacement

import pytest

from app.engine import luck, rulesets
from app.engine.luck import FOR_NOTHING, OTHER, Thrown, measure, worth
from app.engine.odds import best_keeps, rolls_of_nothing
from app.engine.open_parts import Open, parse_open
from app.engine.orders import keeps
from app.engine.rules import RuleSet, with_changes

PROGRESSIVE = rulesets.load("progressive")
OPEN = ("-", "set:4,straight:low", "set:1,pairs:234", "straight:high,straight:low,set:6")


def cards() -> list[RuleSet]:
    """Every preset, and three that people change until sets are worth little and pairs read twice."""
    odd = {"triple_ones": 200, "run_five": 100, "three_pairs": 200, "three_pairs_seq": 200, "reading": "taps"}
    presets = [rulesets.load(key) for key in rulesets.keys()]
    return [
        *presets,
        with_changes(PROGRESSIVE, {"quad_is_two_pairs": True}),
        with_changes(rulesets.load("scribd"), {"alike": "double", "alike_fixed": ()}),
        with_changes(PROGRESSIVE, odd),
    ]


@pytest.mark.parametrize("opened", OPEN)
def test_what_rolls_offer_on_average_is_what_their_best_keeps_pay(opened: str) -> None:
    parts = parse_open(opened)
    for rules in cards():
        there = worth(rules.dice, parts, rules)
        for dice in range(1, min(rules.dice, 5) + 1):
            kept = best_keeps(dice, parts, rules)
            mean = sum(points * rolls for points, rolls in kept) / 6**dice
            assert there.average(dice) == (mean, rolls_of_nothing(dice, parts, rules) / 6**dice), (rules.key, dice)


def test_a_full_hand_offers_what_its_best_keep_pays() -> None:
    draw = random.Random(2)
    for rules in cards():
        hands = list(combinations_with_replacement(range(1, 7), rules.dice))
        for opened in (Open(), parse_open("set:4,straight:low,pairs:234")):
            there = worth(rules.dice, opened, rules)
            for faces in draw.sample(hands, 25):
                offered = keeps(faces, opened, rules)
                assert there.of(faces) == (offered[0].reading.total if offered else 0), (rules.key, opened, faces)


@pytest.mark.parametrize(
    ("faces", "kind", "opened", "told"),
    [
        # Points on offer, expected; busts, expected; landings, expected.
        ((1,), "turn", "-", (100, 25.0, 0, 4 / 6, 0, 0.0)),
        ((2,), "turn", "-", (0, 25.0, 1, 4 / 6, 0, 0.0)),
        ((4,), "turn", "set:4", (400, 550 / 6, 0, 0.5, 0, 0.0)),
        ((6,), "turn", "straight:low", (500, 650 / 6, 0, 0.5, 0, 0.0)),
        ((2,), FOR_NOTHING, "-", (0, 0.0, 0, 0.0, 1, 4 / 6)),
        ((5,), FOR_NOTHING, "-", (0, 0.0, 0, 0.0, 0, 4 / 6)),
        ((6,), OTHER, "-", (0, 0.0, 0, 0.0, 0, 0.0)),
        ((), "turn", "-", (0, 0.0, 0, 0.0, 0, 0.0)),
    ],
)
def test_one_roll_counts_by_what_it_offers(
    faces: tuple[int, ...], kind: str, opened: str, told: tuple[float, ...]
) -> None:
    (found,) = measure([Thrown(0, faces, kind, parse_open(opened))], 1, PROGRESSIVE)
    figures = (
        found.offered, found.expected, found.busts, found.busts_expected, found.landed, found.landed_expected,
    )  # fmt: skip
    assert figures == pytest.approx(told)
    assert (found.rolls, found.dice) == (1, len(faces))


def test_each_seat_has_its_own_luck() -> None:
    ann, ben = measure([Thrown(0, (1, 1)), Thrown(1, (6, 6, 6, 1, 2, 3, 4, 5)), Thrown(0, (3, 3))], 2, PROGRESSIVE)
    assert (ann.offered, ann.busts, ann.counts) == (200, 1, [2, 0, 2, 0, 0, 0])
    assert (ben.offered, ben.busts, ben.dice) == (2350, 0, 8)


def test_fair_rolls_are_neither_lucky_nor_unlucky_in_the_long_run() -> None:
    draw = random.Random(11)
    sizes = [draw.randint(1, 8) for _ in range(20_000)]
    (found,) = measure([Thrown(0, tuple(draw.choices(range(1, 7), k=size))) for size in sizes], 1, PROGRESSIVE)
    assert abs(found.busts - found.busts_expected) < 5 * found.busts_expected**0.5
    assert found.offered / found.expected == pytest.approx(1, abs=0.03)


def test_the_examples_hold() -> None:
    assert doctest.testmod(luck).failed == 0
