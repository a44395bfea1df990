"""Shortcuts of the hot path say the same as the long way."""

from __future__ import annotations

import dataclasses
import random

import pytest

from app.engine import rulesets
from app.engine.commands import Roll
from app.engine.frozen import replace
from app.engine.open_parts import Open
from app.engine.orders import can_score, fits, keeps
from app.engine.reducer import step
from app.engine.state import RollOff, new_game


def random_open(chance: random.Random) -> Open:
    sets = tuple(face for face in range(1, 7) if chance.random() < 0.2)
    straights = tuple(chance.choice(["low", "high"]) for _ in range(chance.choice([0, 0, 1, 2])))
    pairs = tuple(tuple(sorted(chance.sample(range(1, 7), 3))) for _ in range(chance.choice([0, 0, 0, 1, 2])))
    return Open(sets, straights, pairs)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", rulesets.keys())
def test_a_roll_scores_and_fits_exactly_as_its_cheapest_keep_says(key: str) -> None:
    rules = rulesets.load(key)
    chance = random.Random(41)
    for _ in range(1500):
        opened = random_open(chance)
        faces = tuple(chance.randint(1, 6) for _ in range(chance.randint(1, rules.dice)))
        offered = keeps(tuple(sorted(faces)), opened, rules)
        smallest = min((order.reading.total for order in offered), default=None)
        assert can_score(faces, opened, rules) == (smallest is not None)
        for room in (chance.randrange(0, 3000, 50), smallest or 50, (smallest or 50) - 50):
            assert fits(faces, opened, rules, room) == (smallest is not None and smallest <= room)


@pytest.mark.parametrize("key", rulesets.keys())
def test_a_roll_is_a_bust_over_exactly_when_every_keep_goes_over(key: str) -> None:
    rules = rulesets.load(key)
    chance = random.Random(42)
    for _ in range(600):
        banked = rules.target - 50 * chance.randint(1, 60)
        state = dataclasses.replace(new_game(rules, 2), banked=(banked, 0), open=random_open(chance))
        faces = tuple(chance.randint(1, 6) for _ in range(rules.dice))
        taken = step(state, Roll(), faces)
        totals = [order.reading.total for order in keeps(tuple(sorted(faces)), state.open, rules)]
        over = rules.finish == "exact" and bool(totals) and min(totals) > rules.target - banked
        kinds = [getattr(event, "kind", "") for event in taken.events]  # type: ignore[union-attr]
        assert ("over" in kinds) == over


def test_a_changed_copy_is_what_the_standard_library_makes() -> None:
    state = new_game(rulesets.load("progressive"), 3)
    changes = {"rolls": 7, "lying": (1, 2), "rolloff": RollOff((0, 1), (5, 6), (0,), (1,))}
    assert replace(state, **changes) == dataclasses.replace(state, **changes)  # type: ignore[arg-type]
    assert replace(state) == state
    with pytest.raises(TypeError, match="no_such_field"):
        replace(state, no_such_field=1)  # type: ignore[call-arg]
