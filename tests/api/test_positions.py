"""Positions as they are kept: all of them come back, short ones and those of older releases."""

from __future__ import annotations

import random

import msgspec

from app.api.play import rules
from app.engine import rulesets
from app.engine.commands import Roll
from app.engine.events import Busted, Rolled, TurnStarted
from app.engine.frozen import replace
from app.engine.reducer import Step, dice_wanted, legal_commands, step
from app.engine.state import GameState, new_game
from app.engine.types import Phase


def positions(ruleset: str, seed: int) -> list[GameState]:
    """Every position of a game that is played at random."""
    draw = random.Random(seed)
    found = [new_game(rulesets.load(ruleset), 3)]
    while found[-1].phase is not Phase.OVER and len(found) < 400:
        state = found[-1]
        command = draw.choice(legal_commands(state))
        faces = tuple(draw.randint(1, 6) for _ in range(dice_wanted(state, command)))
        told = step(state, command, faces or None)
        assert isinstance(told, Step), told
        found.append(told.state)
    return found


def test_every_position_of_a_game_comes_back_as_it_was() -> None:
    for ruleset in ("progressive", "trippn"):
        for seed in range(3):
            for state in positions(ruleset, seed):
                assert rules.restore(rules.store(state), state.rules) == state


def test_what_is_as_at_the_start_of_a_game_is_not_written() -> None:
    state = new_game(rulesets.load("progressive"), 2)
    stored = msgspec.json.decode(rules.store(state))
    assert {"seats", "banked", "opened", "left", "turns"} <= set(stored)
    assert not {"rules", "phase", "unbanked", "dice", "lying", "held", "rolloff", "result"} & set(stored)
    assert rules.store(replace(state, unbanked=50)).count(b'"unbanked":50') == 1


def test_a_position_that_an_older_release_wrote_out_in_full_is_read() -> None:
    for state in positions("progressive", 7):
        in_full = msgspec.json.encode(replace(state, rules=None))
        assert rules.restore(in_full.removeprefix(b'{"rules":null,'), state.rules) == state


def test_a_game_that_was_stored_before_busts_were_counted_goes_on() -> None:
    stored = (
        b'"seats":2,"banked":[0,0],"opened":[false,false],"left":[false,false],"turns":[1,0],"phase":"decide","seat":0,'
        b'"unbanked":100,"dice":1,"hand":1,"rolls":3,"last_round":false}'
    )
    state = rules.restore(stored, rulesets.load("progressive"))
    told = step(state, Roll(), (2,))
    assert isinstance(told, Step)
    assert [type(event) for event in told.events] == [Rolled, Busted, TurnStarted]
