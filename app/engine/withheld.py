"""A roll whose player asked for it and then kept back what it needs: the worst that it could have been.

Withholding must never beat revealing (DESIGN §2.5), so the outcome is worse than or as bad as any dice.
"""

from __future__ import annotations

from app.engine import banking, first_seat, passing
from app.engine.errors import Code, Refusal
from app.engine.events import Event, ForNothingFailed, RollWithheld
from app.engine.frozen import replace
from app.engine.state import GameState
from app.engine.turns import Told
from app.engine.types import Phase

LOWEST = 1
"""What the roll for the start counts as."""


def withhold(state: GameState) -> Told | Refusal:
    """The roll's number is used up. No score in a turn, a score at exactly the target, the lowest die for the start."""
    if state.phase not in (Phase.FIRST, Phase.ROLL, Phase.DECIDE):
        return Refusal(Code.WRONG_PHASE)
    seat = state.acting()
    events: list[Event] = [RollWithheld(seat, state.rolls + 1, state.for_nothing)]
    if state.phase is Phase.FIRST:
        state, more = first_seat.settle(state, LOWEST)
        return state, events + more
    state = replace(state, rolls=state.rolls + 1, offer=None)
    if state.for_nothing:
        events.append(ForNothingFailed(seat, (), state.unbanked))
        state, more = passing.end(state)
    else:
        state, more = banking.bust(state, "withheld")
    return state, events + more


def burn(state: GameState) -> GameState:
    """The position after a roll that was opened and will never fall: its number is used up, and nothing else changes.

    What its contributors opened is known by now and must not go into another roll.
    """
    return replace(state, rolls=state.rolls + 1)
