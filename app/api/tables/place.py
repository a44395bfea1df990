"""What a table is, and who sits at it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from app.engine.rules import RuleSet

SEATS_MAX = 8
NAME_CHARACTERS_MAX = 20
TABLE_NAME_CHARACTERS_MAX = 40

ONE_PHONE = "one_phone"
FRIENDS = "friends"


class Place(Struct, frozen=True):
    """What does not change about a table."""

    id: str
    kind: str
    """`one_phone` or `friends`."""
    name: str
    rules: RuleSet
    opener: bytes
    """Device that opened it: its host."""
    invite: str | None
    opened_at: int
    """Milliseconds since 1970."""


class Sitting(Struct, frozen=True):
    """Somebody in a seat."""

    seat: int
    device: bytes
    name: str
    bot: str | None = None
    gone: bool = False
    """Left the running game."""

    def record(self) -> dict[str, Any]:
        """The seat as a snapshot tells it."""
        return {"seat": self.seat, "name": self.name, "bot": self.bot, "gone": self.gone}


Sittings = tuple[Sitting, ...]
"""All seats of a table, by number."""


def seats_of(sittings: Sittings, device: bytes) -> list[int]:
    """The seats that a device speaks for itself: those it holds, bots left out."""
    return [each.seat for each in sittings if each.device == device and each.bot is None and not each.gone]


def free_seat(sittings: Sittings) -> int | None:
    """The first empty seat; None when all eight are taken."""
    taken = {each.seat for each in sittings}
    return next((seat for seat in range(SEATS_MAX) if seat not in taken), None)


def seated_anew(sittings: Iterable[Sitting]) -> Sittings:
    """The same people in seats numbered from 0 without gaps, for a new game."""
    return tuple(Sitting(seat, each.device, each.name, each.bot) for seat, each in enumerate(sittings))
