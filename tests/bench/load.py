"""A light load client: raw frames over uvloop, so that one core can drive more than one server core can answer."""

from __future__ import annotations

import asyncio
import itertools
import random
from array import array
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from app.engine import rulesets
from app.engine.open_parts import from_words
from app.engine.orders import can_score, keeps, places

MESSAGE_BYTES = 128
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n{cookie}"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)
NUMBERS = itertools.count(random.Random().getrandbits(40))


def masked(payload: bytes) -> bytes:
    """A client's text frame. The mask is zero: the server unmasks all the same."""
    length = len(payload)
    if length < 126:
        return bytes((0x81, 0x80 | length)) + b"\0\0\0\0" + payload
    return b"\x81\xfe" + length.to_bytes(2, "big") + b"\0\0\0\0" + payload


class Tally:
    """What a run has seen while it counts."""

    def __init__(self) -> None:
        self.counting = False
        self.stopped = False
        self.commands = 0
        self.messages = 0
        self.bytes = 0
        self.latency_s = array("d")
        self.closed = 0


class Raw(asyncio.Protocol):
    """One socket; subclasses say what a message means."""

    def __init__(self, tally: Tally, request: bytes) -> None:
        self.tally = tally
        self.request = request
        self.buffer = bytearray()
        self.open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self.sent_at = 0.0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.tally.closed += 1
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(bytes(self.buffer[:80])))

    def send(self, payload: bytes) -> None:
        """Send one message and note when."""
        self.sent_at = perf_counter()
        self.transport.write(masked(payload))

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                self.opened.set_exception(ConnectionError(bytes(buffer[:80])))
                return
            del buffer[: end + 4]
            self.open = True
            self.opened.set_result(None)
            self.begin()
        self._frames()

    def _frames(self) -> None:
        buffer, offset, size = self.buffer, 0, len(self.buffer)
        while size - offset >= 2:
            length, head = buffer[offset + 1], 2
            if length == 126:
                if size - offset < 4:
                    break
                length, head = int.from_bytes(buffer[offset + 2 : offset + 4], "big"), 4
            elif length == 127:
                if size - offset < 10:
                    break
                length, head = int.from_bytes(buffer[offset + 2 : offset + 10], "big"), 10
            if size - offset < head + length:
                break
            if buffer[offset] == 0x81:
                if self.tally.counting:
                    self.tally.messages += 1
                    self.tally.bytes += length
                self.hear(bytes(buffer[offset + head : offset + head + length]))
            offset += head + length
        if offset:
            del buffer[:offset]

    def begin(self) -> None:
        """The socket is open."""

    def hear(self, payload: bytes) -> None:
        """A message came."""

    def answered(self) -> None:
        """Count an answer to what was sent last."""
        if self.tally.counting:
            self.tally.commands += 1
            self.tally.latency_s.append(perf_counter() - self.sent_at)


class Bouncer(Raw):
    """Sends a message of fixed size; `again` decides whether its return sets off the next one."""

    payload = b'{"c":"roll","d":"' + b"x" * (MESSAGE_BYTES - 19) + b'"}'

    def __init__(self, tally: Tally, request: bytes, mover: bool, again: bool) -> None:
        super().__init__(tally, request)
        self.mover = mover
        self.again = again

    def step(self) -> None:
        """Send."""
        self.send(self.payload)

    def hear(self, payload: bytes) -> None:
        if self.mover:
            self.answered()
            if self.again and not self.tally.stopped:
                self.step()


class Seen(msgspec.Struct):
    """What a player looks at."""

    phase: str
    seat: int | None
    banked: list[int]
    unbanked: int
    lying: list[int]
    open: list[str]
    rolloff: Any = None


class Told(msgspec.Struct):
    """What a player reads of a message."""

    type: str = ""
    seq: int = 0
    view: Seen | None = None
    epoch: str = ""
    ok: bool = False
    refused: str = ""


decode = msgspec.json.Decoder(Told).decode
RULES = rulesets.load("progressive")
KEEPS: dict[tuple[Any, ...], list[tuple[int, tuple[int, ...]]]] = {}


def keep_of(seen: Seen) -> tuple[int, ...]:
    """The best keep that does not go past the target, worked out by the rules and remembered."""
    key = (tuple(sorted(seen.lying)), *seen.open)
    orders = KEEPS.get(key)
    if orders is None:
        found = keeps(key[0], from_words(seen.open), RULES)
        orders = KEEPS[key] = [(order.reading.total, order.taps) for order in found]
    room = RULES.target - seen.unbanked - seen.banked[seen.seat or 0]
    if seen.rolloff is not None:
        room = 1 << 30
    _, taps = max((each for each in orders if each[0] <= room), key=lambda each: each[0])
    return places(tuple(seen.lying), taps)


def learn(rolls: int = 60_000) -> None:
    """Work out the keeps that games come to before anything is measured: while it thinks, a client hears nothing."""
    draw = random.Random(1)
    for _ in range(rolls):
        dice = draw.randint(1, RULES.dice)
        opened = [f"set:{face}" for face in range(1, 7) if draw.random() < 0.1]
        opened += [f"straight:{draw.choice(('low', 'high'))}"] if draw.random() < 0.05 else []
        lying = draw.choices(range(1, 7), k=dice)
        seen = Seen(phase="keep", seat=0, banked=[0], unbanked=0, lying=lying, open=opened, rolloff=True)
        if can_score(lying, from_words(opened), RULES):
            keep_of(seen)


class Player(Raw):
    """A real player of a table on one phone: reads the view, plays for all seats, asks for the next game."""

    def __init__(self, tally: Tally, request: bytes, table: str, mover: bool, again: bool) -> None:
        super().__init__(tally, request)
        self.table = table
        self.mover = mover
        self.again = again
        self.seq = 0
        self.epoch = ""
        self.view: Seen | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.refused: list[str] = []
        self.resume: tuple[int, str] | None = None

    def begin(self) -> None:
        cursor: dict[str, Any] = {"table": self.table}
        if self.resume is not None:
            cursor |= {"have_seq": self.resume[0], "epoch": self.resume[1]}
        hello = {"type": "hello", "protocol": 1, "tables": [cursor]}
        self.transport.write(masked(msgspec.json.encode(hello)))

    def hear(self, payload: bytes) -> None:
        if not self.mover and self.ready.done():
            return
        told = decode(payload)
        if told.seq > self.seq:
            self.seq = told.seq
        if told.view is not None:
            self.view = told.view
        if told.ok:
            self.answered()
            if self.again and not self.tally.stopped:
                self.step()
        elif told.refused:
            self.refused.append(told.refused)
        elif told.type in ("snapshot", "current") and not self.ready.done():
            self.epoch = told.epoch
            self.ready.set_result(None)

    def step(self) -> None:
        """Send the next command of the game."""
        number = next(NUMBERS)
        cid = b"%08x-0000-4000-8000-%012x" % (number >> 20 & 0xFFFFFFFF, number & 0xFFFFF)
        head = b'{"cid":"%b","table":"%b","expect_seq":%d,"type":' % (cid, self.table.encode(), self.seq)
        seen = self.view
        assert seen is not None, "a game is running"
        if seen.phase == "over":
            self.send(head + b'"rematch"}')
        elif seen.phase == "keep":
            self.send(head + b'"keep","dice":%b}' % msgspec.json.encode(keep_of(seen)))
        elif seen.phase == "decide" and seen.unbanked >= 300:
            self.send(head + b'"bank"}')
        elif seen.phase in ("roll", "decide"):
            self.send(head + b'"roll","entropy":"%064x","gesture":{"angle":10,"power":60}}' % random.getrandbits(256))
        elif seen.phase == "order":
            self.send(head + b'"choose_order","order":"last"}')
        else:
            self.send(head + b'"%b","yes":false}' % seen.phase.encode())


async def connect(port: int, makers: list[Callable[[], Raw]], at_once: int = 50) -> list[Any]:
    """Open sockets, some at a time."""
    loop = asyncio.get_running_loop()
    made: list[Any] = []
    for start in range(0, len(makers), at_once):
        some = [
            (await loop.create_connection(maker, "127.0.0.1", port))[1] for maker in makers[start : start + at_once]
        ]
        await asyncio.gather(*(each.opened for each in some))
        made += some
    return made


def request(port: int, path: str, cookie: str = "") -> bytes:
    """The opening handshake."""
    line = f"Cookie: {cookie}\r\n" if cookie else ""
    return HANDSHAKE.format(path=path, port=port, cookie=line).encode()
