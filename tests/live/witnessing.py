"""Phones that take part in the rolls of others, as the shipped client does; silent, lying or slow on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from hashlib import sha256
from pathlib import Path

from app.api.fairness.dice import game_id
from app.engine import fair
from app.engine.proof import check
from tests.playing import ANSWER_S, Line, Message, Phone
from tests.serving import Server, end, launch_server

GENEROUS = {"messages_per_window": 1_000_000, "posts_per_window": 1_000_000, "sockets_per_device": 1_000}
THREE = ("Ann", "Ben", "Cleo")
Story = Callable[[AsyncExitStack], Awaitable[None]]
ENDS = ("rolled", "roll_withheld", "game_started", "game_over")
"""After these no roll is on its way."""
LONG_S = 600.0
FIRST_MOVES = 400
"""So many moves lie between two rolls at most, by far."""


class Taker:
    """A phone at a friends' table, and what it says by itself."""

    def __init__(self, phone: Phone, table: str, name: str) -> None:
        self.phone = phone
        self.table = table
        self.name = name
        self.silent = False
        """It promises, and does not open."""
        self.lying = False
        """It opens something else than it promised."""
        self.keeps_back = False
        """It does not open its part of its own rolls."""
        self.promises = True
        """It takes part in the rolls to come."""
        self.opening: Message | None = None
        self.said: set[tuple[str, int, int]] = set()
        """What was said over this connection: its kind, game and roll."""
        self.sat = -1
        self.known = 0
        self.read = 0
        self.snapshots = 0
        self.line: Line
        self.following: asyncio.Task[None] | None = None

    async def connect(self, resume: bool = True) -> Taker:
        """Open a line, after one that was lost too; what is due is said again."""
        self.line = await self.phone.line(self.table, resume=resume)
        self.said.clear()
        self.snapshots = 0
        self.following = asyncio.create_task(self._follow())
        return self

    def cut(self) -> None:
        """Lose the line."""
        self.line.cut()

    async def away(self) -> None:
        """Put the phone away."""
        if self.following is not None:
            self.following.cancel()
            with suppress(asyncio.CancelledError):
                await self.following
        self.line.cut()
        await self.line.reading

    # What it knows.

    @property
    def seat(self) -> int:
        """Its own seat; after leaving, the one that was."""
        self.sat = next(iter(self.phone.folds[self.table].you["seats"]), self.sat)
        return self.sat

    @property
    def view(self) -> Message:
        """The position."""
        view = self.phone.folds[self.table].view
        assert view is not None, "the game has started"
        return view

    @property
    def events(self) -> list[Message]:
        """All that was told of the table."""
        return self.phone.folds[self.table].events

    @property
    def next(self) -> tuple[int, int]:
        """Game and number of the next roll."""
        return self.view["next"]["game"], self.view["next"]["n"]

    def of(self, kind: str, n: int, game: int | None = None) -> Message | None:
        """The event of a kind that is about a roll, if it was told."""
        for event in reversed(self.events):
            number = event.get("roll", event.get("n"))
            if event["type"] == kind and number == n and game in (None, event["game"]):
                return event
        return None

    def r(self, game: int, n: int) -> str:
        """What this phone adds to a roll: always the same."""
        return sha256(f"{self.name} {self.table} {game} {n}".encode()).hexdigest()

    def promise(self, game: int, n: int, r: str | None = None) -> str:
        """The commitment to it."""
        own = bytes.fromhex(r or self.r(game, n))
        return fair.commitment("r", game_id(self.table, game), self.seat, n, own).hex()

    # What it says by itself.

    async def _follow(self) -> None:
        with suppress(ConnectionError):
            while True:
                self._take_in()
                await self._say_what_is_due()
                await self.line.until(self._behind, LONG_S)

    def _behind(self) -> bool:
        fold = self.phone.folds[self.table]
        return len(fold.events) > self.read or self._shown() > self.snapshots

    def _shown(self) -> int:
        return sum(message.get("type") == "snapshot" for message in self.line.heard)

    def _take_in(self) -> None:
        shown = [each for each in self.line.heard if each.get("type") == "snapshot"]
        for told in shown[self.snapshots :]:
            self.opening, self.known = told.get("opening"), told["seq"]
        self.snapshots = len(shown)
        fold = self.phone.folds[self.table]
        for event in fold.events[self.read :]:
            if event["seq"] <= self.known:
                continue
            self.known = event["seq"]
            if event["type"] == "roll_opened":
                self.opening = event
            elif event["type"] == "roll_sealed" and self.opening is not None:
                self.opening = {**self.opening, **event, "sealed": True}
            elif event["type"] in ENDS:
                self.opening = None
        self.read = len(fold.events)

    async def _say_what_is_due(self) -> None:
        fold = self.phone.folds[self.table]
        if fold.status != "playing" or fold.view is None or not fold.you["seats"] or fold.view["next"] is None:
            return
        game, n = self.next
        opening = self.opening
        if opening is None:
            if self.promises and self._new("pledge", game, n):
                await self._whisper({"type": "pledge", "n": n, "commitment": self.promise(game, n)})
        elif opening["seat"] == self.seat:
            own = opening["by"] == "player" and opening["sealed"] and not self.keeps_back
            if own and self._new("reveal", game, n):
                await self.line.say({"cid": self.phone.cid(), "table": self.table, **self.reveal(game, n)})
        elif self._is_asked(opening) and self._new("witness", game, n):
            await self.testify(game, n)

    def _is_asked(self, opening: Message) -> bool:
        asked = self.seat in [each["seat"] for each in opening["promises"]]
        return asked and not opening["sealed"] and not self.silent

    async def testify(self, game: int, n: int) -> None:
        """Open what was promised for somebody else's roll (or lie), and promise for the next one."""
        r = "f" * 64 if self.lying else self.r(game, n)
        coming = {}
        if self.promises and self._new("pledge", game, n + 1):
            coming["next"] = self.promise(game, n + 1)
        await self._whisper({"type": "witness", "n": n, "r": r, **coming})

    def reveal(self, game: int, n: int, r: str | None = None) -> Message:
        """What the roller says last of all."""
        return {"type": "reveal", "n": n, "r": r or self.r(game, n)}

    def _new(self, kind: str, game: int, n: int) -> bool:
        new = (kind, game, n) not in self.said
        self.said.add((kind, game, n))
        return new

    async def _whisper(self, message: Message) -> None:
        with suppress(ConnectionError):
            await self.line.say({**message, "table": self.table})

    # What it is told to do.

    async def ready(self) -> None:
        """Until the server has taken in all that this phone had to say."""
        await self.line.until(lambda: not self._behind())
        await self._say_what_is_due()
        await self.line.say({"type": "ping", "at": self.phone.cid()})
        await self.line.hear("pong")

    def rolls(self, **more: str) -> Message:
        """The command to roll; with this phone's promise unless it says something else."""
        game, n = self.next
        said = self.phone.command(self.table, "roll", entropy="")
        del said["entropy"]
        return {**said, **(more or {"commitment": self.promise(game, n)})}

    async def ask(self, command: Message) -> Message:
        """Send a command."""
        return await self.line.ask({"cid": self.phone.cid(), "table": self.table, **command})

    async def refusal(self, message: Message) -> str:
        """With what a message is refused that is no command; `let go` where nothing is said."""
        # What was refused before is not this message's answer.
        self.line.heard[:] = [each for each in self.line.heard if each.get("type") != "refused"]
        await self.line.say({"table": self.table, **message})
        await self.line.say({"type": "ping", "at": 0})
        await self.line.hear("pong")
        found = [each["refused"] for each in self.line.heard if each.get("type") == "refused"]
        return found[0] if found else "let go"

    async def hears(self, kind: str, n: int, game: int | None = None, within_s: float = 60.0) -> Message:
        """Wait for an event about a roll."""
        await self.line.until(lambda: self.of(kind, n, game) is not None, within_s)
        found = self.of(kind, n, game)
        assert found is not None, "it was waited for"
        return found


class Circle:
    """Friends at a table, all of whose phones take part."""

    def __init__(self, takers: Sequence[Taker]) -> None:
        self.takers = list(takers)
        self.table = takers[0].table

    @property
    def acting(self) -> Taker:
        """Whose turn it is."""
        return next(each for each in self.takers if each.phone.folds[self.table].mine)

    @property
    def others(self) -> list[Taker]:
        """Everybody else who still sits here."""
        return [each for each in self.takers if each is not self.acting]

    async def level(self) -> None:
        """Until all have heard the same, and all that they say of it has arrived."""
        latest = max(each.phone.folds[self.table].seq for each in self.takers)

        async def levels(taker: Taker) -> None:
            await taker.line.until(lambda: taker.phone.folds[self.table].seq >= latest)
            await taker.ready()

        await asyncio.gather(*map(levels, self.takers))

    async def to_a_roll(self, bank_at: int = 300) -> Taker:
        """Play until somebody has dice to roll, in the next game where this one ends; answers who."""
        for _ in range(FIRST_MOVES):
            await self.level()
            host = self.takers[0]
            acting = host if host.phone.folds[self.table].status == "over" else self.acting
            move = acting.phone.move(self.table, bank_at)
            if move["type"] == "roll":
                return acting
            # Events come before the answer that they belong to.
            answer = await acting.line.ask(move)
            assert answer.get("ok"), (move, answer)
        raise AssertionError("nobody ever rolls")

    async def open(self) -> tuple[Taker, int, int]:
        """Play on to the next roll and ask for it; answers who, and its game and number."""
        roller = await self.to_a_roll()
        game, n = roller.next
        answer = await roller.line.ask(roller.rolls())
        assert answer.get("ok"), answer
        return roller, game, n

    async def roll(self) -> Message:
        """The next roll, until its dice lie there."""
        roller, game, n = await self.open()
        return await roller.hears("rolled", n, game)


async def circle(stack: AsyncExitStack, url: str, names: Sequence[str], seed: int = 0) -> Circle:
    """A friends' table that has started."""
    phones = [await stack.enter_async_context(Phone(url, seed=seed + index + 1)) for index in range(len(names))]
    opened = await phones[0].open_table([names[0]], kind="friends")
    table = opened["table"]
    for phone, name in zip(phones[1:], names[1:], strict=True):
        answer = await phone.post(f"/api/tables/{table}/seats", {"invite": opened["invite"], "name": name})
        assert answer.status_code == 201, answer.text
    takers = [Taker(phone, table, f"{name} {seed}") for phone, name in zip(phones, names, strict=True)]
    for each in takers:
        await each.connect()
        stack.push_async_callback(each.away)
    answer = await takers[0].ask({"type": "start"})
    assert answer.get("ok"), answer
    for each in takers:
        await each.line.until(lambda each=each: each.phone.folds[table].seq >= answer["seq"], ANSWER_S)
    return Circle(takers)


def kept(folder: Path, **settings: object) -> Iterator[Server]:
    """A server for all tests of this file, which must not have broken in the end."""
    server = launch_server(folder, **GENEROUS, **settings)
    yield server
    assert server.complaints() == []
    end(server)


def told(story: Story) -> None:
    """Tell a story, and put all phones away."""

    async def whole() -> None:
        async with asyncio.timeout(120), AsyncExitStack() as stack:
            await story(stack)

    asyncio.run(whole())


async def record(friends: Circle, game: int = 1) -> Message:
    """The game's transcript, which passes the verifier."""
    taker = friends.takers[0]
    transcript: Message = (await taker.phone.http.get(f"/api/tables/{friends.table}/transcript/{game}")).json()
    report = check(transcript)
    assert (report.state, report.findings) == ("waiting", ())
    return transcript
