"""Who starts where the card rolls for it: the highest of one die each; the tied highest roll again."""

from __future__ import annotations

from app.engine.events import Event, FirstFound, FirstTied, Rolled
from app.engine.frozen import replace
from app.engine.state import GameState
from app.engine.turns import Told, begin
from app.engine.types import Phase


def roll(state: GameState, face: int) -> Told:
    """The acting seat's die."""
    events: list[Event] = [Rolled(state.acting(), state.rolls + 1, (face,), for_nothing=False)]
    state, more = settle(state, face)
    return state, events + more


def settle(state: GameState, face: int) -> Told:
    """The acting seat's die counts as this face; the roll's number is used up."""
    seat = state.acting()
    starting = tuple((each, face if each == seat else die) for each, die in state.starting)
    return go_on(replace(state, rolls=state.rolls + 1, starting=starting))


def leave(state: GameState, seat: int) -> Told:
    """Go on without a seat that has left."""
    return go_on(replace(state, starting=tuple(each for each in state.starting if each[0] != seat)))


def go_on(state: GameState) -> Told:
    """The next seat that has not rolled; when all have, the highest starts or the tied roll again."""
    waiting = [seat for seat, die in state.starting if not die]
    if waiting:
        return replace(state, seat=waiting[0]), []
    highest = max(die for _, die in state.starting)
    ahead = tuple(seat for seat, die in state.starting if die == highest)
    if len(ahead) > 1:
        tied = replace(state, seat=ahead[0], starting=tuple((seat, 0) for seat in ahead))
        return tied, [FirstTied(ahead, highest)]
    events: list[Event] = [FirstFound(ahead[0], highest)]
    state, more = begin(replace(state, starting=(), phase=Phase.ROLL), ahead[0])
    return state, events + more
