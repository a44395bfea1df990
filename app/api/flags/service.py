"""Flags: sent, taken back, answered and closed. They touch no game: a flag is a row of its own and nothing else."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.core.clock import Clock
from app.api.core.db import Reader
from app.api.core.ids import ALPHABET, new_id
from app.api.core.refusals import Refused
from app.api.core.writer import Conflict, Duplicate, Write, WriteFailed, Writer
from app.api.flags import rolls, schemas
from app.api.flags.counted import DAY_MS, Counted
from app.api.flags.models import FlagRow
from app.api.flags.rolls import Found
from app.api.flags.statements import Statements
from app.api.flags.told import held, in_full, is_held, is_house, page, row_of, told
from app.engine.pattern import chance, pattern_of, seen

A_DAY = 10
"""Flags of one holder; those that the app sends by itself are counted apart, with the same limit."""
ID_CHARACTERS = 12
ALIAS_CHARACTERS = 4
TRIES = 8
"""How often a flag is tried again that met another one of its holder on its way."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A flag as it arrived."""

    said: schemas.NewFlag
    note: str | None
    transcript: bytes | None
    evidence: bytes | None


class Flags:
    """All flags of the service."""

    def __init__(self, writer: Writer, reader: Reader, clock: Clock, secret: bytes) -> None:
        self.writer = writer
        self.reader = reader
        self.clock = clock
        self.secret = secret
        """Makes the names under which others see holders; without it nobody can tell which account one belongs to."""
        self.sql = Statements(writer)
        self.counted = Counted()

    def alias(self, caller: Caller) -> str:
        """What others see instead of a name, the same for all flags of an account or of a guest's device."""
        holder = caller.account.encode() if caller.account is not None else caller.device
        digest = hmac.digest(self.secret, b"flag-alias/v1" + holder, "sha256")
        return "".join(ALPHABET[byte & 31] for byte in digest[:ALIAS_CHARACTERS]).upper()

    # Sending.

    async def send(self, caller: Caller, said: schemas.NewFlag) -> dict[str, Any]:
        """A new flag, its roll checked at once. Answers it as its holder sees it."""
        sent = Sent(
            said,
            schemas.note_of(said),
            schemas.raw_of(said.transcript, schemas.TRANSCRIPT_BYTES_MAX, "transcript"),
            schemas.raw_of(said.evidence, schemas.EVIDENCE_BYTES_MAX, "evidence"),
        )
        if (said.table is None) == (sent.transcript is None):
            raise Refused("malformed", "A flag names a table, or brings its transcript.", field="table")
        if said.auto and said.reason != "mismatch":
            raise Refused("malformed", "Only a mismatch is flagged by itself.", field="reason")
        for _ in range(TRIES):
            now = self.clock()
            values = await self.reader.run(partial(self._made, caller=caller, sent=sent, now=now))
            try:
                await self._save(self.sql.add(**values))
            except Duplicate:
                # Another one of the same holder came first: look again whether it was about this very roll.
                continue
            return await self.one(caller, values["id"])
        raise Refused("busy")

    def _made(self, session: Session, caller: Caller, sent: Sent, now: int) -> dict[str, Any]:
        """The row of a new flag. Refuses what cannot be flagged."""
        said = sent.said
        if said.table is not None:
            rolls.must_be_there(session, caller, said.table, said.game)
            transcript = rolls.of_table(session, said.table, said.game)
        else:
            transcript = rolls.attached(sent.transcript or b"", said.game)
        attached = said.table is None
        same = select(FlagRow.id).where(
            held(caller), FlagRow.game_id == transcript["id"], FlagRow.roll == said.roll, FlagRow.attached.is_(attached)
        )
        if session.scalar(same) is not None:
            raise Refused("flagged_already")
        day = now // DAY_MS
        owner = FlagRow.device == caller.device if caller.account is None else FlagRow.account == caller.account
        today = select(func.count()).where(owner, FlagRow.day == day, FlagRow.auto.is_(said.auto))
        nth = session.scalar(today) or 0
        if nth >= A_DAY:
            raise Refused("flag_limit")
        found = rolls.on_its_way(transcript, said.roll) if said.auto and not attached else None
        found = found or rolls.checked(transcript, said.roll)
        differs = rolls.differences(transcript, said.roll, sent.evidence) if not attached else []
        return {
            "id": new_id(ID_CHARACTERS),
            "at": now,
            "day": day,
            "nth": nth,
            "account": caller.account,
            "device": caller.device if caller.account is None else None,
            "alias": self.alias(caller),
            "table_id": said.table,
            "game": said.game,
            "roll": said.roll,
            "attached": attached,
            "auto": said.auto,
            "reason": said.reason,
            "note": sent.note,
            "transcript": text_of(sent.transcript),
            "evidence": text_of(sent.evidence),
            "status": "new",
            **self._looked_up(session, found, said.roll, now, differs),
        }

    def _looked_up(self, session: Session, found: Found, roll: int, now: int, differs: Sequence[str]) -> dict[str, Any]:
        """What is known of the roll: whether it holds, of what kind it is, how often such rolls were to be expected."""
        known = {
            "game_id": found.game_id,
            "rolled_at": found.at,
            "dice": found.dice,
            "faces": "".join(map(str, found.faces)),
            "verdict": found.verdict,
            "proof": json.dumps({**found.proof, "phone": list(differs)}, separators=(",", ":")),
        }
        if roll == 0 or not found.faces:
            # Everybody's die in the roll of the whole table is its own roll; a withheld one shows nothing.
            return {**known, "pattern": None, "chance": None}
        pattern = pattern_of(found.faces)
        of_all, alike = seen(pattern, self.counted.until(session, now))
        likely = chance(pattern)
        record = {**pattern.record(), "rolls": of_all, "expected": float(likely * of_all), "seen": alike}
        ratio = f"{likely.numerator}/{likely.denominator}"
        return {**known, "pattern": json.dumps(record, separators=(",", ":")), "chance": ratio}

    # Reading.

    async def listed(self, caller: Caller, whose: str, before: str | None) -> dict[str, Any]:
        """A page of the caller's flags or of all, the newest first."""
        which = (held(caller),) if whose == "mine" else ()

        def read(session: Session) -> dict[str, Any]:
            rows, more = page(session, before, *which)
            return {"flags": [told(session, row, caller) for row in rows], "more": more}

        return await self.reader.run(read)

    async def one(self, caller: Caller, flag: str) -> dict[str, Any]:
        """One flag, in full for its holder and for the house."""
        return await self.reader.run(
            lambda session: in_full(session, row_of(session, flag), caller, is_house(session, caller.account))
        )

    async def queue(self, caller: Caller, status: str | None, before: str | None) -> dict[str, Any]:
        """The house's page: what waits for an answer, the longest first; what was dealt with, the latest first."""
        which = (FlagRow.status == status,) if status is not None else ()

        def read(session: Session) -> dict[str, Any]:
            rows, more = page(session, before, *which, oldest_first=status == "new")
            counts = select(FlagRow.status, func.count()).where(FlagRow.removed_at.is_(None)).group_by(FlagRow.status)
            waiting = {row[0]: row[1] for row in session.execute(counts)}
            return {
                "flags": [told(session, row, caller, house=True) for row in rows],
                "more": more,
                "counts": {each: waiting.get(each, 0) for each in ("new", "answered", "closed")},
            }

        return await self.reader.run(read)

    # Changing.

    async def remove(self, caller: Caller, flag: str) -> None:
        """Take an own flag back."""

        def mine(session: Session) -> None:
            if not is_held(row_of(session, flag), caller):
                raise Refused("not_found", "There is no such flag.")

        await self.reader.run(mine)
        await self._changed(self.sql.remove(flag, self.clock()))

    async def must_be_house(self, caller: Caller) -> None:
        """Refuse everybody who does not answer for the house."""
        if caller.account is None:
            raise Refused("signed_out")
        if not await self.reader.run(lambda session: is_house(session, caller.account)):
            raise Refused("not_house")

    async def answer(self, flag: str, text: str, account: str | None) -> None:
        """The house answers; from the command line without an account."""
        await self._there(flag)
        await self._changed(self.sql.answer(flag, schemas.answer_of(text), account, self.clock()))

    async def close(self, flag: str) -> None:
        """The house has nothing more to do about a flag; closing it twice changes nothing."""
        row = await self._there(flag)
        if row.status != "closed":
            await self._changed(self.sql.close(flag, self.clock()), twice=True)

    async def _there(self, flag: str) -> FlagRow:
        return await self.reader.run(lambda session: row_of(session, flag))

    async def _changed(self, write: Write, *, twice: bool = False) -> None:
        """Save a change of one flag; `twice`: it may have been made by somebody else in this very moment."""
        try:
            await self._save(write)
        except Conflict as gone:
            if not twice:
                raise Refused("not_found", "There is no such flag.") from gone

    async def _save(self, write: Write) -> None:
        try:
            await self.writer.save([write])
        except WriteFailed as failed:
            raise Refused("busy") from failed


def text_of(value: bytes | None) -> str | None:
    """A part of a call as text."""
    return value.decode() if value is not None else None
