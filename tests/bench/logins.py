"""Games go on while many sign in: the p95 of game commands with 50 logins on their way, and without.

    python -m tests.bench.logins [SECONDS]

A password takes 42 ms to check, on purpose. Bar (reliability S8): p95 below 200 ms while 50 logins are being checked.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
from functools import partial
from time import perf_counter
from typing import Any

import httpx
import uvloop

from tests.bench.live import SETTINGS, complain, ready
from tests.bench.load import Player, Tally, connect, learn, request
from tests.bench.machine import Running, Watch, pin, wait_for_quiet

LOGINS, TABLES, COMMANDS_A_SECOND = 50, 200, 400
BAR_MS = 200.0
BURSTS_MAX = 9
"""An account may be tried ten times a minute from one address."""
PATIENCE_S = 30.0
PASSWORD = "seven teacups on a shelf"


def client(port: int) -> httpx.AsyncClient:
    """Somebody's browser, as far as calls go; it keeps no cookie of another."""
    base = f"http://127.0.0.1:{port}"
    limits = httpx.Limits(max_connections=LOGINS)
    return httpx.AsyncClient(base_url=base, headers={"origin": base}, timeout=60, limits=limits)


async def post(http: httpx.AsyncClient, path: str, body: dict[str, Any]) -> httpx.Response:
    """A call of a browser that nobody knows yet."""
    http.cookies.clear()
    answer = await http.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return answer


class Patient(Player):
    """A player who waits for an answer before saying more."""

    waits = False

    def step(self) -> None:
        self.waits = True
        super().step()

    def answered(self) -> None:
        self.waits = False
        super().answered()


async def open_tables(http: httpx.AsyncClient, port: int, tally: Tally) -> list[Patient]:
    """Players, each at a table of its own."""
    makers = []
    for _ in range(TABLES):
        body = {"kind": "one_phone", "rules": "progressive", "seats": [{"name": "Ann"}, {"name": "Ben"}]}
        table = (await post(http, "/api/tables", body)).json()["table"]
        opening = request(port, "/ws", f"device={http.cookies['device']}")
        makers.append(partial(Patient, tally, opening, table, True, False))
    players: list[Patient] = await connect(port, makers)
    await ready(players)
    return players


async def play(players: list[Patient], tally: Tally) -> None:
    """So many commands a second, until told to stop."""
    began, sent = perf_counter(), 0
    while not tally.stopped:
        while sent < (perf_counter() - began) * COMMANDS_A_SECOND:
            player = players[sent % len(players)]
            if not player.waits:
                player.step()
            sent += 1
        await asyncio.sleep(0.001)


async def sign_in(http: httpx.AsyncClient, seconds: float) -> int:
    """All accounts sign in at once, again and again; answers how many did."""
    until, bursts = perf_counter() + seconds, 0
    while perf_counter() < until and bursts < BURSTS_MAX:
        names = (f"Player {number}" for number in range(LOGINS))
        await asyncio.gather(*(post(http, "/api/logins", {"name": name, "password": PASSWORD}) for name in names))
        bursts += 1
    return bursts * LOGINS


def p95_ms(tally: Tally) -> float:
    """What 95 of 100 commands were answered within; counted from here on anew."""
    found = sorted(tally.latency_s)
    del tally.latency_s[:]
    return found[int(len(found) * 0.95)] * 1000


async def measure(seconds: float) -> tuple[float, float, float]:
    """The p95 without and with logins, in ms, and how many signed in a second."""
    with tempfile.TemporaryDirectory(prefix="tenk-bench-") as folder:
        settings = {**SETTINGS, "TENK_STATE_DIR": folder, "TENK_ACCOUNTS_PER_HOUR": "1000"}
        server = await asyncio.to_thread(Running, ["app", "serve", "--port", "0"], settings)
        # As it is run: passwords are checked wherever a core is free.
        os.sched_setaffinity(server.pid, range(os.cpu_count() or 1))
        try:
            async with client(server.port) as http:
                for number in range(LOGINS):
                    await post(http, "/api/accounts", {"name": f"Player {number}", "password": PASSWORD})
                tally = Tally()
                await asyncio.to_thread(wait_for_quiet, PATIENCE_S)
                players = await open_tables(http, server.port, tally)
                playing = asyncio.create_task(play(players, tally))
                await asyncio.sleep(1)
                watch = Watch(server.pid)
                tally.counting = True
                await asyncio.sleep(seconds)
                alone = p95_ms(tally)
                began = perf_counter()
                signed = await sign_in(http, seconds) / (perf_counter() - began)
                among = p95_ms(tally)
                tally.counting, tally.stopped = False, True
                await playing
                print(f"    strangers used {watch.shares().foreign:.2f} of a core")
                complain(players, tally)
                for player in players:
                    player.transport.abort()
        finally:
            await asyncio.to_thread(server.stop)
    return alone, among, signed


def main(arguments: list[str]) -> int:
    """Print the figures and whether the bar holds."""
    pin(0, first=False)
    gc.disable()
    learn()
    alone, among, signed = uvloop.run(measure(float(arguments[0]) if arguments else 5.0))
    verdict = "holds" if among < BAR_MS else "MISSES"
    print(
        f"logins: p95 of {COMMANDS_A_SECOND} game commands/s {alone:.1f} ms, {among:.1f} ms with {LOGINS} logins"
        f" at once ({among / alone:.1f} times; {signed:.0f} logins/s), bar {BAR_MS:.0f} ms: {verdict}"
    )
    return 0 if among < BAR_MS else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
