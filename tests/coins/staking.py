"""Account holders at coin tables of a real server that dies now and then, and what the rows must say about them."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import websockets
from sqlalchemy import create_engine, text

from app.api.core.db import Reader
from app.api.fairness.dice import game_id
from app.api.ledger.audit import audit
from app.api.play.coin_books import pots_match_their_seats
from app.engine import fair
from tests.playing import Fold, Line, Message, Phone
from tests.serving import ROOT, Server, end

PASSWORD = "seven teacups on a shelf"
GENEROUS = {
    "accounts_per_hour": 100_000,
    "messages_per_window": 1_000_000,
    "posts_per_window": 1_000_000,
    "sockets_per_device": 1_000,
    "throw_backlog": 0,
}
"""Settings of a server that is asked much."""
AGAIN_S = 0.2
"""A client whose call broke tries again after this time."""
TRY_LATER = ("busy", "restarting")
PORTS = (20_000, 32_000)
"""Below those that the system hands out."""


def free_port() -> int:
    """A port that no client is given by chance while its server is dead."""
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(*PORTS)
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


class Mortal:
    """A server process that can be started again at the same address, with the same database."""

    def __init__(self, state_dir: Path, module: tuple[str, ...] = ("app",), **settings: object) -> None:
        self.state_dir = state_dir
        self.module = module
        self.settings = {**GENEROUS, **settings}
        self.port = free_port()
        self.lives = 0
        self.server: Server | None = None
        self.listens = False
        state_dir.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, **more: object) -> bool:
        """Start it, with more settings; answers whether it lived until it listened."""
        told = {**self.settings, **more, "state_dir": self.state_dir}
        environment = {key: value for key, value in os.environ.items() if not key.startswith("TENK_")}
        environment |= {f"TENK_{name.upper()}": str(value) for name, value in told.items()}
        log = self.state_dir / "server.log"
        with log.open("a") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", *self.module, "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert process.stdout is not None, "it was asked for"
        line = process.stdout.readline()
        self.lives += 1
        self.server = Server(line.split()[-1] if line else self.url, self.state_dir, process, log)
        self.listens = bool(line)
        return self.listens

    async def revive(self, **more: object) -> bool:
        """The same, while the players go on trying."""
        return await asyncio.to_thread(self.start, **more)

    def kill(self) -> None:
        """`kill -9`, and the pipe put away."""
        self.listens = False
        if self.server is not None:
            end(self.server)
            self.server = None

    async def gone(self, within_s: float = 90.0) -> int:
        """Wait until it has died by itself; answers its exit status."""
        assert self.server is not None, "it runs"
        code = await asyncio.to_thread(self.server.process.wait, within_s)
        self.kill()
        return int(code)

    @property
    def database(self) -> str:
        """The address of its database."""
        return f"sqlite:///{self.state_dir / 'tenk.db'}"

    def complaints(self) -> list[str]:
        """What its log tells of something unexpected."""
        lines = (self.state_dir / "server.log").read_text().splitlines()
        return [line for line in lines if "Traceback" in line or line.startswith("ERROR")]


class Holder(Phone):
    """The phone of somebody who has an account."""

    def __init__(self, url: str, name: str, seed: int = 0) -> None:
        super().__init__(url, seed)
        self.name = name
        self.server: Mortal | None = None
        self.own_line: Line | None = None
        self.opening = asyncio.Lock()

    async def sign_up(self, *, notice: bool = True) -> Holder:
        """Open the account, and accept that coins have play value only."""
        answer = await self.post("/api/accounts", {"name": self.name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        if notice:
            assert (await self.post("/api/account/notice", {})).status_code == 204
        return self

    async def another(self, seed: int = 0) -> Holder:
        """A second phone, signed in to the same account."""
        other = Holder(self.url, self.name, seed)
        answer = await other.post("/api/logins", {"name": self.name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        return other

    async def patience(self) -> None:
        """Wait before the same is said again; for a server that is known to be dead, until there is another."""
        await asyncio.sleep(AGAIN_S)
        while self.server is not None and not self.server.listens:
            await asyncio.sleep(AGAIN_S)

    async def insist(self, call: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        """Call until there is an answer that is not "later"."""
        while True:
            try:
                answer = await call()
            except httpx.TransportError:
                answer = None
            if answer is not None and (answer.status_code != 503 or answer.json().get("refused") not in TRY_LATER):
                return answer
            await self.patience()

    async def seen(self, table: str) -> Message:
        """How a table stands, as this phone is told."""
        answer = await self.insist(lambda: self.http.get(f"/api/tables/{table}"))
        told: Message = answer.json()
        fold = self.folds.setdefault(table, Fold())
        if told["seq"] >= fold.seq:
            fold.take(told)
        return told

    async def coin_table(self, stake: int = 250, size: int = 2, rules: str = "progressive", **more: Any) -> Message:
        """Open a table and sit at it."""
        body = {"cid": self.cid(), "stake": stake, "rules": rules, "size": size, **more}
        answer = await self.insist(lambda: self.post("/api/coin-tables", body))
        assert answer.status_code == 201, answer.text
        told: Message = answer.json()
        return told

    async def send(self, table: str, kind: str, **more: Any) -> Message:
        """One command by HTTP, sent again with the same number until it is answered."""
        return await self.resend(table, {"cid": self.cid(), "type": kind, **more})

    async def resend(self, table: str, command: Message) -> Message:
        """A command that may have been sent before."""
        told: Message = (await self.insist(lambda: self.post(f"/api/tables/{table}/commands", command))).json()
        return told

    async def over_socket(self, table: str, command: Message) -> Message:
        """The same by a socket, which is opened again whenever it breaks."""
        while True:
            try:
                async with self.opening:
                    if self.own_line is None or self.own_line.reading.done():
                        self.own_line = await self.line()
                told = await self.own_line.ask({**command, "table": table})
            except (OSError, TimeoutError, websockets.WebSocketException):
                told = {"refused": "busy"}
            if told.get("refused") not in TRY_LATER:
                return told
            await self.patience()

    async def leave_us(self) -> None:
        """Put the phone away."""
        if self.own_line is not None:
            self.own_line.cut()
            await self.own_line.reading
        await self.http.aclose()

    def r(self, game: str, seat: int) -> bytes:
        """What this phone adds to the table roll; kept, so the same whenever it is asked for."""
        return sha256(f"{self.name} {game} {seat}".encode()).digest()

    def promised(self, table: str, game: int, seat: int) -> str:
        """Its commitment."""
        name = game_id(table, game)
        return fair.commitment("r", name, seat, 0, self.r(name, seat)).hex()


async def sign_up(server: Mortal, *names: str, seed: int = 0) -> list[Holder]:
    """New accounts, each on a phone of its own."""
    holders = [Holder(server.url, name, seed + number) for number, name in enumerate(names)]
    for each in holders:
        each.server = server
    return list(await asyncio.gather(*(each.sign_up() for each in holders)))


# What a phone does by itself.


def due_now(phone: Holder, table: str, told: Message) -> tuple[str, Message] | None:
    """The command that this phone would send now to get the game started, by what it sees; None if it has to wait."""
    room, seats = told["room"], told["you"]["seats"]
    if not seats:
        return None
    seat = seats[0]
    promise = phone.promised(table, told["game"], seat)
    if room["phase"] in ("waiting", "countdown"):
        if room["promises"].get(str(seat)) != promise:
            return "promise", {"commitment": promise}
        if seat not in room["ready"] and len(told["seats"]) > 1:
            return "ready", {"yes": True}
    elif room["phase"] == "table_roll" and seat not in room["revealed"] and room["promises"].get(str(seat)) == promise:
        return "reveal", {"r": phone.r(game_id(table, told["game"]), seat).hex()}
    return None


async def begin(table: str, *phones: Holder, within_s: float = 120.0) -> None:
    """Promise, be ready and reveal until the game runs."""
    async with asyncio.timeout(within_s):
        while (await phones[0].seen(table))["status"] == "open":
            for phone in phones:
                wanted = due_now(phone, table, await phone.seen(table))
                if wanted is not None:
                    await phone.send(table, wanted[0], **wanted[1])
            await asyncio.sleep(0.05)


async def play_out(table: str, *phones: Holder, most: int = 5_000) -> None:
    """Play by legal choices to the end."""
    for _ in range(most):
        for phone in phones:
            told = await phone.seen(table)
            if told["status"] != "playing":
                return
            if phone.folds[table].mine:
                answer = await phone.resend(table, phone.move(table))
                assert answer.get("ok"), answer
    raise AssertionError("the game has no end")


# What the rows must say.


def findings(database: str) -> list[str]:
    """What is wrong with the books and the pots of a database that nobody writes to."""
    reader = Reader(database)
    try:
        return [str(each) for each in reader.now(lambda session: [*audit(session), *pots_match_their_seats(session)])]
    finally:
        reader.close()


def rows(database: str, query: str, **values: Any) -> list[Any]:
    """Rows of a database."""
    engine = create_engine(database)
    try:
        with engine.connect() as connection:
            return list(connection.execute(text(query), values).all())
    finally:
        engine.dispose()


def moved(database: str) -> dict[tuple[str, str], int]:
    """How often each account (by name) paid or was paid, by code."""
    found = rows(
        database,
        "SELECT account.name, code, count(*) FROM transfer JOIN account"
        " ON 'account:' || account.id IN (debit, credit) GROUP BY account.name, code",
    )
    return {(name, code): count for name, code, count in found}
