"""Six accounts do whatever comes to mind: coins go from one to another only through a settled game."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import func, select

from app.api.accounts.callers import Caller
from app.api.core.migrate import upgrade
from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.fairness.dice import game_id
from app.api.ledger.coins import Coins
from app.api.ledger.models import SettlementRow
from app.api.play import messages
from app.api.play.coin_watch import all_watched
from app.engine import autopilot, commands, fair
from tests.coins.house import House, as_message, at_home, entropy_of

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Finn")
START = 2000
LOOKS = 4
CLOCKS = {"wait_s": 300, "pause_s": 120}


class Walk:
    """Random public calls, and what the told events say that everybody must have."""

    def __init__(self, house: House, players: list[Caller], seed: int) -> None:
        self.house = house
        self.players = players
        self.chance = random.Random(seed)
        self.tables: list[str] = []
        self.answers: Counter[str] = Counter()
        self.ended = 0

    async def step(self) -> None:
        """One call of one player, or some time that passes."""
        player = self.chance.choice(self.players)
        kind = self.chance.choices(("open", "quick", "say", "act", "wait"), (1, 3, 10, 60, 2))[0]
        try:
            if kind == "open" or not self.live():
                await self.open(player)
            elif kind == "quick":
                stake, rules = self.chance.choice((250, 500, 1000)), self.chance.choice(("progressive", "trippn"))
                self.know(await self.house.tables.quick_seat(player, stake, rules))
            elif kind == "wait":
                seconds = self.chance.choices((1, 5, 35, 130), (40, 30, 25, 3))[0]
                await self.passes(seconds)
                if seconds > 5:
                    await self.clear()
            elif kind == "act" and self.live():
                await self.act(self.chance.choice(self.live()))
            elif self.tables:
                await self.anything(self.chance.choice(self.tables[-6:]), player)
        except Refused as no:
            self.answers[no.code] += 1
        else:
            self.answers["ok"] += 1

    async def passes(self, seconds: float) -> None:
        """Time passes; the clocks look now and then."""
        for _ in range(LOOKS):
            self.house.now += round(seconds * 1000 / LOOKS)
            await self.house.clocks.tick()
            await self.house.settle()

    async def clear(self) -> None:
        """The house finds nothing wrong with whoever is watched; who leaves as often as these would soon sit alone."""
        watched = self.house.reader.now(lambda session: all_watched(session, self.house.now))
        for account, _ in watched:
            await self.house.writer.save(self.house.play.statements.cleared(account, self.house.now))

    def live(self) -> list[str]:
        """Tables that are not over."""
        return [table for table in self.tables if self.house.standing(table).status != "over"]

    def know(self, table: str) -> None:
        """A table that somebody may call."""
        if table not in self.tables:
            self.tables.append(table)

    async def open(self, player: Caller) -> None:
        """Open a table, listed or not."""
        size, private = self.chance.randint(2, 4), self.chance.random() < 0.3
        stake = self.chance.choice((250, 500, 1000))
        self.know((await self.house.tables.open(player, stake, "progressive", size, private, uuid4())).id)

    async def act(self, table: str) -> None:
        """What the acting player may do, most of the time the sensible thing; before that, what starts a game."""
        house, standing = self.house, self.house.standing(table)
        if standing.status == "open":
            for each in standing.sittings:
                player = next(one for one in self.players if one.account == each.account)
                await self.prepare(table, player, each.seat)
            await self.passes(self.chance.choice((1, 6)))
            return
        state = house.state(table)
        holder = standing.sittings[state.acting()].account
        player = next(one for one in self.players if one.account == holder)
        room = house.room(table)
        if state.acting() in room.away:
            await house.say(table, player, messages.Back)
            return
        if state.rolls and self.chance.random() < 0.08:
            await house.say(table, player, messages.Leave, seat=state.acting())
            return
        # Near the end, so that games end.
        goal = state.rules.target
        if not state.rolls and self.chance.random() < 0.5 and state.rules.finish == "exact":
            banked = tuple(goal - self.chance.choice((50, 100, 500)) for _ in state.banked)
            house.put(table, banked=banked, opened=(True,) * len(banked))
            state = house.state(table)
        kind, said = as_message(autopilot.choose(state) if self.chance.random() < 0.8 else commands.Bank())
        await house.say(table, player, kind, **said)

    async def prepare(self, table: str, player: Caller, seat: int) -> None:
        """Promise, be ready, or reveal."""
        house, room = self.house, self.house.room(table)
        if room.phase == "table_roll":
            await house.say(table, player, messages.Reveal, r=entropy_of(player).hex())
        elif self.chance.random() < 0.7:
            game = game_id(table, house.standing(table).game)
            promise = fair.commitment("r", game, seat, 0, entropy_of(player)).hex()
            await house.say(table, player, messages.Promise, commitment=promise)
            await house.say(table, player, messages.Ready, yes=True)

    async def anything(self, table: str, player: Caller) -> None:
        """Any command at all, with whatever in it."""
        stake = self.house.play.actors[table].place.stake
        invite = self.house.play.actors[table].place.invite if self.chance.random() < 0.5 else None
        kind, fields = self.chance.choice(anythings(self.chance, stake, invite))
        await self.house.say(table, player, kind, **fields)

    async def look(self) -> None:
        """After a game was settled: the books balance, and everybody has what the tables told."""
        settled = self.house.reader.now(lambda session: session.scalar(select(func.count()).select_from(SettlementRow)))
        if settled == self.ended:
            return
        self.ended = settled or 0
        self.balance()

    def balance(self) -> None:
        """The books balance, nobody can have got anything but by a game, and everybody has what the tables told."""
        assert self.house.findings() == []
        owed = self.owed()
        assert self.house.holds(*self.players) == [owed[each.name] for each in self.players]

    def owed(self) -> dict[str, int]:
        """What everybody must have, by what all tables told: stakes, refunds and shares."""
        coins = dict.fromkeys(NAMES, START)
        for table in self.tables:
            ledger = Told(self.house.play.actors[table].place.stake or 0)
            for event in self.house.events(table):
                ledger.take(event)
            for name, moved in ledger.coins.items():
                coins[name] += moved
        return coins


class Told:
    """What a table's events say about coins, and nothing else: no row of the ledger is looked at."""

    def __init__(self, stake: int) -> None:
        self.stake = stake
        self.names: list[str] = []
        self.paid: set[int] = set()
        """Seats whose stake stands in the pot."""
        self.coins: Counter[str] = Counter()

    def take(self, event: dict[str, Any]) -> None:
        """One event."""
        match event["type"]:
            case "seat_taken":
                assert event["seat"] == len(self.names)
                self.seat([*self.names, event["name"]])
                self.move(event["seat"], -self.stake)
            case "seat_left":
                self.move(event["seat"], self.stake)
                self.seat([each["name"] for each in event["seats"]])
            case "game_opened":
                self.seat([each["name"] for each in event["seats"]])
                self.all(-self.stake)
            case "called_off" | "table_closed":
                self.all(self.stake)
                self.paid.clear()
            case "left" if event["refunded"]:
                self.move(event["seat"], self.stake)
                self.paid.discard(event["seat"])
            case "game_over":
                for each in (*event["shares"], *event["refunds"]):
                    self.move(each["seat"], each["coins"])

    def seat(self, names: list[str]) -> None:
        """These sit there now, and have paid."""
        self.names, self.paid = names, set(range(len(names)))

    def all(self, coins: int) -> None:
        """Coins for every seat that has paid."""
        for seat in self.paid:
            self.move(seat, coins)

    def move(self, seat: int, coins: int) -> None:
        """Coins for a seat."""
        self.coins[self.names[seat]] += coins


def anythings(chance: random.Random, stake: int | None, invite: str | None) -> list[tuple[type[messages.Command], Any]]:
    """Any command, some of them such as no client would send."""
    seat, drawn = chance.randrange(8), chance.randbytes(32).hex()
    return [
        (messages.BuyIn, {"stake": stake, "invite": invite}),
        (messages.BuyIn, {"stake": chance.choice((0, 1, 250, 5000)), "invite": invite}),
        (messages.Leave, {"seat": seat}),
        (messages.Leave, {"seat": 0}),
        (messages.Leave, {"seat": 1}),
        (messages.Rematch, {}),
        (messages.Rematch, {"swap": True}),
        (messages.Ready, {"yes": chance.random() < 0.7}),
        (messages.Promise, {"commitment": drawn}),
        (messages.Reveal, {"r": drawn}),
        (messages.Back, {}),
        (messages.Start, {}),
        (messages.PlayFor, {"seat": seat, "entropy": drawn}),
        (messages.Roll, {"entropy": drawn}),
        (messages.Keep, {"dice": tuple(chance.sample(range(8), 3)), "confirmed": True}),
        (messages.Bank, {}),
        (messages.GiveUp, {}),
        (messages.Vote, {"yes": True}),
        (messages.Share, {"yes": True}),
        (messages.ChooseOrder, {"order": "last"}),
    ]


async def walked(house: House, steps: int) -> Walk:
    """Let them walk so far, and look whenever a game was settled."""
    walk = Walk(house, [await house.player(name) for name in NAMES], seed=steps)
    for _ in range(steps):
        await walk.step()
        await walk.look()
    walk.balance()
    return walk


def empty_books(folder: Path) -> str:
    """A database where nobody has coins."""
    url = f"sqlite:///{folder / 'walk.db'}"
    upgrade(url)
    return url


@pytest.mark.parametrize("steps", [2_000, pytest.param(50_000, marks=pytest.mark.soak)])
def test_whatever_six_accounts_call_coins_go_from_one_to_another_only_through_settled_games(
    tmp_path: Path, steps: int
) -> None:
    async def story(house: House) -> None:
        walk = await walked(house, steps)
        counted = select(SettlementRow.outcome, func.count()).group_by(SettlementRow.outcome)
        outcomes = dict(house.reader.now(lambda session: [(each[0], each[1]) for each in session.execute(counted)]))
        assert outcomes["void"] > steps / 400, outcomes
        assert outcomes["win"] > steps / 1000, outcomes
        assert {"ok", "not_seated", "seated_elsewhere", "wrong_phase", "game_over"} <= set(walk.answers)

    at_home(empty_books(tmp_path), tmp_path, story, **CLOCKS)


def test_the_same_walk_finds_a_pot_that_is_paid_to_somebody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Coins.settle

    def wrong(self: Coins, game: str, outcome: str, pot: int, winners: list[str], at: int) -> list[Write]:
        return right(self, game, outcome, pot, ["finn" if each != "finn" else "ann" for each in winners], at)

    monkeypatch.setattr(Coins, "settle", wrong)

    async def story(house: House) -> None:
        with pytest.raises(AssertionError):
            await walked(house, 5_000)
        assert house.findings() == [], "the books alone do not show it"

    at_home(empty_books(tmp_path), tmp_path, story, **CLOCKS)
