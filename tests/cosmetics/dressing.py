"""A house with a shop: the shipped looks beside its tables, and what they answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from app.api.accounts.callers import Caller
from app.api.core.db import Reader, open_engine
from app.api.core.refusals import Refused
from app.api.core.writer import Writer
from app.api.cosmetics import schemas
from app.api.cosmetics.books import purchases_match_their_goods
from app.api.cosmetics.look import Look, look_of
from app.api.cosmetics.service import Looks
from app.api.ledger.coins import Coins
from app.api.play import records
from app.engine import rulesets
from tests.coins.house import House

ANN, BEN, EVE = (Caller(name.ljust(16)) for name in (b"ann", b"ben", b"eve"))
"""Guests: the device is all that is known of them."""


class Shop(House):
    """A house with a shop."""

    looks: Looks
    halted = False

    async def furnish(self) -> None:
        """Open the shop."""
        self.looks = Looks(self.writer, self.reader, lambda: self.now, self.play.coins, lambda: self.halted)
        self.looks.on_worn = self.play.worn

    def findings(self) -> list[str]:
        """What is wrong with the books, those of the shop too."""
        goods = self.reader.now(lambda session: list(map(str, purchases_match_their_goods(session))))
        return [*super().findings(), *goods]

    def another(self) -> tuple[Looks, Callable[[], Awaitable[None]]]:
        """The shop of another process at the same database, and how it is closed."""
        writer, reader = Writer(open_engine(self.url)), Reader(self.url)

        async def close() -> None:
            await writer.close()
            reader.close()

        return Looks(writer, reader, lambda: self.now, Coins(writer), lambda: False), close

    # What people say, and what they are answered in one line.

    async def buys(self, who: Caller, look: str, price: int, cid: str | None = None, shop: Looks | None = None) -> str:
        """Buy a look written like `ruby` or `ruby/spin/2`."""
        dice_set, move, stage = parts(look)
        body = {"cid": cid or str(uuid4()), "set": dice_set, "move": move, "stage": stage, "price": price}
        said = schemas.purchase.decode(json.dumps(body))
        return await answer((shop or self.looks).purchase(who, said), lambda coins: f"bought {coins}")

    async def wears(self, who: Caller, look: str) -> str:
        """Wear a look."""
        dice_set, move, stage = parts(look)
        return await answer(self.looks.wear(who, schemas.Wear(dice_set, move, stage)), lambda _: "worn")

    async def tries(self, who: Caller, table: str, seat: int, look: str) -> str:
        """Try a look on at a table."""

        async def tried() -> None:
            await self.play.try_on(who, table, seat, look_of(*parts(look)))

        return await answer(tried(), lambda _: "tried")

    async def loves(self, who: Caller, dice_set: str, note: str = "", *, loved: bool = True) -> str:
        """Give a set a heart, or take it back."""
        said = schemas.Favorite(dice_set, loved, note)
        return await answer(self.looks.favorite(who, said), lambda hearts: f"hearts {hearts}")

    # What is to be seen.

    async def shown(self, who: Caller, dice_set: str) -> dict[str, Any]:
        """A set as the shop shows it."""
        told = await self.looks.told(who)
        return next(each for each in told["sets"] if each["key"] == dice_set)

    def seen(self, table: str) -> list[str]:
        """The looks of all seats at a table."""
        return [written(each.look) for each in self.standing(table).sittings]

    def rolled(self, table: str) -> list[str]:
        """The looks of all rolls so far."""
        return [written(Look(**event.get("look", {}))) for event in self.events(table) if event["type"] == "rolled"]

    def transcript(self, table: str, game: int = 1) -> dict[str, Any]:
        """A game's record."""
        found = self.reader.now(lambda session: records.transcript(session, table, game))
        assert found is not None, "the game is there"
        return found

    async def opened(self, who: Caller, kind: str, *names: str, bots: tuple[str, ...] = ()) -> str:
        """A table without coins."""
        people: list[tuple[str, str | None]] = [(name, None) for name in names]
        people += [(key.title(), key) for key in bots]
        return (await self.play.open(who, kind, rulesets.load("progressive"), "Kitchen", people)).id

    async def joins(self, who: Caller, table: str, name: str) -> int:
        """Sit down at a friends' table."""
        return await self.play.sit(who, table, self.play.actors[table].place.invite or "", name)

    async def forgets(self, table: str) -> None:
        """The table leaves memory, as after a restart, and is read again."""
        await self.settle()
        del self.play.actors[table]
        await self.play.actor(table)


async def answer(asked: Awaitable[Any], well: Callable[[Any], str]) -> str:
    """What came of it: in the words of `well`, or the code with what it speaks of."""
    try:
        return well(await asked)
    except Refused as no:
        more = [str(value) for value in no.more.values()]
        return " ".join([no.code, *([no.field] if no.field else []), *more])


def parts(look: str) -> tuple[str, str | None, int]:
    """The words of a look, right or wrong; `ruby/-/1` has a stage and no move."""
    dice_set, move, stage = [*look.split("/"), "-", "0"][:3]
    return dice_set, None if move == "-" else move, int(stage)


def written(look: Look) -> str:
    """A look in one word."""
    return look.set if look.move is None else f"{look.set}/{look.move}/{look.stage}"


def with_shop(url: str, folder: Path, story: Callable[[Shop], Awaitable[None]], **settings: Any) -> None:
    """Tell a story in a house with a shop; in the end its books balance."""

    async def told() -> None:
        shop = Shop(url, folder, **settings)
        await shop.open()
        try:
            await shop.furnish()
            await story(shop)
            assert shop.findings() == []
        finally:
            await shop.close()

    asyncio.run(told())
