"""Live tables against bare servers, in one run and in turns: the ratios R1, R2, R3, R5 and R6.

    python -m tests.bench.live [ROUNDS] [SECONDS]

Real players of real games drive the shipped server: they roll, keep and bank by what the view shows. Limits are
raised by settings, throws are made on demand only (the worker is measured by `tests.bench.throws`). A figure counts
only when strangers used less than 0.15 of a core; ratios are the middle of the rounds that count.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import httpx
import uvloop

from tests.bench.load import Bouncer, Player, Raw, Tally, connect, learn, request
from tests.bench.machine import Running, Shares, Watch, pin, resident_kib, wait_for_quiet

FOREIGN_MAX = 0.15
WARM_S = 1.0
TRIES = 4
PATIENCE_S = 45.0
SETTINGS = {
    "TENK_MESSAGES_PER_WINDOW": "1000000000",
    "TENK_POSTS_PER_WINDOW": "1000000000",
    "TENK_SOCKETS_PER_DEVICE": "100000",
    "TENK_COMMANDS_IN_FLIGHT_MAX": "100000",
    "TENK_UNSENT_BYTES_MAX": str(8 << 20),
    "TENK_THROW_BACKLOG": "0",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement of one server."""

    kind: str
    value: float
    unit: str
    shares: Shares
    cost_us: float | None = None
    """Processor time of the server for each, which strangers disturb less than they do the clock."""

    @property
    def counts(self) -> bool:
        return self.shares.foreign < FOREIGN_MAX

    def __str__(self) -> str:
        shares = self.shares
        cost = "" if self.cost_us is None else f"{self.cost_us:6.1f} µs  "
        return (
            f"{self.kind:8}{self.value:10.2f} {self.unit:14} {cost}server {shares.server:4.2f}"
            f"  client {shares.client:4.2f}  strangers {shares.foreign:4.2f}"
            f"{'' if self.counts else '  (too many strangers)'}"
        )


class Bench:
    """Starts servers and drives them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.folder = tempfile.TemporaryDirectory(prefix="tenk-bench-")
        self.started = 0

    def start(self, kind: str) -> Running:
        """A fresh server of a kind; the service with an empty database."""
        if kind != "service":
            return Running(["tests.bench.anchors", kind], {})
        self.started += 1
        state = {"TENK_STATE_DIR": f"{self.folder.name}/{self.started}"}
        return Running(["app", "serve", "--port", "0"], {**SETTINGS, **state})

    async def makers(
        self, server: Running, kind: str, tally: Tally, tables: int, each: int, again: bool
    ) -> list[Callable[[], Raw]]:
        """Sockets for tables: the first of each table moves, the others watch."""
        if kind != "service":
            return [
                partial(Bouncer, tally, request(server.port, f"/{table}"), index == 0, again)
                for table in range(tables)
                for index in range(each)
            ]
        found: list[Callable[[], Raw]] = []
        base = f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=base, headers={"origin": base}, timeout=60) as http:
            for _ in range(tables):
                http.cookies.clear()
                seats = [{"name": "Ann"}, {"name": "Ben"}]
                body = {"kind": "one_phone", "rules": "progressive", "seats": seats}
                table = (await http.post("/api/tables", json=body)).json()["table"]
                cookie = f"device={http.cookies['device']}"
                opening = request(server.port, "/ws", cookie)
                found += [partial(Player, tally, opening, table, index == 0, again) for index in range(each)]
        return found

    async def closed(self, kind: str, tables: int, each: int) -> Figure:
        """Every table has one message on its way all the time; messages (or deliveries) a second."""
        server = await asyncio.to_thread(self.start, kind)
        try:
            tally = Tally()
            sockets = await connect(server.port, await self.makers(server, kind, tally, tables, each, again=True))
            await ready(sockets)
            movers = [socket for socket in sockets if socket.mover]
            for mover in movers:
                mover.step()
            await asyncio.sleep(WARM_S)
            watch = Watch(server.pid)
            tally.counting = True
            await asyncio.sleep(self.seconds)
            tally.counting = False
            shares = watch.shares()
            tally.stopped = True
            complain(sockets, tally)
            for socket in sockets:
                socket.transport.abort()
            unit = "messages/s" if each == 1 else "deliveries/s"
            rate = tally.commands * each / self.seconds
            return Figure(kind, rate, unit, shares, 1e6 * shares.server / max(rate, 1.0))
        finally:
            await asyncio.to_thread(server.stop)

    async def paced(self, kind: str, rate: int, tables: int) -> Figure:
        """So many messages a second over many sockets; 99 of 100 are answered within so many ms."""
        server = await asyncio.to_thread(self.start, kind)
        try:
            tally = Tally()
            movers = await connect(server.port, await self.makers(server, kind, tally, tables, 1, again=False))
            await ready(movers)
            watch = Watch(server.pid)
            began, sent = perf_counter(), 0
            while (now := perf_counter() - began) < self.seconds + WARM_S:
                tally.counting = now > WARM_S
                while sent < now * rate:
                    movers[sent % len(movers)].step()
                    sent += 1
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.5)
            shares = watch.shares()
            complain(movers, tally)
            for socket in movers:
                socket.transport.abort()
            slowest = sorted(tally.latency_s)[int(len(tally.latency_s) * 0.99)]
            return Figure(kind, slowest * 1000, "ms p99", shares)
        finally:
            await asyncio.to_thread(server.stop)

    async def memory(self, kind: str, sockets: int) -> Figure:
        """Memory of an idle socket, in KiB; the service's are seated."""
        server = await asyncio.to_thread(self.start, kind)
        try:
            tally = Tally()
            makers = await self.makers(server, kind, tally, sockets // 2, 2, again=False)
            opened = await connect(server.port, makers[:100])
            await asyncio.sleep(1)
            before = resident_kib(server.pid)
            watch = Watch(server.pid)
            opened += await connect(server.port, makers[100:])
            await ready(opened)
            await asyncio.sleep(2)
            value = (resident_kib(server.pid) - before) / (len(makers) - 100)
            shares = watch.shares()
            for socket in opened:
                socket.transport.abort()
            # Strangers cost time, not memory.
            return Figure(kind, value, "KiB/socket", Shares(shares.server, shares.client, 0.0))
        finally:
            await asyncio.to_thread(server.stop)

    async def storm(self, kind: str, sockets: int) -> Figure:
        """A thousand come at once; the service's have missed some events and get them."""
        server = await asyncio.to_thread(self.start, kind)
        try:
            tally = Tally()
            makers = await self.makers(server, kind, tally, sockets // 8, 8, again=False)
            resume = await self.played(server, makers) if kind == "service" else {}
            watch = Watch(server.pid)
            began = perf_counter()
            opened = await connect(server.port, [partial(returning, maker, resume) for maker in makers], len(makers))
            await ready(opened)
            value = len(opened) / (perf_counter() - began)
            shares = watch.shares()
            for socket in opened:
                socket.transport.abort()
            return Figure(kind, value, "handshakes/s" if kind == "echo" else "resumes/s", shares)
        finally:
            await asyncio.to_thread(server.stop)

    async def played(self, server: Running, makers: list[Callable[[], Raw]]) -> dict[str, tuple[int, str]]:
        """Play a little at every table, and answer what everybody knew before that."""
        players = await connect(server.port, makers[::8])
        await ready(players)
        known = {player.table: (player.seq, player.epoch) for player in players}
        for player in players:
            player.again = True
            player.step()
        await asyncio.sleep(0.5)
        players[0].tally.stopped = True
        await asyncio.sleep(0.5)
        for player in players:
            player.transport.abort()
        await asyncio.sleep(0.5)
        return known


def returning(maker: Callable[[], Any], resume: dict[str, tuple[int, str]]) -> Any:
    """A socket that says where it left off."""
    made = maker()
    if isinstance(made, Player):
        made.resume = resume[made.table]
    return made


async def ready(sockets: list[Any]) -> None:
    """Wait until the service has told every player where the game stands."""
    players = [socket for socket in sockets if isinstance(socket, Player)]
    await asyncio.gather(*(player.ready for player in players))


def complain(sockets: list[Any], tally: Tally) -> None:
    """A refused command or a lost socket voids the figure."""
    refused = [code for socket in sockets if isinstance(socket, Player) for code in socket.refused]
    if refused or tally.closed:
        raise SystemExit(f"void: {len(refused)} refused ({set(refused)}), {tally.closed} sockets lost")


@dataclass(frozen=True, slots=True)
class Ratio:
    """What is compared, and the bar."""

    name: str
    says: str
    anchor: str
    bar: float
    at_least: bool
    measure: Callable[[Bench, str], Any]


RATIOS = (
    Ratio("R1", "durable commands/s over bare echo (200 tables)", "echo", 0.25, True,
          lambda bench, kind: bench.closed(kind, tables=200, each=1)),
    Ratio("R2", "deliveries/s over frames built once (8 sockets a table)", "fan", 0.40, True,
          lambda bench, kind: bench.closed(kind, tables=50, each=8)),
    Ratio("R3", "p99 at 1,000 commands/s over 1,000 sockets, over echo", "echo", 4.0, False,
          lambda bench, kind: bench.paced(kind, rate=1000, tables=1000)),
    Ratio("R5", "memory of an idle seated socket over a bare one", "echo", 2.0, False,
          lambda bench, kind: bench.memory(kind, sockets=1000)),
    Ratio("R6", "resumes/s of 1,000 at once over bare handshakes/s", "echo", 0.50, True,
          lambda bench, kind: bench.storm(kind, sockets=1000)),
)  # fmt: skip


async def undisturbed(bench: Bench, ratio: Ratio, kind: str) -> Figure:
    """A figure that counts, if strangers allow one within some tries."""
    for _ in range(TRIES):
        await asyncio.to_thread(wait_for_quiet, PATIENCE_S)
        figure: Figure = await ratio.measure(bench, kind)
        print(f"    {figure}", flush=True)
        if figure.counts:
            break
    return figure


async def compare(bench: Bench, ratio: Ratio, rounds: int) -> bool:
    """Measure anchor and service in turns; True when the bar holds or nothing counts."""
    print(f"\n{ratio.name}  {ratio.says}")
    found: list[float] = []
    for _ in range(rounds):
        pair = [await undisturbed(bench, ratio, kind) for kind in (ratio.anchor, "service")]
        value = pair[1].value / pair[0].value
        print(f"    {value:.2f}")
        if all(figure.counts for figure in pair):
            found.append(value)
    sign = "≥" if ratio.at_least else "≤"
    if not found:
        print(f"{ratio.name}  no verdict: the machine was not quiet (bar {sign} {ratio.bar})")
        return True
    middle = median(found)
    holds = middle >= ratio.bar if ratio.at_least else middle <= ratio.bar
    print(f"{ratio.name}  {middle:.2f}  (bar {sign} {ratio.bar})  {'holds' if holds else 'MISSES'}")
    return holds


def main(arguments: list[str]) -> int:
    """Print all ratios; exit 1 when one misses its bar."""
    names = [argument for argument in arguments if argument.startswith("R")]
    numbers = [float(argument) for argument in arguments if not argument.startswith("R")]
    rounds = int(numbers[0]) if numbers else 3
    seconds = numbers[1] if len(numbers) > 1 else 5.0
    pin(0, first=False)
    # A client that stops to look for garbage among a thousand players would be what is measured.
    gc.disable()
    learn()
    bench = Bench(seconds)
    chosen = [ratio for ratio in RATIOS if not names or ratio.name in names]

    async def all_of_them() -> list[bool]:
        return [await compare(bench, ratio, rounds) for ratio in chosen]

    held = uvloop.run(all_of_them())
    bench.folder.cleanup()
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
