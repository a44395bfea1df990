"""Chance for throws that are only looked at. It has no way into a game: there, dice come of `fairness` alone."""

from __future__ import annotations

import secrets

SEED_BYTES = 32


def faces(dice: int) -> tuple[int, ...]:
    """Fair faces that count for nothing."""
    return tuple(secrets.randbelow(6) + 1 for _ in range(dice))


def motion_seed() -> bytes:
    """What the motion of such a throw is made from."""
    return secrets.token_bytes(SEED_BYTES)
