"""What a coin table keeps besides the game: who is ready, what was promised, whose time is used up and who is away."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from app.api.core.settings import Settings
from app.api.tables.place import Place, Sittings

WAITING = "waiting"
"""Players are awaited."""
COUNTDOWN = "countdown"
"""The game starts in a moment; leaving stops it."""
TABLE_ROLL = "table_roll"
"""Every seat's phone opens what it promised for the roll that says who starts."""
PLAY = "play"
PAUSED = "paused"
"""Every player is away."""
OVER = "over"

FILLING = (WAITING, COUNTDOWN)
"""The phases in which somebody can sit down."""

TIME, AWAY = "time", "away"
"""Why the autopilot plays: the clock ran out, or the seat is away."""

GRACES = 2
"""How often a game gives a seat more time because its socket was lost (DESIGN §6)."""
MISSED_MAX = 2
"""Turns in a row that run out of time before a seat counts as away (DESIGN §6)."""


class Timing(Struct, frozen=True):
    """How long things may take, in ms."""

    decision: int
    bank: int
    """Once a game for each seat, when a decision takes longer."""
    lost: int
    countdown: int
    reveal: int
    step: int
    """Between two steps of the autopilot."""
    pause: int
    """With every player away, before the game is void."""
    wait: int
    """Without a new player, before a table that has not started gives the stakes back."""


def timing(settings: Settings) -> Timing:
    """The operator's clocks."""
    seconds = (
        settings.decision_s, settings.bank_s, settings.lost_s, settings.countdown_s,
        settings.reveal_s, settings.autopilot_step_s, settings.pause_s, settings.wait_s,
    )  # fmt: skip
    return Timing(*[round(each * 1000) for each in seconds])


class Room(Struct, frozen=True, omit_defaults=True):
    """The state of a coin table. Per-seat values are empty before a game starts."""

    phase: str = WAITING
    decision_ms: int = 0
    closes: int = 0
    """When a table that has not started gives the stakes back, in ms since 1970."""
    ready: tuple[int, ...] = ()
    promises: dict[int, str] = {}
    """Commitments to what each seat's phone adds to the table roll, in hex."""
    reveals: dict[int, str] = {}
    bank_ms: tuple[int, ...] = ()
    grace: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    """Turns in a row that ran out of time."""
    away: tuple[int, ...] = ()
    auto: str | None = None
    """Why the autopilot plays the running turn, if it does."""
    before: tuple[str, ...] = ()
    """Accounts of the game before: they may sit down again without an invitation."""

    def record(self, place: Place, sittings: Sittings, due: int | None) -> dict[str, Any]:
        """The room as everybody at the table may see it."""
        return {
            "phase": self.phase,
            "due": due,
            "pot": pot_of(place, sittings),
            "ready": self.ready,
            "promises": {str(seat): promise for seat, promise in self.promises.items()},
            "revealed": sorted(self.reveals),
            "away": self.away,
            "auto": self.auto,
            "bank_ms": self.bank_ms,
            "grace": self.grace,
            "decision_ms": self.decision_ms,
        }


def pot_of(place: Place, sittings: Sittings) -> int:
    """What the pot holds: one stake for each paid seat, those who left the game included."""
    return (place.stake or 0) * sum(each.paid is not None for each in sittings)
