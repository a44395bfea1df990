"""The process dies at every point of a command's way, and the game goes on as if nothing was."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.api.core import failpoints
from app.api.core.settings import Settings
from tests.coins.staking import Holder, Mortal, due_now, findings, moved, rows, sign_up
from tests.playing import Message
from tests.serving import ROOT

AT_START = 2
"""Commits of a start: the clocks are set on, and the heartbeat is noted."""
QUICK = {"countdown_s": 0.2, "reveal_s": 5}
EVERY_RUN = ("commit.before", "commit.after", "answer.before")
"""Not saved; saved and not told; told and not answered. Death at the other points is left to the long run."""
LAST_TURN = 2
"""Turns of a player who then gives the game up: the pot goes to the other."""


def test_every_point_in_the_code_is_walked_and_every_point_walked_is_in_the_code() -> None:
    code = "\n".join(path.read_text() for path in (ROOT / "app").rglob("*.py"))
    assert sorted(re.findall(r"failpoints\.hit\(\"([^\"]+)\"\)", code)) == sorted(failpoints.NAMES)


@pytest.mark.parametrize("text", ["commit.before", "commit.before:0", "commit.before:x", "elsewhere:1", "", ":1"])
def test_what_is_no_point_is_refused_at_start(text: str) -> None:
    with pytest.raises(ValidationError, match="TENK_FAILPOINT must be one of"):
        Settings(failpoint=text)


def test_production_dies_at_no_point() -> None:
    safe = {"env": "production", "public_url": "https://dice.example", "device_secret": "s" * 32}
    with pytest.raises(ValidationError, match="unset TENK_FAILPOINT"):
        Settings(**safe, failpoint="commit.after:1")  # type: ignore[arg-type]


class Story:
    """Two players who play one game after another at a table, whatever becomes of the server."""

    def __init__(self, server: Mortal, table: str, first: Holder, second: Holder) -> None:
        self.server = server
        self.table = table
        self.players = (first, second)
        self.said: list[tuple[Holder, Message]] = []
        """Commands that were acknowledged, with the number that was told."""

    async def goes_on(self, until: Callable[[Message], bool], within_s: float = 120.0) -> None:
        """Play until the table stands as wanted. The server may die meanwhile: then this waits for the next one."""
        async with asyncio.timeout(within_s):
            while True:
                for player in self.players:
                    told = await player.seen(self.table)
                    if until(told):
                        return
                    wanted = self.next_of(player, told)
                    if wanted is not None:
                        await self.say(player, wanted)
                await asyncio.sleep(0.02)

    async def say(self, player: Holder, command: Message) -> None:
        """Send a command, with the same number until it is answered."""
        command = {"cid": player.cid(), **command}
        answer = await player.resend(self.table, command)
        if answer.get("ok"):
            self.said.append((player, {**command, "answered": answer["seq"]}))
        else:
            # The clock was faster, or somebody else moved.
            assert answer["refused"] in ("stale", "wrong_phase", "game_over"), (command, answer)

    def next_of(self, player: Holder, told: Message) -> Message | None:
        """What a player does by what is seen: sit, start, roll and bank, and leave the game after a while."""
        seats = told["you"]["seats"]
        if told["status"] == "over":
            return {"type": "rematch"}
        if told["status"] == "open" and not seats:
            return {"type": "buy_in", "stake": 250}
        if told["status"] == "open":
            wanted = due_now(player, self.table, told)
            return None if wanted is None else {"type": wanted[0], **wanted[1]}
        if not player.folds[self.table].mine:
            return None
        if told["view"]["turn"] > LAST_TURN:
            return {"type": "leave", "seat": seats[0]}
        move = player.move(self.table, bank_at=50)
        del move["cid"]
        return move

    def has_each_effect_once(self) -> None:
        """What was acknowledged stands in the rows once, under the number that was told, and nothing else does."""
        of_table = {"table": self.table}
        every = rows(self.server.database, "SELECT hex(cid), seq FROM event WHERE table_id = :table", **of_table)
        assert sorted(seq for _, seq in every) == list(range(1, len(every) + 1))
        told = [(command["cid"].replace("-", "").upper(), command["answered"]) for _, command in self.said]
        assert sorted((cid, seq) for cid, seq in every if cid) == sorted(told)
        paid = moved(self.server.database)
        for player in self.players:
            sat = [said for who, said in self.said if who is player and said["type"] in ("buy_in", "rematch")]
            assert paid[player.name, "buyin"] == len(sat) + (player is self.players[0])


def ends_next(told: Message) -> bool:
    """Whether the next command of the player in turn ends the game."""
    return told["status"] == "playing" and told["view"]["turn"] > LAST_TURN


def counts_of(name: str) -> list[int]:
    """The hits to die at: first that of the first command. Of commits, a start makes some too."""
    if not name.startswith("commit"):
        return [1, 2, 3]
    return [AT_START + 1, 1, 2, AT_START + 2, AT_START + 3]


async def dies_at(server: Mortal, name: str, hit: int) -> None:
    """Run the server until it dies at a point."""
    await server.revive(failpoint=f"{name}:{hit}")
    assert await server.gone() == failpoints.LIKE_KILL
    assert await asyncio.to_thread(findings, server.database) == []


async def walked(server: Mortal, name: str, number: int) -> Story:
    """Let the server die at each hit of a point; the first time in the command that settles a game.

    Every round has players of its own: who gives up one game after another is looked at.
    """
    assert await server.revive()
    first, second = await sign_up(server, f"Ann {number}", f"Ben {number}")
    story = Story(server, (await first.coin_table(250, 2))["table"], first, second)
    await story.goes_on(ends_next)
    server.kill()
    settled = settlements(server)
    enough = False
    playing = asyncio.create_task(story.goes_on(lambda told: enough and told["status"] == "over", within_s=240))
    for place, hit in enumerate(counts_of(name)):
        await dies_at(server, name, hit)
        if not place:
            wanted = settled + (name != "commit.before")
            # A start on a busy machine may write in more commits than usual: then the command's own is a later one.
            for later in range(1, 4):
                if settlements(server) != wanted:
                    await dies_at(server, name, hit + later)
            assert settlements(server) == wanted, "the last command settled the game"
    assert await server.revive()
    enough = True
    await playing
    server.kill()
    for player in story.players:
        await player.leave_us()
    return story


def settlements(server: Mortal) -> int:
    """How many games are settled."""
    return int(rows(server.database, "SELECT count(*) FROM settlement")[0][0])


@pytest.mark.parametrize("rounds", [1, pytest.param(8, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    "name",
    [name if name in EVERY_RUN else pytest.param(name, marks=pytest.mark.soak) for name in failpoints.NAMES],
)
def test_dead_at_any_point_every_acknowledged_command_has_its_effect_once(
    tmp_path: Path, name: str, rounds: int
) -> None:
    server = Mortal(tmp_path, **QUICK)

    async def stories() -> list[Story]:
        return [await walked(server, name, number) for number in range(rounds)]

    try:
        told = asyncio.run(stories())
    finally:
        server.kill()
    assert findings(server.database) == []
    assert server.complaints() == []
    for story in told:
        story.has_each_effect_once()
