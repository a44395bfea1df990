"""How a table stands, and what one command makes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.cosmetics.look import PLAIN_LOOK, Look
from app.api.fairness.dice import Draw, GameDice
from app.api.play.opening import Opening
from app.api.play.room import Room
from app.api.tables.place import Sittings
from app.engine.state import GameState

OPEN = "open"
PLAYING = "playing"
OVER = "over"


class Standing(Struct, frozen=True):
    """Everything that changes about a table."""

    seq: int
    """Number of the last event."""
    game: int
    """Number of the running, the last, or (before the first start) the coming game."""
    status: str
    sittings: Sittings
    state: GameState | None
    dice: GameDice
    """The dice of that game."""
    room: Room | None = None
    """What a coin table keeps besides the game."""
    due: int | None = None
    """When a coin table goes on by itself, in ms since 1970."""
    opening: Opening | None = None
    """A roll that other players' phones take part in, until its dice fall."""
    absences: dict[int, int] = {}
    """How often in this game a seat's phone did not answer for a roll."""


class Thrown(Struct, frozen=True):
    """A roll whose motion is to be made."""

    draw: Draw
    angle: int
    power: int
    look: Look = PLAIN_LOOK
    """Of the seat that rolls, when its dice fall."""


class Change(Struct, frozen=True):
    """What a command would do, before it is saved."""

    standing: Standing
    """With the new position; its `seq` is counted on when the events are numbered."""
    events: Sequence[bytes]
    """Each as the rest of a JSON object, from its type on; number and time are put before it."""
    writes: Sequence[Write] = ()
    """What it saves besides events and standing."""
    thrown: Thrown | None = None
    reseated: bool = False
    """Seats were numbered anew: every device must be told which are its own."""
    earlier: int = 0
    """So many of its first events are still of the game before, where it goes on to the next one."""
    refusal: Callable[[Exception], Refused | None] | None = None
    """What the database's no means, where it is more than that somebody else was first."""
