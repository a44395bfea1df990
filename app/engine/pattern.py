"""What kind of roll some dice are, and exactly how often such a roll comes.

Every roll has a shape: how many of its dice are alike, the most first. `6 6 6 1 2 3 4 5` has the shape 3 1 1 1 1 1.
Where five or six different faces lie, the shape alone does not say whether they form a straight, so that is told
besides. Shape and straight together sort all rolls of so many dice: each roll is of exactly one kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import Any

FACES = 6
SHORT, LONG = 5, 6
"""Dice of a small and of a large straight."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One kind of roll."""

    shape: tuple[int, ...]
    """How many dice are alike, the most first; together as many as were rolled."""
    straight: int = 0
    """6 where all faces lie, 5 where 1 to 5 or 2 to 6 do and the other face is missing, else 0."""

    @property
    def dice(self) -> int:
        """How many dice were rolled."""
        return sum(self.shape)

    def record(self) -> dict[str, Any]:
        """As it is stored and sent.

        >>> pattern_of((6, 6, 6, 6, 6, 6, 6, 6)).record()
        {'shape': [8], 'straight': 0, 'ways': 6, 'of': 1679616}
        """
        return {"shape": list(self.shape), "straight": self.straight, "ways": ways(self), "of": FACES**self.dice}


def pattern_of(faces: Sequence[int]) -> Pattern:
    """The kind of a roll.

    >>> pattern_of((2, 1, 3, 5, 4))
    Pattern(shape=(1, 1, 1, 1, 1), straight=5)
    >>> pattern_of((2, 1, 3, 6, 4))
    Pattern(shape=(1, 1, 1, 1, 1), straight=0)
    """
    alike = Counter(faces)
    shape = tuple(sorted(alike.values(), reverse=True))
    if len(alike) == LONG:
        return Pattern(shape, LONG)
    return Pattern(shape, SHORT if len(alike) == SHORT and not {1, 6} <= set(alike) else 0)


@lru_cache(maxsize=512)
def ways(pattern: Pattern) -> int:
    """How many of the 6 ** dice rolls are of this kind, the dice told apart.

    >>> ways(Pattern((8,)))
    6
    """
    different = len(pattern.shape)
    # Which faces take which places of the shape; equal places cannot be told apart.
    named = factorial(FACES) // factorial(FACES - different)
    named //= prod(factorial(times) for times in Counter(pattern.shape).values())
    laid = factorial(pattern.dice) // prod(factorial(alike) for alike in pattern.shape)
    if different != SHORT:
        return named * laid
    # Each face is missing equally often; without a 1 or a 6 the others are a straight.
    return named * laid * (2 if pattern.straight == SHORT else FACES - 2) // FACES


def chance(pattern: Pattern) -> Fraction:
    """How likely a roll of so many dice is of this kind, exactly.

    >>> chance(Pattern((8,)))
    Fraction(1, 279936)
    """
    return Fraction(ways(pattern), FACES**pattern.dice)


def seen(pattern: Pattern, rolls: Mapping[str, int]) -> tuple[int, int]:
    """How many rolls of so many dice there were, and how many of them were of this kind.

    `rolls` counts rolls by their faces, like `66612345`.
    """
    among = {faces: times for faces, times in rolls.items() if len(faces) == pattern.dice}
    alike = sum(times for faces, times in among.items() if pattern_of(tuple(map(int, faces))) == pattern)
    return sum(among.values()), alike
