"""Complete games on every preset and on random house rules: no error, no position without a way on."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from app.engine import rulesets
from app.engine.events import Banked, Busted, Kept, Penalised
from app.engine.events import to_record as event_record
from app.engine.notation import format_state, parse_state
from app.engine.outcome import outcome
from app.engine.rules import RuleSet, from_record, to_record, with_changes
from app.engine.types import Phase
from app.engine.view import view
from tests.engine.cards import Played, at_random, by_bots, play_out, random_card

SHORT = 3_000
"""A target that random play reaches soon."""


def check(game: Played, rules: RuleSet) -> None:
    """What holds in every game: the end is its outcome, points add up, and every position reads back."""
    assert outcome(game.end) == game.end.result is not None
    for before, after in pairwise(step.state for step in game.steps):
        assert after.rolls >= before.rolls
    for told in game.steps:
        for event in told.events:
            event_record(event)
            if isinstance(event, Kept):
                assert sum(part.points for part in event.parts) == event.points
            if isinstance(event, Banked):
                assert rules.finish == "at_least" or event.total < rules.target
    for told in game.steps[:: max(1, len(game.steps) // 10)]:
        assert parse_state(format_state(told.state), rules) == told.state
        view(told.state)


@pytest.mark.parametrize("key", rulesets.keys())
def test_every_preset_is_played_to_its_end_by_anybody(key: str) -> None:
    for seed in range(20):
        draw = random.Random(f"{key}/{seed}")
        rules = with_changes(rulesets.load(key), {"target": SHORT})
        check(play_out(rules, draw.randint(1, 5), at_random, draw), rules)


@pytest.mark.parametrize("key", rulesets.keys())
def test_bots_play_every_preset_to_a_winner(key: str) -> None:
    rules = rulesets.load(key)
    for seed in range(3):
        draw = random.Random(f"bots/{key}/{seed}")
        game = play_out(rules, draw.randint(2, 4), by_bots, draw)
        check(game, rules)
        assert game.end.result is not None
        assert game.end.result.kind != "none"


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(100))
@pytest.mark.parametrize("key", rulesets.keys())
def test_ten_thousand_bot_games_a_preset_find_no_position_without_a_command(key: str, batch: int) -> None:
    rules = rulesets.load(key)
    for seed in range(100):
        draw = random.Random(f"soak/{key}/{batch}/{seed}")
        play_out(rules, draw.randint(1, 4), by_bots, draw)


@pytest.mark.parametrize("seed", range(200))
def test_random_house_rules_are_played_to_their_end(seed: int) -> None:
    draw = random.Random(f"house/{seed}")
    rules = random_card(draw, SHORT)
    assert from_record(to_record(rules)) == rules
    check(play_out(rules, draw.randint(1, 4), at_random, draw), rules)


def test_random_games_end_in_every_way_that_cards_know() -> None:
    ends = set()
    for seed in range(1_000):
        draw = random.Random(f"ends/{seed}")
        tie = draw.choice(("vote", "extra_turns", "shared", "roll_off"))
        base = rulesets.load(draw.choice(("baseline", "scribd", "inform")))
        rules = with_changes(base, {"target": 1_000, "opening": 0, "tie": tie})
        result = play_out(rules, 3, at_random, draw).end.result
        assert result is not None
        ends.add((result.kind, result.reason))
    assert {
        ("win", "most_points"), ("win", "target"), ("shared", "tied"), ("split", "vote"), ("win", "roll_off"),
        ("win", "last_standing"),
    } <= ends  # fmt: skip


def test_three_busts_in_a_row_cost_points_and_the_count_starts_again() -> None:
    rules = with_changes(rulesets.load("scribd"), {"farkle_penalty": 1_000, "target": SHORT})
    penalties = 0
    for seed in range(60):
        game = play_out(rules, 2, at_random, random.Random(f"farkles/{seed}"))
        row = [0, 0]
        for told in game.steps:
            for event in told.events:
                if isinstance(event, Banked):
                    row[event.seat] = 0
                if isinstance(event, Busted):
                    row[event.seat] += 1
                if isinstance(event, Penalised):
                    assert row[event.seat] == 3
                    penalties += 1
                    row[event.seat] = 0
            assert all(count < 3 for count in row)
    assert penalties > 10


def test_a_game_that_is_over_offers_nothing_more() -> None:
    rules = with_changes(rulesets.load("baseline"), {"target": 1_000, "piggyback": True})
    for seed in range(30):
        end = play_out(rules, 3, at_random, random.Random(seed)).end
        assert (end.phase, end.offer, end.seat) == (Phase.OVER, None, None)
