"""The one entrance through which a table's state changes: sockets, HTTP calls and callers for bots all come here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from app.api.core.clock import Clock
from app.api.core.db import Reader
from app.api.core.frames import binary
from app.api.core.ids import new_invite, new_table
from app.api.core.refusals import Refused
from app.api.core.settings import Settings
from app.api.core.wire import encode
from app.api.core.writer import Conflict, Duplicate, Unit, Write, WriteFailed, Writer
from app.api.fairness.dice import GameDice, Script, new_secret, read_script
from app.api.play import messages, repo, rules
from app.api.play.actor import RING, Answered, Key, TableActor
from app.api.play.changes import Asked, begin, carry_out
from app.api.play.standing import OPEN, PLAYING, Change, Standing
from app.api.play.statements import Statements
from app.api.play.throws import Key as ThrowKey
from app.api.play.throws import Throws
from app.api.tables import repo as tables_repo
from app.api.tables.place import ONE_PHONE, Place, Sitting
from app.engine.frozen import replace
from app.engine.rules import RuleSet

log = logging.getLogger("tenk.play")

IDLE_S = 600.0
"""A table that nobody watches leaves memory after this time."""
HOUSEKEEPING_S = 60.0
DAY_MS = 86_400_000


class Play:
    """All tables of this process."""

    def __init__(self, settings: Settings, writer: Writer, reader: Reader, clock: Clock, epoch: str) -> None:
        self.settings = settings
        self.writer = writer
        self.reader = reader
        self.clock = clock
        self.epoch = epoch
        self.loop = asyncio.get_running_loop()
        self.statements = Statements(writer)
        self.script: Script | None = read_script(settings.scripted_dice) if settings.scripted_dice else None
        self.actors: dict[str, TableActor] = {}
        self.loading: dict[str, asyncio.Task[TableActor]] = {}
        self.throws = Throws(writer, reader, self.statements.add_throw, settings.throw_backlog, self.deliver_throw)
        self.in_flight = 0
        self.stopping = False

    # Tables in memory.

    async def actor(self, table: str) -> TableActor:
        """The table with this address; read once, however many ask. Refuses with `not_found`."""
        actor = self.actors.get(table)
        if actor is not None:
            actor.used_at = self.loop.time()
            return actor
        task = self.loading.get(table)
        if task is None:
            task = self.loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda done: self.loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> TableActor:
        place, standing, told = await self._read(table)
        actor = self._actor(place, standing, told)
        self.actors[table] = actor
        return actor

    def _actor(self, place: Place, standing: Standing, told: Sequence[tuple[int, bytes]]) -> TableActor:
        return TableActor(place, standing, self.epoch, told, self.loop, self.settings.offline_grace_s)

    async def _read(self, table: str) -> tuple[Place, Standing, list[tuple[int, bytes]]]:
        def read(session: Any) -> tuple[Place, Standing, list[tuple[int, bytes]]] | None:
            stored = tables_repo.load(session, table)
            if stored is None:
                return None
            secret = repo.secret(session, table, stored.game)
            assert secret is not None, "every game has its secret from before it starts"
            state = rules.restore(stored.state, stored.place.rules) if stored.state else None
            dice = GameDice(table, stored.game, secret, self.script)
            standing = Standing(stored.seq, stored.game, stored.status, stored.sittings, state, dice)
            return stored.place, standing, repo.last_events(session, table, RING)

        found = await self.reader.run(read)
        if found is None:
            raise Refused("not_found")
        return found

    async def _reload(self, actor: TableActor) -> None:
        """Take the truth from the database, after somebody else wrote or nobody knows what was written."""
        _, standing, told = await self._read(actor.place.id)
        actor.replace(standing, told)
        actor.unsure = False

    # Commands.

    async def command(self, device: bytes, said: messages.Command) -> int:
        """Carry out one command and answer the table's last event number. Raises Refused, with `seq` where known."""
        if self.stopping:
            raise Refused("restarting")
        if self.in_flight >= self.settings.commands_in_flight_max:
            raise Refused("busy")
        actor = await self.actor(said.table)
        self.in_flight += 1
        try:
            async with actor.lock:
                if actor.unsure:
                    await self._reload(actor)
                return await self._answer(actor, device, said)
        finally:
            self.in_flight -= 1

    async def _answer(self, actor: TableActor, device: bytes, said: messages.Command) -> int:
        """The answer to a command, the same one every time it is sent."""
        key = (device, said.cid.bytes)
        body = messages.digest(said)
        known = actor.answered.get(key)
        if known is None:
            try:
                check_seq(actor, said)
                seq = await self._change(actor, device, said, (key, body))
            except (Refused, Duplicate) as error:
                known = await self._remembered(actor, key, body, error)
            else:
                actor.remember(key, Answered(body, seq))
                return seq
        if known.body != body:
            raise Refused("cid_reused", seq=actor.standing.seq)
        if known.refused is not None:
            raise Refused(known.refused["code"], known.refused["message"], **known.refused["more"])
        return known.seq

    async def _remembered(self, actor: TableActor, key: Key, body: bytes, error: Refused | Duplicate) -> Answered:
        """What was answered to a command that cannot be carried out (again): the stored answer, or this refusal."""
        row = await self.reader.run(lambda session: repo.answered(session, *key))
        if row is not None:
            known = Answered(row.body, row.seq)
        elif isinstance(error, Refused):
            more = {"seq": actor.standing.seq, **error.more}
            known = Answered(body, actor.standing.seq, {"code": error.code, "message": error.message, "more": more})
            if error.code in ("busy", "stale"):
                # Nothing was decided about it: the next try is as good as the first.
                return known
        else:
            raise Refused("stale", seq=actor.standing.seq) from error
        actor.remember(key, known)
        return known

    async def _change(
        self,
        actor: TableActor,
        device: bytes,
        said: messages.Command | messages.Sit,
        numbered: tuple[Key, bytes] | None,
    ) -> int:
        """Let a command change a table: play it, save it, then tell it. The only place where state changes."""
        now = self.clock()
        asked = Asked(device, actor.place, actor.standing, actor.away, self._new_dice, self.statements, now)
        change = carry_out(asked, said)
        standing, told = self._number(actor, change, now)
        unit = self._unit(actor, change, standing, told)
        if numbered is not None:
            (who, cid), body = numbered
            row = (who, cid, actor.place.id, body, standing.seq, now)
            unit.append(Write(self.statements.add_command, [row]))
        await self._save(actor, unit)
        actor.advance(standing, told, reseated=change.reseated)
        if change.thrown is not None:
            self.throws.order(actor.place.id, standing.game, change.thrown)
        return standing.seq

    def _number(self, actor: TableActor, change: Change, now: int) -> tuple[Standing, list[bytes]]:
        """Give the events their numbers and their final form."""
        table, seq = actor.place.id, actor.standing.seq
        told = [
            encode({"table": table, "seq": seq + index, "at": now, **event})
            for index, event in enumerate(change.events, 1)
        ]
        return replace(change.standing, seq=seq + len(told)), told

    def _unit(self, actor: TableActor, change: Change, standing: Standing, told: Sequence[bytes]) -> list[Write]:
        """What is saved together: the guarded step first, so that a loser of a race touches nothing."""
        table, before = actor.place.id, actor.standing.seq
        state = rules.store(standing.state) if standing.state is not None else None
        step = self.statements.advance.row(
            of=table,
            seen=before,
            to=standing.seq,
            in_game=standing.game,
            as_status=standing.status,
            with_state=state,
        )
        events = [(table, before + index, standing.game, event.decode()) for index, event in enumerate(told, 1)]
        return [
            Write(self.statements.advance, [step], guarded=True),
            Write(self.statements.add_event, events),
            *change.writes,
        ]

    async def _save(self, actor: TableActor, unit: Unit) -> None:
        try:
            await self.writer.save(unit)
        except Conflict as conflict:
            await self._reload(actor)
            raise Refused("stale") from conflict
        except WriteFailed as failed:
            # Whether it reached the disk is not known: the next command must start from what is there.
            actor.unsure = True
            raise Refused("busy") from failed

    def _new_dice(self, table: str, game: int) -> GameDice:
        return GameDice(table, game, new_secret(), self.script)

    # Opening and sitting.

    async def open(
        self, device: bytes, kind: str, ruleset: RuleSet, name: str, people: Sequence[tuple[str, str | None]]
    ) -> Place:
        """Open a table with its first people (name and bot). A table on one phone starts at once."""
        if self.stopping:
            raise Refused("restarting")
        now = self.clock()
        invite = None if kind == ONE_PHONE else new_invite()
        place = Place(new_table(), kind, name, ruleset, device, invite, now)
        sittings = tuple(Sitting(seat, device, who, bot) for seat, (who, bot) in enumerate(people))
        standing = Standing(0, 1, OPEN, sittings, None, self._new_dice(place.id, 1))
        actor = self._actor(place, standing, ())
        asked = Asked(device, place, standing, actor.away, self._new_dice, self.statements, now)
        if kind == ONE_PHONE:
            change = begin(asked, replace(standing, status=PLAYING), [])
        else:
            event = {"type": "seat_taken", "seat": 0, "name": sittings[0].name}
            change = Change(standing, [event])
        opened, told = self._number(actor, change, now)
        unit = [
            *self.statements.open_table(place, standing, None, now),
            *self._unit(actor, change, opened, told),
        ]
        await self._save(actor, unit)
        actor.advance(opened, told, reseated=False)
        self.actors[place.id] = actor
        return place

    async def sit(self, device: bytes, table: str, invite: str, name: str) -> int:
        """Take a seat with an invitation; whoever has one already is told which."""
        if self.stopping:
            raise Refused("restarting")
        actor = await self.actor(table)
        if actor.place.invite is None or actor.place.invite != invite:
            raise Refused("not_found", "This invitation is not valid.", field="invite")
        async with actor.lock:
            if actor.unsure:
                await self._reload(actor)
            mine = actor.you(device)["seats"]
            if mine:
                return int(mine[0])
            await self._change(actor, device, messages.Sit(name), None)
            return int(actor.you(device)["seats"][0])

    async def discard(self, device: bytes, table: str) -> None:
        """Take a one-phone table off its opener's list."""
        actor = await self.actor(table)
        if not tables_repo.may_discard(actor.place, device):
            raise Refused("not_seated")
        await self._save(actor, [Write(self.statements.discard, [(table,)])])

    # Throws.

    def deliver_throw(self, key: ThrowKey, record: bytes) -> None:
        """Send a throw to whoever watches its table."""
        actor = self.actors.get(key[0])
        if actor is None:
            return
        bundle = binary(record)
        for listener in list(actor.listeners):
            listener.push(bundle)

    # Life of the process.

    async def keep_house(self) -> None:
        """Forget, for ever: tables that nobody watches, and answers that nobody will ask for again."""
        while True:
            await asyncio.sleep(HOUSEKEEPING_S)
            await supervised(self.sweep)

    async def sweep(self) -> None:
        """One round of forgetting."""
        stale_before = self.loop.time() - IDLE_S
        for table, actor in list(self.actors.items()):
            if not actor.listeners and not actor.lock.locked() and actor.used_at < stale_before:
                del self.actors[table]
        before = self.clock() - self.settings.cid_days * DAY_MS
        await self.writer.save([Write(self.statements.forget_commands, [(before,)])])

    async def stop(self) -> None:
        """Take no more commands, and wait for those that run."""
        self.stopping = True
        deadline = self.loop.time() + self.settings.stop_s
        while self.in_flight and self.loop.time() < deadline:
            await asyncio.sleep(0.01)
        await self.writer.drain()


def check_seq(actor: TableActor, said: messages.Command) -> None:
    """Refuse a command about dice that no longer lie there."""
    if not isinstance(said, messages.NEEDS_SEQ):
        return
    if said.expect_seq is None:
        raise Refused("malformed", "This command needs expect_seq.", field="expect_seq")
    if said.expect_seq != actor.standing.seq:
        raise Refused("stale")


async def supervised(work: Callable[[], Awaitable[None]]) -> None:
    """Do background work; its failure is logged and does not end what repeats it."""
    try:
        await work()
    except Exception:
        log.exception("background work failed")
