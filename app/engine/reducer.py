"""One command, one step: the next position and what happened, or a refusal that changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine import autopilot, banking, first_seat, passing, rolloff, turns, withheld
from app.engine.commands import (
    Bank,
    ChooseOrder,
    Command,
    GiveUp,
    Keep,
    Leave,
    Piggyback,
    Roll,
    Share,
    TimeOut,
    Vote,
    Withhold,
)
from app.engine.errors import Code, Refusal
from app.engine.events import (
    Event,
    ForNothingFailed,
    Kept,
    Left,
    LockedIn,
    Rolled,
    TimedOut,
    WentOver,
)
from app.engine.frozen import replace
from app.engine.orders import best_order, can_score, fits, keeps, places, scoring_places
from app.engine.reading import Part, Reading, read_again
from app.engine.state import GameState, Held, at
from app.engine.turns import Told
from app.engine.types import FACES, Phase

_FACES = frozenset(FACES)
_ROLLS = (Phase.FIRST, Phase.ROLL, Phase.DECIDE)
"""The phases in which dice can be rolled."""
LOCKED_SETS = (2, 3, 4, 6)
"""The sets that lock a seat in: with 1s and 5s every die then scores."""


@dataclass(frozen=True, slots=True)
class Step:
    """An accepted command."""

    state: GameState
    events: tuple[Event, ...]


def step(state: GameState, command: Command, faces: tuple[int, ...] | None = None) -> Step | Refusal:
    """Apply one command of the acting seat (or of any seat, for Leave).

    `faces` are the dice of a roll, as many as `dice_wanted` says; ValueError if they do not fit.
    """
    if state.phase is Phase.OVER:
        return Refusal(Code.GAME_OVER)
    wanted = dice_wanted(state, command)
    if len(faces or ()) != wanted or not _FACES.issuperset(faces or ()):
        raise ValueError(f"{wanted} faces from 1 to 6 are due, not {faces!r}")
    told = _apply(state, command, faces or ())
    if isinstance(told, Refusal):
        return told
    return Step(told[0], tuple(told[1]))


def dice_wanted(state: GameState, command: Command) -> int:
    """How many faces `step` needs for this command: the dice due for a roll, else none."""
    if isinstance(command, TimeOut) and state.phase is not Phase.OVER:
        command = autopilot.choose(state)
    if isinstance(command, Roll) and state.phase in _ROLLS:
        return state.dice
    return 0


def legal_commands(state: GameState) -> tuple[Command, ...]:
    """What the acting seat may do, in a canonical order; leaving is always possible besides.

    One Keep for each distinct dice and reading; those that go past the target come confirmed.
    """
    match state.phase:
        case Phase.FIRST:
            return (Roll(),)
        case Phase.ROLL:
            return (Roll(), Piggyback()) if state.offer else (Roll(),)
        case Phase.DECIDE:
            return (Bank(), Roll())
        case Phase.VOTE:
            return (Vote(yes=True), Vote(yes=False))
        case Phase.ORDER:
            return (ChooseOrder("first"), ChooseOrder("last"))
        case Phase.SHARE:
            return (Share(yes=True), Share(yes=False))
        case Phase.KEEP:
            orders = keeps(tuple(sorted(state.lying)), state.open, state.rules)
            kept = (Keep(places(state.lying, order.taps), goes_over(state, order.reading)) for order in orders)
            return (*kept, GiveUp())
        case Phase.OVER:
            return ()


def goes_over(state: GameState, reading: Reading) -> bool:
    """Whether a keep takes the acting seat past a target to be hit exactly (R-over); never in a roll-off."""
    return (
        state.rolloff is None and state.total() + reading.total > state.rules.target and state.rules.finish == "exact"
    )


def _apply(state: GameState, command: Command, faces: tuple[int, ...]) -> Told | Refusal:
    match command:
        case Roll():
            return _roll(state, faces)
        case Keep():
            return _keep(state, command)
        case Bank():
            return banking.bank(state)
        case Piggyback():
            return banking.take_over(state)
        case Leave():
            return _leave(state, command.seat)
        case TimeOut():
            return _time_out(state, faces)
        case Withhold():
            return withheld.withhold(state)
        case GiveUp() if state.phase is Phase.KEEP:
            return banking.bust(state, "given_up")
        case Vote() if state.phase is Phase.VOTE:
            return rolloff.vote(state, yes=command.yes)
        case ChooseOrder() if state.phase is Phase.ORDER and command.order in ("first", "last"):
            return rolloff.choose_order(state, command.order)
        case Share() if state.phase is Phase.SHARE:
            return rolloff.share(state, yes=command.yes)
        case _:
            return Refusal(Code.WRONG_PHASE)


def _roll(state: GameState, faces: tuple[int, ...]) -> Told | Refusal:
    if state.phase not in _ROLLS:
        return Refusal(Code.WRONG_PHASE)
    if state.phase is Phase.FIRST:
        return first_seat.roll(state, faces[0])
    seat = state.acting()
    rolls = state.rolls + 1
    events: list[Event] = [Rolled(seat, rolls, faces, state.for_nothing)]
    if not state.for_nothing and _can_keep(state, faces):
        turn_rolls = state.turn_rolls + 1
        state = replace(
            state, rolls=rolls, turn_rolls=turn_rolls, phase=Phase.KEEP, lying=faces, dice=len(faces), offer=None
        )
        if not _single_roll(state):
            return state, events
        state, more = _keep_best(state)
        return state, events + more
    scores = can_score(faces, state.open, state.rules)
    state = replace(state, rolls=rolls, offer=None)
    if state.for_nothing:
        state, more = _for_nothing(state, faces) if scores else passing.go_out(state)
    else:
        state, more = banking.bust(state, "over" if scores else "none")
    return state, events + more


def _single_roll(state: GameState) -> bool:
    """Whether this is the one roll that the final round leaves a seat (R-final)."""
    return state.rules.ending == "final_roll" and state.final and not state.extra and state.rolloff is None


def _keep_best(state: GameState) -> Told:
    """The best keep of a single roll is added without asking (R-final)."""
    best = keeps(tuple(sorted(state.lying)), state.open, state.rules)[0]
    state, kept = _set_aside(state, places(state.lying, best.taps), best.reading)
    state, more = banking.run_out(state)
    return state, [kept, *more]


def _for_nothing(state: GameState, faces: tuple[int, ...]) -> Told:
    """Dice scored in the roll for nothing (R-exact)."""
    scored = scoring_places(faces, state.open, state.rules)
    events: list[Event] = [ForNothingFailed(state.acting(), scored, state.unbanked)]
    state, more = passing.end(state)
    return state, events + more


def _can_keep(state: GameState, faces: tuple[int, ...]) -> bool:
    """Whether some keep scores and does not go past a target to be hit exactly; not so in a roll-off (R-bust)."""
    if state.rolloff is not None or state.rules.finish != "exact":
        return can_score(faces, state.open, state.rules)
    return fits(faces, state.open, state.rules, state.rules.target - state.total())


def _keep(state: GameState, command: Keep) -> Told | Refusal:
    if state.phase is not Phase.KEEP:
        return Refusal(Code.WRONG_PHASE)
    absent = _absent(command.dice, len(state.lying))
    if absent:
        return Refusal(Code.NOT_ON_TABLE, absent)
    taps = tuple(state.lying[place] for place in command.dice)
    reading = read_again(taps, len(state.lying), state.open, state.rules)
    if isinstance(reading, Refusal):
        return refusal_on_table(state, command.dice, reading)
    over = goes_over(state, reading)
    if over and not command.confirmed:
        return Refusal(Code.UNCONFIRMED_OVER, (state.total() + reading.total,))
    state, kept = _set_aside(state, command.dice, reading)
    events: list[Event] = [kept]
    if over:
        events.append(WentOver(kept.seat, state.unbanked))
        state, more = passing.end(state)
        return state, events + more
    if _locks_in(state):
        assert state.rolloff is not None, "only a roll-off locks in"
        events.append(LockedIn(kept.seat))
        state = replace(state, rolloff=replace(state.rolloff, locked=kept.seat))
        state, more = passing.end(state)
        return state, events + more
    if state.rules.roll_limit and state.turn_rolls >= state.rules.roll_limit and not state.for_nothing:
        state, more = banking.run_out(state)
        return state, events + more
    return state, events


def _absent(dice: tuple[int, ...], lying: int) -> tuple[int, ...]:
    """Positions that hold no die, or that were tapped before."""
    if len(set(dice)) == len(dice) and all(0 <= place < lying for place in dice):
        return ()
    return tuple(place for index, place in enumerate(dice) if place not in range(lying) or place in dice[:index])


def refusal_on_table(state: GameState, dice: tuple[int, ...], refusal: Refusal) -> Refusal:
    """A refused reading in positions on the table, with the order that would score (R-hint)."""
    if refusal.code is not Code.DEAD_DICE:
        return refusal
    dead = tuple(dice[place] for place in refusal.subject)
    faces = tuple(state.lying[place] for place in dice)
    order = best_order(tuple(sorted(faces)), len(state.lying), state.open, state.rules)
    if order is None:
        return Refusal(refusal.code, dead)
    return Refusal(refusal.code, dead, tuple(dice[place] for place in places(faces, order.taps)))


def _set_aside(state: GameState, dice: tuple[int, ...], reading: Reading) -> tuple[GameState, Kept]:
    """Put kept dice into the tray and say what the turn waits for next."""
    left = len(state.lying) - len(dice)
    parts = tuple(
        Part(part.kind, part.faces, part.points, tuple([dice[place] for place in part.dice])) for part in reading.parts
    )
    held = Held(state.rolls, state.hand, parts, reading.points, reading.bonus)
    faces = tuple(state.lying[place] for place in dice)
    seat = state.acting()
    state = replace(
        state,
        unbanked=state.unbanked + reading.total,
        dice=left or state.rules.dice,
        lying=(),
        open=reading.open_after,
        hand=state.hand + (left == 0),
        held=(*state.held, held),
        hot=left == 0 and state.rules.hot_dice == "must",
        for_nothing=state.rolloff is None
        and state.total() + reading.total == state.rules.target
        and state.rules.finish == "exact",
        phase=Phase.DECIDE,
    )
    if banking.why_not(state):
        state = replace(state, phase=Phase.ROLL)
    kept = Kept(seat, dice, faces, parts, reading.points, reading.bonus, state.unbanked, left == 0, state.dice)
    return state, kept


def _locks_in(state: GameState) -> bool:
    """R-locked: in a roll-off, sets of 2s, 3s, 4s and 6s are open at the same time."""
    return state.rolloff is not None and state.rules.locked_in and all(face in state.open.sets for face in LOCKED_SETS)


def _leave(state: GameState, seat: int) -> Told | Refusal:
    """R-leave: unbanked points are lost, the others play on; who is out even or level on top cannot lose by it."""
    if seat not in range(state.seats) or state.left[seat]:
        return Refusal(Code.NOT_SEATED, (seat,))
    events: list[Event] = [Left(seat)]
    state = replace(state, left=at(state.left, seat, True))
    played_on = seat in state.out or seat in state.tied
    if not played_on:
        state = replace(state, waiting=tuple(each for each in state.waiting if each != seat))
    over = turns.finish(state)
    if over:
        state, more = over
    elif state.phase is Phase.FIRST:
        state, more = first_seat.leave(state, seat)
    elif seat != state.seat:
        more = []
    elif state.phase in rolloff.ASKED:
        state, more = rolloff.answer_for_away(state)
    elif played_on:
        more = []
    else:
        state, more = passing.end(state)
    return state, events + more


def _time_out(state: GameState, faces: tuple[int, ...]) -> Told | Refusal:
    """The autopilot plays one step for the acting seat (R-away)."""
    events: list[Event] = [TimedOut(state.acting())]
    if state.phase in rolloff.ASKED:
        state, more = rolloff.answer_for_away(state)
        return state, events + more
    told = _apply(state, autopilot.choose(state), faces)
    if isinstance(told, Refusal):
        return told
    return told[0], events + told[1]
