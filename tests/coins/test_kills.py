"""The server is killed again and again among 200 calls to sit down and stand up; no coin goes astray."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.coins.staking import Holder, Mortal, findings, moved, rows, sign_up
from tests.playing import Message

HOSTS, GUESTS, BY_SOCKET, BY_HTTP = 4, 20, 8, 2
"""Every guest sends each call several times at once, as a phone that gets no answer does: 200 are on their way."""
ANSWERS = (100, 300)
"""So many answers a life of the server has at least and at most."""
SAMPLE_S = 0.05
OPENED, CARRIED_OUT = "opened", "ok"
SLOW = {"countdown_s": 600, "wait_s": 3600}
"""No game starts here: what is looked at is who paid for which seat."""


@dataclass
class Said:
    """A call, and everything that it was answered: in which life of the server, and what."""

    who: str
    kind: str
    cid: str
    answers: list[tuple[int, str]] = field(default_factory=list)

    @property
    def done(self) -> bool:
        """Whether it was acknowledged."""
        return any(answer.startswith(CARRIED_OUT) for _, answer in self.answers)

    def contradictions(self) -> list[str]:
        """Answers to the same call that cannot both be true."""
        found = []
        acknowledged = [(life, answer) for life, answer in self.answers if answer.startswith(CARRIED_OUT)]
        if len({answer for _, answer in acknowledged}) > 1:
            found.append("acknowledged in two ways")
        first = min((life for life, _ in acknowledged), default=None)
        # A refused call may come again after a crash, and find a seat free.
        if first is not None and any(life >= first and not answer.startswith("ok") for life, answer in self.answers):
            found.append("refused after it was carried out")
        return [f"{each}: {self.who} {self.kind} {self.cid}: {self.answers}" for each in found]


class Crowd:
    """Players who sit down and stand up all the time, at tables that the first of them keep open."""

    def __init__(self, server: Mortal, holders: Sequence[Holder], seed: int) -> None:
        self.server = server
        self.holders = holders
        self.chance = random.Random(seed)
        self.tables: list[str] = []
        self.said: list[Said] = []
        self.count = 0
        """Answers so far."""
        self.stopping = False

    async def guest(self, holder: Holder) -> None:
        """Sit down and stand up, now and then at a table of one's own."""
        while not self.stopping:
            table: str | None = None
            if self.tables and self.chance.random() < 0.8:
                wanted = self.chance.choice(self.tables[:HOSTS])
                if await self.command(holder, wanted, {"type": "buy_in", "stake": 250}):
                    table = wanted
            else:
                table = await self.open(holder)
            # Somebody else may leave meanwhile, and the seats be numbered anew.
            while table is not None and not self.stopping and (seats := (await holder.seen(table))["you"]["seats"]):
                await self.command(holder, table, {"type": "leave", "seat": seats[0]})

    async def open(self, holder: Holder) -> str | None:
        """Open a table."""
        said = Said(holder.name, "open", holder.cid())
        body = {"cid": said.cid, "stake": 250, "rules": "progressive", "size": 8}

        async def once() -> str | None:
            answer = await holder.insist(lambda: holder.post("/api/coin-tables", body))
            told: Message = answer.json()
            opened = told["table"] if answer.status_code == 201 else None
            said.answers.append((self.server.lives, f"ok {opened}" if opened else told["refused"]))
            return opened

        opened = await self.several(said, [once() for _ in range(BY_HTTP)])
        if opened is not None:
            self.tables.append(opened)
        return opened

    async def command(self, holder: Holder, table: str, command: Message) -> bool:
        """Send a command until it is answered; whether it was carried out."""
        said = Said(holder.name, command["type"], holder.cid())

        async def once(send: Callable[[str, Message], Awaitable[Message]]) -> str | None:
            told = await send(table, {"cid": said.cid, **command})
            answer = f"ok {told['seq']}" if told.get("ok") else told["refused"]
            said.answers.append((self.server.lives, answer))
            self.count += 1
            return answer if told.get("ok") else None

        calls = [holder.over_socket] * BY_SOCKET + [holder.resend] * BY_HTTP
        return await self.several(said, [once(each) for each in calls]) is not None

    async def several(self, said: Said, calls: Sequence[Awaitable[str | None]]) -> str | None:
        """Copies of one call at the same time; what it was acknowledged with."""
        self.said.append(said)
        return next((each for each in await asyncio.gather(*calls) if each is not None), None)

    async def answered(self, more: int) -> None:
        """Wait for so many more answers."""
        wanted = self.count + more
        while self.count < wanted:
            await asyncio.sleep(0.02)

    def violations(self) -> list[str]:
        """What the answers and the rows have against each other, once all calls are answered."""
        found = [each for said in self.said for each in said.contradictions()]
        done = Counter((said.who, "refund" if said.kind == "leave" else "buyin") for said in self.said if said.done)
        booked = moved(self.server.database)
        for who, code in sorted({*booked, *done}):
            if code != "grant" and booked.get((who, code), 0) != done[who, code]:
                found.append(f"{who}: {done[who, code]} acknowledged, {booked.get((who, code), 0)} transfers: {code}")
        stored = Counter(cid for (cid,) in rows(self.server.database, "SELECT hex(cid) FROM event WHERE cid NOT NULL"))
        for said in self.said:
            if said.kind != "open" and stored[said.cid.replace("-", "").upper()] != said.done:
                found.append(f"not stored once: {said}")
        return found


async def watch_the_sum(path: Path, samples: list[int]) -> None:
    """Read what all purses come to, all the time."""

    def look() -> int:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        try:
            return int(connection.execute("SELECT sum(balance) FROM purse").fetchone()[0])
        finally:
            connection.close()

    while True:
        await asyncio.sleep(SAMPLE_S)
        samples.append(await asyncio.to_thread(look))


async def kill_again_and_again(server: Mortal, kills: int, seed: int) -> tuple[list[str], Crowd, list[int]]:
    """Kill a busy server so many times; what was found wrong with its rows after each death, and in the end."""
    chance, found, samples = random.Random(seed), [], []
    assert server.start()
    crowd = Crowd(server, await sign_up(server, *(f"Player {number}" for number in range(HOSTS + GUESTS))), seed)
    await asyncio.gather(*(crowd.open(each) for each in crowd.holders[:HOSTS]))
    work = [asyncio.create_task(crowd.guest(each)) for each in crowd.holders[HOSTS:]]
    watch = asyncio.create_task(watch_the_sum(server.state_dir / "tenk.db", samples))
    for _ in range(kills):
        await crowd.answered(chance.randint(*ANSWERS))
        await asyncio.sleep(chance.uniform(0, 0.05))
        server.kill()
        found += await asyncio.to_thread(findings, server.database)
        assert await server.revive()
    await crowd.answered(ANSWERS[0])
    crowd.stopping = True
    async with asyncio.timeout(180):
        await asyncio.gather(*work)
    watch.cancel()
    with suppress(asyncio.CancelledError):
        await watch
    server.kill()
    assert [check for (check,) in rows(server.database, "PRAGMA integrity_check")] == ["ok"]
    for holder in crowd.holders:
        await holder.leave_us()
    return [*found, *findings(server.database), *crowd.violations()], crowd, samples


@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.soak)])
def test_killed_among_200_calls_no_coin_is_lost_made_or_paid_twice(tmp_path: Path, kills: int) -> None:
    server = Mortal(tmp_path, **SLOW)
    try:
        found, crowd, samples = asyncio.run(kill_again_and_again(server, kills, seed=kills))
    finally:
        server.kill()
    assert found == []
    assert server.complaints() == []
    assert set(samples) == {0}
    done = Counter(said.kind for said in crowd.said if said.done)
    assert min(done["open"], done["buy_in"], done["leave"]) >= kills, done


@pytest.mark.soak
@pytest.mark.parametrize(
    ("bug", "kills", "finding"),
    [
        ("no_dedupe", 4, "refused after it was carried out"),
        ("split", 6, "a pot holds one stake for each paid seat"),
    ],
)
def test_the_same_kills_find_a_bug_that_was_put_in(tmp_path: Path, bug: str, kills: int, finding: str) -> None:
    server = Mortal(tmp_path, ("tests.coins.broken", bug), **SLOW)
    try:
        found, _, _ = asyncio.run(kill_again_and_again(server, kills, seed=2))
    finally:
        server.kill()
    assert any(finding in each for each in found), found
