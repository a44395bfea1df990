"""A house where rolls are flagged: its tables, its players, and what the flags' own part answers them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

import app.api.main  # noqa: F401  (brings all rows)
from app.api.accounts.callers import Caller
from app.api.core.db import Row
from app.api.core.refusals import Refused
from app.api.flags import schemas
from app.api.flags.models import FlagRow, HouseRow
from app.api.flags.service import Flags
from app.api.play import messages, records
from app.engine import autopilot, rulesets
from app.engine.commands import Command, GiveUp, Roll
from app.engine.state import GameState
from tests.coins.house import House

ANN, BEN, EVE = (Caller(name.ljust(16)) for name in (b"ann", b"ben", b"eve"))
"""Guests: the device is all that is known of them."""
FLAG_TABLES = (FlagRow.__tablename__, HouseRow.__tablename__)


class FlagHouse(House):
    """A house with flags."""

    flags: Flags
    kitchen: str
    """A one-phone table of Ann's with three rolls."""
    friends: str
    """A friends' table of Ann and Ben with a roll."""

    async def furnish(self) -> None:
        """Tables that are played at."""
        self.flags = Flags(self.writer, self.reader, lambda: self.now, b"a secret of the house")
        self.kitchen = await self.opened("one_phone")
        await self.roll(self.kitchen, ANN, rolls=3)
        self.friends = await self.opened("friends")
        invite = self.play.actors[self.friends].place.invite or ""
        await self.play.sit(BEN, self.friends, invite, "Ben")
        await self.say(self.friends, ANN, messages.Start)
        await self.roll(self.friends, ANN, BEN)

    async def opened(self, kind: str) -> str:
        """A table of Ann's."""
        people = [("Ann", None), ("Zoe", None)] if kind == "one_phone" else [("Ann", None)]
        place = await self.play.open(ANN, kind, rulesets.load("progressive"), "Kitchen", people)
        return place.id

    async def roll(self, table: str, *players: Caller, rolls: int = 1) -> None:
        """Roll and give up, turn by turn, until there were so many rolls: such a game has no end."""
        seats = dict(enumerate(players)) if len(players) > 1 else dict.fromkeys(range(8), players[0])
        while len(self.transcript(table)["rolls"]) < rolls:
            await self.step(table, seats, only_rolls)

    # Flags.

    def said(self, **fields: Any) -> schemas.NewFlag:
        """A flag as it comes over the wire."""
        return schemas.new_flag.decode(json.dumps({"game": 1, "roll": 1, "reason": "other", **fields}))

    async def flag(self, caller: Caller, table: str | None, roll: int = 1, **fields: Any) -> dict[str, Any]:
        """Flag a roll; raises Refused."""
        return await self.flags.send(caller, self.said(table=table, roll=roll, **fields))

    async def no(self, caller: Caller, table: str | None, roll: int = 1, **fields: Any) -> str:  # type: ignore[override]
        """The code with which a flag is refused."""
        try:
            await self.flag(caller, table, roll, **fields)
        except Refused as no:
            return no.code + (f" {no.field}" if no.field else "")
        return "flagged"

    def transcript(self, table: str, game: int = 1) -> dict[str, Any]:
        """A game's record, as everybody can read it."""
        found = self.reader.now(lambda session: records.transcript(session, table, game))
        assert found is not None, "the game is there"
        return found

    def all_else(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table that is no flag's."""

        def read(session: Session) -> dict[str, list[tuple[Any, ...]]]:
            others = [table for table in Row.metadata.sorted_tables if table.name not in FLAG_TABLES]
            return {table.name: sorted(map(repr, session.execute(select(table)))) for table in others}  # type: ignore[misc]

        return self.reader.now(read)


def only_rolls(state: GameState) -> Command:
    """What somebody does who keeps nothing."""
    chosen = autopilot.choose(state)
    return chosen if isinstance(chosen, Roll) else GiveUp()


def with_flags(url: str, folder: Path, story: Callable[[FlagHouse], Awaitable[None]], **settings: Any) -> None:
    """Tell a story in a house with flags."""

    async def told() -> None:
        house = FlagHouse(url, folder, **settings)
        await house.open()
        try:
            await house.furnish()
            await story(house)
            assert house.findings() == []
        finally:
            await house.close()

    asyncio.run(told())
