"""Positions shortly before the rare ends of a game, which random play from the start almost never reaches."""

from __future__ import annotations

import random
from dataclasses import replace

from app.engine.open_parts import Open
from app.engine.rules import RuleSet
from app.engine.state import GameState, Held, RollOff, new_game
from app.engine.types import Phase

SEATS = 3
LEVEL = (0, 1)
"""The seats that end level; the third one has the last turn."""
THREE_OF_FOUR = Open(sets=(2, 3, 4))
"""One set short of being locked in (R-locked)."""


def staged(rules: RuleSet, draw: random.Random) -> GameState:
    """Some position on this card from which it may end soon, and not as most games do."""
    choices = [_near_the_target]
    if rules.ending != "sudden":
        choices += [_last_turn] * 2
    if rules.ending != "sudden" and rules.tie in ("vote", "roll_off"):
        choices += [_level_rolloff] * 3 + [_about_to_lock] * 4 * rules.locked_in
    return draw.choice(choices)(rules, draw)


def _opened(rules: RuleSet, draw: random.Random, first: int) -> GameState:
    state = new_game(rules, SEATS, first)
    return replace(state, opened=(True,) * SEATS, banked=(0,) * SEATS, busts=(draw.randrange(3),) * SEATS)


def _near_the_target(rules: RuleSet, draw: random.Random) -> GameState:
    """Everybody may get there in one turn, or stands where nobody can."""
    away = draw.choice((50, 100, 150, 300, 450, 600, 1_100))
    return replace(_opened(rules, draw, draw.randrange(SEATS)), banked=(rules.target - away,) * SEATS)


def _last_turn(rules: RuleSet, draw: random.Random) -> GameState:
    """Two are level, and the third has its last turn."""
    exact = rules.finish == "exact"
    top = rules.target + (0 if exact else draw.choice((0, 250)))
    got_there = draw.choice((LEVEL, LEVEL[::-1]))
    state = replace(_opened(rules, draw, 2), banked=(top, top, top - draw.choice((100, 500, 2_000))), last_round=True)
    return replace(state, out=got_there) if exact else replace(state, leader=got_there[0])


def _level_rolloff(rules: RuleSet, draw: random.Random) -> GameState:
    """The last roll of a roll-off's round, which ends level unless its one die scores."""
    ahead = draw.choice((0, 300, 1_000))
    state = _last_turn(rules, draw)
    top = state.banked[0]
    held = (Held(1, 1, (), ahead, 0),) if ahead else ()
    rolloff = RollOff(LEVEL, (top + ahead, top), going=LEVEL, waiting=(), round=draw.randint(1, 2))
    return replace(
        state, seat=1, tied=LEVEL, rolloff=rolloff, unbanked=ahead, held=held, dice=1, phase=Phase.ROLL, rolls=2
    )


def _about_to_lock(rules: RuleSet, draw: random.Random) -> GameState:
    """A roll-off in which one more set locks a seat in."""
    return replace(_level_rolloff(rules, draw), dice=rules.dice, open=THREE_OF_FOUR)
