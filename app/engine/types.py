"""The small words of the game, each its own type so that one number cannot pass for another."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

Face = NewType("Face", int)
"""The upper face of a die, 1 to 6."""

Points = NewType("Points", int)
"""Points of the score sheet, a multiple of 50 in every printed rule set."""

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in playing order."""


class Phase(StrEnum):
    """What the game waits for."""

    FIRST = "first"
    """The acting seat rolls one die for the right to start."""
    ROLL = "roll"
    """The acting seat must roll now."""
    KEEP = "keep"
    """Dice lie unread; the acting seat keeps some of them or gives the roll up."""
    DECIDE = "decide"
    """The acting seat may bank or roll on."""
    VOTE = "vote"
    """A seat that went out is asked whether to split."""
    ORDER = "order"
    """The seat that went out first chooses its place in the roll-off."""
    SHARE = "share"
    """A tied seat of the roll-off is asked whether to share."""
    OVER = "over"
    """Nothing more will happen in this game."""


class Kind(StrEnum):
    """The kinds of scoring parts, in the order in which a reading lists them."""

    SET = "set"
    """Three or more of one face, started in this keep."""
    SMALL = "small"
    """1-2-3-4-5 or 2-3-4-5-6."""
    LARGE = "large"
    """1-2-3-4-5-6."""
    PAIRS = "pairs"
    """Three or four pairs of different faces."""
    EXTEND = "extend"
    """One more die of a face whose set is open."""
    FILL = "fill"
    """The missing end of an open small straight."""
    PAIR4 = "pair4"
    """The fourth pair on three open pairs."""
    SINGLE = "single"
    """A lone 1 or 5."""


FACES: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
LOW: tuple[int, ...] = (1, 2, 3, 4, 5)
HIGH: tuple[int, ...] = (2, 3, 4, 5, 6)
