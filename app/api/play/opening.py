"""A roll on its way: asked for by a player, mixed with what other players' phones add, and not fallen yet (level 2).

Nobody may see what the dice will be before everybody's part is fixed. So the parts are promised first, then the phones
of the others (the witnesses) open theirs, that list is sealed, and the roller's phone opens its own last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

PLAYER, AUTOPILOT, BOT, WITHHELD = "player", "autopilot", "bot", "withheld"
"""Whose hand a roll falls from; `withheld`: it never fell."""

LATE_S = 3.5
"""Witnesses have so much longer where the table was read from the database: phones are still on their way back."""
ABSENT_MAX = 1
"""Once a game a phone may stay silent; after the second time it is not waited for any longer (reliability 2.4)."""


class Opening(Struct, frozen=True, omit_defaults=True):
    """What was promised for a roll, and what has been opened of it."""

    n: int
    seat: int
    dice: int
    by: str = PLAYER
    angle: int = 0
    power: int = 50
    promises: dict[int, str] = {}
    """Commitments by seat, in hex: the roller's (not on an autopilot's roll) and the witnesses'."""
    removed: tuple[int, ...] = ()
    """Seats that promised and are not asked, for they were silent too often."""
    sealed: bool = False
    reveals: dict[int, str] = {}
    """What the witnesses opened, once sealed."""

    @property
    def witnesses(self) -> tuple[int, ...]:
        """The seats that are asked, without the roller's."""
        return tuple(seat for seat in sorted(self.promises) if seat != self.seat)

    @property
    def absent(self) -> tuple[int, ...]:
        """Witnesses that did not answer in time."""
        return tuple(seat for seat in self.witnesses if self.sealed and seat not in self.reveals)

    def record(self, commitment: str) -> dict[str, Any]:
        """The roll as everybody at the table may see it; `commitment` is that to its key."""
        told: dict[str, Any] = {
            "seat": self.seat,
            "n": self.n,
            "dice": self.dice,
            "by": self.by,
            "commitment": commitment,
            "promises": promised(self.promises),
            "removed": self.removed,
            "sealed": self.sealed,
        }
        if self.sealed:
            told |= {"reveals": revealed(self.reveals), "absent": self.absent}
        return told


def promised(promises: Mapping[int, str]) -> list[dict[str, Any]]:
    """Commitments by seat, as they are told."""
    return [{"seat": seat, "commitment": commitment} for seat, commitment in sorted(promises.items())]


def revealed(reveals: Mapping[int, str]) -> list[dict[str, Any]]:
    """What was opened, by seat, as it is told."""
    return [{"seat": seat, "r": r} for seat, r in sorted(reveals.items())]
