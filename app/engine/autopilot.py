"""The published, cautious player that finishes the turns of a seat that is away (R-away)."""

from __future__ import annotations

from app.engine.commands import Bank, ChooseOrder, Command, Keep, Roll, Share, Vote
from app.engine.orders import Order, keeps, places
from app.engine.state import GameState
from app.engine.types import Phase


def choose(state: GameState) -> Command:
    """The autopilot's next command.

    It keeps the best reading that does not go past the target, banks as soon as it may, rolls when it must, refuses
    to split or share, and rolls first.
    """
    match state.phase:
        case Phase.FIRST | Phase.ROLL:
            return Roll()
        case Phase.DECIDE:
            return Bank()
        case Phase.VOTE:
            return Vote(yes=False)
        case Phase.SHARE:
            return Share(yes=False)
        case Phase.ORDER:
            return ChooseOrder("first")
        case _:
            return _keep(state)


def _keep(state: GameState) -> Keep:
    orders = keeps(tuple(sorted(state.lying)), state.open, state.rules)
    exact = state.rolloff is None and state.rules.finish == "exact"
    room = state.rules.target - state.total() if exact else None
    best = _best(orders, room)
    return Keep(places(state.lying, best.taps))


def _best(orders: tuple[Order, ...], room: int | None) -> Order:
    """The first order that fits; one always does, for a roll of which every keep goes over is a bust."""
    return next(order for order in orders if room is None or order.reading.total <= room)
