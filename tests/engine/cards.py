"""Random rule cards that can be played, and whole games on any card."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from app.engine import bots, rulesets
from app.engine.commands import Command, Leave, TimeOut
from app.engine.errors import Refusal, RuleSetError
from app.engine.notation import format_state
from app.engine.reducer import Step, dice_wanted, legal_commands, step
from app.engine.rules import RuleSet, with_changes
from app.engine.state import GameState, new_game
from app.engine.types import Phase
from app.engine.view import keep_points, view

STEPS_MAX = 6_000

VALUES: dict[str, tuple[object, ...]] = {
    "dice": (5, 6, 8),
    "finish": ("exact", "at_least"),
    "opening": (0, 350, 500, 1_000),
    "alike": ("add", "double", "fixed", "none"),
    "alike_fixed": ((), (50,), (1_000, 2_000), (1_000, 2_000, 3_000)),
    "triple_ones": (300, 1_000),
    "run_full": (0, 1_000, 1_500),
    "run_five": (0, 500, 750, 2_000),
    "fill": (0, 500),
    "three_pairs": (0, 750, 1_500),
    "three_pairs_seq": (0, 1_500),
    "four_pairs": (0, 1_750),
    "four_pairs_seq": (0, 2_000),
    "quad_is_two_pairs": (False, True),
    "all_dice_bonus": (0, 1_000),
    "progressive": (False, True),
    "survives_and_roll": (False, True),
    "locked_in": (False, True),
    "hot_dice": ("may", "must"),
    "roll_limit": (0, 1, 3),
    "ending": ("last_round", "final_turn", "final_roll", "sudden"),
    "beat_leader": (False, True),
    "starts": ("seat", "highest_die"),
    "reading": ("taps", "best"),
    "tie": ("vote", "extra_turns", "shared", "roll_off"),
    "farkle_penalty": (0, 500, 1_000),
    "piggyback": (False, True),
}


def random_card(draw: random.Random, target: int) -> RuleSet:
    """Some preset with several fields changed, drawn until it can be played."""
    while True:
        preset = rulesets.load(draw.choice(rulesets.keys()))
        changes: dict[str, object] = {
            field: draw.choice(VALUES[field]) for field in draw.sample(sorted(VALUES), draw.randint(3, 9))
        }
        try:
            return with_changes(preset, {**changes, "target": target})
        except RuleSetError:
            continue


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game, step by step."""

    steps: tuple[Step, ...]

    @property
    def end(self) -> GameState:
        return self.steps[-1].state


Choose = Callable[[GameState, random.Random], Command]


def by_bots(state: GameState, draw: random.Random) -> Command:
    """The characters of the practice tables, one at each seat in turn."""
    assert state.seat is not None
    key = bots.BOTS[state.seat % len(bots.BOTS)].key
    points = keep_points(state) if state.phase is Phase.KEEP else {}
    return bots.choose(view(state), legal_commands(state), points, key, draw.random())


def at_random(state: GameState, draw: random.Random) -> Command:
    """Anything that is legal, most often what pays; now and then somebody times out or leaves."""
    luck = draw.random()
    if luck < (0.002 if state.rolls < 400 else 0.2):
        return Leave(draw.choice([seat for seat in range(state.seats) if not state.left[seat]]))
    if luck < 0.04:
        return TimeOut()
    legal = legal_commands(state)
    assert legal, format_state(state)
    if state.phase is Phase.KEEP and luck < 0.9:
        return legal[0]
    return draw.choice(legal)


def play_out(rules: RuleSet, seats: int, choose: Choose, draw: random.Random) -> Played:
    """Play a game to its end; a card on which it finds none fails here."""
    state = new_game(rules, seats, draw.choice((None, draw.randrange(seats))))
    steps: list[Step] = []
    while state.phase is not Phase.OVER:
        assert len(steps) < STEPS_MAX, format_state(state)
        command = choose(state, draw)
        wanted = dice_wanted(state, command)
        told = step(state, command, tuple(draw.choices(range(1, 7), k=wanted)) or None)
        assert not isinstance(told, Refusal), (told, command, format_state(state))
        steps.append(told)
        state = told.state
    return Played(tuple(steps))
