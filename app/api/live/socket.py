"""One socket: reads what it says, answers, and hears of the tables it watches."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from starlette.types import Receive, Scope, Send

from app.api.accounts.callers import Caller
from app.api.core.frames import Bundle, texts
from app.api.core.limits import Window
from app.api.core.refusals import Refused
from app.api.core.wire import encode
from app.api.live import messages
from app.api.live.fan import EXTENSION, LINGER_S, FanProtocol
from app.api.live.lobby import LobbyFeed
from app.api.live.outbox import Outbox
from app.api.play import repo, rules
from app.api.play.actor import TableActor
from app.api.play.messages import Command
from app.api.play.service import Play
from app.api.tables.place import ONE_PHONE

log = logging.getLogger("tenk.live")

PROTOCOL = 1
OVER_LIMIT_MAX = 3
"""Messages in a row over the limit; the last of them ends the socket."""

POLICY, LOGIN_ENDED, TOO_SLOW, REPLACED, TOO_OLD = 1008, 4001, 4008, 4009, 4010


class Beside(Struct, frozen=True):
    """What all sockets of a process share."""

    outbox: Outbox
    lobby: LobbyFeed


class Socket:
    """A browser tab's line to us."""

    def __init__(self, play: Play, caller: Caller, scope: Scope, send: Send, beside: Beside) -> None:
        self.play = play
        self.caller = caller
        self.login: bytes | None = None
        """Digest of the login that it was opened with."""
        settings = self.settings = play.settings
        self.loop = asyncio.get_running_loop()
        self.window = Window(settings.messages_per_window, settings.message_window_s)
        self.watched: dict[str, TableActor] = {}
        self.greeted = False
        self.closed = False
        self.ended = False
        """It was us who closed."""
        self.send = send
        self.fan: FanProtocol | None = scope.get("extensions", {}).get(EXTENSION)
        self.outbox = beside.outbox
        self.lobby = beside.lobby
        self.asking = 0
        """Commands of this socket that are being carried out."""
        self.said = b""
        """Frames of this turn of the loop that wait for the answer to go with them."""
        self.unsent: asyncio.Queue[Bundle | int] = asyncio.Queue()
        self.unsent_bytes = 0
        self.sender: asyncio.Task[None] | None = None
        self.wanted: deque[messages.Watch | messages.Cursor] = deque()
        self.watching: asyncio.Task[None] | None = None

    async def run(self, receive: Receive) -> None:
        """Live until the other side leaves or we close."""
        await self.send({"type": "websocket.accept"})
        if self.fan is None:
            self.sender = asyncio.create_task(self._send_queued())
        else:
            self.fan.listen(self.hear)
        try:
            while not self.closed:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                self.hear((message.get("text") or "").encode())
        finally:
            self.closed = True
            if self.watching is not None:
                self.watching.cancel()
            for actor in self.watched.values():
                actor.detach(self)
            self.lobby.leave(self)
            if self.sender is not None:
                if self.ended:
                    await asyncio.wait({self.sender}, timeout=LINGER_S)
                self.sender.cancel()

    # Down.

    def push(self, bundle: Bundle) -> None:
        """Send without waiting. A reader that leaves too much unread is cut off with 4008; it resumes."""
        if self.closed:
            return
        if self.fan is not None:
            if not self.asking and not self.said:
                self._write(bundle.frames)
            elif self.said:
                self.said += bundle.frames
            else:
                self.said = bundle.frames
                self.outbox.add(self)
            return
        self.unsent_bytes += len(bundle.frames)
        self.unsent.put_nowait(bundle)
        if self.unsent_bytes > self.settings.unsent_bytes_max:
            self.end(TOO_SLOW)

    def flush(self) -> None:
        """Write what was said in this turn."""
        said, self.said = self.said, b""
        if said:
            self._write(said)

    def _write(self, frames: bytes) -> None:
        if self.fan is not None and not self.fan.push(frames, self.settings.unsent_bytes_max):
            self.end(TOO_SLOW)

    def say(self, message: dict[str, Any]) -> None:
        """Send one message to this socket alone."""
        self.push(texts([encode(message)]))

    def end(self, code: int) -> None:
        """Close with a code."""
        if self.closed:
            return
        self.closed = True
        self.ended = True
        if self.fan is not None:
            self.flush()
            self.fan.end(code)
        else:
            self.unsent.put_nowait(code)

    async def _send_queued(self) -> None:
        """Where the server has no door for frames: one message after the other, as ASGI does it."""
        while True:
            bundle = await self.unsent.get()
            if isinstance(bundle, int):
                await self.send({"type": "websocket.close", "code": bundle})
                return
            for payload in bundle.payloads:
                if bundle.binary:
                    await self.send({"type": "websocket.send", "bytes": payload})
                else:
                    await self.send({"type": "websocket.send", "text": payload.decode()})
            self.unsent_bytes -= len(bundle.frames)

    # Up.

    def hear(self, message: bytes) -> None:
        """Answer one message, whatever it is. Anything but text comes as nothing."""
        if self.closed:
            return
        if not self.window.admits(self.loop.time()):
            self._over_limit(message)
            return
        try:
            said = messages.decode(message)
            if not self.greeted and not isinstance(said, messages.Hello):
                raise Refused("malformed", "The first message is hello.")
            if isinstance(said, Command):
                self.asking += 1
                self.play.submit(self.caller, said, partial(self._answer, said.cid))
            else:
                self._other(said)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse(junk(message, error), message)
        except Refused as no:
            self._refuse(no, message)
        except Exception:
            log.exception("a message broke something")
            self._refuse(Refused("busy"), message)

    def _answer(self, cid: UUID, answer: int | Refused) -> None:
        """Say what became of a command; its events were pushed before."""
        if isinstance(answer, Refused):
            self.say({"cid": str(cid), **answer.record()})
        else:
            self.push(texts((b'{"cid":%b,"ok":true,"seq":%d}' % (encode(cid), answer),)))
        self.asking -= 1

    def _over_limit(self, message: bytes) -> None:
        self._refuse(Refused("rate"), message)
        if self.window.over >= OVER_LIMIT_MAX:
            self.end(POLICY)

    def _refuse(self, no: Refused, message: bytes) -> None:
        """Say no to a message; with its `cid` where it has one."""
        cid = cid_of(message)
        if cid is None:
            self.say({"type": "refused", **no.record()})
        else:
            self.say({"cid": cid, **no.record()})

    def _other(self, said: Any) -> None:
        """Everything that is no command."""
        if isinstance(said, messages.Ping):
            self.say({"type": "pong", "at": said.at})
        elif isinstance(said, messages.Select):
            self._select(self._at(said.table), said)
        elif isinstance(said, messages.Pledge):
            actor = self._at(said.table)
            actor.pledges.promise(actor.standing, self._seat(actor), said.n, said.commitment, self)
        elif isinstance(said, messages.Witness):
            self._witness(self._at(said.table), said)
        elif isinstance(said, messages.Hello):
            self._hello(said)
        elif isinstance(said, messages.Watch):
            self._watch_soon(said)
        elif isinstance(said, messages.Lobby):
            if said.on:
                self.lobby.enter(self)
            else:
                self.lobby.leave(self)
        else:
            left = self.watched.pop(said.table, None)
            if left is not None:
                left.detach(self)

    def _at(self, table: str) -> TableActor:
        """A table that this socket watches."""
        actor = self.watched.get(table)
        if actor is None:
            raise Refused("not_found", "Watch a table before you play there.")
        return actor

    def _seat(self, actor: TableActor) -> int:
        """The seat that takes part in the rolls of others. A phone that is passed round has nobody to witness for."""
        seats: list[int] = actor.you(self.caller)["seats"]
        if not seats or actor.place.kind == ONE_PHONE:
            raise Refused("not_seated")
        return seats[0]

    def _witness(self, actor: TableActor, said: messages.Witness) -> None:
        """Open what was promised, and promise for the roll after it."""
        seat = self._seat(actor)
        if said.next is not None:
            actor.pledges.promise(actor.standing, seat, said.n + 1, said.next, self)
        self.play.witness(actor, seat, said.n, said.r)

    def _hello(self, said: messages.Hello) -> None:
        if said.protocol != PROTOCOL:
            self.end(TOO_OLD)
            return
        self.greeted = True
        self.say({"type": "welcome", "protocol": PROTOCOL, "now": self.play.clock()})
        for cursor in said.tables:
            self._watch_soon(cursor)

    def _watch_soon(self, said: messages.Watch | messages.Cursor) -> None:
        """Catch up with a table after those asked for before; the database may have to be asked."""
        self.wanted.append(said)
        if self.watching is None or self.watching.done():
            self.watching = self.loop.create_task(self._watch_wanted())

    async def _watch_wanted(self) -> None:
        while self.wanted:
            said = self.wanted.popleft()
            try:
                await self._watch(said)
            except Refused as no:
                self.say({"type": "refused", "table": said.table, **no.record()})
            except Exception:
                log.exception("a table could not be watched")
                self.say({"type": "refused", "table": said.table, **Refused("busy").record()})

    async def _watch(self, said: messages.Watch | messages.Cursor) -> None:
        """Catch up with a table, then hear of it. Nothing is awaited between the last word and listening."""
        if said.table not in self.watched and len(self.watched) >= messages.TABLES_MAX:
            raise Refused("rate", "One socket watches 16 tables at most.")
        actor = await self.play.actor(said.table)
        news: list[bytes] | None = None
        if said.have_seq is not None and said.epoch == actor.epoch:
            news = actor.since(said.have_seq)
            if news is None and 0 <= actor.standing.seq - said.have_seq <= repo.CATCH_UP_MAX:
                news = await self._from_database(actor, said.have_seq)
        if self.closed:
            return
        if news is None:
            self.push(texts([actor.snapshot(self.caller)]))
        else:
            self.push(texts([*news, actor.current(self.caller), *actor.every_look()]))
        if actor.selected is not None:
            self.push(texts([actor.selected]))
        self.watched[said.table] = actor
        actor.attach(self)

    async def _from_database(self, actor: TableActor, have_seq: int) -> list[bytes] | None:
        """Events that memory no longer has, and after them what happened while they were read."""
        table = actor.place.id
        old = await self.play.reader.run(lambda session: repo.events_since(session, table, have_seq))
        new = actor.since(have_seq + len(old))
        if new is None:
            return None
        return [*old, *new] if new else actor.with_view(old)

    def _select(self, actor: TableActor, said: messages.Select) -> None:
        """Show everybody what the acting player has tapped, and what it is worth."""
        state = actor.standing.state
        if state is None or state.rolls != said.roll:
            # The dice it speaks of are gone; the events that say so are on their way.
            return
        if state.seat not in actor.you(self.caller)["seats"]:
            raise Refused("not_your_turn")
        reading = rules.reading(state, said.dice)
        if reading is None:
            raise Refused("not_on_table")
        actor.selected = actor.broadcast(
            {
                "table": said.table,
                "type": "selected",
                "seat": state.seat,
                "roll": said.roll,
                "dice": said.dice,
                "reading": reading,
            }
        )


def junk(message: bytes, error: Exception) -> Refused:
    """What is wrong with a message that cannot be read."""
    if isinstance(error, msgspec.ValidationError):
        try:
            kind = messages.decode_loose(message).type
        except (msgspec.DecodeError, RecursionError):
            kind = None
        if isinstance(kind, str) and kind not in messages.TYPES:
            return Refused("unknown_type")
        return Refused("malformed", str(error))
    return Refused("malformed")


def cid_of(message: bytes) -> str | None:
    """The `cid` of a message that may be nothing like a command."""
    try:
        cid = messages.decode_loose(message).cid
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return cid if isinstance(cid, str) and len(cid) <= 36 else None
