"""The twin engine in JavaScript gives what the Python engine gives: readings, games, refusals, views and bots' choices.

A tenth runs each time, in node and as it is served; `make soak` runs all of it. tests/e2e/test_twin.py runs a share in
the browser.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from app.engine import rulesets
from app.engine.errors import Code
from app.engine.events import TYPES
from tests.twin.asked import compared
from tests.twin.questions import Batch, orders_of_all, random_games, random_readings

CHUNK = 10_000
"""Readings of one batch."""
OF_THE_SERVICE = {Code.NOT_YOUR_TURN}
"""Refusals that the rules themselves never give."""


def same(served: Path, batches: Iterable[Batch]) -> int:
    """How many answers were compared; fails at the first that differs."""
    (told,) = compared((batch.line() for batch in batches), served)
    assert told.differences == []
    return told.checked


def orders(number: int, seed: str) -> Batch:
    return orders_of_all(rulesets.load("progressive"), number, random.Random(seed))


def test_every_multiset_of_dice_reads_alike_in_five_tap_orders_each(served: Path) -> None:
    assert same(served, [orders(5, "orders")]) == 15_010


def test_ten_thousand_readings_over_all_cards_and_open_parts_are_alike(served: Path) -> None:
    assert same(served, [random_readings(CHUNK, random.Random("readings"))]) == 11_000


def test_two_hundred_games_are_alike_event_by_event_and_tell_of_everything_there_is(served: Path) -> None:
    batches = list(random_games(200, random.Random("games")))
    answers = [step["answer"] for batch in batches for game in batch.games for step in game["steps"]]
    told = {event["type"] for answer in answers for event in answer.get("events", ())}
    # The event that opens a game is compared besides its steps.
    told |= {game["opening"]["type"] for batch in batches for game in batch.games if "opening" in game}
    assert {name for name, _ in TYPES.values()} - told == set()
    assert set(Code) - {answer.get("refused") for answer in answers} == OF_THE_SERVICE
    assert same(served, batches) == len(answers) > 10_000


@pytest.mark.soak
def test_every_multiset_of_dice_reads_alike_in_fifty_tap_orders_each(served: Path) -> None:
    assert sum(same(served, [orders(5, f"orders {part}")]) for part in range(10)) == 150_100


@pytest.mark.soak
def test_a_hundred_thousand_readings_are_alike(served: Path) -> None:
    parts = (random_readings(CHUNK, random.Random(f"soak {part}"), house=60) for part in range(10))
    assert same(served, parts) == 110_000


@pytest.mark.soak
def test_two_thousand_games_are_alike(served: Path) -> None:
    games = (random_games(200, random.Random(f"soak {part}")) for part in range(10))
    assert sum(same(served, part) for part in games) > 100_000
