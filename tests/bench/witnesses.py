"""How long a roll takes that eight phones take part in, each of them 150 ms away, and how long a silent one is awaited.

    python -m tests.bench.witnesses [ROLLS]

Real games of eight over real sockets against the shipped server; every byte passes a line that takes 75 ms each way.
Bars: from the tap to the dice, p95 at most 700 ms with all phones (level 2) and 300 ms with the roller's alone
(level 1; F19); a list with one silent phone is sealed after 1,500 ms, give or take 150 (F11). A figure counts only
when strangers used less than 0.15 of a core.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import uvloop

from tests.bench.live import FOREIGN_MAX, PATIENCE_S, SETTINGS, TRIES
from tests.bench.machine import Running, Shares, Watch, pin, wait_for_quiet
from tests.live.witnessing import Circle, Taker, circle

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
ONE_WAY_S = 0.075
TABLES = 3
"""Games at the same time, so that the waiting of one is the playing of another."""
LEVEL_2_MS, LEVEL_1_MS = 700.0, 300.0
SEALED_MS, SEALED_OFF_MS = 1_500.0, 150.0
SILENT_ROLLS = 8
"""In a game each seat may be silent twice before it is not asked any more."""


class Afar:
    """A long line to a server: what goes in at one end comes out at the other after the same time, in order."""

    def __init__(self, port: int, one_way_s: float) -> None:
        self.port = port
        self.one_way_s = one_way_s
        self.pumps: set[asyncio.Task[None]] = set()

    async def open(self) -> str:
        """Listen; answers the address that players use."""
        self.listening = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self.listening.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Cut all lines."""
        self.listening.close()
        for each in self.pumps:
            each.cancel()
        await asyncio.gather(*self.pumps, return_exceptions=True)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
        for one, other in ((reader, far_writer), (far_reader, writer)):
            pump = asyncio.create_task(self._pump(one, other))
            self.pumps.add(pump)
            pump.add_done_callback(self.pumps.discard)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while piece := await reader.read(65_536):
                loop.call_later(self.one_way_s, writer.write, piece)
        loop.call_later(self.one_way_s, writer.close)


@dataclass(frozen=True, slots=True)
class Figure:
    """Times of one measurement, in ms."""

    took: list[float]
    shares: Shares

    @property
    def counts(self) -> bool:
        """Whether the machine was ours."""
        return self.shares.foreign < FOREIGN_MAX

    @property
    def p95(self) -> float:
        """95 of 100 take no longer."""
        return sorted(self.took)[int(len(self.took) * 0.95)]


async def all_phones(friends: Circle, rolls: int, took: list[float]) -> None:
    """From the tap to the dice, with eight phones."""
    for _ in range(rolls):
        roller = await friends.to_a_roll()
        game, n = roller.next
        began = perf_counter()
        answer = await roller.line.ask(roller.rolls())
        assert answer.get("ok"), answer
        fallen = await roller.hears("rolled", n, game)
        took.append(1000 * (perf_counter() - began))
        assert len(fallen["fair"]["contributions"]) == len(NAMES), "all eight are in"


async def own_phone(friends: Circle, rolls: int, took: list[float]) -> None:
    """The same with the roller's phone alone."""
    for _ in range(rolls):
        roller = await friends.to_a_roll()
        game, n = roller.next
        began = perf_counter()
        answer = await roller.line.ask(roller.rolls(entropy=roller.r(game, n)))
        assert answer.get("ok"), answer
        fallen = await roller.hears("rolled", n, game)
        took.append(1000 * (perf_counter() - began))
        assert fallen["fair"]["level"] == 1


async def one_silent(friends: Circle, rolls: int, took: list[float]) -> None:
    """From a roll's opening to its seal, by the server's clock, with one phone that says nothing."""
    silences = dict.fromkeys(range(len(NAMES)), 0)
    for _ in range(rolls):
        roller = await friends.to_a_roll()
        silent: Taker = min(friends.others, key=lambda each: silences[each.seat])
        silences[silent.seat] += 1
        silent.silent = True
        game, n = roller.next
        answer = await roller.line.ask(roller.rolls())
        assert answer.get("ok"), answer
        fallen = await roller.hears("rolled", n, game)
        silent.silent = False
        assert fallen["fair"]["absent"] == [silent.seat]
        opened, sealed = roller.of("roll_opened", n, game), roller.of("roll_sealed", n, game)
        assert opened is not None
        assert sealed is not None
        took.append(sealed["at"] - opened["at"])


Measured = Callable[[Circle, int, list[float]], Awaitable[None]]


async def measured(measure: Measured, rolls: int, *, promises: bool, tables: int) -> Figure:
    """One run against a fresh server."""
    with tempfile.TemporaryDirectory(prefix="tenk-bench-") as folder:
        server = await asyncio.to_thread(
            Running, ["app", "serve", "--port", "0"], {**SETTINGS, "TENK_STATE_DIR": folder}
        )
        afar = Afar(server.port, ONE_WAY_S)
        try:
            url = await afar.open()
            async with AsyncExitStack() as stack:
                games = [await circle(stack, url, NAMES, seed=10 * number) for number in range(tables)]
                for taker in (each for friends in games for each in friends.takers):
                    taker.promises = promises
                # All have promised for the first roll already.
                for friends in games:
                    await friends.roll()
                took: list[float] = []
                watch = Watch(server.pid)
                await asyncio.gather(*(measure(friends, rolls // tables, took) for friends in games))
                return Figure(took, watch.shares())
        finally:
            await afar.close()
            await asyncio.to_thread(server.stop)


async def undisturbed(measure: Measured, rolls: int, *, promises: bool = True, tables: int = TABLES) -> Figure:
    """A figure that counts, if strangers allow one within some tries."""
    for _ in range(TRIES):
        await asyncio.to_thread(wait_for_quiet, PATIENCE_S)
        figure = await measured(measure, rolls, promises=promises, tables=tables)
        if figure.counts:
            break
    return figure


def verdict(name: str, says: str, figure: Figure, holds: bool, bar: str) -> bool:
    """Print a figure with its bar; True when it holds or nothing counts."""
    took, shares = figure.took, figure.shares
    print(
        f"{name}  {says}: p95 {figure.p95:.0f} ms, middle {median(took):.0f}, {min(took):.0f} to {max(took):.0f}"
        f" ({len(took)} rolls; server {shares.server:.2f}, client {shares.client:.2f}, strangers {shares.foreign:.2f})"
    )
    if not figure.counts:
        print(f"{name}  no verdict: the machine was not quiet (bar {bar})")
        return True
    print(f"{name}  bar {bar}  {'holds' if holds else 'MISSES'}", flush=True)
    return holds


async def all_of_them(rolls: int) -> list[bool]:
    """All figures."""
    two = await undisturbed(all_phones, rolls)
    one = await undisturbed(own_phone, rolls, promises=False)
    late = await undisturbed(one_silent, SILENT_ROLLS, tables=1)
    off = max(abs(each - SEALED_MS) for each in late.took)
    return [
        verdict("F19", "level 2, eight phones", two, two.p95 <= LEVEL_2_MS, f"≤ {LEVEL_2_MS:.0f} ms"),
        verdict("F19", "level 1, one phone", one, one.p95 <= LEVEL_1_MS, f"≤ {LEVEL_1_MS:.0f} ms"),
        verdict("F11", "sealed, one silent", late, off <= SEALED_OFF_MS, f"{SEALED_MS:.0f} ms ± {SEALED_OFF_MS:.0f}"),
    ]


def main(arguments: list[str]) -> int:
    """Print all figures; exit 1 when one misses its bar."""
    pin(0, first=False)
    held = uvloop.run(all_of_them(int(arguments[0]) if arguments else 60))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
