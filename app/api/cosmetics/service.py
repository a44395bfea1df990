"""Looks: bought, worn and loved. Every change is one unit of work, and no set ever goes from one account to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.core.clock import Clock
from app.api.core.db import Reader
from app.api.core.ids import new_id
from app.api.core.refusals import Refused
from app.api.core.writer import Conflict, Duplicate, Write, WriteFailed, Writer
from app.api.cosmetics import owned, schemas
from app.api.cosmetics.catalogue import SETS
from app.api.cosmetics.look import Look, look_of
from app.api.cosmetics.models import FavoriteRow, PurchaseRow
from app.api.cosmetics.quotes import Quote, quote
from app.api.cosmetics.statements import Statements
from app.api.ledger.coins import Coins, account_purse, refusal_of
from app.api.ledger.statement import balance_of

ID_CHARACTERS = 12
TRIES = 4
"""How often a heart is tried again that met another one of its giver on its way."""


class Looks:
    """All looks of the service."""

    on_worn: Callable[[str, Look], None] | None = None
    """Told what an account wears from now on."""

    def __init__(self, writer: Writer, reader: Reader, clock: Clock, coins: Coins, halted: Callable[[], bool]) -> None:
        self.writer = writer
        self.reader = reader
        self.clock = clock
        self.coins = coins
        self.halted = halted
        """Whether the books do not balance, so that no coin may move."""
        self.sql = Statements(writer)

    async def told(self, caller: Caller) -> dict[str, Any]:
        """The shop as a caller sees it."""
        return await self.reader.run(lambda session: owned.told(session, caller))

    # Buying and wearing.

    async def purchase(self, caller: Caller, said: schemas.Purchase) -> int:
        """Buy a set, or the stages of a move for one. Answers what is left; the same call again buys nothing more."""
        account, body = caller.account, schemas.digest(said)
        if account is None:
            raise Refused("signed_out")

        def asked(session: Session) -> int | Quote:
            done = session.get(PurchaseRow, (account, said.cid.bytes))
            if done is not None:
                return answered(done, body)
            return quote(owned.wardrobe(session, account), said)

        found = await self.reader.run(asked)
        if isinstance(found, int):
            return found
        if self.halted():
            raise Refused("coins_halted")
        try:
            await self._save(self._unit(account, said, body, found))
        except (Conflict, Duplicate) as no:
            # Somebody was first, be it this very call: what the rows say now is the answer.
            again = await self.reader.run(asked)
            if isinstance(again, int):
                return again
            raise await self._why(account, no, again) from no
        coins = await self.reader.run(asked)
        if not isinstance(coins, int):
            raise Refused("busy")
        return coins

    def _unit(self, account: str, said: schemas.Purchase, body: bytes, what: Quote) -> list[Write]:
        """The coins, what they buy, and the call: saved together or not at all."""
        now, command = self.clock(), f"{account}:{said.cid}"
        transfer = f"purchase:{command}"
        paid = self.coins.purchase(command, account, what.price, now, reason=what.words)
        if what.move is None:
            goods = self.sql.own_set(account, what.set, what.price, transfer, now)
        else:
            goods = self.sql.own_stages(account, what.set, what.move, what.stages, transfer, now)
        return [*paid, goods, self.sql.bought(account, said.cid, body, account_purse(account), now)]

    async def _why(self, account: str, no: Exception, what: Quote) -> Refused:
        """What the database's no to a purchase means."""
        code = refusal_of(no)
        if code == "too_few_coins":
            coins = await self.reader.run(lambda session: balance_of(session, account))
            return Refused(code, "You have too few coins for this.", price=what.price, coins=coins)
        # A purse is shut with its account alone.
        return Refused("signed_out" if code == "purse_closed" else "busy")

    async def wear(self, caller: Caller, said: schemas.Wear) -> None:
        """Throw a set from now on, and that set with a move."""
        account, look = caller.account, look_of(said.set, said.move, said.stage)
        if account is None:
            raise Refused("signed_out")
        await self.reader.run(lambda session: owned.must_own(session, account, look))
        try:
            await self._save(self.sql.wear(account, look))
        except (Conflict, Duplicate) as moved:
            raise Refused("busy") from moved
        if self.on_worn is not None:
            self.on_worn(account, look)

    # Loving.

    async def favorite(self, caller: Caller, said: schemas.Favorite) -> int:
        """Give a set a heart, or take it back. Answers how many it has; a second heart of the same giver is the first.

        A note without words leaves what was said before.
        """
        note = schemas.note_of(said)
        if said.set not in SETS:
            raise Refused("unknown_look")
        for _ in range(TRIES):
            unit = await self.reader.run(lambda session: self._heart(session, caller, said, note))
            if not unit:
                break
            try:
                await self._save(unit)
            except Duplicate:
                # The same giver, on its way from somewhere else.
                continue
            break
        else:
            raise Refused("busy")
        return await self.reader.run(lambda session: owned.hearts(session).get(said.set, 0))

    def _heart(self, session: Session, caller: Caller, said: schemas.Favorite, note: str | None) -> Sequence[Write]:
        """What has to be written so that a heart is as its giver wants it."""
        if not said.loved:
            return [self.sql.unlove(said.set, caller.account, caller.device)]
        given = session.scalars(select(FavoriteRow).where(owned.held(caller), FavoriteRow.dice_set == said.set)).first()
        if given is not None:
            return [self.sql.say(given.id, note, self.clock())] if note is not None and note != given.note else []
        device = caller.device if caller.account is None else None
        return [self.sql.love(new_id(ID_CHARACTERS), said.set, caller.account, device, note, self.clock())]

    # Below.

    async def _save(self, unit: Sequence[Write]) -> None:
        try:
            await self.writer.save(unit)
        except WriteFailed as failed:
            raise Refused("busy") from failed


def answered(done: PurchaseRow, body: bytes) -> int:
    """What a call was answered before. Refuses another call under its number."""
    if done.body != body:
        raise Refused("cid_reused")
    return done.coins
