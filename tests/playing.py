"""Phones for tests: they open tables, hold sockets, and fold what they hear as the client does."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

from app.engine import rulesets
from app.engine.open_parts import from_words
from app.engine.orders import keeps, places
from app.engine.rules import RuleSet, from_record

ANSWER_S = 15.0

Message = dict[str, Any]


@dataclass
class Fold:
    """A table as a client knows it from what it was told."""

    seq: int = -1
    epoch: str = ""
    status: str = ""
    view: Message | None = None
    rules: RuleSet = field(default_factory=lambda: rulesets.load("progressive"))
    you: Message = field(default_factory=dict)
    events: list[Message] = field(default_factory=list)
    repeated: int = 0
    gaps: int = 0
    snapshots: int = 0

    def take(self, message: Message) -> None:
        """Apply one message about the table."""
        if message["type"] == "snapshot":
            self.snapshots += 1
            self.seq, self.epoch, self.status = message["seq"], message["epoch"], message["status"]
            self.view, self.you, self.rules = message["view"], message["you"], from_record(message["rules"])
            known = {event["seq"] for event in self.events}
            self.events += [event for event in message["recent"] if event["seq"] not in known]
        elif message["type"] == "current":
            self.you, self.epoch = message["you"], message["epoch"]
        elif "seq" in message:
            self._event(message)

    def _event(self, event: Message) -> None:
        if event["seq"] <= self.seq:
            self.repeated += 1
            return
        self.gaps += event["seq"] != self.seq + 1
        self.seq = event["seq"]
        self.view = event.pop("view", self.view)
        self.events.append(event)
        if event["type"] == "game_started":
            self.status = "playing"
        elif event["type"] == "game_over":
            self.status = "over"

    @property
    def mine(self) -> bool:
        """Whether it is this phone's turn."""
        return self.view is not None and self.view["seat"] in self.you.get("seats", ())


class Line:
    """One socket, reading in the background."""

    def __init__(self, socket: ClientConnection, folds: dict[str, Fold]) -> None:
        self.socket = socket
        self.folds = folds
        self.heard: list[Message] = []
        """Messages that are no events, in order."""
        self.throws: list[bytes] = []
        self.answers: dict[str, list[asyncio.Future[Message]]] = {}
        self.news = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(websockets.ConnectionClosed):
            async for raw in self.socket:
                self._take(raw)
        self.news.set()

    def _take(self, raw: str | bytes) -> None:
        if isinstance(raw, bytes):
            self.throws.append(raw)
        else:
            message = json.loads(raw)
            if "cid" in message:
                waiting = self.answers.get(message["cid"])
                if waiting:
                    waiting.pop(0).set_result(message)
            elif "seq" not in message or message["type"] in ("current", "snapshot"):
                self.heard.append(message)
            if "table" in message and "type" in message and message["table"] in self.folds:
                self.folds[message["table"]].take(message)
        self.news.set()

    async def say(self, message: Message) -> None:
        """Send one message."""
        await self.socket.send(json.dumps(message))

    async def ask(self, command: Message) -> Message:
        """Send a command and wait for its answer. Raises ConnectionError when the line breaks first."""
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.answers.setdefault(command["cid"], []).append(answer)
        try:
            await self.say(command)
        except websockets.ConnectionClosed as closed:
            raise ConnectionError from closed
        await asyncio.wait({answer, self.reading}, timeout=ANSWER_S, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise ConnectionError("no answer")
        return answer.result()

    async def until(self, ready: Any, within_s: float = ANSWER_S) -> None:
        """Wait until something holds; `ready` is a function without arguments. ConnectionError if the line ends."""
        async with asyncio.timeout(within_s):
            while not ready():
                if self.reading.done():
                    raise ConnectionError("the line ended")
                self.news.clear()
                await self.news.wait()

    async def hear(self, kind: str) -> Message:
        """The next message of a type that is no event; it is taken out of `heard`."""
        await self.until(lambda: any(message.get("type") == kind for message in self.heard))
        found = next(message for message in self.heard if message.get("type") == kind)
        self.heard.remove(found)
        return found

    async def close(self) -> None:
        """Hang up in good order."""
        await self.socket.close()
        await self.reading

    def cut(self) -> None:
        """Lose the line as a phone in a tunnel does."""
        self.socket.transport.abort()


class Phone:
    """One browser: a cookie, HTTP calls, sockets, and what it knows of its tables."""

    def __init__(self, url: str, seed: int = 0) -> None:
        self.url = url
        self.random = random.Random(seed)
        self.http = httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=30)
        self.folds: dict[str, Fold] = {}

    async def __aenter__(self) -> Phone:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.http.aclose()

    async def post(self, path: str, body: Any) -> httpx.Response:
        """POST JSON as the page does."""
        return await self.http.post(path, json=body)

    async def open_table(
        self,
        names: Sequence[str] = ("Ann", "Ben"),
        kind: str = "one_phone",
        rules: str | Message = "progressive",
        bots: Sequence[str] = (),
    ) -> Message:
        """Open a table; bots sit behind the people."""
        seats = [{"name": name} for name in names] + [{"name": key.title(), "bot": key} for key in bots]
        answer = await self.post("/api/tables", {"kind": kind, "rules": rules, "seats": seats})
        assert answer.status_code == 201, answer.text
        told: Message = answer.json()
        self.folds[told["table"]] = Fold()
        return told

    async def line(self, *tables: str, resume: bool = True, receive_bytes: int | None = None) -> Line:
        """Open a socket and say hello, from where this phone left off unless told otherwise.

        `receive_bytes` makes the phone's own receive buffer that small.
        """
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        opened = await websockets.connect(
            self.url.replace("http", "ws") + "/ws",
            origin=websockets.Origin(self.url),
            additional_headers={"cookie": cookies} if cookies else None,
            sock=connected(self.url, receive_bytes),
            compression=None,
            max_size=None,
            open_timeout=20,
        )
        cursors = []
        for table in tables:
            fold = self.folds.setdefault(table, Fold())
            known = {"have_seq": fold.seq, "epoch": fold.epoch} if resume and fold.seq >= 0 else {}
            cursors.append({"table": table, **known})
        line = Line(opened, self.folds)
        await line.say({"type": "hello", "protocol": 1, "tables": cursors})
        await line.hear("welcome")
        for table in tables:
            await line.until(lambda table=table: knows(line, table))
        return line

    def cid(self) -> str:
        """A fresh command number."""
        return str(UUID(int=self.random.getrandbits(128), version=4))

    def entropy(self) -> str:
        """This device's share of a roll."""
        return self.random.randbytes(32).hex()

    def command(self, table: str, kind: str, **more: Any) -> Message:
        """A command about what this phone knows to lie there."""
        if kind in ("roll", "play_for"):
            more.setdefault("entropy", self.entropy())
        return {"cid": self.cid(), "table": table, "expect_seq": self.folds[table].seq, "type": kind, **more}

    def move(self, table: str, bank_at: int = 300) -> Message:
        """A sensible next command for the acting seat, chosen from the view alone; after the end, the next game."""
        view = self.folds[table].view
        assert view is not None, "the game has started"
        match view["phase"]:
            case "roll" | "first":
                return self.command(table, "piggyback" if view["offer"] and self.random.random() < 0.5 else "roll")
            case "keep":
                return self.command(table, "keep", dice=best_keep(view, self.folds[table].rules))
            case "decide":
                enough = view["unbanked"] >= bank_at and not (view["to_beat"] and view["bank"]["wins_nothing"])
                return self.command(table, "bank" if enough else "roll")
            case "vote" | "share":
                return self.command(table, view["phase"], yes=self.random.random() < 0.5)
            case "order":
                return self.command(table, "choose_order", order="last")
        return self.command(table, "rematch")


def connected(url: str, receive_bytes: int | None) -> socket.socket:
    """A connection to a server, with a receive buffer of a given size."""
    address = urlsplit(url)
    made = socket.socket()
    if receive_bytes is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    made.connect((address.hostname, address.port))
    made.setblocking(False)
    return made


def knows(line: Line, table: str) -> bool:
    """Whether the server has answered a greeting about a table."""
    return any(
        message.get("table") == table and message["type"] in ("snapshot", "current", "refused")
        for message in line.heard
    )


def best_keep(view: Message, rules: RuleSet) -> tuple[int, ...]:
    """The dice that pay most without going past a target to be hit exactly, in an order that scores."""
    lying = tuple(view["lying"])
    room = rules.target - view["unbanked"] - view["banked"][view["seat"]]
    orders = keeps(tuple(sorted(lying)), from_words(view["open"]), rules)
    no_limit = view["rolloff"] is not None or rules.finish != "exact"
    fitting = [order for order in orders if no_limit or order.reading.total <= room]
    return places(lying, max(fitting, key=lambda order: order.reading.total).taps)


async def play(phone: Phone, line: Line, table: str, commands: int, bank_at: int = 300) -> None:
    """Play so many commands for all seats of a table on one phone, over as many games as it takes."""
    for _ in range(commands):
        answer = await line.ask(phone.move(table, bank_at))
        assert answer.get("ok"), answer
        # Events come before the answer that they belong to.
        assert phone.folds[table].seq >= answer["seq"]
