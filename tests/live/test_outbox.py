"""What a socket says within one turn of the loop is written at once, and nothing of it is lost at the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from app.api.live.fan import EXTENSION
from app.api.live.lobby import LobbyFeed
from app.api.live.outbox import Outbox
from app.api.live.socket import Beside, Socket
from app.api.play.messages import Roll
from app.api.play.service import Play
from tests.api.tables import ANN, one_phone, say, tables


class Written:
    """The line to a browser, as far as a socket sees it: what was written, piece by piece, and how it was closed."""

    def __init__(self, takes: bool = True) -> None:
        self.takes = takes
        self.pieces: list[bytes] = []
        self.code: int | None = None

    def push(self, frames: bytes, unsent_max: int) -> bool:
        self.pieces.append(frames)
        return self.takes

    def end(self, code: int) -> None:
        self.code = code


def messages_of(frames: bytes) -> list[dict[str, Any]]:
    """The messages in a piece of short and middling text frames."""
    found = []
    while frames:
        length, start = (frames[1], 2) if frames[1] < 126 else (int.from_bytes(frames[2:4], "big"), 4)
        found.append(json.loads(frames[start : start + length]))
        frames = frames[start + length :]
    return found


async def unused(message: Any) -> None:
    raise AssertionError(f"the door is open, and yet {message} went through ASGI")


def at_a_table(
    folder: Path, story: Callable[[Play, str, Socket, Written], Awaitable[None]], takes: bool = True
) -> None:
    """Tell a story of a socket that watches its own table."""

    async def told() -> None:
        async with tables(folder) as play:
            table = await one_phone(play)
            line = Written(takes)
            beside = Beside(Outbox(play.loop), LobbyFeed(play))
            socket = Socket(play, ANN, {"extensions": {EXTENSION: line}}, unused, beside)
            socket.hear(b'{"type":"hello","protocol":1,"tables":[{"table":"%b"}]}' % table.encode())
            await asyncio.sleep(0.4)
            await story(play, table, socket, line)

    asyncio.run(told())


def test_the_events_of_a_command_and_its_answer_are_one_write(tmp_path: Path) -> None:
    async def story(play: Play, table: str, socket: Socket, line: Written) -> None:
        line.pieces.clear()
        roll: Roll = say(play, table, Roll)
        socket.hear(
            b'{"cid":"%b","table":"%b","expect_seq":2,"type":"roll","entropy":"%b"}'
            % (str(roll.cid).encode(), table.encode(), roll.entropy.encode())
        )
        await asyncio.sleep(0.1)
        assert len(line.pieces) == 1
        heard = messages_of(line.pieces[0])
        assert [each.get("type", "ok") for each in heard] == ["rolled", "ok"]
        assert heard[1] == {"cid": str(roll.cid), "ok": True, "seq": 3}

    at_a_table(tmp_path, story)


def test_a_last_word_is_written_before_the_line_is_closed(tmp_path: Path) -> None:
    async def story(play: Play, table: str, socket: Socket, line: Written) -> None:
        line.pieces.clear()
        socket.say({"type": "restarting", "in_ms": 5})
        socket.end(4009)
        assert [messages_of(piece)[0]["type"] for piece in line.pieces] == ["restarting"]
        assert line.code == 4009
        socket.say({"type": "too late"})
        await asyncio.sleep(0.01)
        assert len(line.pieces) == 1

    at_a_table(tmp_path, story)


def test_a_reader_that_leaves_too_much_is_closed_with_4008(tmp_path: Path) -> None:
    async def story(play: Play, table: str, socket: Socket, line: Written) -> None:
        assert line.code == 4008

    at_a_table(tmp_path, story, takes=False)


def test_a_sender_that_breaks_does_not_keep_the_others_waiting() -> None:
    sent = []

    class Sender:
        def __init__(self, name: str) -> None:
            self.name = name

        def flush(self) -> None:
            sent.append(self.name)
            if self.name == "broken":
                raise OSError("the line is down")

    async def story() -> None:
        outbox = Outbox(asyncio.get_running_loop())
        for name in ("first", "broken", "last"):
            outbox.add(Sender(name))
        assert sent == []
        await asyncio.sleep(0)
        outbox.add(Sender("next turn"))
        await asyncio.sleep(0)
        assert sent == ["first", "broken", "last", "next turn"]

    asyncio.run(story())
