"""The closed set of past-tense facts that a step of the game tells."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import get_args

from app.engine.reading import Part


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A seat's turn began."""

    seat: int
    turn: int
    """Number of this seat's turn, from 1."""
    last: bool
    """It is the seat's one turn of the last round."""
    rolloff: bool


@dataclass(frozen=True, slots=True)
class FirstAsked:
    """These seats roll one die each for the right to start."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstTied:
    """Several rolled the highest die: they roll again."""

    seats: tuple[int, ...]
    face: int


@dataclass(frozen=True, slots=True)
class FirstFound:
    """A seat rolled the highest die and starts."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled and lie in this order."""

    seat: int
    roll: int
    """Number of the roll in this game, from 1."""
    dice: tuple[int, ...]
    for_nothing: bool


@dataclass(frozen=True, slots=True)
class RollWithheld:
    """Dice were asked for, and their player kept back what they need to fall."""

    seat: int
    roll: int
    for_nothing: bool


@dataclass(frozen=True, slots=True)
class Busted:
    """The turn ended without points."""

    seat: int
    kind: str
    """`none`: nothing scored; `over`: every keep goes past the target; `given_up`; `unopened`: the last roll that the
    turn allows has been kept, and it holds too few points to open; `withheld`: the dice asked for were kept back."""
    lost: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Dice were kept."""

    seat: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    parts: tuple[Part, ...]
    """Their `dice` are positions on the table."""
    points: int
    bonus: int
    unbanked: int
    """Points of the turn after this keep."""
    and_roll: bool
    """All dice of the hand are used: a fresh hand follows."""
    left: int
    """Dice to roll next."""


@dataclass(frozen=True, slots=True)
class WentOver:
    """A confirmed keep went past the target and ended the turn."""

    seat: int
    lost: int


@dataclass(frozen=True, slots=True)
class Banked:
    """Points were written down."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class ForNothingFailed:
    """Dice scored in the roll for nothing."""

    seat: int
    dice: tuple[int, ...]
    """Positions of the dice that scored."""
    lost: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat went out even."""

    seat: int
    place: int
    """1 for the first."""


@dataclass(frozen=True, slots=True)
class TookOver:
    """A seat goes on with the dice and points that the player before left when banking (R-piggyback)."""

    seat: int
    dice: int
    points: int


@dataclass(frozen=True, slots=True)
class Penalised:
    """Three busts in a row cost banked points (R-farkle3)."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class ExtraTurnsStarted:
    """Seats that ended level play one more turn each (R-tie)."""

    seats: tuple[int, ...]
    total: int
    round: int


@dataclass(frozen=True, slots=True)
class LastRoundStarted:
    """Every other seat has one turn left, or one roll where the card says so."""

    seat: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VoteAsked:
    """A seat is asked whether to split."""

    seat: int


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat answered whether to split."""

    seat: int
    yes: bool
    by_autopilot: bool


@dataclass(frozen=True, slots=True)
class OrderAsked:
    """The seat that went out first is asked for its place in the roll-off."""

    seat: int


@dataclass(frozen=True, slots=True)
class OrderChosen:
    """The order of the whole roll-off is known."""

    seat: int
    order: str
    sequence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RolloffStarted:
    """The roll-off began."""

    sequence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RolloffAdded:
    """A roll-off turn ended and its points were added."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class RolloffTied:
    """The round ended with several seats ahead together."""

    seats: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ShareAsked:
    """A tied seat is asked whether to share."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shared:
    """A tied seat answered whether to share."""

    seat: int
    yes: bool
    by_autopilot: bool


@dataclass(frozen=True, slots=True)
class LockedIn:
    """A seat has sets of 2s, 3s, 4s and 6s open in a roll-off."""

    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The autopilot plays the step that follows."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game ended."""

    kind: str
    """`win`, `split`, `shared` or `none`."""
    seats: tuple[int, ...]
    reason: str


Event = (
    TurnStarted | Rolled | Busted | Kept | WentOver | Banked | ForNothingFailed | WentOut | LastRoundStarted
    | VoteAsked | Voted | OrderAsked | OrderChosen | RolloffStarted | RolloffAdded | RolloffTied | ShareAsked
    | Shared | LockedIn | Left | TimedOut | GameOver | TookOver | Penalised | ExtraTurnsStarted
    | FirstAsked | FirstTied | FirstFound | RollWithheld
)  # fmt: skip


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


TYPES: dict[type, tuple[str, tuple[str, ...]]] = {
    kind: (_snake(kind.__name__), tuple(field.name for field in fields(kind))) for kind in get_args(Event)
}
"""For each event its type in records, snake_case of its class, and its field names."""


def to_record(event: Event) -> dict[str, object]:
    """The event as plain values: its type and its fields.

    >>> to_record(Left(2))
    {'type': 'left', 'seat': 2}
    """
    name, field_names = TYPES[type(event)]
    record: dict[str, object] = {"type": name}
    for field_name in field_names:
        value = getattr(event, field_name)
        record[field_name] = [part_record(part) for part in value] if field_name == "parts" else value
    return record


def part_record(part: Part) -> dict[str, object]:
    """A scoring part as plain values."""
    return {"kind": str(part.kind), "faces": part.faces, "points": part.points, "dice": part.dice}
