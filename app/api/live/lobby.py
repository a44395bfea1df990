"""The lobby as it changes: whoever looks at it is told the tables anew, within a second."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from app.api.core.frames import Bundle, texts
from app.api.core.wire import encode
from app.api.play.coin_lobby import listing
from app.api.play.service import Play

log = logging.getLogger("tenk.live")

LOOK_S = 0.7
"""Between two looks; tables of other processes are seen as soon as our own."""


class Looker(Protocol):
    """A socket in the lobby."""

    def push(self, bundle: Bundle) -> None:
        """Send without waiting."""


class LobbyFeed:
    """Looks at the tables as long as somebody is there to be told."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.lookers: dict[Looker, None] = {}
        self.fresh: set[Looker] = set()
        """Those who were not told anything yet."""
        self.task: asyncio.Task[None] | None = None
        self.told = b""
        self.news = asyncio.Event()

    def enter(self, looker: Looker) -> None:
        """Somebody looks."""
        self.lookers[looker] = None
        self.fresh.add(looker)
        self.news.set()
        if self.task is None or self.task.done():
            self.task = self.play.loop.create_task(self._run())

    def leave(self, looker: Looker) -> None:
        """Somebody looks no more."""
        self.lookers.pop(looker, None)
        self.fresh.discard(looker)

    async def _run(self) -> None:
        while self.lookers:
            self.news.clear()
            try:
                await self._look()
            except Exception:
                log.exception("the lobby could not be looked at")
            try:
                await asyncio.wait_for(self.news.wait(), LOOK_S)
            except TimeoutError:
                continue

    async def _look(self) -> None:
        tables = encode(await self.play.reader.run(listing))
        halted = b"true" if self.play.halted else b"false"
        changed = tables + halted != self.told
        to = list(self.lookers) if changed else [each for each in self.fresh if each in self.lookers]
        self.told = tables + halted
        self.fresh.clear()
        if not to:
            return
        frame = b'{"type":"lobby","now":%d,"halted":%b,"tables":%b}' % (self.play.clock(), halted, tables)
        bundle = texts([frame])
        for looker in to:
            looker.push(bundle)
