"""The serial section: a table's commands one after another, each played, saved, then told.

It is written with callbacks, not coroutines: between a command's arrival and its place in the next commit nothing is
awaited, and a commit wakes its tables directly.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from app.api.accounts.callers import Caller
from app.api.core import failpoints
from app.api.core.clock import Clock
from app.api.core.db import Reader
from app.api.core.refusals import Refused
from app.api.core.writer import Conflict, Duplicate, Write, Writer
from app.api.play import looks, messages, repo
from app.api.play.actor import Answered, Key, TableActor
from app.api.play.asked import Asked, Entry, Tools
from app.api.play.carrying import carry_out
from app.api.play.coin_facts import entry_of
from app.api.play.positions import kept
from app.api.play.standing import PLAYING, Change, Standing
from app.api.play.statements import Statements
from app.api.play.throws import Throws
from app.api.tables.place import COINS, Sittings

log = logging.getLogger("tenk.play")

INBOX_MAX = 256
"""Commands that may wait at one table; more are refused with `busy`."""

Answer = Callable[["int | Refused"], None]
"""Told the table's last event number after the command, or why it was refused."""


class Job(Struct, frozen=True):
    """One command on its way through a table."""

    caller: Caller
    said: messages.Command | messages.OfService | messages.Dress
    answer: Answer
    key: Key | None = None
    body: bytes = b""
    """Digest of what it says."""
    entry: Entry | None = None
    """What was found out about an account that wants to sit down at a coin table."""
    new: bool = False
    """It was looked up that this command was not carried out before."""


class Draft(Struct, frozen=True):
    """A change as it will be: saved as one unit, then told."""

    standing: Standing
    told: list[bytes]
    """Its events, whole."""
    unit: list[Write]


def job_of(caller: Caller, said: messages.Command, answer: Answer) -> Job:
    """A command with a number of its own."""
    return Job(caller, said, answer, (caller.device, said.cid.bytes), messages.digest(said))


def wants_to_sit(actor: TableActor, job: Job) -> bool:
    """Whether a command may seat an account at a coin table, so that the account must be looked up."""
    if type(job.said) not in messages.SITS_DOWN or job.caller.account is None or job.key in actor.answered:
        return False
    return actor.place.kind == COINS and actor.standing.status != PLAYING


class Serial:
    """Runs the commands of all tables; the only place where a table's state changes."""

    def __init__(
        self,
        writer: Writer,
        reader: Reader,
        tools: Tools,
        clock: Clock,
        throws: Throws,
        reload: Callable[[TableActor], Coroutine[Any, Any, None]],
    ) -> None:
        self.writer = writer
        self.reader = reader
        self.tools = tools
        self.clock = clock
        self.throws = throws
        self.reload = reload
        self.in_flight = 0
        self.aside: set[asyncio.Task[None]] = set()

    def take(self, actor: TableActor, job: Job) -> None:
        """Carry out a command as soon as those before it are done."""
        if len(actor.inbox) >= INBOX_MAX:
            job.answer(Refused("busy"))
            return
        self.in_flight += 1
        if actor.busy or actor.looping or actor.inbox:
            actor.inbox.append(job)
            self._go_on(actor)
        else:
            actor.busy = True
            self._run(actor, job)

    def _go_on(self, actor: TableActor) -> None:
        """Run what waits until something has to be waited for. Not entered twice: what ends at once ends in here."""
        if actor.looping:
            return
        actor.looping = True
        while actor.inbox and not actor.busy:
            actor.busy = True
            self._run(actor, actor.inbox.popleft())
        actor.looping = False

    def _run(self, actor: TableActor, job: Job) -> None:
        if actor.unsure:
            self._aside(actor, job, self._read_again(actor, job))
        elif wants_to_sit(actor, job):
            # While the table waits: whoever it was looked up against must still be all who sit there.
            self._aside(actor, job, self._look_up(actor, job))
        else:
            self._carry_out(actor, job)

    def _carry_out(self, actor: TableActor, job: Job) -> None:
        try:
            self._play(actor, job)
        except Refused as no:
            self._refuse(actor, job, no)
        except Exception:
            log.exception("a command broke")
            self._end(actor, job, Refused("busy"))

    def _play(self, actor: TableActor, job: Job) -> None:
        """Play a command and queue what it changes."""
        said = job.said
        if isinstance(said, messages.Dress):
            self._dress(actor, job, looks.dressed(actor.standing, job.caller, said))
            return
        if job.key is not None:
            known = actor.answered.get(job.key)
            if known is not None:
                self._end(actor, job, repeated(known, job.body, actor.standing.seq))
                return
            if not job.new and type(said) not in messages.NEEDS_SEQ:
                # Nothing else tells its repetition, long after or after a crash, from a new one.
                self._aside(actor, job, self._unless_known(actor, job, job.key))
                return
            check_seq(actor.standing.seq, said)
        now = self.clock()
        asked = Asked(job.caller, actor.place, actor.standing, actor, self.tools, now, job.entry)
        change = carry_out(asked, said)
        draft = drafted(self.tools.statements, actor, change, now, job)
        self.writer.save_then(draft.unit, partial(self._saved, actor, job, change, draft))

    def _saved(self, actor: TableActor, job: Job, change: Change, draft: Draft, outcome: Exception | None) -> None:
        """Tell what was saved; or find out what else happened."""
        if outcome is None:
            standing = draft.standing
            try:
                if job.key is not None:
                    actor.remember(job.key, Answered(job.body, standing.seq))
                failpoints.hit("tell.before")
                actor.advance(standing, draft.told, reseated=change.reseated)
                failpoints.hit("tell.after")
                if change.thrown is not None:
                    self.throws.order(actor.place.id, standing.game, change.thrown)
            except Exception:
                log.exception("what was saved could not be told")
                actor.unsure = True
            failpoints.hit("answer.before")
            self._end(actor, job, standing.seq)
            failpoints.hit("answer.after")
        elif isinstance(outcome, Conflict | Duplicate):
            actor.unsure = True
            meant = change.refusal(outcome) if change.refusal is not None else None
            self._refuse(actor, job, meant or Refused("stale"))
        else:
            # Whether it reached the disk is not known: the next command must start from what is there.
            actor.unsure = True
            self._end(actor, job, Refused("busy", seq=actor.standing.seq))

    def _dress(self, actor: TableActor, job: Job, sittings: Sittings) -> None:
        """Save who looks how now, where a row has to say it."""
        kept = looks.to_keep(actor.standing.sittings, sittings)
        dressed = partial(self._dressed, actor, job, sittings)
        if kept:
            self.writer.save_then([self.tools.statements.dressed(actor.place.id, each) for each in kept], dressed)
        else:
            dressed(None)

    def _dressed(self, actor: TableActor, job: Job, sittings: Sittings, outcome: Exception | None) -> None:
        """Tell what was saved; after a write that failed, the truth is read again."""
        if outcome is not None:
            actor.unsure = True
            self._end(actor, job, Refused("busy"))
            return
        try:
            actor.dress(sittings)
        except Exception:
            log.exception("a look could not be told")
            actor.unsure = True
        self._end(actor, job, actor.standing.seq)

    def _end(self, actor: TableActor, job: Job, answer: int | Refused) -> None:
        """Answer a command and go on with the next one."""
        self.in_flight -= 1
        try:
            job.answer(answer)
        except Exception:
            log.exception("an answer could not be given")
        actor.busy = False
        if actor.inbox:
            self._go_on(actor)

    # What has to ask the database first.

    def _aside(self, actor: TableActor, job: Job, work: Coroutine[Any, Any, None]) -> None:
        """Do slow work for a command while its table waits."""
        task = asyncio.get_running_loop().create_task(self._supervised(actor, job, work))
        self.aside.add(task)
        task.add_done_callback(self.aside.discard)

    async def _supervised(self, actor: TableActor, job: Job, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("the database could not be asked")
            self._end(actor, job, Refused("busy"))

    async def _read_again(self, actor: TableActor, job: Job) -> None:
        await self.reload(actor)
        self._run(actor, job)

    async def _unless_known(self, actor: TableActor, job: Job, key: Key) -> None:
        """Carry out a command that is really a new one, or answer it as it was answered before."""
        row = await self.reader.run(lambda session: repo.answered(session, actor.place.id, *key))
        if row is None:
            self._carry_out(actor, replace(job, new=True))
        else:
            known = Answered(*row)
            actor.remember(key, known)
            self._end(actor, job, repeated(known, job.body, actor.standing.seq))

    async def _look_up(self, actor: TableActor, job: Job) -> None:
        """Find out about an account that wants to sit down, and whom it would meet."""
        seated, now = actor.standing.sittings, self.clock()
        entry = await self.reader.run(lambda session: entry_of(session, seated, job.caller, now))
        self._carry_out(actor, replace(job, entry=entry))

    def _refuse(self, actor: TableActor, job: Job, no: Refused) -> None:
        if job.key is None:
            self._end(actor, job, no)
        else:
            self._aside(actor, job, self._answered_before(actor, job, job.key, no))

    async def _answered_before(self, actor: TableActor, job: Job, key: Key, no: Refused) -> None:
        """A command that cannot be carried out may be one that was, long ago: then its answer is the same again."""
        row = await self.reader.run(lambda session: repo.answered(session, actor.place.id, *key))
        if actor.unsure:
            await self.reload(actor)
        seq = actor.standing.seq
        no.more.setdefault("seq", seq)
        if row is not None:
            known = Answered(*row)
        else:
            known = Answered(job.body, seq, {"code": no.code, "message": no.message, "more": no.more})
        if row is not None or no.code != "stale":
            # A stale command was not looked at: when it comes again it is as stale as now.
            actor.remember(key, known)
        self._end(actor, job, repeated(known, job.body, seq))


def check_seq(seq: int, said: Any) -> None:
    """Refuse a command about dice that no longer lie there."""
    if type(said) not in messages.NEEDS_SEQ or said.expect_seq == seq:
        return
    if said.expect_seq is None:
        raise Refused("malformed", "This command needs expect_seq.", field="expect_seq")
    raise Refused("stale")


def repeated(known: Answered, body: bytes, seq: int) -> int | Refused:
    """The answer to a command that was answered before."""
    if known.body != body:
        return Refused("cid_reused", seq=seq)
    if known.refused is not None:
        return Refused(known.refused["code"], known.refused["message"], **known.refused["more"])
    return known.seq


def drafted(statements: Statements, actor: TableActor, change: Change, now: int, job: Job | None = None) -> Draft:
    """Give a change's events their numbers, and put down what is saved together.

    The last event's row remembers the command and the position after it. The loser of a race finds its first event's
    number taken.
    """
    table, before, seq, game = actor.place.id, actor.standing, actor.standing.seq, change.standing.game
    last = seq + len(change.events)
    told: list[bytes] = []
    rows: list[tuple[Any, ...]] = []
    for event in change.events:
        seq += 1
        text = b'{"table":"%b","seq":%d,"at":%d,%b' % (table.encode(), seq, now, event)
        told.append(text)
        if seq < last:
            of = before.game if seq <= before.seq + change.earlier else game
            rows.append((table, seq, of, text.decode(), None, None, None, None))
    standing = replace(change.standing, seq=seq)
    device, cid, body = (None, None, None) if job is None or job.key is None else (*job.key, job.body)
    rows.append((table, seq, game, text.decode(), device, cid, body, kept(standing)))
    unit = [Write(statements.add_event, rows), *change.writes]
    if standing.status != before.status or game != before.game or standing.due != before.due:
        unit.append(Write(statements.restate, ((game, standing.status, standing.due, table),)))
    return Draft(standing, told, unit)
