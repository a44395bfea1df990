"""The server is killed while rolls are on their way; the same number yields the dice of the same parts (F8)."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from app.api.core import failpoints
from app.api.fairness.dice import game_id
from app.engine import fair
from app.engine.proof import check
from tests.coins.staking import Mortal, rows
from tests.live.witnessing import THREE, Circle, Taker, circle
from tests.playing import Message

POINTS = ("opened", "answered", "sealed", "not told")
"""The roll was opened; one of two witnesses has answered; the list is sealed; the dice are saved and nobody knows."""
PATIENT = 300
"""Seconds for witnesses: every part comes, however long the server takes to be back."""


class Lifted:
    """A roll that is on its way when the server dies."""

    def __init__(self, point: str, friends: Circle) -> None:
        self.point = point
        self.friends = friends
        self.roller: Taker
        self.game = self.n = 0

    async def lift(self) -> None:
        """Bring the next roll to the point."""
        self.roller = await self.friends.to_a_roll()
        one, other = self.friends.others
        one.silent = self.point == "opened"
        other.silent = self.point in ("opened", "answered")
        self.roller.keeps_back = True
        _, self.game, self.n = await self.friends.open()
        await self.roller.hears("roll_sealed" if not other.silent else "roll_opened", self.n, self.game)
        if self.point == "answered":
            await one.hears("roll_opened", self.n, self.game)
            # Until the server has what it said.
            await one.ready()

    async def complete(self) -> None:
        """All phones are back, and say what is due."""
        for each in self.friends.takers:
            each.silent = each.keeps_back = False
            await each.connect()
        await asyncio.gather(*(each.hears("rolled", self.n, self.game) for each in self.friends.takers))

    def differs(self, server: Mortal) -> list[str]:
        """What is not as it must be by the key and the parts alone."""
        found = []
        name = game_id(self.friends.table, self.game)
        ((secret,),) = rows(
            server.database,
            "SELECT secret FROM game_secret WHERE table_id = :of AND game = :game",
            of=self.friends.table,
            game=self.game,
        )
        parts = {each.seat: bytes.fromhex(each.r(self.game, self.n)) for each in self.friends.takers}
        key = fair.roll_key(bytes(secret), name, self.n)
        for taker in self.friends.takers:
            told: Message | None = taker.of("rolled", self.n, self.game)
            assert told is not None, "it was waited for"
            dice = len(told["dice"])
            expected = fair.faces(fair.roll_seed(key, name, self.n, self.roller.seat, dice, parts), dice)
            opened = taker.of("roll_opened", self.n, self.game)
            if opened is None or opened["commitment"] != fair.key_commitment(name, self.n, key).hex():
                found.append(f"{self.point}: {name} roll {self.n}: not the key that was promised")
            if tuple(told["dice"]) != expected or told["seat"] != self.roller.seat:
                found.append(f"{self.point}: {name} roll {self.n}: {told['dice']}, and not {expected}")
            rolled = [(each["game"], each["roll"]) for each in taker.events if each["type"] == "rolled"]
            if len(set(rolled)) != len(rolled):
                found.append(f"{self.point}: {name}: a number was rolled twice")
        return found

    async def record(self) -> list[str]:
        """What a verifier finds in the record."""
        path = f"/api/tables/{self.friends.table}/transcript/{self.game}"
        return [str(each) for each in check((await self.roller.phone.http.get(path)).json()).findings]


async def killed(server: Mortal, lifted: list[Lifted]) -> list[str]:
    """Two deaths: of all rolls where they are, and of one between its being saved and its being told."""
    for each in lifted:
        await each.lift()
    server.kill()
    for each in lifted:
        await asyncio.gather(*(taker.line.reading for taker in each.friends.takers))
    assert await server.revive(failpoint="tell.before:1")
    last = lifted[-1]
    last.roller.keeps_back = False
    await last.roller.connect()
    assert await server.gone() == failpoints.LIKE_KILL
    assert await server.revive()
    await asyncio.gather(*(each.complete() for each in lifted))
    return [each for roll in lifted for each in [*roll.differs(server), *await roll.record()]]


@pytest.mark.parametrize("rounds", [1, pytest.param(100, marks=pytest.mark.soak)])
def test_killed_at_four_points_the_same_number_yields_the_dice_of_the_same_parts(tmp_path: Path, rounds: int) -> None:
    server = Mortal(tmp_path, witness_s=PATIENT)

    async def story() -> list[str]:
        found = []
        assert await server.revive()
        async with AsyncExitStack() as stack:
            lifted = [
                Lifted(point, await circle(stack, server.url, THREE, seed=10 * number))
                for number, point in enumerate(POINTS)
            ]
            for _ in range(rounds):
                found += await killed(server, lifted)
        return found

    try:
        found = asyncio.run(story())
    finally:
        server.kill()
    assert found == []
    assert server.complaints() == []
