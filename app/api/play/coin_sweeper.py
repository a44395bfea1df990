"""Coin tables go on by themselves: their clocks stand in the database, and whoever runs the service looks at them.

Two processes that look at the same time both try; the number of the table's next event lets one of them through.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.core.writer import Conflict, Duplicate, Write, WriteFailed
from app.api.play import messages
from app.api.play.service import Play
from app.api.play.standing import PLAYING
from app.api.tables.models import HeartbeatRow, StandingRow
from app.api.tables.place import COINS

log = logging.getLogger("tenk.clocks")

TICK_S = 0.25
BEAT_MS = 1000
"""How often it is noted that somebody is alive, while a coin game runs."""
DUE_MAX = 64
"""Tables looked at in one round."""
AFRESH_MS = 10_000
"""What a fault of ours gives every running clock besides the time that it took (reliability C10)."""
READ_AGAIN = messages.Due(-1)


class Clocks:
    """Looks at the clocks of all coin tables."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.beaten_at = 0
        self.halted_at: int | None = None

    async def run(self) -> None:
        """Look at the clocks until the service stops."""
        while True:
            try:
                await self.make_up()
                break
            except (WriteFailed, Conflict, Duplicate):
                log.warning("the clocks could not be set on yet")
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
        if seen and (self.play.settings.embedded or now - seen > BEAT_MS):
            await self._shift(max(0, now - seen) + AFRESH_MS)
        await self.beat(now)

    async def tick(self) -> None:
        """One look."""
        play, now = self.play, self.play.clock()
        if play.halted or play.stopping:
            # No coin moves, so nobody loses time either.
            self.halted_at = self.halted_at or now
        elif self.halted_at is not None:
            await self._shift(now - self.halted_at)
            self.halted_at = None
            self._read_again()
        else:
            for table in await play.reader.run(lambda session: tables_due(session, now)):
                actor = await play.actor(table)
                due = actor.standing.due
                if due is not None and due <= now and not actor.busy:
                    play.ask(actor, messages.Due(due))
        if now - self.beaten_at >= BEAT_MS and await play.reader.run(a_game_runs):
            await self.beat(now)

    async def beat(self, now: int) -> None:
        """Note that somebody is alive."""
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
                actor.unsure = True
                self.play.ask(actor, READ_AGAIN)


def last_beat(session: Session) -> int:
    """When somebody was last alive, in ms since 1970; 0 if nobody ever was."""
    return session.scalar(select(HeartbeatRow.at)) or 0


def tables_due(session: Session, now: int) -> list[str]:
    """Tables whose time has come, the longest due first."""
    rows = session.scalars(
        select(StandingRow.table_id).where(StandingRow.due_at <= now).order_by(StandingRow.due_at).limit(DUE_MAX)
    )
    return list(rows)


def a_game_runs(session: Session) -> bool:
    """Whether a coin game is being played anywhere."""
    row = session.execute(
        select(StandingRow.table_id).where(StandingRow.status == PLAYING, StandingRow.due_at.is_not(None)).limit(1)
    ).first()
    return row is not None
