"""What becomes of a turn's points: banked, lost, or taken over by the next player."""

from __future__ import annotations

from app.engine import passing, rolloff
from app.engine.errors import Code, Refusal
from app.engine.events import Banked, Busted, Event, Penalised, TookOver
from app.engine.frozen import replace
from app.engine.state import GameState, Offer, at
from app.engine.turns import Told
from app.engine.types import Phase

BUSTS_IN_A_ROW = 3
"""So many cost the penalty (R-farkle3)."""


def why_not(state: GameState) -> Code | None:
    """Why the acting seat may not bank what it holds, leaving dice that lie unread aside (R-bank)."""
    if state.rolloff is not None:
        return Code.NO_BANK_IN_ROLLOFF
    if state.for_nothing:
        return Code.EXACT_MUST_ROLL
    if not state.held or not state.unbanked:
        return Code.NOTHING_TO_BANK
    if state.hot:
        return Code.MUST_ROLL
    if not state.opened[state.acting()] and state.unbanked < state.rules.opening:
        return Code.BELOW_OPENING
    return None


def bank(state: GameState) -> Told | Refusal:
    """Write the turn's points down and pass the dice."""
    if state.phase not in (Phase.ROLL, Phase.DECIDE):
        in_rolloff = state.phase is Phase.KEEP and state.rolloff is not None
        return Refusal(Code.NO_BANK_IN_ROLLOFF if in_rolloff else Code.WRONG_PHASE)
    why = why_not(state)
    if why:
        return Refusal(why, (state.rules.opening,) if why is Code.BELOW_OPENING else ())
    return _write_down(state)


def _write_down(state: GameState) -> Told:
    seat, total = state.acting(), state.total()
    events: list[Event] = [Banked(seat, state.unbanked, total)]
    state = replace(
        state,
        banked=at(state.banked, seat, total),
        opened=at(state.opened, seat, True),
        busts=at(state.busts, seat, 0),
    )
    if _reaches_the_target(state, total):
        state = replace(state, leader=seat)
        if state.rules.ending != "sudden":
            state, started = passing.last_round(state)
            events += started
    state, more = passing.end(state, Offer(state.dice, state.unbanked))
    return state, events + more


def _reaches_the_target(state: GameState, total: int) -> bool:
    """Whether this bank starts the final round, or ends the game at once (R-final)."""
    return state.rules.finish == "at_least" and not state.final and total >= state.rules.target


def run_out(state: GameState) -> Told:
    """End a turn that has no roll left: its points are banked, or lost where they are too few to open (R-limit3)."""
    if state.rolloff is not None:
        state, added = rolloff.add(state)
        state, more = passing.end(state)
        return state, added + more
    if why_not(replace(state, hot=False)) is Code.BELOW_OPENING:
        return bust(state, "unopened")
    return _write_down(state)


def bust(state: GameState, kind: str) -> Told:
    """End the turn without its points; a roll-off turn keeps what it had gathered (R-rolloff)."""
    if state.rolloff is not None:
        events: list[Event] = [Busted(state.acting(), kind, 0)]
        state, added = rolloff.add(state)
        events += added
    else:
        events = [Busted(state.acting(), kind, state.unbanked)]
        state, penalised = _count_bust(state)
        events += penalised
    state, more = passing.end(state)
    return state, events + more


def _count_bust(state: GameState) -> Told:
    """The third bust in a row costs banked points, also below zero; then the count starts again (R-farkle3)."""
    seat = state.acting()
    busts = state.busts[seat] + 1
    if busts < BUSTS_IN_A_ROW or not state.rules.farkle_penalty:
        return replace(state, busts=at(state.busts, seat, busts)), []
    total = state.banked[seat] - state.rules.farkle_penalty
    state = replace(state, busts=at(state.busts, seat, 0), banked=at(state.banked, seat, total))
    return state, [Penalised(seat, state.rules.farkle_penalty, total)]


def take_over(state: GameState) -> Told | Refusal:
    """Start with the dice and points that the player before left when banking (R-piggyback)."""
    offer = state.offer
    if offer is None or state.phase is not Phase.ROLL:
        return Refusal(Code.NO_OFFER)
    state = replace(state, offer=None, dice=offer.dice, unbanked=offer.points)
    return state, [TookOver(state.acting(), offer.dice, offer.points)]
