"""Tables without a server around them: the same play, writer and database file, in the test's own loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from app.api.accounts.callers import Caller
from app.api.core.clock import wall_clock
from app.api.core.db import Reader, open_engine
from app.api.core.frames import Bundle
from app.api.core.migrate import upgrade
from app.api.core.settings import Settings
from app.api.core.writer import Writer
from app.api.play import messages, repo
from app.api.play.service import Play
from app.engine import rulesets

ANN, BEN, EVE = Caller(b"ann".ljust(16)), Caller(b"ben".ljust(16)), Caller(b"eve".ljust(16))
ENTROPY = "ab" * 32


@asynccontextmanager
async def tables(folder: Path, **settings: Any) -> AsyncIterator[Play]:
    """Play on the database in a folder; several of them stand for several processes."""
    url = f"sqlite:///{folder / 'tenk.db'}"
    upgrade(url)
    writer, reader = Writer(open_engine(url)), Reader(url)
    chosen = Settings(state_dir=folder, throw_backlog=0, **settings)
    play = Play(chosen, writer, reader, wall_clock, await reader.run(repo.epoch))
    try:
        yield play
    finally:
        await play.stop()
        await play.throws.close()
        await writer.close()
        reader.close()


async def one_phone(play: Play, *names: str, device: Caller = ANN) -> str:
    """A running table on one phone."""
    people = [(name, None) for name in names or ("Ann", "Ben")]
    place = await play.open(device, "one_phone", rulesets.load("progressive"), "Kitchen", people)
    return place.id


def say(play: Play, table: str, kind: type[messages.Command], **more: Any) -> Any:
    """A command about what lies on the table now."""
    body = {"cid": uuid4(), "table": table, "expect_seq": play.actors[table].standing.seq, **more}
    if kind in (messages.Roll, messages.PlayFor):
        body.setdefault("entropy", ENTROPY)
    return kind(**body)


class Ear:
    """Somebody who watches."""

    def __init__(self, caller: Caller = EVE) -> None:
        self.caller = caller
        self.heard: list[dict[str, Any]] = []

    def push(self, bundle: Bundle) -> None:
        """Remember what was said."""
        self.heard += [msgspec.json.decode(payload) for payload in bundle.payloads]
