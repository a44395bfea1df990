"""A player who is out even and leaves cannot lose by it: those who stayed let the autopilot play on (R-leave)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.api.core.refusals import Refused
from app.api.play.messages import Keep, Leave, PlayFor, Roll, Start, Vote
from app.api.play.service import Play
from app.engine import rulesets
from app.engine.types import Phase
from tests.api.tables import ANN, BEN, EVE, say, tables

OUT_EVEN = "11111111/11111234/234"
"""Seven thousand, three thousand, and nothing: one turn that goes out."""


async def friends(play: Play) -> str:
    place = await play.open(ANN, "friends", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
    assert place.invite is not None
    await play.sit(BEN, place.id, place.invite, "Ben")
    await play.command(ANN, say(play, place.id, Start))
    return place.id


async def go_out(play: Play, table: str, device: bytes) -> None:
    await play.command(device, say(play, table, Roll))
    await play.command(device, say(play, table, Keep, dice=tuple(range(8))))
    await play.command(device, say(play, table, Roll))
    await play.command(device, say(play, table, Keep, dice=(0, 1, 2, 3, 4)))
    await play.command(device, say(play, table, Roll))


def test_the_roll_off_goes_on_for_a_seat_that_is_out_and_gone(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path, scripted_dice=f"{OUT_EVEN}/{OUT_EVEN}") as play:
            table = await friends(play)
            await go_out(play, table, ANN)
            await play.command(ANN, say(play, table, Leave, seat=0))
            await go_out(play, table, BEN)
            state = play.actors[table].standing.state
            assert state is not None
            # The autopilot voted no and chose to roll first.
            assert (state.phase, state.seat, state.out) == (Phase.ROLL, 0, (0, 1))
            with pytest.raises(Refused) as no:
                await play.command(EVE, say(play, table, PlayFor, seat=0))
            assert no.value.code == "not_seated"
            for _ in range(200):
                state = play.actors[table].standing.state
                assert state is not None
                if state.seat != 0:
                    break
                await play.command(BEN, say(play, table, PlayFor, seat=0))
            assert state.rolloff is not None
            assert state.seat == 1
            assert state.rolloff.total(0) >= 10_000

    asyncio.run(story())


def test_nobody_is_asked_to_vote_for_a_seat_that_stayed(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path, scripted_dice=f"{OUT_EVEN}/{OUT_EVEN}") as play:
            table = await friends(play)
            await go_out(play, table, ANN)
            await go_out(play, table, BEN)
            with pytest.raises(Refused) as no:
                await play.command(BEN, say(play, table, PlayFor, seat=0))
            assert no.value.code == "not_offline"
            await play.command(ANN, say(play, table, Vote, yes=True))
            await play.command(BEN, say(play, table, Vote, yes=True))
            result = play.actors[table].standing.state.result  # type: ignore[union-attr]
            assert result is not None
            assert (result.kind, result.seats) == ("split", (0, 1))

    asyncio.run(story())
