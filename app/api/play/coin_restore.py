"""What a backup that was put back means for coin games: their dice are known."""

from __future__ import annotations

from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.core.clock import wall_clock
from app.api.core.db import Reader, open_engine
from app.api.core.settings import Settings
from app.api.core.writer import Writer
from app.api.play import messages, repo
from app.api.play.serial import Job
from app.api.play.service import NOBODY, Play, awaited, settle
from app.api.play.standing import OVER
from app.api.tables.models import StandingRow


async def call_off_all(settings: Settings) -> int:
    """Call every coin game off that has not ended, and give the stakes back; answers how many there were.

    Keys of rolls were told after the backup was made: whoever has them could choose the entropy that makes a roll.
    """
    url = settings.sqlalchemy_url
    writer, reader = Writer(open_engine(url)), Reader(url)
    try:
        play = Play(settings, writer, reader, wall_clock, await reader.run(repo.epoch))
        tables = await reader.run(unfinished)
        for table in tables:
            actor, done = await play.actor(table), play.loop.create_future()
            play.serial.take(actor, Job(NOBODY, messages.CallOff(), partial(settle, done)))
            await awaited(done)
        await play.stop()
        await play.throws.close()
    finally:
        await writer.close()
        reader.close()
    return len(tables)


def unfinished(session: Session) -> list[str]:
    """Coin tables that wait or play: nothing else has a clock."""
    rows = session.scalars(
        select(StandingRow.table_id).where(StandingRow.due_at.is_not(None), StandingRow.status != OVER)
    )
    return list(rows)
