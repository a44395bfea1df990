"""What a command brings with it: who asks, of which table, and with what it can be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from app.api.accounts.callers import Caller
from app.api.cosmetics.look import Look
from app.api.fairness.dice import GameDice
from app.api.ledger.coins import Coins
from app.api.play.room import Timing
from app.api.play.standing import Standing
from app.api.play.statements import Statements
from app.api.tables.place import Place, Sitting

NewDice = Callable[[str, int], GameDice]
"""Makes the dice of a table's game, with a fresh secret."""


class Audience(Protocol):
    """Who is at a table now."""

    def online(self, sitting: Sitting) -> bool:
        """Whether somebody who holds the seat watches."""

    def away(self, sitting: Sitting) -> bool:
        """Whether a seat's holder has been without a socket for so long that others may play for it."""

    def witnesses(self, n: int) -> dict[int, str]:
        """Commitments to a roll by seat, of those whose phones promised and are here."""

    def reveals(self) -> dict[int, str]:
        """What witnesses have opened for the roll on its way."""


class Tools(Struct, frozen=True):
    """What all commands are carried out with."""

    statements: Statements
    coins: Coins
    new_dice: NewDice
    timing: Timing
    halted: Callable[[], bool]
    """Whether the books do not balance, so that no coin may move."""


class Entry(Struct, frozen=True):
    """What was found out about an account that wants to sit down at a coin table."""

    name: str
    """What it is called now; a socket may know an older name."""
    notice: bool
    """It accepted that coins have play value only."""
    games: int
    """Coin games that it finished."""
    watched: bool
    """It is to be looked at before it sits at a private table, or with newcomers."""
    newcomers: bool
    """A newcomer sits there."""
    watched_there: bool
    """Somebody sits there who is to be looked at."""
    meets_too_often: bool
    """It met somebody who sits there as often as it may in a day."""
    sits_at: str | None
    """The coin table where it sits."""
    shares_device: bool
    """It was signed in on a device of somebody who sits there."""
    worn: Look
    """What it wears."""


class Asked(Struct, frozen=True):
    """Who asks for something, and of which table."""

    caller: Caller
    place: Place
    standing: Standing
    audience: Audience
    tools: Tools
    now: int
    """Milliseconds since 1970."""
    entry: Entry | None = None

    @property
    def hosts(self) -> bool:
        """Whether the device that asks opened the table."""
        return self.place.hosted_by(self.caller)

    @property
    def statements(self) -> Statements:
        """Prepared statements."""
        return self.tools.statements
