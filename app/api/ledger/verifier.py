"""The books, watched while the service runs: a glance every minute, the whole audit every hour, and an alarm."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.api.core.db import Reader
from app.api.ledger.audit import CHECKS, GLANCES, Check, Finding

log = logging.getLogger("tenk.books")

AUDIT_EVERY_S = 3600.0
LOGGED_MAX = 20
"""Findings that one line of the log names; `tenk coins audit` prints all of them."""


class Verifier:
    """Says whether coins may move. While `halted` they may not; games without coins go on.

    A finding raises the alarm at once. It ends when a later glance and a whole audit have both been read to their ends
    and found nothing, so that what only the audit sees is not forgiven by a glance. A read that breaks off (a busy or
    absent database) is neither: everything stays as it was, and the log says so.
    """

    halted = False
    """Whether the books were found wrong, and not yet found right again."""
    findings: tuple[Finding, ...] = ()
    """What is wrong with them; empty while they balance."""

    def __init__(
        self,
        reader: Reader,
        every_s: float,
        on_change: Callable[[bool], None],
        checks: Sequence[Check] = (),
        audit_every_s: float = AUDIT_EVERY_S,
    ) -> None:
        """`on_change` hears on the event loop what `halted` has become; `checks` are proved with every glance."""
        self.reader = reader
        self.every_s = every_s
        self.on_change = on_change
        self.checks = tuple(checks)
        self.audit_every_s = audit_every_s
        self.audit_due = 0.0
        """In seconds of the monotonic clock; the first look is a whole one."""

    async def run(self) -> None:
        """Look now, and then every `every_s` until cancelled."""
        while True:
            await self.check_once()
            await asyncio.sleep(self.every_s)

    async def check_once(self) -> None:
        """Look once. Raises nothing that a read may raise."""
        found = await self._read((*GLANCES, *self.checks))
        if found == [] and (self.halted or time.monotonic() >= self.audit_due):
            # Only now, and of a later moment: what the glance finds does not wait for it.
            found = await self._read(CHECKS)
            if found is not None:
                self.audit_due = time.monotonic() + self.audit_every_s
        if found is not None:
            self._tell(tuple(found))

    async def _read(self, checks: Sequence[Check]) -> list[Finding] | None:
        """What checks found in the rows of one moment; None if they broke off before they found anything."""
        found: list[Finding] = []

        def look(session: Session) -> None:
            for check in checks:
                found.extend(check(session))

        try:
            await self.reader.run(look)
        except DBAPIError as error:
            # Not the statement: it may be long, and its values are nobody's business.
            log.warning("the books could not be read: %s", error.orig)
        except Exception:
            log.exception("a check of the books broke")
        else:
            return found
        return found or None

    def _tell(self, found: tuple[Finding, ...]) -> None:
        news, self.findings = found != self.findings, found
        if found and news:
            named = "; ".join(map(str, found[:LOGGED_MAX]))
            more = f"; and {len(found) - LOGGED_MAX} more" if len(found) > LOGGED_MAX else ""
            log.error("the books do not balance, no coin moves: %s%s", named, more)
        if bool(found) == self.halted:
            return
        self.halted = bool(found)
        if not self.halted:
            log.warning("the books balance again, coins move")
        try:
            self.on_change(self.halted)
        except Exception:
            log.exception("what follows an alarm of the books broke")
