"""What follows when several got there level: the vote, the order, the roll-off and the offer to share."""

from __future__ import annotations

from app.engine import autopilot, turns
from app.engine.commands import ChooseOrder, Share, Vote
from app.engine.events import (
    Event,
    OrderAsked,
    OrderChosen,
    RolloffAdded,
    RolloffStarted,
    RolloffTied,
    ShareAsked,
    Shared,
    VoteAsked,
    Voted,
)
from app.engine.frozen import replace
from app.engine.state import GameState, RollOff, at
from app.engine.turns import Told
from app.engine.types import Phase

ASKED = (Phase.VOTE, Phase.ORDER, Phase.SHARE)
"""The phases in which a seat answers a question instead of playing dice."""


def ask_vote(state: GameState) -> Told:
    """Ask the next of the tied, in the order of getting there, whether to split (R-vote)."""
    return _ask(state, Phase.VOTE, VoteAsked(state.tied[len(state.votes)]))


def _ask(state: GameState, phase: Phase, asked: VoteAsked | OrderAsked | ShareAsked) -> Told:
    """Put a question to a seat; where it has left, the autopilot answers at once (R-leave)."""
    state = replace(state, phase=phase, seat=asked.seat, dice=0)
    if not state.left[asked.seat]:
        return state, [asked]
    state, more = answer_for_away(state)
    return state, [asked, *more]


def answer_for_away(state: GameState) -> Told:
    """The autopilot answers what the acting seat is asked (R-away)."""
    match autopilot.choose(state):
        case Vote(yes):
            return vote(state, yes=yes, by_autopilot=True)
        case Share(yes):
            return share(state, yes=yes, by_autopilot=True)
        case ChooseOrder(order):
            return choose_order(state, order)
        case other:
            raise AssertionError(f"{other} answers no question")


def vote(state: GameState, *, yes: bool, by_autopilot: bool = False) -> Told:
    """Take the asked seat's answer: the first no starts the roll-off, all yes splits."""
    seat = state.acting()
    events: list[Event] = [Voted(seat, yes, by_autopilot)]
    state = replace(turns.between(state), votes=(*state.votes, yes))
    state, more = turns.finish(state) or (ask_vote(state) if yes else ask_order(state))
    return state, events + more


def ask_order(state: GameState) -> Told:
    """Ask who got there first for a place in the roll-off (R-order)."""
    return _ask(state, Phase.ORDER, OrderAsked(state.tied[0]))


def choose_order(state: GameState, order: str) -> Told:
    """Who got there first rolls first or last; the others keep the order in which they did (R-order)."""
    seat = state.acting()
    sequence = state.tied if order == "first" else (*state.tied[1:], state.tied[0])
    totals = tuple(state.banked[each] for each in sequence)
    rolloff = RollOff(sequence, totals, going=sequence, waiting=sequence)
    events: list[Event] = [OrderChosen(seat, order, sequence), RolloffStarted(sequence)]
    state, more = _next_roller(replace(turns.between(state), rolloff=rolloff))
    return state, events + more


def _next_roller(state: GameState) -> Told:
    rolloff = _running(state)
    seat = rolloff.waiting[0]
    return turns.begin(replace(state, rolloff=replace(rolloff, waiting=rolloff.waiting[1:])), seat)


def add(state: GameState) -> Told:
    """Add what the acting seat accumulated until its bust (R-rolloff)."""
    seat = state.acting()
    rolloff = _running(state)
    total = rolloff.total(seat) + state.unbanked
    place = rolloff.sequence.index(seat)
    state = replace(state, rolloff=replace(rolloff, totals=at(rolloff.totals, place, total)))
    return state, [RolloffAdded(seat, state.unbanked, total)]


def after_turn(state: GameState) -> Told:
    """Between two roll-off turns: the next seat rolls, or the round is over and tied."""
    rolloff = _running(state)
    if rolloff.waiting:
        return _next_roller(state)
    leaders = rolloff.leaders()
    events: list[Event] = [RolloffTied(leaders, rolloff.total(leaders[0]))]
    state, more = _ask_share(state)
    return state, events + more


def _ask_share(state: GameState) -> Told:
    rolloff = _running(state)
    return _ask(state, Phase.SHARE, ShareAsked(rolloff.leaders()[len(rolloff.shares)]))


def share(state: GameState, *, yes: bool, by_autopilot: bool = False) -> Told:
    """Take a tied seat's answer: all yes share the prize, one no and they go again (R-share)."""
    seat = state.acting()
    rolloff = _running(state)
    events: list[Event] = [Shared(seat, yes, by_autopilot)]
    state = replace(turns.between(state), rolloff=replace(rolloff, shares=(*rolloff.shares, yes)))
    state, more = turns.finish(state) or (_ask_share(state) if yes else _again(state))
    return state, events + more


def _again(state: GameState) -> Told:
    rolloff = _running(state)
    tied = rolloff.leaders()
    rolloff = replace(rolloff, going=tied, waiting=tied, round=rolloff.round + 1, shares=())
    return _next_roller(replace(state, rolloff=rolloff))


def _running(state: GameState) -> RollOff:
    assert state.rolloff is not None, "a roll-off is running"
    return state.rolloff
