"""The moves: ways to throw that can be bought for a set, each in four stages between the plain throw and its own.

A move changes how the dice fly and nothing else. Its figures were set by eye and held by tests/physics/test_moves.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Final

from app.physics.params import PLAIN_MOVE, Move

STAGES: Final = 4
"""Stage 0 is the plain throw, stage 4 the whole move."""

MOVES: Final[Mapping[str, Move]] = MappingProxyType(
    {
        "spin": Move(speed=0.95, tumble=0.3, bounce=0.7, twist=24.0, whirl=1.0),
        "skip": Move(speed=1.15, lift=0.5, spread=0.8, tumble=0.4, lob=-50.0, ceiling=10.0, skim=150.0),
        "arc": Move(speed=0.8, lift=0.9, spread=0.7, tumble=0.75, bounce=0.8, lob=330.0),
        "cascade": Move(spread=0.5, tumble=0.95, lag=0.075),
        "swirl": Move(speed=0.85, lift=0.7, spread=0.5, tumble=0.8, bounce=0.6, ceiling=10.0, curl=17.0),
        "slam": Move(speed=0.9, lift=1.45, spread=1.7, bounce=0.6, lob=-330.0, first=2.2, ceiling=46.0, hurry=0.5),
    }
)
"""Every move at full strength, by its key."""


def move_at(key: str | None, stage: int) -> Move:
    """The move `key` at `stage` 0 … 4, evenly from the plain throw to the whole move; no key is the plain throw.

    Raises ValueError for a stage that is none and KeyError for a move that is none.
    """
    if isinstance(stage, bool) or not isinstance(stage, int) or not 0 <= stage <= STAGES:
        raise ValueError(f"The stage of a move is a whole number from 0 to {STAGES}, not {stage!r}.")
    if key is None:
        return PLAIN_MOVE
    whole = MOVES[key]
    if stage == 0:
        return PLAIN_MOVE
    part = stage / STAGES
    return Move(
        **{
            each.name: getattr(PLAIN_MOVE, each.name) * (1.0 - part) + getattr(whole, each.name) * part
            for each in fields(Move)
        }
    )
