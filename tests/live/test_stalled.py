"""One reader that stops reading must not hold up anybody else."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.live.test_restart import stuck_socket
from tests.playing import Phone
from tests.serving import Launch


def resident_kib(pid: int) -> int:
    """Memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def test_of_eight_readers_one_never_reads_and_the_others_hear_everything_in_time(launch: Launch) -> None:
    async def story() -> None:
        server = launch(messages_per_window=1_000_000, unsent_bytes_max=64 * 1024, sockets_per_device=100)
        async with Phone(server.url, seed=1) as phone:
            table = (await phone.open_table(["Ann", "Ben", "Cleo", "Dan"]))["table"]
            async with Phone(server.url) as slow:
                await slow.http.get("/api/rules")
                stuck = stuck_socket(server, "", table)
            player = await phone.line(table)
            watchers = [Phone(server.url, seed=index) for index in range(6)]
            lines = [await watcher.line(table) for watcher in watchers]
            await player.until(lambda: any(each.get("watchers") == 7 for each in player.heard))
            before = resident_kib(server.process.pid)
            delays = []
            for _ in range(600):
                began = time.perf_counter()
                assert (await player.ask(phone.move(table)))["ok"]
                seq = phone.folds[table].seq
                for watcher, line in zip(watchers, lines, strict=True):
                    await line.until(lambda fold=watcher.folds[table], seq=seq: fold.seq >= seq)
                delays.append(time.perf_counter() - began)
            # Its buffers are full: it has been cut off, and its place is empty.
            await player.until(lambda: player.heard[-1].get("watchers") == 6)
            assert resident_kib(server.process.pid) - before < 4096
            # Generous: this machine is shared. A stalled loop would take for ever.
            assert sorted(delays)[int(len(delays) * 0.99)] < 1.0
            for watcher in watchers:
                assert watcher.folds[table].gaps == watcher.folds[table].repeated == 0
            stuck.close()

    asyncio.run(story())


def test_a_reader_that_was_too_slow_comes_back_and_catches_up(launch: Launch) -> None:
    async def story() -> None:
        server = launch(messages_per_window=1_000_000, unsent_bytes_max=16 * 1024)
        async with Phone(server.url, seed=2) as phone, Phone(server.url, seed=3) as slow:
            table = (await phone.open_table())["table"]
            player, watching = await phone.line(table), await slow.line(table, receive_bytes=4096)
            watching.socket.transport.pause_reading()
            for _ in range(20):
                for _ in range(60):
                    assert (await player.ask(phone.move(table)))["ok"]
                if any(each.get("type") == "presence" and each["watchers"] == 0 for each in player.heard[-3:]):
                    break
            watching.socket.transport.resume_reading()
            await watching.reading
            assert watching.socket.close_code in (4008, 1006)
            await slow.line(table)
            assert slow.folds[table].view == phone.folds[table].view

    asyncio.run(story())
