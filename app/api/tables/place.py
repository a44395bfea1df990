"""What a table is, and who sits at it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from app.api.accounts.callers import Caller
from app.api.cosmetics.look import PLAIN_LOOK, Look
from app.engine.rules import RuleSet

SEATS_MAX = 8
NAME_CHARACTERS_MAX = 20
TABLE_NAME_CHARACTERS_MAX = 40

ONE_PHONE = "one_phone"
FRIENDS = "friends"
COINS = "coins"


class Place(Struct, frozen=True):
    """What does not change about a table."""

    id: str
    kind: str
    """`one_phone`, `friends` or `coins`."""
    name: str
    rules: RuleSet
    opener: bytes
    """Device that opened it: its host."""
    invite: str | None
    opened_at: int
    """Milliseconds since 1970."""
    stake: int | None = None
    """What a seat costs, at a coin table."""
    size: int = SEATS_MAX
    """Seats that it offers."""
    listed: bool = False
    """It stands in the lobby; other tables are reached by invitation alone."""

    def hosted_by(self, caller: Caller) -> bool:
        """Whether the caller's device opened the table and says when a game starts; a coin table goes by its clock."""
        return self.kind != COINS and self.opener == caller.device


class Sitting(Struct, frozen=True):
    """Somebody in a seat."""

    seat: int
    device: bytes
    name: str
    bot: str | None = None
    gone: bool = False
    """Left the running game."""
    account: str | None = None
    """The account that holds it, on whatever device; without one the device does."""
    paid: str | None = None
    """At a coin table: the name of what was paid for it, as long as it stands in the pot."""
    tried: Look | None = None
    """What its player throws in this game alone."""
    worn: Look = PLAIN_LOOK
    """What its account wears."""

    @property
    def look(self) -> Look:
        """What its dice are now and how they are thrown."""
        return self.tried or self.worn

    @property
    def holder(self) -> bytes | str:
        """Who must be here for the seat to be here."""
        return self.account or self.device

    def held_by(self, caller: Caller) -> bool:
        """Whether the seat is the caller's; the bots of a device are not its own."""
        if self.bot is not None:
            return False
        return self.device == caller.device if self.account is None else self.account == caller.account

    def record(self) -> dict[str, Any]:
        """The seat as a snapshot tells it."""
        return {"seat": self.seat, "name": self.name, "bot": self.bot, "gone": self.gone, **self.look.more()}


Sittings = tuple[Sitting, ...]
"""All seats of a table, by number."""


def seats_of(sittings: Sittings, caller: Caller) -> list[int]:
    """The seats that a caller speaks for: those it holds, bots left out."""
    return [each.seat for each in sittings if not each.gone and each.held_by(caller)]


def free_seat(sittings: Sittings, size: int = SEATS_MAX) -> int | None:
    """The first empty seat; None when all are taken."""
    taken = {each.seat for each in sittings}
    return next((seat for seat in range(size) if seat not in taken), None)


def seated_anew(sittings: Iterable[Sitting], *, next_game: bool = False) -> Sittings:
    """The same people in seats numbered from 0 without gaps; what they tried on stays behind with the game before."""
    return tuple(
        replace(each, seat=seat, gone=False, tried=None if next_game else each.tried)
        for seat, each in enumerate(sittings)
    )
