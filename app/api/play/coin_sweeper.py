"""Coin tables go on by themselves: their clocks stand in the database, and whoever runs the service looks at them.

Two processes that look at the same time both try; the number of the table's next event lets one of them through.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.core.writer import Write
from app.api.play import messages
from app.api.play.service import Play
from app.api.play.standing import PLAYING
from app.api.tables.models import HeartbeatRow, StandingRow
from app.api.tables.place import COINS

log = logging.getLogger("tenk.clocks")

TICK_S = 0.25
BEAT_MS = 1000
"""How often it is noted that somebody is alive, while a coin game runs."""
SILENT_MS = 3 * BEAT_MS
"""Without a beat for so long, no other process is alive."""
DUE_MAX = 64
"""Tables looked at in one round."""
AFRESH_MS = 10_000
"""What a fault of ours gives every running clock besides the time that it took (reliability C10)."""
AGAIN_MS = 10_000
"""How long a table that cannot be read is left alone."""


class Clocks:
    """Looks at the clocks of all coin tables."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.beaten_at = 0
        self.broken: dict[str, int] = {}
        """Tables that could not be looked at, and when they are tried again."""

    async def run(self) -> None:
        """Look at the clocks until the service stops."""
        while True:
            try:
                await self.make_up()
                break
            except Exception:
                log.exception("the clocks could not be set on yet")
                await asyncio.sleep(TICK_S)
        while True:
            await asyncio.sleep(TICK_S)
            try:
                await self.tick()
            except Exception:
                log.exception("the clocks could not be looked at")

    async def make_up(self) -> None:
        """Give back the time in which nobody was alive to take a command."""
        now = self.play.clock()
        seen = await self.play.reader.run(last_beat)
        if seen and (self.play.settings.embedded or now - seen > SILENT_MS):
            await self._shift(max(0, now - seen) + AFRESH_MS)
            self._read_again()
        await self.beat(now)

    async def tick(self) -> None:
        """One look."""
        play, now = self.play, self.play.clock()
        if play.halted_at is not None:
            if not play.alarm and not play.stopping:
                # Of two processes that were halted the first gives the time back.
                seen = await play.reader.run(last_beat)
                await self._shift(max(0, now - max(seen, play.halted_at)))
                self._read_again()
                # Not before: whoever plays now has all the time that was left.
                play.halted_at = None
                await self.beat(now)
        elif not play.stopping:
            for table, due in await play.reader.run(lambda session: tables_due(session, now)):
                await self._look_at(table, due, now)
        if not play.halted and now - self.beaten_at >= BEAT_MS and await play.reader.run(a_game_runs):
            await self.beat(now)

    async def _look_at(self, table: str, due: int, now: int) -> None:
        """Let one table go on whose time has come; its trouble is not that of the others."""
        if self.broken.get(table, 0) > now:
            return
        try:
            actor = await self.play.actor(table)
        except Exception:
            log.exception("table %s could not be read", table)
            self.broken[table] = now + AGAIN_MS
            return
        self.broken.pop(table, None)
        if actor.busy:
            return
        if actor.standing.due == due:
            self.play.ask(actor, messages.Due(due))
        else:
            # Another process played on there, and may be gone.
            self.play.read_again(actor)

    async def beat(self, now: int) -> None:
        """Note that somebody is alive, and that coins can move: a halt is made up for after a restart too."""
        if self.play.halted:
            return
        self.beaten_at = now
        beat = self.play.statements.beat
        await self.play.writer.save([Write(beat, [beat.row(now=now)])])

    async def _shift(self, ms: int) -> None:
        """Set all running clocks on."""
        shift = self.play.statements.shift
        await self.play.writer.save([Write(shift, [shift.row(ms=ms)])])

    def _read_again(self) -> None:
        """Have tables in memory take their clocks from the database."""
        for actor in list(self.play.actors.values()):
            if actor.place.kind == COINS and actor.standing.status == PLAYING:
                self.play.read_again(actor)


def last_beat(session: Session) -> int:
    """When somebody was last alive, in ms since 1970; 0 if nobody ever was."""
    return session.scalar(select(HeartbeatRow.at)) or 0


def tables_due(session: Session, now: int) -> list[tuple[str, int]]:
    """Tables whose time has come and what it was, the longest due first."""
    rows = session.execute(
        select(StandingRow.table_id, StandingRow.due_at)
        .where(StandingRow.due_at <= now)
        .order_by(StandingRow.due_at)
        .limit(DUE_MAX)
    )
    return [(table, due) for table, due in rows if due is not None]


def a_game_runs(session: Session) -> bool:
    """Whether a coin game is being played anywhere."""
    row = session.execute(
        select(StandingRow.table_id).where(StandingRow.status == PLAYING, StandingRow.due_at.is_not(None)).limit(1)
    ).first()
    return row is not None
