"""All rolls so far by their faces, for whoever asks how often such a roll was to be expected.

Days that are over do not change: they are added up once and kept. Only the last two days are read every time.
"""

from __future__ import annotations

from collections import Counter
from threading import Lock

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.play.models import RollRow

DAY_MS = 24 * 3600 * 1000


class Counted:
    """How often each set of faces lay on any table here. The threads that read share one."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.old: Counter[str] = Counter()
        self.through = -1
        """The last day that `old` holds."""

    def until(self, session: Session, now: int) -> Counter[str]:
        """Rolls by their faces, lowest first, until `now` in ms."""
        today = now // DAY_MS
        with self.lock:
            if self.through < today - 2:
                self.old += read(session, self.through + 1, today - 2)
                self.through = today - 2
            old, through = self.old.copy(), self.through
        return old + read(session, through + 1, today)


def read(session: Session, first: int, last: int) -> Counter[str]:
    """Rolls of some days, both included; withheld ones have no faces and do not count."""
    rows = session.execute(
        select(RollRow.faces, func.count())
        .where(RollRow.day.between(first, last), RollRow.faces != "")
        .group_by(RollRow.faces)
    )
    found: Counter[str] = Counter()
    for faces, times in rows:
        found["".join(sorted(faces))] += times
    return found
