"""What a socket that asked for something is told within a turn of the loop is sent at its end, in one write."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

log = logging.getLogger("tenk.live")


class Sender(Protocol):
    """Somebody with something to send."""

    def flush(self) -> None:
        """Send it."""


class Outbox:
    """Senders of this turn. A command's events and its answer go to its own socket: apart, each would cost a write."""

    __slots__ = ("loop", "senders")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.senders: list[Sender] = []

    def add(self, sender: Sender) -> None:
        """Have a sender flushed when this turn's work is done."""
        if not self.senders:
            self.loop.call_soon(self._flush)
        self.senders.append(sender)

    def _flush(self) -> None:
        senders, self.senders = self.senders, []
        for sender in senders:
            try:
                sender.flush()
            except Exception:
                # One broken line must not keep the others waiting.
                log.exception("a socket could not be written to")
