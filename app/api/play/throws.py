"""Throws are made after their roll was told, in a process of their own, stored, and sent as they are."""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from sqlalchemy.orm import Session

from app.api.core.db import Reader
from app.api.core.ids import table_number
from app.api.core.refusals import Refused
from app.api.core.writer import Duplicate, Prepared, Write, WriteFailed, Writer
from app.api.cosmetics.look import Look
from app.api.fairness.dice import game_id
from app.api.play import repo, throw_worker
from app.api.play.standing import Thrown
from app.api.play.throw_worker import Spec
from app.engine import fair

log = logging.getLogger("tenk.throws")

TRIALS_AT_ONCE = 4
"""Throws to look at that may wait for the worker, ahead of which no game's throw waits long."""
WAIT_S = 2.0
"""How long a reader who asks for a throw waits for it to be made."""

Key = tuple[str, int, int]
"""Table, game, roll."""

Deliver = Callable[[Key, bytes], None]


class Throws:
    """Orders for throws and the process that makes them, one after another."""

    def __init__(self, writer: Writer, reader: Reader, add_throw: Prepared, backlog: int, deliver: Deliver) -> None:
        self.writer = writer
        self.reader = reader
        self.add_throw = add_throw
        self.backlog = backlog
        self.deliver = deliver
        self.waiting: dict[Key, Spec] = {}
        self.wanted: dict[Key, asyncio.Future[bytes | None]] = {}
        self.trials = 0
        """Throws to look at that are being made."""
        self.process = new_process()
        if backlog:
            self.process.submit(throw_worker.warm)
        self.task: asyncio.Task[None] | None = None

    def order(self, table: str, game: int, thrown: Thrown) -> None:
        """Have the throw of a roll made. A newer roll of the same table takes the place of one that still waits."""
        if not self.backlog:
            return
        for key in [key for key in self.waiting if key[0] == table and key not in self.wanted]:
            del self.waiting[key]
        draw = thrown.draw
        key = (table, game, draw.n)
        look = thrown.look
        spec = (
            table_number(table), game, draw.n, draw.faces, thrown.angle, thrown.power, draw.motion(),
            look.set, look.move, look.stage,
        )  # fmt: skip
        self._enqueue(key, spec)
        if len(self.waiting) > self.backlog:
            oldest = next((key for key in self.waiting if key not in self.wanted), None)
            if oldest is not None:
                del self.waiting[oldest]

    async def get(self, table: str, game: int, roll: int) -> bytes | None:
        """The record of a throw: stored, or made now from what was told about the roll; None if there is no such."""
        key = (table, game, roll)
        stored = await self.reader.run(lambda session: repo.throw(session, *key))
        if stored is not None:
            return stored
        if key not in self.waiting and key not in self.wanted:
            spec = await self.reader.run(lambda session: spec_of(session, *key))
            if spec is None:
                return None
            self._enqueue(key, spec)
        made = self.wanted.setdefault(key, asyncio.get_running_loop().create_future())
        try:
            return await asyncio.wait_for(asyncio.shield(made), WAIT_S)
        except TimeoutError:
            return None

    async def trial(self, spec: Spec) -> bytes:
        """A throw to look at, kept nowhere. Refuses with `busy` where many ask."""
        if self.trials >= TRIALS_AT_ONCE:
            raise Refused("busy")
        self.trials += 1
        try:
            return await self._make(spec)
        except (ValueError, BrokenProcessPool) as error:
            log.error("a throw to look at was not made: %s", error)
            raise Refused("busy") from error
        finally:
            self.trials -= 1

    def _enqueue(self, key: Key, spec: Spec) -> None:
        self.waiting[key] = spec
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._work(), name="throws")

    async def _work(self) -> None:
        while self.waiting:
            key = next(iter(self.waiting))
            spec = self.waiting.pop(key)
            record = None
            try:
                record = await self._make(spec)
                await self.writer.save([Write(self.add_throw, [(*key, record)])])
                self.deliver(key, record)
            except Duplicate:
                log.info("throw %s was made twice", key)
            except (ValueError, BrokenProcessPool, WriteFailed) as error:
                # The roll stands without it, and whoever asks for the throw has it made again.
                log.error("throw %s was not made: %s", key, error)
            wanted = self.wanted.pop(key, None)
            if wanted is not None and not wanted.done():
                wanted.set_result(record)

    async def _make(self, spec: Spec) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.process, throw_worker.make, spec)
        except BrokenProcessPool:
            self.process.shutdown(wait=False)
            self.process = new_process()
            return await loop.run_in_executor(self.process, throw_worker.make, spec)

    async def close(self) -> None:
        """Drop what waits; it is made on demand after the next start."""
        self.waiting.clear()
        for wanted in self.wanted.values():
            wanted.cancel()
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        self.process.shutdown(wait=False, cancel_futures=True)


def new_process() -> ProcessPoolExecutor:
    """One worker process; it is spawned with the first order."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), throw_worker.start)


def spec_of(session: Session, table: str, game: int, roll: int) -> Spec | None:
    """A throw's spec from the told event of its roll: the same motion seed as at the time."""
    for told in repo.events_of_game(session, table, game):
        if '"rolled"' not in told:
            continue
        event = json.loads(told)
        if event["type"] == "rolled" and event["roll"] == roll:
            proof = event["fair"]
            contributions = {each["seat"]: bytes.fromhex(each["r"]) for each in proof["contributions"]}
            seed = fair.motion_seed(
                bytes.fromhex(proof["key"]),
                game_id(table, game),
                proof["n"],
                proof["roller"],
                proof["ndice"],
                contributions,
            )
            look = Look(**event.get("look", {}))
            return (
                table_number(table), game, roll, tuple(event["dice"]), event["angle"], event["power"], seed,
                look.set, look.move, look.stage,
            )  # fmt: skip
    return None
