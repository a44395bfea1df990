"""How a turn begins, and when the game is over between two of them."""

from __future__ import annotations

from app.engine.events import Event, FirstAsked, GameOver, TurnStarted
from app.engine.frozen import replace
from app.engine.open_parts import NOTHING_OPEN
from app.engine.outcome import outcome
from app.engine.state import GameState, Offer, Result, at
from app.engine.types import Phase

Told = tuple[GameState, list[Event]]
"""A position and the events that led to it."""


def fresh_hand(state: GameState, seat: int) -> GameState:
    """The position in which a seat's turn begins."""
    return replace(
        state,
        phase=Phase.ROLL,
        seat=seat,
        unbanked=0,
        dice=state.rules.dice,
        lying=(),
        open=NOTHING_OPEN,
        hand=1,
        held=(),
        for_nothing=False,
        hot=False,
        turn_rolls=0,
        turns=at(state.turns, seat, state.turns[seat] + 1),
    )


def begin(state: GameState, seat: int, offer: Offer | None = None) -> Told:
    """Start a seat's turn, with what the player before left for it."""
    state = replace(fresh_hand(state, seat), offer=offer)
    event = TurnStarted(seat, state.turns[seat], last=state.last_round, rolloff=state.rolloff is not None)
    return state, [event]


def between(state: GameState) -> GameState:
    """The position between turns: nobody acts and nothing is at risk."""
    return replace(
        state, seat=None, unbanked=0, lying=(), open=NOTHING_OPEN, held=(), for_nothing=False, hot=False, offer=None
    )


def finish(state: GameState) -> Told | None:
    """The end of the game, if this position is one."""
    result = outcome(state)
    if result is None:
        return None
    state = replace(between(state), phase=Phase.OVER, dice=0, result=result)
    return state, [GameOver(result.kind, result.seats, result.reason)]


def void(state: GameState, reason: str) -> Told:
    """The end of a game that nobody has: the table called it off."""
    result = Result("none", (), reason)
    state = replace(between(state), phase=Phase.OVER, dice=0, result=result)
    return state, [GameOver(result.kind, result.seats, result.reason)]


def following(state: GameState, seat: int) -> tuple[int, ...]:
    """The seats still in, in order from the one after `seat` and ending with it if it is still in."""
    still_in = state.still_in()
    return tuple(each for each in still_in if each > seat) + tuple(each for each in still_in if each <= seat)


def opening_event(state: GameState) -> TurnStarted | FirstAsked:
    """The event that a fresh game begins with."""
    if state.phase is Phase.FIRST:
        return FirstAsked(tuple(seat for seat, _ in state.starting))
    seat = state.acting()
    return TurnStarted(seat, state.turns[seat], last=False, rolloff=False)
