"""Whose clock runs at a coin table, and until when (R-away; DESIGN §6 has the figures)."""

from __future__ import annotations

from msgspec.structs import replace

from app.api.play.asked import Asked
from app.api.play.coin_pot import settled
from app.api.play.room import AWAY, GRACES, PAUSED, PLAY, TIME, Room, Timing
from app.api.play.standing import OVER, Change, Standing
from app.api.play.steps import of_service
from app.api.tables.place import Sittings
from app.engine.state import GameState, at
from app.engine.types import Phase

RESUMED = {"type": "resumed"}
ASKED = (Phase.VOTE, Phase.ORDER, Phase.SHARE)
"""Questions: each of them is a decision of its own, not part of a turn."""


def begun(room: Room, seats: int, timing: Timing) -> Room:
    """The room of a game that starts: full time banks, nobody away."""
    return Room(
        PLAY, timing.decision, bank_ms=(timing.bank,) * seats, grace=(GRACES,) * seats, missed=(0,) * seats,
        before=room.before,
    )  # fmt: skip


def everybody_away(room: Room, sittings: Sittings, state: GameState) -> bool:
    """Whether nobody is left who would play.

    Who left and can still win cannot lose by it (R-leave): for such a seat the autopilot plays on to the end, however
    many of the others sleep.
    """
    if any(each.gone and state.contends(each.seat) for each in sittings):
        return False
    return all(each.gone or each.seat in room.away for each in sittings)


def turn_of(state: GameState) -> tuple[int | None, int, object]:
    """What the clock runs for: the acting seat's turn, or one question to it."""
    turn = 0 if state.seat is None else state.turns[state.seat]
    return state.seat, turn, state.phase if state.phase in ASKED else None


def used_up(room: Room, seat: int, left_ms: int) -> Room:
    """A decision was made with so much time left: the bank pays for what came after the 30 s."""
    return replace(room, bank_ms=at(room.bank_ms, seat, max(0, min(room.bank_ms[seat], left_ms))))


def goes_on(asked: Asked, change: Change) -> Change:
    """The change with the clock of whoever acts next; a game that is over is settled."""
    if change.standing.status == OVER:
        return settled(asked, change)
    return timed(asked, change)


def runs_on(asked: Asked, change: Change) -> Change:
    """The change of somebody who does not act: the running clock is another's, unless nobody is left who would play."""
    standing = change.standing
    room, state = running(standing)
    before = asked.standing.state
    same = before is not None and turn_of(before) == turn_of(state)
    if same and room.phase != PAUSED and not everybody_away(room, standing.sittings, state):
        return replace(change, standing=replace(standing, due=asked.standing.due))
    return timed(asked, change)


def timed(asked: Asked, change: Change) -> Change:
    """Start the clock of whoever acts next, or the autopilot for a seat that is away, or pause."""
    standing = change.standing
    room, state = running(standing)
    acting, timing = state.acting(), asked.tools.timing
    if everybody_away(room, standing.sittings, state):
        if room.phase == PAUSED:
            # The pause goes on: whoever leaves does not keep the stakes of the others any longer.
            return replace(change, standing=replace(standing, due=asked.standing.due))
        paused = replace(standing, room=replace(room, phase=PAUSED, auto=None), due=asked.now + timing.pause)
        return replace(change, standing=paused, events=[*change.events, of_service({"type": "paused"})])
    if room.phase == PAUSED:
        room, change = replace(room, phase=PLAY), replace(change, events=[*change.events, of_service(RESUMED)])
    before = asked.standing.state
    same_turn = before is not None and turn_of(before) == turn_of(state)
    auto: str | None = None
    if standing.sittings[acting].gone or acting in room.away:
        auto = AWAY
    elif room.auto == TIME and same_turn:
        auto = TIME
    wait = timing.step if auto else timing.decision + room.bank_ms[acting]
    return replace(change, standing=replace(standing, room=replace(room, auto=auto), due=asked.now + wait))


def running(standing: Standing) -> tuple[Room, GameState]:
    """The room and the position of a game that runs."""
    assert standing.room is not None, "a coin table has a room"
    assert standing.state is not None, "a game runs"
    return standing.room, standing.state
