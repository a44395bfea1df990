"""Where a test lets the process die, to show that what was acknowledged is kept and nothing happens twice.

Nothing is armed unless `TENK_FAILPOINT` says so, and production refuses it.
"""

from __future__ import annotations

import os

NAMES = ("commit.before", "commit.after", "tell.before", "tell.after", "answer.before", "answer.after")
"""In the order in which one command passes them: a batch reaches the disk, its events are told, it is answered."""
LIKE_KILL = 137
"""The exit status of a process that was killed."""

_armed: dict[str, int] = {}
"""Hits that are left to a point; empty unless a test wants one."""


def read_failpoint(text: str) -> tuple[str, int]:
    """A point and the hit of it that is fatal, from `name:n`. Raises ValueError for what is no point.

    >>> read_failpoint("commit.after:2")
    ('commit.after', 2)
    """
    name, _, times = text.partition(":")
    if name not in NAMES or not times.isdecimal() or int(times) < 1:
        raise ValueError(f"TENK_FAILPOINT must be one of {', '.join(NAMES)}, a colon and which hit ends the process")
    return name, int(times)


def arm(text: str | None) -> None:
    """Let the process die at a point; nowhere for None."""
    _armed.clear()
    if text is not None:
        name, times = read_failpoint(text)
        _armed[name] = times


def hit(name: str) -> None:
    """The process is at a point. Where it was told to die here it does, without a word and without tidying up."""
    if not _armed or name not in _armed:
        return
    _armed[name] -= 1
    if not _armed[name]:
        os._exit(LIKE_KILL)
