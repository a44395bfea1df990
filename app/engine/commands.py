"""The closed set of things a seat, or the table for it, may ask for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll all dice that are due."""


@dataclass(frozen=True, slots=True)
class Piggyback:
    """Go on with the dice and points that the player before left when banking, instead of a fresh hand."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep dice of the roll that lies unread."""

    dice: tuple[int, ...]
    """Positions on the table in tap order, counted from 0; never faces."""
    confirmed: bool = False
    """Stated wish to keep although it goes past the target (R-over)."""


@dataclass(frozen=True, slots=True)
class Bank:
    """Write the turn's points down and pass the dice."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give up a roll that lies unread: the same as a bust."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Answer whether the players who went out split."""

    yes: bool


@dataclass(frozen=True, slots=True)
class ChooseOrder:
    """Roll first or last in the roll-off."""

    order: str
    """`first` or `last`."""


@dataclass(frozen=True, slots=True)
class Share:
    """Answer whether the tied players of a roll-off share."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the game for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The published autopilot plays one step for the acting seat (R-away)."""


@dataclass(frozen=True, slots=True)
class Withhold:
    """The acting seat asked for a roll and then kept back what its dice need: the worst outcome."""


Command = Roll | Piggyback | Keep | Bank | GiveUp | Vote | ChooseOrder | Share | Leave | TimeOut | Withhold
