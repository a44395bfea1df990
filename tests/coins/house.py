"""A house with coin tables for tests: the shipped play, ledger and clocks on a real database, in a test's own time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

from msgspec.structs import replace
from sqlalchemy import select

from app.api.accounts.callers import Caller
from app.api.accounts.statements import Statements as AccountStatements
from app.api.core.db import Reader, open_engine
from app.api.core.refusals import Refused
from app.api.core.settings import Settings
from app.api.core.writer import Write, Writer
from app.api.fairness.dice import game_id
from app.api.ledger.audit import audit
from app.api.ledger.coins import account_purse
from app.api.ledger.models import PurseRow
from app.api.play import messages, repo
from app.api.play.coin_books import pots_match_their_seats
from app.api.play.coin_sweeper import Clocks
from app.api.play.coin_tables import CoinTables
from app.api.play.room import Room
from app.api.play.service import Play
from app.api.play.standing import Standing
from app.engine import autopilot, commands, fair
from app.engine.commands import Command
from app.engine.frozen import replace as replace_state
from app.engine.state import GameState
from tests.api.tables import Ear

AT = 1_800_000_000_000
SECOND = 1000


class House:
    """Coin tables, and players who have accounts."""

    def __init__(self, url: str, folder: Path, **settings: Any) -> None:
        self.now = AT
        self.url = url
        self.settings = Settings(state_dir=folder, throw_backlog=0, **settings)
        self.writer, self.reader = Writer(open_engine(url)), Reader(url)
        self.ears: dict[str, Ear] = {}

    async def open(self) -> House:
        """Start to play."""
        epoch = await self.reader.run(repo.epoch)
        self.play = Play(self.settings, self.writer, self.reader, lambda: self.now, epoch)
        self.tables = CoinTables(self.play)
        self.clocks = Clocks(self.play)
        self.accounts = AccountStatements(self.writer)
        return self

    async def close(self) -> None:
        """Put everything away."""
        await self.play.stop()
        await self.play.throws.close()
        await self.writer.close()
        self.reader.close()

    # Players.

    async def player(self, name: str, *, notice: bool = True, coins: int = 0, device: bytes | None = None) -> Caller:
        """A new account with its first coins (and more or fewer by the house), signed in on a device of its own."""
        account = name.lower()
        unit = [
            self.accounts.add_account(account, name, None, self.now),
            *self.play.coins.open_account(account, self.now),
        ]
        if notice:
            unit.append(self.accounts.accept_notice(account, self.now))
        if coins:
            unit += self.play.coins.adjust(uuid4().hex, account, coins, "for the test", self.now)
        await self.writer.save(unit)
        return Caller(device or sha256(name.encode()).digest()[:16], account, name)

    def holds(self, *players: Caller) -> list[int]:
        """What players have in their purses."""
        return [self.purse(account_purse(each.account or "")) for each in players]

    def purse(self, name: str) -> int:
        """What a purse holds."""
        return int(self.reader.now(lambda session: session.scalar(select(PurseRow.balance).where(PurseRow.id == name))))

    def findings(self) -> list[str]:
        """What is wrong with the books."""
        return [
            str(each) for each in self.reader.now(lambda session: [*audit(session), *pots_match_their_seats(session)])
        ]

    # Tables.

    async def table(self, *players: Caller, stake: int = 500, rules: str = "progressive", size: int = 8) -> str:
        """A table where these players sit; nobody is ready."""
        place = await self.tables.open(players[0], stake, rules, size, private=False, cid=uuid4())
        for each in players[1:]:
            await self.say(place.id, each, messages.BuyIn, stake=stake)
        return place.id

    def standing(self, table: str) -> Standing:
        """How a table stands."""
        return self.play.actors[table].standing

    def room(self, table: str) -> Room:
        """Its room."""
        room = self.standing(table).room
        assert room is not None, "a coin table has a room"
        return room

    def state(self, table: str) -> GameState:
        """Its running game."""
        state = self.standing(table).state
        assert state is not None, "a game runs"
        return state

    def seat_of(self, table: str, player: Caller) -> int:
        """A player's seat."""
        return next(each.seat for each in self.standing(table).sittings if each.held_by(player))

    async def say(self, table: str, player: Caller, kind: type[messages.Command], **more: Any) -> int:
        """A command; raises Refused."""
        await self.play.actor(table)
        body = {"cid": uuid4(), "table": table, "expect_seq": self.standing(table).seq, **more}
        return await self.play.command(player, kind(**body))

    async def no(self, table: str, player: Caller, kind: type[messages.Command], **more: Any) -> str:
        """The code with which a command is refused."""
        try:
            await self.say(table, player, kind, **more)
        except Refused as no:
            return no.code
        return "accepted"

    def told(self, table: str) -> list[str]:
        """Types of all events so far."""
        return [event["type"] for event in self.events(table)]

    def events(self, table: str) -> list[dict[str, Any]]:
        """All events so far, from the database."""
        rows = self.reader.now(lambda session: repo.last_events(session, table, 10_000))
        return [json.loads(told) for _, told in rows]

    # Time.

    async def wait(self, seconds: float) -> None:
        """Let time pass, as the clocks see it: they look every quarter of a second, less often where it is long."""
        end = self.now + round(seconds * SECOND)
        step = 250 if seconds <= 300 else 5_000
        while self.now < end:
            self.now = min(self.now + step, end)
            await self.clocks.tick()
            await self.settle()

    async def settle(self) -> None:
        """Until all that was asked is done."""
        while self.play.serial.in_flight:
            await asyncio.sleep(0)
            await self.writer.drain()
        await self.writer.drain()

    async def blink(self) -> None:
        """As long as it takes to see that a socket is gone, where that takes no time."""
        await asyncio.sleep(0.01)
        await self.settle()

    # Playing.

    async def start(self, table: str, *players: Caller, promised: bool = True) -> None:
        """All are ready and promise, the countdown passes, the table roll falls, and the game begins."""
        for each in players:
            await self.say(table, each, messages.Ready, yes=True)
        standing = self.standing(table)
        if promised:
            for each in players:
                seat = self.seat_of(table, each)
                promise = fair.commitment("r", game_id(table, standing.game), seat, 0, entropy_of(each)).hex()
                await self.say(table, each, messages.Promise, commitment=promise)
        await self.wait(5)
        if promised:
            for each in players:
                await self.say(table, each, messages.Reveal, r=entropy_of(each).hex())
        assert self.standing(table).status == "playing"

    async def step(self, table: str, players: dict[int, Caller], choose: Callable[[GameState], Command]) -> None:
        """One command of whoever acts."""
        state = self.state(table)
        seat = state.acting()
        kind, said = as_message(choose(state))
        await self.say(table, players[seat], kind, **said)

    def seats(self, table: str, *players: Caller) -> dict[int, Caller]:
        """Players by seat."""
        return {self.seat_of(table, each): each for each in players}

    @staticmethod
    def first_of(state: GameState) -> Command:
        """What the autopilot would do."""
        return autopilot.choose(state)

    async def play_on(
        self, table: str, *players: Caller, choose: Callable[[GameState], Command] = autopilot.choose, most: int = 5000
    ) -> None:
        """Play to the end."""
        seats = self.seats(table, *players)
        for _ in range(most):
            if self.standing(table).status != "playing":
                return
            await self.step(table, seats, choose)
        raise AssertionError("the game has no end")

    def put(self, table: str, **more: Any) -> None:
        """Set a running game to a position of its own, as if it had been played there."""
        actor = self.play.actors[table]
        actor.standing = replace(actor.standing, state=replace_state(self.state(table), **more))

    def staked(
        self,
        table: str,
        game: int,
        players: Sequence[Caller],
        stake: int,
        paid: Sequence[int],
        gone: Sequence[bool] = (False,) * 8,
    ) -> Write:
        """How a coin game was for its accounts, as settling it writes it down."""
        statement = self.play.statements.add_staked
        rows = [
            statement.row(
                table_id=table, game=game, account=who.account, stake=stake, paid=max(0, coins), gone=left, turns=9,
                banked=5_000, at=self.now,
            )
            for who, coins, left in zip(players, paid, gone, strict=False)
        ]  # fmt: skip
        return Write(statement, rows)


def entropy_of(player: Caller) -> bytes:
    """What a player's phone adds to the table roll."""
    return sha256(b"r" + player.device).digest()


def as_message(command: Command) -> tuple[type[messages.Command], dict[str, Any]]:
    """An engine's command in the words of the protocol."""
    match command:
        case commands.Roll():
            return messages.Roll, {"entropy": uuid4().hex * 2}
        case commands.Keep():
            return messages.Keep, {"dice": command.dice, "confirmed": command.confirmed}
        case commands.Vote() | commands.Share():
            kind = messages.Vote if isinstance(command, commands.Vote) else messages.Share
            return kind, {"yes": command.yes}
        case commands.ChooseOrder():
            return messages.ChooseOrder, {"order": command.order}
        case commands.GiveUp():
            return messages.GiveUp, {}
        case _:
            return messages.Bank, {}


def at_home(url: str, folder: Path, story: Callable[[House], Awaitable[None]], **settings: Any) -> None:
    """Tell a story in a house; in the end its books balance."""

    async def told() -> None:
        house = await House(url, folder, **settings).open()
        try:
            await story(house)
            assert house.findings() == []
        finally:
            await house.close()

    asyncio.run(told())
