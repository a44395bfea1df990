"""How a turn ends and what follows it."""

from __future__ import annotations

from app.engine import rolloff
from app.engine.events import Event, ExtraTurnsStarted, LastRoundStarted, WentOut
from app.engine.frozen import replace
from app.engine.state import GameState, Offer, at
from app.engine.turns import Told, begin, between, finish, following


def end(state: GameState, offer: Offer | None = None) -> Told:
    """End the running turn and go on with whatever follows it; `offer` is what a player left when banking."""
    ended = state.acting()
    state = between(state)
    over = finish(state)
    if over:
        return over
    if state.rolloff:
        return rolloff.after_turn(state)
    if state.waiting:
        return begin(replace(state, waiting=state.waiting[1:]), state.waiting[0])
    if state.last_round:
        return _part_the_tied(state)
    seat = following(state, ended)[0]
    return begin(state, seat, offer if state.rules.piggyback and state.opened[seat] else None)


def _part_the_tied(state: GameState) -> Told:
    """Several are level when everybody has had a last turn: the card says what they do (R-vote, R-tie)."""
    tied = state.front() if state.final else state.out
    state = replace(state, tied=tied)
    if state.rules.tie == "roll_off":
        return rolloff.ask_order(state)
    if state.rules.tie == "vote":
        return rolloff.ask_vote(state)
    state = replace(state, extra=state.extra + 1, waiting=tied[1:])
    events: list[Event] = [ExtraTurnsStarted(tied, state.banked[tied[0]], state.extra)]
    state, more = begin(state, tied[0])
    return state, events + more


def go_out(state: GameState) -> Told:
    """The acting seat goes out even; the first to do so starts the last round (R-last)."""
    seat = state.acting()
    out = (*state.out, seat)
    state = replace(state, out=out, banked=at(state.banked, seat, state.rules.target))
    events: list[Event] = [WentOut(seat, len(out))]
    if not state.last_round and state.rules.ending == "last_round":
        state, started = last_round(state)
        events += started
    state, more = end(state)
    return state, events + more


def last_round(state: GameState) -> Told:
    """Everybody else still in gets one more turn, in seat order from the next seat (R-last, R-final)."""
    seat = state.acting()
    order = tuple(each for each in following(state, seat) if each != seat)
    state = replace(state, last_round=True, waiting=order)
    return state, [LastRoundStarted(seat, order)] if order else []
