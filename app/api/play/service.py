"""The one entrance through which a table's state changes: sockets, HTTP calls and callers for bots all come here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from app.api.accounts.callers import Caller
from app.api.core.clock import Clock
from app.api.core.db import Reader
from app.api.core.frames import binary
from app.api.core.ids import new_invite, new_table
from app.api.core.refusals import Refused
from app.api.core.settings import Settings
from app.api.core.writer import Conflict, Duplicate, Unit, Write, WriteFailed, Writer
from app.api.cosmetics.look import PLAIN_LOOK, Look
from app.api.cosmetics.owned import must_own, worn_by
from app.api.fairness.dice import GameDice, Script, new_secret, read_script
from app.api.ledger.coins import Coins
from app.api.play import messages, repo
from app.api.play.actor import RING, TableActor
from app.api.play.asked import Asked, Tools
from app.api.play.changes import begin
from app.api.play.opening import LATE_S
from app.api.play.positions import on_its_way, restored
from app.api.play.room import timing
from app.api.play.serial import Answer, Job, Serial, drafted, job_of
from app.api.play.standing import OPEN, PLAYING, Change, Standing
from app.api.play.statements import Statements
from app.api.play.steps import of_service
from app.api.play.throws import Key as ThrowKey
from app.api.play.throws import Throws
from app.api.tables import repo as tables_repo
from app.api.tables.place import COINS, FRIENDS, ONE_PHONE, Place, Sitting
from app.engine.rules import RuleSet

log = logging.getLogger("tenk.play")

IDLE_S = 600.0
"""A table that nobody watches leaves memory after this time."""
HOUSEKEEPING_S = 60.0
BLINK_S = 3.0
"""How long a player's socket may be gone before a coin table's clock takes note: a reload is no loss."""
NOBODY = Caller(b"")
"""The service itself."""
READ_AGAIN = messages.Due(-1)
"""Is never due: the table is read, and nothing else happens."""


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
        self.coins = Coins(writer)
        self.alarm = False
        """The books do not balance."""
        self.halted_at: int | None = None
        """Since when no coin moves, in ms since 1970: from an alarm until the clocks are set on after its end."""
        self.tools = Tools(self.statements, self.coins, self._new_dice, timing(settings), lambda: self.halted)
        self._script()
        self.actors: dict[str, TableActor] = {}
        self.loading: dict[str, asyncio.Task[TableActor]] = {}
        self.throws = Throws(writer, reader, self.statements.add_throw, settings.throw_backlog, self.deliver_throw)
        self.serial = Serial(writer, reader, self.tools, lambda: self.clock(), self.throws, self._reload)
        self.tasks: set[asyncio.Task[None]] = set()
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
        return self.actors.setdefault(table, actor)

    def _actor(self, place: Place, standing: Standing, told: Sequence[tuple[int, bytes]]) -> TableActor:
        actor = TableActor(place, standing, self.epoch, told, self.loop, self.settings.offline_grace_s)
        if place.kind == COINS:
            actor.on_lost = self._lost
        if place.kind != ONE_PHONE:
            actor.on_opened = self._opened
            self._opened(actor, late=True)
        return actor

    def made(self, place: Place, standing: Standing) -> TableActor:
        """A table that has just been made."""
        return self._actor(place, standing, ())

    def _lost(self, actor: TableActor, seat: int) -> None:
        """A player's socket is gone: unless it is back in a moment, the clock gives more time."""
        self.loop.call_later(BLINK_S, self.ask, actor, messages.Lost(seat))

    def _opened(self, actor: TableActor, late: bool) -> None:
        """A roll waits for its witnesses: for a moment only."""
        opening = actor.standing.opening
        if opening is not None and not opening.sealed:
            seal = messages.Seal(actor.standing.game, opening.n)
            self.loop.call_later(self.settings.witness_s + (LATE_S if late else 0), self.ask, actor, seal)

    def witness(self, actor: TableActor, seat: int, n: int, r: str) -> None:
        """A witness opens its part of a roll; with the last one the list is sealed."""
        if actor.pledges.open(actor.standing, seat, n, r):
            self.ask(actor, messages.Seal(actor.standing.game, n))

    def read_again(self, actor: TableActor) -> None:
        """Have a table in memory take from the database what was written past it."""
        actor.unsure = True
        self.ask(actor, READ_AGAIN)

    def ask(self, actor: TableActor, said: messages.OfService | messages.Dress) -> None:
        """Ask something of a table in the service's own name; what it refuses was not due."""
        if not self.stopping:
            self.serial.take(actor, Job(NOBODY, said, nothing))

    async def _read(self, table: str) -> tuple[Place, Standing, list[tuple[int, bytes]]]:
        def read(session: Any) -> tuple[Place, Standing, list[tuple[int, bytes]]] | None:
            stored = tables_repo.load(session, table)
            if stored is None:
                return None
            secret = repo.secret(session, table, stored.game)
            assert secret is not None, "every game has its secret from before it starts"
            seq, kept = repo.position(session, table)
            state, room = restored(kept, stored.place.rules)
            dice = GameDice(table, stored.game, secret, self._script())
            rolling, sittings = on_its_way(kept), tables_repo.dressed(session, stored.sittings)
            standing = Standing(
                seq, stored.game, stored.status, sittings, state, dice, room, stored.due,
                rolling.opening, rolling.absences,
            )  # fmt: skip
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

    def submit(self, caller: Caller, said: messages.Command, answer: Answer) -> None:
        """Carry out one command; `answer` is called once, with the table's last event number or a refusal."""
        if self.stopping:
            answer(Refused("restarting"))
        elif self.serial.in_flight >= self.settings.commands_in_flight_max:
            answer(Refused("busy"))
        else:
            actor = self.actors.get(said.table)
            if actor is not None:
                self.serial.take(actor, job_of(caller, said, answer))
            else:
                self.background(self._submit_late(caller, said, answer))

    async def _submit_late(self, caller: Caller, said: messages.Command, answer: Answer) -> None:
        """A command of a table that must be read first."""
        try:
            actor = await self.actor(said.table)
        except Refused as no:
            answer(no)
        except Exception:
            log.exception("a table could not be read")
            answer(Refused("busy"))
        else:
            self.serial.take(actor, job_of(caller, said, answer))

    async def command(self, caller: Caller, said: messages.Command) -> int:
        """Carry out one command and wait for its answer. Raises Refused, with `seq` where known."""
        settled = self.loop.create_future()
        self.submit(caller, said, partial(settle, settled))
        return await awaited(settled)

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for; its failure is logged."""
        task = self.loop.create_task(supervised(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def save(self, unit: Unit) -> None:
        """Save what is no table's next step."""
        try:
            await self.writer.save(unit)
        except (Conflict, Duplicate, WriteFailed) as failed:
            raise Refused("busy") from failed

    def _script(self) -> Script | None:
        """Tests only: read anew for each game, so that one house may serve many tests. A bad one stops the start."""
        asked = self.settings.scripted_dice
        return read_script(asked) if asked else None

    def _new_dice(self, table: str, game: int) -> GameDice:
        return GameDice(table, game, new_secret(), self._script())

    # Opening and sitting.

    async def open(
        self, caller: Caller, kind: str, ruleset: RuleSet, name: str, people: Sequence[tuple[str, str | None]]
    ) -> Place:
        """Open a table with its first people (name and bot). A table on one phone starts at once."""
        if self.stopping:
            raise Refused("restarting")
        now = self.clock()
        invite = None if kind == ONE_PHONE else new_invite()
        device, account = caller.device, caller.account if kind == FRIENDS else None
        place = Place(new_table(), kind, name, ruleset, device, invite, now)
        worn = await self.worn_by(account)
        sittings = tuple(
            Sitting(seat, device, who, bot, account=account, worn=worn) for seat, (who, bot) in enumerate(people)
        )
        standing = Standing(0, 1, OPEN, sittings, None, self._new_dice(place.id, 1))
        actor = self.made(place, standing)
        asked = Asked(caller, place, standing, actor, self.tools, now)
        if kind == ONE_PHONE:
            change = begin(asked, replace(standing, status=PLAYING), [])
        else:
            event = of_service({"type": "seat_taken", "seat": 0, "name": sittings[0].name, **worn.more()})
            change = Change(standing, [event])
        draft = drafted(self.statements, actor, change, now)
        await self.save([*self.statements.open_table(place, standing, now), *draft.unit])
        actor.advance(draft.standing, draft.told, reseated=False)
        self.actors[place.id] = actor
        return place

    async def sit(self, caller: Caller, table: str, invite: str, name: str) -> int:
        """Take a seat with an invitation; whoever has one already is told which."""
        if self.stopping:
            raise Refused("restarting")
        actor = await self.actor(table)
        if actor.place.invite is None or actor.place.invite != invite:
            raise Refused("not_found", "This invitation is not valid.", field="invite")
        worn = await self.worn_by(caller.account)
        try:
            await self.of_service(actor, caller, messages.Sit(name, worn))
        except Refused as no:
            if no.code != "seat_taken":
                raise
        return int(actor.you(caller)["seats"][0])

    # Looks.

    async def worn_by(self, account: str | None) -> Look:
        """What an account wears; a guest throws the house's dice."""
        if account is None:
            return PLAIN_LOOK
        return (await self.reader.run(lambda session: worn_by(session, [account]))).get(account, PLAIN_LOOK)

    async def try_on(self, caller: Caller, table: str, seat: int, look: Look) -> None:
        """Throw a look from an own seat for the rest of the game; at a coin table only what the account owns."""
        if self.stopping:
            raise Refused("restarting")
        actor = await self.actor(table)
        if actor.place.kind == COINS:
            await self.reader.run(lambda session: must_own(session, caller.account, look, "look_not_owned"))
        await self.of_service(actor, caller, messages.TryOn(seat, look))

    def worn(self, account: str, look: Look) -> None:
        """An account wears another look: everybody hears of it where it sits."""
        for actor in list(self.actors.values()):
            if any(each.account == account for each in actor.standing.sittings):
                self.ask(actor, messages.Worn(account, look))

    async def of_service(self, actor: TableActor, caller: Caller, said: messages.OfService | messages.Dress) -> None:
        """Ask something of a table for a caller and wait for the answer. Raises Refused."""
        settled = self.loop.create_future()
        self.serial.take(actor, Job(caller, said, partial(settle, settled)))
        await awaited(settled)

    async def discard(self, device: bytes, table: str) -> None:
        """Take a one-phone table off its opener's list."""
        actor = await self.actor(table)
        if not tables_repo.may_discard(actor.place, device):
            raise Refused("not_seated")
        await self.save([Write(self.statements.discard, [self.statements.discard.row(of=table)])])

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
        """Forget tables that nobody watches, for ever."""
        while True:
            await asyncio.sleep(HOUSEKEEPING_S)
            self.sweep()

    def sweep(self) -> None:
        """One round of forgetting."""
        stale_before = self.loop.time() - IDLE_S
        for table, actor in list(self.actors.items()):
            if not actor.listeners and not actor.busy and actor.used_at < stale_before:
                del self.actors[table]

    @property
    def halted(self) -> bool:
        """Whether no coin moves now; games without coins go on."""
        return self.halted_at is not None

    def halt(self, alarm: bool) -> None:
        """Stop all coins, or let them move again as soon as nobody loses time by it."""
        self.alarm = alarm
        if alarm and self.halted_at is None:
            self.halted_at = self.clock()

    async def stop(self) -> None:
        """Take no more commands, and wait for those that run."""
        self.stopping = True
        deadline = self.loop.time() + self.settings.stop_s
        while self.serial.in_flight and self.loop.time() < deadline:
            await asyncio.sleep(0.01)
        await self.writer.drain()


def nothing(answer: int | Refused) -> None:
    """Nobody waits for it."""


def settle(settled: asyncio.Future[int | Refused], answer: int | Refused) -> None:
    """Hand an answer to whoever awaits it."""
    if not settled.done():
        settled.set_result(answer)


async def awaited(settled: asyncio.Future[int | Refused]) -> int:
    """The number that was answered. Raises the refusal, if it was one."""
    answer = await settled
    if isinstance(answer, Refused):
        raise answer
    return answer


async def supervised(work: Coroutine[Any, Any, None]) -> None:
    """Do background work; its failure is logged and does not end what repeats it."""
    try:
        await work
    except Exception:
        log.exception("background work failed")
