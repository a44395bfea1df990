"""The engine against the second scorer: every multiset of one to eight dice, many orders, many open states."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from app.engine import rulesets
from app.engine.errors import Refusal
from app.engine.open_parts import parse_open
from app.engine.orders import best_order
from app.engine.reading import read
from tests.engine.naive import reading as naive
from tests.engine.naive.hints import hint_faults
from tests.engine.naive.inputs import OPEN_STATES, multisets, tap_orders
from tests.engine.naive.mutants import MUTANTS

Taps = tuple[int, ...]
Told = tuple[object, ...]


def by_engine(taps: Taps, thrown: int, opened: str, rules: str) -> Told:
    reading = read(taps, thrown, parse_open(opened), rulesets.load(rules))
    if isinstance(reading, Refusal):
        return True, 0, 0, (), tuple(sorted(taps[place] for place in reading.subject))
    parts = tuple(sorted((str(part.kind), part.faces, part.points) for part in reading.parts))
    return False, reading.points, reading.bonus, parts, (), tuple(sorted(reading.open_after.words()))


def by_naive(taps: Taps, thrown: int, opened: str, rules: str, bugs: frozenset[str] = frozenset()) -> Told:
    told = naive.read(taps, thrown, opened, rules, bugs=bugs)
    if told.refused:
        return True, 0, 0, (), tuple(sorted(told.dead))
    return False, told.points, told.bonus, told.parts, (), told.open_after


def selections(number_of_orders: int, draw: random.Random, share: float = 1.0) -> Iterator[Taps]:
    for size in range(1, 9):
        for dice in multisets(size):
            if share == 1.0 or draw.random() < share:
                yield from tap_orders(dice, number_of_orders)


@pytest.mark.parametrize("rules", ["progressive", "trippn"])
def test_both_scorers_read_every_multiset_in_twenty_orders_alike(rules: str) -> None:
    for taps in selections(20, random.Random(1)):
        assert by_engine(taps, 8, "-", rules) == by_naive(taps, 8, "-", rules), taps


@pytest.mark.parametrize("opened", OPEN_STATES[1:])
def test_both_scorers_agree_with_parts_open(opened: str) -> None:
    draw = random.Random(opened)
    rules = draw.choice(("progressive", "trippn"))
    for taps in selections(3, draw, share=0.2):
        thrown = len(taps) if draw.random() < 0.3 else 8
        assert by_engine(taps, thrown, opened, rules) == by_naive(taps, thrown, opened, rules), (taps, rules)


@pytest.mark.soak
@pytest.mark.parametrize("opened", OPEN_STATES)
@pytest.mark.parametrize("rules", ["progressive", "trippn"])
def test_both_scorers_agree_on_everything_in_every_open_state(opened: str, rules: str) -> None:
    for taps in selections(20, random.Random(2)):
        assert by_engine(taps, 8, opened, rules) == by_naive(taps, 8, opened, rules), taps


@pytest.mark.parametrize("opened", ["-", "set:4 set:6", "straight:low pairs:126"])
def test_a_hint_is_what_trying_every_order_would_offer(opened: str) -> None:
    draw = random.Random(opened)
    rules = rulesets.load("progressive")
    for size in range(1, 9):
        for dice in multisets(size):
            if draw.random() > (1 if size < 6 else 0.12):
                continue
            order = best_order(dice, 8, parse_open(opened), rules)
            points = naive.scorer_for(opened, "progressive").best_points(dice)
            assert (order and order.reading.points) == points, dice
            if order:
                taps = tuple(draw.sample(dice, len(dice)))
                assert hint_faults(taps, order.taps, opened, "progressive") == [], dice


@pytest.mark.parametrize("bug", sorted(MUTANTS))
def test_a_seeded_bug_turns_the_comparison_red(bug: str) -> None:
    draw = random.Random(bug)
    for opened in ("-", *OPEN_STATES[1:]):
        for taps in selections(4, draw, share=0.3):
            for thrown in {8, len(taps)}:
                if by_engine(taps, thrown, opened, "trippn") != by_naive(
                    taps, thrown, opened, "trippn", frozenset({bug})
                ):
                    return
    pytest.fail(f"nothing compared shows the bug {bug}: {MUTANTS[bug]}")
