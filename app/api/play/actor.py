"""One table in memory: how it stands, what it told last, and who listens."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from app.api.accounts.callers import Caller
from app.api.core.frames import Bundle, texts
from app.api.core.wire import encode
from app.api.play import looks, rules
from app.api.play.pledges import Pledges
from app.api.play.standing import OVER, PLAYING, Standing
from app.api.tables.place import Place, Sitting, Sittings, seats_of
from app.engine.rules import to_record

RING = 96
"""Events kept in memory for those who come back after a blink."""
RECENT = 40
"""Events that a snapshot carries for the record."""
PASSING = re.compile(rb'^[^{]*\{"table":"[^"]*","seq":\d+,"at":\d+,"type":"roll_(?:opened|sealed)"')
"""What a snapshot's record leaves out: the roll that came of it tells the same."""
ANSWERS = 64
"""Answered commands remembered in memory; older ones are looked up."""
PRESENCE_S = 0.3
"""Comings and goings are told together, this long after the first."""

Key = tuple[bytes, bytes]
"""A device and a `cid`."""


class Listener(Protocol):
    """A socket that watches a table."""

    caller: Caller

    def push(self, bundle: Bundle) -> None:
        """Send without waiting; a reader that is too slow is cut off."""


class Answered(Struct, frozen=True):
    """What a command was answered."""

    body: bytes
    """Digest of what it said."""
    seq: int
    refused: dict[str, Any] | None = None
    """The refusal, where it was one."""


class TableActor:
    """A table and its audience. Only `play.serial` changes how it stands."""

    def __init__(
        self,
        place: Place,
        standing: Standing,
        epoch: str,
        told: Sequence[tuple[int, bytes]],
        loop: asyncio.AbstractEventLoop,
        grace_s: float,
    ) -> None:
        self.place = place
        self.standing = standing
        self.epoch = epoch
        self.inbox: deque[Any] = deque()
        """Commands that wait for their turn."""
        self.busy = False
        """A command is being carried out."""
        self.looping = False
        """Whoever runs the inbox is at it."""
        self.ring: deque[tuple[int, bytes]] = deque(told, RING)
        self.answered: dict[Key, Answered] = {}
        self.listeners: dict[Listener, None] = {}
        self.view = self._view()
        self.room = self._room()
        self.selected: bytes | None = None
        self.dressed = False
        """Some look has changed since the table was read."""
        self.loop = loop
        self.grace_s = grace_s
        self.loaded_at = self.used_at = loop.time()
        self.unsure = False
        """A write failed: what the database holds must be read before anything else happens."""
        self.offline_since: dict[bytes | str, float] = {}
        """By the holder of a seat."""
        self.on_lost: Callable[[TableActor, int], None] | None = None
        """Told the seat whose last socket is gone, where a clock runs."""
        self.on_opened: Callable[[TableActor, bool], None] | None = None
        """Told that a roll waits for its witnesses, and whether it has done so unseen."""
        self.pledges = Pledges(place.id)
        self._snapshot: tuple[int, bytes] = (-1, b"")
        self._telling: asyncio.TimerHandle | None = None

    def advance(self, standing: Standing, told: Sequence[bytes], *, reseated: bool) -> None:
        """Take a saved change and tell everybody."""
        before = self.standing.sittings
        seq = self.standing.seq
        for event in told:
            seq += 1
            self.ring.append((seq, event))
        self.standing = standing
        self.view = self._view()
        self.room = self._room()
        self.selected = None
        if self.listeners:
            bundle = texts(self.with_view(told))
            for listener in self.listeners:
                listener.push(bundle)
        if self.on_opened is not None and standing.opening is not None:
            self.on_opened(self, False)
        if reseated:
            for listener in self.listeners:
                listener.push(texts([self.current(listener.caller)]))
            self.tell_presence_soon()
        self._tell_looks(before)

    def dress(self, sittings: Sittings) -> None:
        """Take looks that were saved, and tell everybody. Nothing of the game has changed."""
        before = self.standing.sittings
        self.standing = replace(self.standing, sittings=sittings)
        self._snapshot = (-1, b"")
        self._tell_looks(before)

    def _tell_looks(self, before: Sittings) -> None:
        for each in looks.changed(before, self.standing.sittings):
            self.dressed = True
            self.broadcast(looks.told(self.place.id, each))

    def every_look(self) -> list[bytes]:
        """The looks of all seats, for a reader that may have missed a change."""
        every = looks.all_told(self.place.id, self.standing.sittings, changed=self.dressed)
        return [encode(each) for each in every]

    def replace(self, standing: Standing, told: Sequence[tuple[int, bytes]]) -> None:
        """Take the truth from the database, and tell what had not been told."""
        missed = [event for seq, event in told if seq > self.standing.seq]
        news = standing.seq - self.standing.seq
        reset = standing.due != self.standing.due
        gap = reset or news != len(missed)
        before = self.standing.sittings
        self.standing = standing
        self.ring = deque(told, RING)
        self.view = self._view()
        self.room = self._room()
        self._snapshot = (-1, b"")
        if self.on_opened is not None and standing.opening is not None:
            self.on_opened(self, True)
        if not news and not reset:
            self._tell_looks(before)
            return
        for listener in self.listeners:
            told_now = [self.snapshot(listener.caller)] if gap else self.with_view(missed)
            listener.push(texts([*told_now, self.current(listener.caller)]))
        self._tell_looks(before)

    def remember(self, key: Key, answered: Answered) -> None:
        """Keep an answer for repetitions."""
        self.answered[key] = answered
        if len(self.answered) > ANSWERS:
            del self.answered[next(iter(self.answered))]

    def with_view(self, told: Sequence[bytes]) -> list[bytes]:
        """Events as they are sent: the last one carries the view after it, and how a coin table stands besides."""
        if not told or (self.view is None and self.room is None):
            return list(told)
        last = told[-1][:-1]
        if self.view is not None:
            last += b',"view":' + self.view
        if self.room is not None:
            last += b',"room":' + self.room
        return [*told[:-1], last + b"}"]

    def _room(self) -> bytes | None:
        room = self.standing.room
        return None if room is None else encode(room.record(self.place, self.standing.sittings, self.standing.due))

    def _view(self) -> bytes | None:
        standing = self.standing
        if standing.state is None:
            return None
        seen = encode(rules.seen(standing.state))
        if standing.status != PLAYING:
            return seen[:-1] + b',"next":null}'
        n = standing.state.rolls + 1
        promised = standing.dice.key(n)[1].encode()
        return b'%b,"next":{"game":%d,"n":%d,"commitment":"%b"}}' % (seen[:-1], standing.game, n, promised)

    # What is told to one device.

    def you(self, caller: Caller) -> dict[str, Any]:
        """Which seats are the reader's own, and whether it hosts."""
        return {"seats": seats_of(self.standing.sittings, caller), "host": self.place.hosted_by(caller)}

    def current(self, caller: Caller) -> bytes:
        """Nothing new: only where the table stands and who the reader is."""
        you = self.you(caller)
        return encode(
            {
                "table": self.place.id,
                "type": "current",
                "seq": self.standing.seq,
                "epoch": self.epoch,
                "you": you,
                "invite": self.invite_for(you),
            }
        )

    def invite_for(self, you: dict[str, Any]) -> str | None:
        """The invitation, told to those who sit here or host."""
        return self.place.invite if you["seats"] or you["host"] else None

    def snapshot(self, caller: Caller) -> bytes:
        """Everything a reader needs to start; the part that all share is made once."""
        standing = self.standing
        if self._snapshot[0] != standing.seq:
            self._snapshot = (standing.seq, self._shared_snapshot())
        you = self.you(caller)
        own = {
            "you": you,
            "invite": self.invite_for(you),
            "presence": self.presence(),
        }
        return self._snapshot[1][:-1] + b"," + encode(own)[1:]

    def _shared_snapshot(self) -> bytes:
        place, standing = self.place, self.standing
        shared: dict[str, Any] = {
            "table": place.id,
            "type": "snapshot",
            "seq": standing.seq,
            "epoch": self.epoch,
            "name": place.name,
            "kind": place.kind,
            "status": standing.status,
            "game": standing.game,
            "rules": to_record(place.rules),
            "seats": [each.record() for each in standing.sittings],
            "commitment": standing.dice.commitment,
            "throw": self.last_throw(),
        }
        if standing.opening is not None:
            shared["opening"] = standing.opening.record(standing.dice.key(standing.opening.n)[1])
        if standing.status == OVER:
            shared["secret"] = standing.dice.secret.hex()
        if place.stake is not None:
            shared |= {"stake": place.stake, "size": place.size, "listed": place.listed}
        lasting = [event for _, event in self.ring if PASSING.search(event) is None]
        recent = b",".join(lasting[-RECENT:])
        view = self.view or b"null"
        room = b"" if self.room is None else b',"room":' + self.room
        return encode(shared)[:-1] + room + b',"view":' + view + b',"recent":[' + recent + b"]}"

    def last_throw(self) -> dict[str, int] | None:
        """The last roll of the game, whose dice lie on the felt."""
        state = self.standing.state
        if state is None or not state.rolls:
            return None
        return {"game": self.standing.game, "roll": state.rolls}

    def since(self, have_seq: int) -> list[bytes] | None:
        """The events after `have_seq` as they are sent, if memory still has them all."""
        if not 0 <= have_seq <= self.standing.seq:
            return None
        missing = self.standing.seq - have_seq
        if missing > len(self.ring):
            return None
        return self.with_view([event for seq, event in self.ring if seq > have_seq])

    # Who is here.

    def attach(self, listener: Listener) -> None:
        """A socket starts to watch."""
        self.listeners[listener] = None
        self.offline_since.pop(listener.caller.device, None)
        if listener.caller.account is not None:
            self.offline_since.pop(listener.caller.account, None)
        self.tell_presence_soon()

    def detach(self, listener: Listener) -> None:
        """A socket is gone."""
        if listener not in self.listeners:
            return
        del self.listeners[listener]
        self.used_at = self.loop.time()
        for each in self.standing.sittings:
            if each.held_by(listener.caller) and not self.online(each):
                self.offline_since[each.holder] = self.used_at
                if self.on_lost is not None:
                    self.on_lost(self, each.seat)
        self.tell_presence_soon()

    def online(self, sitting: Sitting) -> bool:
        """Whether somebody who holds the seat watches."""
        return any(sitting.held_by(listener.caller) for listener in self.listeners)

    def witnesses(self, n: int) -> dict[int, str]:
        """Commitments to a roll by seat, of those whose phones promised and are here."""
        return self.pledges.witnesses(self.standing, n, self.listeners)

    def reveals(self) -> dict[int, str]:
        """What witnesses have opened for the roll on its way."""
        return self.pledges.reveals(self.standing)

    def offline_for(self, sitting: Sitting) -> float:
        """Seconds since a seat's holder was last seen; counted from when the table was loaded at most."""
        if self.online(sitting):
            return 0.0
        return self.loop.time() - self.offline_since.get(sitting.holder, self.loaded_at)

    def away(self, sitting: Sitting) -> bool:
        """Whether a seat's holder has been away for so long that others may play for it."""
        return self.offline_for(sitting) >= self.grace_s

    def presence(self) -> dict[str, Any]:
        """Who is here, who is away for how long, and how many only watch."""
        here: list[int] = []
        offline: dict[str, int] = {}
        for each in self.standing.sittings:
            if each.bot is not None or each.gone:
                continue
            if self.online(each):
                here.append(each.seat)
            else:
                offline[str(each.seat)] = int(self.offline_for(each))
        watchers = sum(not seats_of(self.standing.sittings, listener.caller) for listener in self.listeners)
        return {"seats": here, "offline_for": offline, "watchers": watchers}

    def tell_presence_soon(self) -> None:
        """Tell everybody who is here, once for all changes of the moment."""
        if self._telling is None:
            self._telling = self.loop.call_later(PRESENCE_S, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        self.broadcast({"table": self.place.id, "type": "presence", **self.presence()})

    def broadcast(self, message: dict[str, Any]) -> bytes:
        """Tell everybody something that is not part of the game's history."""
        payload = encode(message)
        bundle = texts([payload])
        for listener in list(self.listeners):
            listener.push(bundle)
        return payload
