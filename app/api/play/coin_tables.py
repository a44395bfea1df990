"""Opening coin tables, and finding a seat at one."""

from __future__ import annotations

from hashlib import blake2b
from typing import NoReturn
from uuid import UUID, uuid4

from app.api.accounts.callers import Caller
from app.api.core.ids import new_invite, table_address
from app.api.core.refusals import Refused
from app.api.core.writer import Conflict, Duplicate, WriteFailed
from app.api.ledger.coins import STAKES
from app.api.play import coin_seats, messages
from app.api.play.asked import Asked
from app.api.play.coin_facts import entry_of
from app.api.play.coin_lobby import open_at
from app.api.play.room import WAITING, Room
from app.api.play.serial import drafted
from app.api.play.service import Play
from app.api.play.standing import OPEN, Standing
from app.api.tables import repo
from app.api.tables.place import COINS, Place
from app.engine import rulesets

RULES = ("progressive", "trippn")
"""The rule sets that coins are played with."""
QUICK_SIZE = 4
"""Seats of a table that a quick seat opens."""
ELSEWHERE = frozenset(
    (
        "table_full", "wrong_phase", "same_device", "under_review", "met_too_often", "game_over", "stale",
        "seat_taken", "not_found",
    )
)  # fmt: skip
"""Refusals that only say that another table has to be found."""


class CoinTables:
    """Coin tables of this service."""

    def __init__(self, play: Play) -> None:
        self.play = play

    async def open(self, caller: Caller, stake: int, rules: str, size: int, private: bool, cid: UUID) -> Place:
        """Open a table and take its first seat. The same `cid` again opens it once."""
        play = self.play
        if play.stopping:
            raise Refused("restarting")
        if play.halted:
            raise Refused("coins_halted")
        now = play.clock()
        invite = new_invite() if private else None
        card = rulesets.load(rules)
        table = table_for(caller.device, cid)
        place = Place(table, COINS, caller.name, card, caller.device, invite, now, stake, size, not private)
        # Of one moment: the same call may just be seating this account here.
        stored, entry = await play.reader.run(
            lambda session: (repo.load(session, table), entry_of(session, (), caller, now))
        )
        if stored is not None:
            return the_same(stored.place, place)
        dice, closes = play.tools.new_dice(table, 1), now + play.tools.timing.wait
        room = Room(WAITING, play.tools.timing.decision, closes)
        empty = Standing(0, 1, OPEN, (), None, dice, room, closes)
        actor = play.made(place, empty)
        asked = Asked(caller, place, empty, actor, play.tools, now, entry)
        coin_seats.may_enter(asked)
        change = coin_seats.seated(asked)
        draft = drafted(play.statements, actor, change, now)
        opened = play.statements.open_table(place, empty, now)
        try:
            await play.writer.save([*opened, *play.coins.open_escrow(dice.game), *draft.unit])
        except (Conflict, Duplicate, WriteFailed) as failed:
            stored = await play.reader.run(lambda session: repo.load(session, table))
            if stored is None:
                refuse(failed)
            return the_same(stored.place, place)
        actor.advance(draft.standing, draft.told, reseated=False)
        # The same call, come twice, may have read the table already; it is watched there.
        play.actors.setdefault(table, actor)
        return place

    async def quick_seat(self, caller: Caller, stake: int, rules: str) -> str:
        """A seat at the fullest open table of a stake, or at a new one. Answers the table."""
        for table in await self.play.reader.run(lambda session: open_at(session, stake, rules)):
            try:
                await self.play.command(caller, messages.BuyIn(cid=uuid4(), table=table, stake=stake))
            except Refused as no:
                if no.code not in ELSEWHERE:
                    raise
            else:
                return table
        return (await self.open(caller, stake, rules, QUICK_SIZE, False, uuid4())).id


def the_same(place: Place, wanted: Place) -> Place:
    """The table that the same call opened before. Refuses a call that says something else under its number."""
    opened, asked = ((each.stake, each.rules, each.size, each.listed) for each in (place, wanted))
    if opened != asked:
        raise Refused("cid_reused")
    return place


def refuse(failed: Exception) -> NoReturn:
    """Say why a table could not be opened."""
    raise coin_seats.refusal(failed) or Refused("busy") from failed


def table_for(device: bytes, cid: UUID) -> str:
    """The address of the table that this call opens: the same again for the same call, and for nobody to guess."""
    drawn = blake2b(device + cid.bytes, digest_size=8, person=b"coin table").digest()
    return table_address(int.from_bytes(drawn, "big"))


def is_stake(stake: int) -> bool:
    """Whether seats are sold at this price."""
    return stake in STAKES
