"""Luck, worked out once for each game in a process of its own, and the tests of each day that is over."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from sqlalchemy import bindparam, insert, null, update
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.accounts.service import Beside
from app.api.core.clock import Clock
from app.api.core.db import Reader, table_of
from app.api.core.refusals import Refused
from app.api.core.writer import Duplicate, Write, WriteFailed, Writer
from app.api.luck import told
from app.api.luck.days import SETTLED_MS, Days
from app.api.luck.games import Finished, finished
from app.api.luck.models import FairnessDayRow, LuckRow
from app.api.play import throw_worker
from app.engine.luck import Luck as SeatLuck
from app.engine.luck import measure

log = logging.getLogger("tenk.luck")

WAIT_S = 6.0
"""How long a reader waits for a game to be worked out; it goes on meanwhile, and the next call finds it."""
AT_ONCE = 6
"""Games of an account that one call has worked out."""
TICK_S = 60.0

Game = tuple[str, int]


class Luck:
    """The luck of finished games and of accounts, and the days of all rolls."""

    def __init__(self, writer: Writer, reader: Reader, clock: Clock) -> None:
        self.writer = writer
        self.reader = reader
        self.clock = clock
        self.days = Days()
        luck, day = table_of(LuckRow), table_of(FairnessDayRow)
        self.add_luck = writer.prepare(insert(luck))
        self.add_day = writer.prepare(insert(day))
        self.forget = writer.prepare(update(luck).where(luck.c.account == bindparam("of")).values(account=null()))
        self.process: ProcessPoolExecutor | None = None
        """Started with the first game that is asked for."""
        self.running: dict[Game, asyncio.Task[bool]] = {}

    async def of_game(self, caller: Caller, table: str, game: int) -> dict[str, Any]:
        """The luck of a finished game. Refuses with `not_found` any other, with `busy` one that takes long."""

        def read(session: Session) -> dict[str, Any] | None:
            return told.game_told(session, caller, table, game)

        known = await self.reader.run(read)
        if known is None and await self._worked_out(table, game):
            known = await self.reader.run(read)
        if known is None:
            raise Refused("not_found", "There is no such finished game.")
        return known

    async def of_account(self, account: str) -> dict[str, Any]:
        """All finished games of an account; `waiting` says that more of them are not counted in yet."""
        missing = await self.reader.run(lambda session: told.not_yet(session, account, AT_ONCE + 1))
        late: set[asyncio.Task[bool]] = set()
        if missing:
            _, late = await asyncio.wait([self._task(*game) for game in missing[:AT_ONCE]], timeout=WAIT_S)
        known = await self.reader.run(lambda session: told.account_told(session, account))
        return {**known, "waiting": bool(late) or len(missing) > AT_ONCE}

    async def _worked_out(self, table: str, game: int) -> bool:
        """Have a game worked out; False when there is no such finished game. Refuses with `busy` after a while."""
        try:
            return await asyncio.wait_for(asyncio.shield(self._task(table, game)), WAIT_S)
        except TimeoutError as late:
            raise Refused("busy", "This takes a moment. Ask again.") from late

    def _task(self, table: str, game: int) -> asyncio.Task[bool]:
        """The work on a game, begun by whoever asks first."""
        key = (table, game)
        if key not in self.running:
            self.running[key] = asyncio.create_task(self._work(table, game), name=f"luck of {table}/{game}")
            self.running[key].add_done_callback(lambda _: self.running.pop(key, None))
        return self.running[key]

    async def _work(self, table: str, game: int) -> bool:
        found = await self.reader.run(lambda session: finished(session, table, game))
        if found is None:
            return False
        seats = await self._measured(found)
        rows = rows_of(table, game, found, seats, self.clock())
        try:
            await self.writer.save([Write(self.add_luck, [self.add_luck.row(**row) for row in rows])])
        except Duplicate:
            log.info("the luck of %s/%d was worked out twice", table, game)
        return True

    async def _measured(self, found: Finished) -> tuple[SeatLuck, ...]:
        """The figures, from a process of its own: no table waits for them."""
        loop = asyncio.get_running_loop()
        arguments = (found.rolls, len(found.seats), found.rules)
        self.process = self.process or new_process()
        try:
            return await loop.run_in_executor(self.process, measure, *arguments)
        except BrokenProcessPool:
            self.process.shutdown(wait=False)
            self.process = new_process()
            return await loop.run_in_executor(self.process, measure, *arguments)

    # Days.

    async def run(self) -> None:
        """Test each day once it is over, until the service stops."""
        while True:
            try:
                while await self.close_a_day():
                    await asyncio.sleep(0)
            except Exception:
                log.exception("a day could not be tested")
            await asyncio.sleep(TICK_S)

    async def close_a_day(self) -> bool:
        """Test the oldest day that was not; False when there is none. Of several processes one keeps its row."""
        now = self.clock()
        row = await self.reader.run(lambda session: self.days.next_row(session, now - SETTLED_MS, now))
        if row is None:
            return False
        try:
            await self.writer.save([Write(self.add_day, [self.add_day.row(**row)])])
        except (Duplicate, WriteFailed) as error:
            log.info("day %s was not kept: %r", row["day"], error)
            return isinstance(error, Duplicate)
        if row["failed"]:
            log.error("the dice of day %s failed %d of %d tests", row["day"], row["failed"], row["tests"])
        return True

    async def fairness(self, most: int) -> dict[str, Any]:
        """What the public page tells: the newest days, today's counts, all tests so far, and void games."""
        now = self.clock()
        return await self.reader.run(lambda session: self.days.told(session, most, now))

    async def close(self) -> None:
        """Drop what is being worked out; it is asked for again."""
        tasks = list(self.running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.process is not None:
            self.process.shutdown(wait=False, cancel_futures=True)


def new_process() -> ProcessPoolExecutor:
    """One worker process; it is spawned with the first game."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), throw_worker.start)


def rows_of(table: str, game: int, found: Finished, seats: Sequence[SeatLuck], now: int) -> list[dict[str, Any]]:
    """The rows that keep a game's luck."""
    return [
        {
            "table_id": table,
            "game": game,
            "seat": seat,
            "account": found.accounts.get(seat),
            "bot": bool(found.seats[seat].get("bot")),
            "at": now,
            "rolls": luck.rolls,
            **dict(zip(told.FACES, luck.counts, strict=True)),
            "offered": luck.offered,
            "expected": luck.expected,
            "busts": luck.busts,
            "busts_expected": luck.busts_expected,
            "landed": luck.landed,
            "landed_expected": luck.landed_expected,
        }
        for seat, luck in enumerate(seats)
    ]


def beside_luck(luck: Luck) -> Beside:
    """The luck of an account is in its export; when it is deleted the rolls stay, and are nobody's."""

    def opened(account: str, at: int) -> Sequence[Write]:
        return ()

    def closed(session: Session, account: str, at: int) -> Sequence[Write]:
        return [Write(luck.forget, [luck.forget.row(of=account)])]

    def export(session: Session, account: str) -> dict[str, Any]:
        return {"luck": told.exported(session, account)}

    def told_of(session: Session, account: str, device: bytes) -> dict[str, Any]:
        return {}

    def gone(account: str) -> None:
        """Nothing of an account is held in memory here."""

    return Beside(opened, closed, export, told_of, gone)
