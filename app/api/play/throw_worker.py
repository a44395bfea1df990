"""What runs in the throw worker's own process: throws are made there, so that no table waits for one."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import connection, parent_process

NICENESS = 5
"""Below the server: a late throw is prettier than a late answer."""

Spec = tuple[int, int, int, tuple[int, ...], int, int, bytes, str, str | None, int]
"""Table number, game, roll, faces, angle, power and motion seed of a throw; its set, move and stage."""


def start() -> None:
    """Settle into the process: leave Ctrl-C to the server, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=follow_parent, name="follow-parent", daemon=True).start()


def follow_parent() -> None:
    """End when the server has ended, however it did."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
    os._exit(0)


def warm() -> None:
    """Load the physics before the first throw needs it."""
    import app.physics  # noqa: F401


def make(spec: Spec) -> bytes:
    """The record of one throw. Raises ValueError for a spec that cannot be."""
    from app.physics import BODIES, MOVES, ThrowSpec, move_at, throw_bytes

    table, game, roll, faces, angle, power, seed, dice_set, move, stage = spec
    if dice_set not in BODIES or (move is not None and move not in MOVES):
        raise ValueError(f"There is no set {dice_set!r} with the move {move!r}.")
    body, way = BODIES[dice_set], move_at(move, stage)
    return throw_bytes(ThrowSpec(table, game, roll, faces, angle, power, seed, body, way))
