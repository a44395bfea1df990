"""All rolls, day by day: each day is tested once, after it is over, and never again.

A sample that grows while it is tested again and again fails in the end even where the dice are fair; so the windows
are fixed, the level is one for every test of every day, and today is only counted. Every roll of every table is in:
nothing is chosen, and nobody's wish to have a roll looked at makes it count more.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from threading import Lock
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.luck.models import FairnessDayRow
from app.api.luck.voids import voids_told
from app.api.play.models import RollRow
from app.engine.battery import ALPHA, EXPECTED_MIN, FACES, Sample, Verdict, alike, battery

DAY_MS = 24 * 3600 * 1000
SETTLED_MS = 10 * 60 * 1000
"""After midnight, until every roll of the day before has reached the database."""
FRESH_MS = 60 * 1000
"""How long today's counts are told before they are counted again."""
DAYS_MAX = 366
AT_ONCE = 5000
"""Rolls that are read from the database in one go."""

Groups = dict[str, dict[object, list[int]]]
"""For each split and each of its groups how often each face lay."""


class Days:
    """The days of all rolls. The threads that read share one."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.today: tuple[int, dict[str, Any]] = (-FRESH_MS, {})
        """When the counts of today were made, and what they are."""

    def next_row(self, session: Session, until: int, now: int) -> dict[str, Any] | None:
        """The row of the oldest day without one that was over at `until`, in ms; None when all have theirs."""
        last = session.scalar(select(func.max(FairnessDayRow.day)))
        asked = select(func.min(RollRow.day)).where(RollRow.day < until // DAY_MS)
        day = session.scalar(asked if last is None else asked.where(RollRow.day > last))
        return None if day is None else row_of(session, day, now)

    def told(self, session: Session, most: int, now: int) -> dict[str, Any]:
        """The newest days, today's counts, all tests so far, and void games."""
        rows = session.scalars(select(FairnessDayRow).order_by(FairnessDayRow.day.desc()).limit(most))
        days = [{"day": row.day, "rolls": row.rolls, "dice": row.dice, **json.loads(row.told)} for row in rows]
        sums = session.execute(
            select(
                func.count(),
                *(
                    func.coalesce(func.sum(column), 0)
                    for column in (
                        FairnessDayRow.rolls, FairnessDayRow.dice, FairnessDayRow.tests, FairnessDayRow.failed,
                    )
                ),
            )
        ).one()  # fmt: skip
        totals = dict(zip(("days", "rolls", "dice", "tests", "failed"), map(int, sums), strict=True))
        return {"alpha": ALPHA, "least": EXPECTED_MIN, "days": days, "totals": totals, **self._now(session, now)}

    def _now(self, session: Session, now: int) -> dict[str, Any]:
        """What changes with every roll, at most a minute old."""
        with self.lock:
            made, found = self.today
            if not 0 <= now - made < FRESH_MS or made // DAY_MS != now // DAY_MS:
                found = {"today": counted(session, now // DAY_MS), "voids": voids_told(session, now)}
                self.today = (now, found)
        return found


def counted(session: Session, day: int) -> dict[str, Any]:
    """A day's rolls, counted and not tested."""
    rows = session.execute(
        select(RollRow.faces, func.count()).where(RollRow.day == day, RollRow.faces != "").group_by(RollRow.faces)
    )
    faces, rolls = [0] * FACES, 0
    for lay, times in rows:
        rolls += times
        for face in lay:
            faces[int(face) - 1] += times
    return {"day": day, "rolls": rolls, "dice": sum(faces), "faces": faces}


def row_of(session: Session, day: int, now: int) -> dict[str, Any]:
    """A day that is over: its counts, its tests and how each came out."""
    sample, groups, withheld = sample_of(session, day)
    verdicts = [*battery(sample), *(each for each in splits(groups) if each is not None)]
    return {
        "day": day,
        "at": now,
        "rolls": sample.rolls,
        "dice": len(sample.stream),
        "tests": len(verdicts),
        "failed": sum(not each.passed for each in verdicts),
        "told": json.dumps(told_of(sample, groups, withheld, verdicts), separators=(",", ":")),
    }


def sample_of(session: Session, day: int) -> tuple[Sample, Groups, int]:
    """All rolls of a day in the order in which they fell, what they are split by, and how many never fell."""
    sample, withheld = Sample(), 0
    groups: Groups = {name: defaultdict(lambda: [0] * FACES) for name in ("seat", "stake", "ahead")}
    for faces, *labels in rolls_of(session, day):
        if not faces:
            withheld += 1
            continue
        lay = bytes(map(int, faces))
        sample.add(lay)
        for name, label in zip(groups, labels, strict=True):
            counts = groups[name][label]
            for face in lay:
                counts[face - 1] += 1
    return sample, groups, withheld


def rolls_of(session: Session, day: int) -> Iterator[tuple[str, int, int, int]]:
    """Faces, seat, stake (0 where nothing is played for) and whether the roller led, for each roll of a day."""
    asked = (
        select(RollRow.faces, RollRow.seat, func.coalesce(RollRow.stake, 0), RollRow.ahead)
        .where(RollRow.day == day)
        .order_by(RollRow.at, RollRow.table_id, RollRow.game, RollRow.n)
        .execution_options(yield_per=AT_ONCE)
    )
    for faces, seat, stake, ahead in session.execute(asked):
        yield faces, seat, stake, int(ahead)


def splits(groups: Groups) -> Iterator[Verdict | None]:
    """Whether dice fall alike for every seat, every stake, and for those who lead as for those who trail."""
    for name, split in groups.items():
        yield alike(name, split)


def told_of(sample: Sample, groups: Groups, withheld: int, verdicts: list[Verdict]) -> dict[str, Any]:
    """A day as the page tells it."""
    return {
        "withheld": withheld,
        "faces": sample.counts(),
        "splits": {
            name: [{"group": group, "faces": split[group]} for group in sorted(split, key=str)]
            for name, split in groups.items()
        },
        "tests": [
            {
                "name": each.name,
                "statistic": round(each.statistic, 3),
                "df": each.freedom,
                "p": each.p,
                "passed": each.passed,
            }
            for each in verdicts
        ],
    }
