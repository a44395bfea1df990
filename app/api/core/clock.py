"""The wall clock, an argument wherever it matters."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Milliseconds since 1970."""


def wall_clock() -> int:
    """The machine's time."""
    return time.time_ns() // 1_000_000
