"""How a turn ends and what follows it."""

from __future__ import annotations

from app.engine import rolloff
from app.engine.events import Event, LastRoundStarted, WentOut
from app.engine.frozen import replace
from app.engine.state import GameState, at
from app.engine.turns import Told, begin, between, finish, following


def end(state: GameState) -> Told:
    """End the running turn and go on with whatever follows it."""
    ended = state.acting()
    state = between(state)
    over = finish(state)
    if over:
        return over
    if state.rolloff:
        return rolloff.after_turn(state)
    if state.last_round:
        if not state.waiting:
            return rolloff.ask_vote(state)
        return begin(replace(state, waiting=state.waiting[1:]), state.waiting[0])
    return begin(state, following(state, ended)[0])


def go_out(state: GameState) -> Told:
    """The acting seat goes out even; the first to do so starts the last round (R-last)."""
    seat = state.acting()
    out = (*state.out, seat)
    state = replace(state, out=out, banked=at(state.banked, seat, state.rules.target))
    events: list[Event] = [WentOut(seat, len(out))]
    if not state.last_round:
        order = following(state, seat)
        state = replace(state, last_round=True, waiting=order)
        if order:
            events.append(LastRoundStarted(seat, order))
    state, more = end(state)
    return state, events + more
