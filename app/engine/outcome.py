"""Whether a game is over, who has it, and why: the one place that answers."""

from __future__ import annotations

from app.engine.odds import dead_end
from app.engine.state import GameState, Result, RollOff


def outcome(state: GameState) -> Result | None:
    """The result of a position, or None while it goes on. The first line that holds decides.

    A roll-off, a vote and the last round are judged between turns, when no seat acts.
    """
    if state.result is not None:
        return state.result
    contenders = [seat for seat in range(state.seats) if state.contends(seat)]
    if not contenders:
        return Result("none", (), "abandoned")
    if state.rolloff and state.rolloff.locked is not None:
        return Result("win", (state.rolloff.locked,), "locked_in")
    if state.seats > 1 and len(contenders) == 1:
        return Result("win", tuple(contenders), "last_standing")
    if not state.out and not state.final:
        return _stuck(state)
    if state.rules.ending == "sudden" or state.seats == 1:
        return Result("win", state.out, "out_even") if state.out else Result("win", state.front(), "target")
    if state.seat is not None:
        return None
    if state.rolloff:
        return _rolled_off(state.rolloff)
    if len(state.votes) == len(state.tied) and all(state.votes) and state.votes:
        return Result("split", state.tied, "vote")
    if state.waiting:
        return None
    return _counted(state)


def _counted(state: GameState) -> Result | None:
    """The result when all have had their last turn, unless several are level and the card says how to part them."""
    ahead = state.front() if state.final else state.out
    if len(ahead) == 1:
        return Result("win", ahead, "most_points" if state.final else "out_even")
    return Result("shared", ahead, "tied") if state.rules.tie == "shared" else None


def _stuck(state: GameState) -> Result | None:
    """Every player still in stands where nobody can go out (R-stuck)."""
    seats = state.still_in()
    if not all(dead_end(state.banked[seat], state.rules) for seat in seats):
        return None
    return Result("none", (), "dead_end") if len(seats) == 1 else Result("shared", seats, "dead_end")


def _rolled_off(rolloff: RollOff) -> Result | None:
    """Who is ahead when everybody going has rolled, or the tied who agreed to share (R-rolloff, R-share)."""
    if rolloff.waiting:
        return None
    leaders = rolloff.leaders()
    if len(leaders) == 1:
        return Result("win", leaders, "roll_off")
    if len(rolloff.shares) == len(leaders) and all(rolloff.shares):
        return Result("shared", leaders, "agreed")
    return None
