"""Who starts where the card rolls for it: the highest of one die each; the tied highest roll again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Round = tuple[tuple[int, int], ...]
"""Seats that rolled and what each rolled."""


@dataclass(frozen=True, slots=True)
class FirstSeat:
    """The rounds of single dice and the seat that starts."""

    rounds: tuple[Round, ...]
    seat: int


def first_seat(seats: int, dice: Sequence[int]) -> FirstSeat | None:
    """Deal dice to seats in order, round after round, until one is highest; None if there are too few dice.

    >>> first_seat(3, (4, 6, 6, 2, 5))
    FirstSeat(rounds=(((0, 4), (1, 6), (2, 6)), ((1, 2), (2, 5))), seat=2)
    """
    going = tuple(range(seats))
    rounds: list[Round] = []
    used = 0
    while len(going) > 1:
        faces = tuple(dice[used : used + len(going)])
        if len(faces) < len(going):
            return None
        used += len(going)
        rounds.append(tuple(zip(going, faces, strict=True)))
        going = tuple(seat for seat, face in rounds[-1] if face == max(faces))
    return FirstSeat(tuple(rounds), going[0])
