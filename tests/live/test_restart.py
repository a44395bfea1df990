"""The server stops in good order, and when it is killed nothing that was answered is lost."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import socket as sockets
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from app.engine import fair
from tests.playing import Line, Message, Phone
from tests.serving import Launch, Server


def stuck_socket(server: Server, cookie: str, table: str) -> sockets.socket:
    """A browser that watches a table and never reads."""
    raw = sockets.create_connection(("127.0.0.1", server.port))
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.sendall(
        (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.url}\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
    )
    assert b" 101 " in raw.recv(200), "accepted"
    hello = json.dumps({"type": "hello", "protocol": 1, "tables": [{"table": table}]}).encode()
    raw.sendall(bytes((0x81, 0x80 | 126)) + len(hello).to_bytes(2, "big") + b"\0\0\0\0" + hello)
    return raw


@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.soak)])
def test_stopping_tells_everybody_and_waits_for_nobody_who_is_stuck(launch: Launch, count: int) -> None:
    async def story() -> None:
        server = launch(sockets_per_device=count + 10)
        async with Phone(server.url, seed=1) as phone:
            table = (await phone.open_table())["table"]
            cookie = f"device={phone.http.cookies['device']}"
            stuck = [stuck_socket(server, cookie, table) for _ in range(5)]
            lines = [await phone.line(table, resume=False) for _ in range(count)]
            playing = asyncio.create_task(play_until_told(phone, lines[0], table))
            await asyncio.sleep(0.3)
            took = await asyncio.to_thread(server.stop)
            assert took <= 10
            assert server.process.returncode == 0
            for line in lines:
                await line.reading
                assert line.socket.close_code == 1012
                goodbye = [each for each in line.heard if each.get("type") == "restarting"]
                assert len(goodbye) == 1
                assert 0 <= goodbye[0]["in_ms"] <= 3000
            for raw in stuck:
                raw.close()
            answered = await playing
        await nothing_lost(server, table, answered)
        assert server.complaints() == []

    asyncio.run(story())


async def play_until_told(phone: Phone, line: Line, table: str) -> list[Message]:
    """Play as fast as answers come; answers the commands that were acknowledged, with their numbers."""
    acknowledged: list[Message] = []
    while True:
        command = phone.move(table)
        try:
            answer = await line.ask(command)
        except ConnectionError:
            return acknowledged
        if not answer.get("ok"):
            assert answer["refused"] == "restarting", answer
            return acknowledged
        acknowledged.append({**command, "answered": answer["seq"]})


async def nothing_lost(server: Server, table: str, acknowledged: list[Message]) -> None:
    """Every acknowledged command is in the database once, and the events have no gap."""
    engine = create_engine(server.database)
    with engine.connect() as connection:
        stored = dict(connection.execute(text("SELECT hex(cid), seq FROM event WHERE cid IS NOT NULL")).all())
        numbers = [row[0] for row in connection.execute(text("SELECT seq FROM event ORDER BY seq")).all()]
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    engine.dispose()
    assert numbers == list(range(1, len(numbers) + 1))
    for command in acknowledged:
        assert stored[command["cid"].replace("-", "").upper()] == command["answered"]
    # At most one command can have been saved without its answer having arrived.
    assert len(stored) - len(acknowledged) in (0, 1)


@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.soak)])
def test_killed_at_any_moment_no_answered_command_is_lost_or_repeated_and_dice_stay(launch: Launch, kills: int) -> None:
    async def story() -> None:
        chance = random.Random(20)
        server = launch(messages_per_window=100_000)
        first = Phone(server.url, seed=2)
        table = (await first.open_table())["table"]
        cookies = first.http.cookies
        acknowledged: list[Message] = []
        pending: Message | None = None
        known = first.folds[table]
        phone = first
        for _ in range(kills):
            line = await phone.line(table)
            if pending is not None:
                answer = await line.ask(pending)
                assert answer.get("ok") or answer["refused"] == "stale", answer
                if answer.get("ok"):
                    acknowledged.append({**pending, "answered": answer["seq"]})
            playing = asyncio.create_task(play_and_remember(phone, line, table, acknowledged))
            await asyncio.sleep(chance.uniform(0.05, 0.6))
            server.process.kill()
            pending = await playing
            await asyncio.to_thread(server.process.wait, 10)
            server = launch(messages_per_window=100_000)
            phone = Phone(server.url, seed=chance.randrange(10**9))
            phone.http.cookies = cookies
            phone.folds[table] = known
        line = await phone.line(table)
        await whole_and_fair(phone, table, known.events)
        await nothing_twice(server, acknowledged)

    asyncio.run(story())


async def play_and_remember(phone: Phone, line: Line, table: str, acknowledged: list[Message]) -> Message | None:
    """Play until the line breaks; answers the command that was not answered."""
    while True:
        command = phone.move(table)
        try:
            answer = await line.ask(command)
        except ConnectionError:
            return command
        assert answer.get("ok"), answer
        acknowledged.append({**command, "answered": answer["seq"]})


async def nothing_twice(server: Server, acknowledged: list[Message]) -> None:
    """Every acknowledged command is stored once, under the number that was told."""
    engine = create_engine(server.database)
    with engine.connect() as connection:
        stored = dict(connection.execute(text("SELECT hex(cid), seq FROM event WHERE cid IS NOT NULL")).all())
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    engine.dispose()
    told = {each["cid"].replace("-", "").upper(): each["answered"] for each in acknowledged}
    assert len(told) > 5
    assert told.items() <= stored.items()


async def whole_and_fair(phone: Phone, table: str, heard: list[Message]) -> None:
    """What was heard before and after every crash is one history, and its dice follow from what was committed."""
    numbers = [event["seq"] for event in heard]
    assert numbers == list(range(1, len(numbers) + 1))
    for game in {event["game"] for event in heard if event["type"] == "game_started"}:
        transcript = (await phone.http.get(f"/api/tables/{table}/transcript/{game}")).json()
        told = [event for event in heard if event["type"] == "rolled" and event["game"] == game]
        assert [roll["faces"] for roll in transcript["rolls"]] == [event["dice"] for event in told]
        assert [roll["n"] for roll in transcript["rolls"]] == list(range(1, len(told) + 1))
        for roll in transcript["rolls"]:
            assert faces_of(transcript["id"], roll) == roll["faces"]


def faces_of(game: str, roll: dict[str, Any]) -> list[int]:
    """The faces that a transcript's roll must have."""
    contributions = {each["seat"]: bytes.fromhex(each["r"]) for each in roll["contributions"]}
    seed = fair.roll_seed(bytes.fromhex(roll["key"]), game, roll["n"], roll["roller"], roll["ndice"], contributions)
    return list(fair.faces(seed, roll["ndice"]))


def test_a_roll_that_did_not_reach_the_disk_has_the_same_dice_when_it_is_sent_again(
    launch: Launch, tmp_path: Path
) -> None:
    """Dice follow from the game's secret and the entropy that was sent; when they are drawn does not matter."""

    async def story() -> None:
        opened = launch(tmp_path / "before")
        phone = Phone(opened.url, seed=3)
        table = (await phone.open_table())["table"]
        line = await phone.line(table)
        roll = phone.command(table, "roll", gesture={"angle": -12, "power": 80})
        await line.close()
        await asyncio.to_thread(opened.stop)
        outcomes = []
        for attempt in ("first", "second"):
            # Both start from the disk as it was before the roll.
            shutil.copytree(opened.state_dir, tmp_path / attempt)
            server = launch(tmp_path / attempt)
            again = Phone(server.url, seed=4)
            again.http.cookies = phone.http.cookies
            back = await again.line(table)
            assert (await back.ask(roll))["ok"]
            await back.until(lambda back=back: back.throws)
            rolled = again.folds[table].events[-1]
            outcomes.append((rolled["dice"], rolled["fair"], back.throws[0]))
            server.process.kill()
        assert outcomes[0] == outcomes[1]

    asyncio.run(story())


def test_a_throw_that_a_crash_swallowed_is_made_from_what_was_told(launch: Launch) -> None:
    async def story() -> None:
        server = launch(messages_per_window=100_000)
        phone = Phone(server.url, seed=5)
        table = (await phone.open_table())["table"]
        line = await phone.line(table)
        assert (await line.ask(phone.command(table, "roll", gesture={"angle": 20, "power": 30})))["ok"]
        await line.until(lambda: line.throws)
        await asyncio.to_thread(server.stop)
        engine = create_engine(server.database)
        with engine.begin() as connection:
            assert connection.execute(text("DELETE FROM throw")).rowcount == 1
        engine.dispose()
        server = launch(messages_per_window=100_000)
        async with Phone(server.url) as anyone:
            address = f"/api/tables/{table}/throws/1/1"
            made = await anyone.http.get(address)
            assert made.status_code == 200
            assert made.content == line.throws[0]
            assert (await anyone.http.get(address)).content == made.content
            assert (await anyone.http.get(f"/api/tables/{table}/throws/1/2")).status_code == 404

    asyncio.run(story())
