"""Who may open a socket, what it may say, and how it ends."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import websockets

from tests.playing import Phone
from tests.serving import Launch, Server


def address(server: Server) -> str:
    return server.url.replace("http", "ws") + "/ws"


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        None,
        "http://sub.127.0.0.1:{port}",
        "http://127.0.0.1:{port}.evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://localhost:{port}",
    ],
)
def test_a_page_that_is_not_ours_is_turned_away_before_it_is_accepted(house: Server, origin: str | None) -> None:
    async def story() -> None:
        told = origin.format(port=house.port) if origin else None
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(address(house), origin=told)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403

    asyncio.run(story())


def test_behind_a_name_only_that_name_is_our_origin(launch: Launch) -> None:
    async def story() -> None:
        server = launch(public_url="https://dice.example")
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(address(server), origin=websockets.Origin(server.url))
        socket = await websockets.connect(address(server), origin=websockets.Origin("https://dice.example"))
        await socket.close()

    asyncio.run(story())


async def greeted(server: Server) -> Any:
    """A raw socket that has said hello."""
    socket = await websockets.connect(address(server), origin=websockets.Origin(server.url), max_size=None)
    await socket.send(json.dumps({"type": "hello", "protocol": 1, "tables": []}))
    assert json.loads(await socket.recv())["type"] == "welcome"
    return socket


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("", "malformed"),
        ("null", "malformed"),
        ("[]", "malformed"),
        ('{"type":"dance"}', "unknown_type"),
        ('{"type":5}', "malformed"),
        ('{"type":"ping","extra":1}', "malformed"),
        ('{"type":"watch"}', "malformed"),
        ('{"type":"watch","table":"0000000000000"}', "not_found"),
        ('{"type":"select","table":"0000000000000","roll":1,"dice":[1]}', "not_found"),
        ('{"type":"select","table":"0000000000000","roll":-1,"dice":[1]}', "malformed"),
        ('{"type":"bank","cid":"no uuid","table":"x"}', "malformed"),
        (b"\x00\x01", "malformed"),
        ("[" * 2000, "malformed"),
        ('{"type":"ping","at":' + "[" * 1500 + "]" * 1500 + "}", None),
    ],
)
def test_junk_is_refused_and_the_socket_lives_on(house: Server, message: Any, code: str | None) -> None:
    async def story() -> None:
        socket = await greeted(house)
        await socket.send(message)
        answer = json.loads(await socket.recv())
        if code is not None:
            assert answer.get("refused") == code, answer
        await socket.send('{"type":"ping","at":"still here"}')
        assert json.loads(await socket.recv()) == {"type": "pong", "at": "still here"}
        await socket.close()

    asyncio.run(story())


def test_a_command_that_cannot_be_read_is_refused_under_its_number(house: Server) -> None:
    async def story() -> None:
        socket = await greeted(house)
        cid = "6f1c1c1e-0000-4000-8000-000000000001"
        for body, code in [
            ({"type": "keep", "dice": "all"}, "malformed"),
            ({"type": "fly"}, "unknown_type"),
            ({"type": "bank", "table": "0000000000000", "expect_seq": 1}, "not_found"),
        ]:
            await socket.send(json.dumps({"cid": cid, **body}))
            answer = json.loads(await socket.recv())
            assert (answer["cid"], answer["refused"]) == (cid, code)
            assert answer["message"]
        await socket.close()

    asyncio.run(story())


def test_nothing_is_heard_before_hello(house: Server) -> None:
    async def story() -> None:
        socket = await websockets.connect(address(house), origin=websockets.Origin(house.url))
        await socket.send('{"type":"ping","at":1}')
        assert json.loads(await socket.recv())["refused"] == "malformed"
        await socket.close()

    asyncio.run(story())


async def closed_with(socket: Any, within_s: float = 10.0) -> int | None:
    """Read until the server closes, and answer its code."""
    async with asyncio.timeout(within_s):
        try:
            while True:
                await socket.recv()
        except websockets.ConnectionClosed:
            code: int | None = socket.close_code
            return code


def test_an_older_protocol_is_told_to_reload(house: Server) -> None:
    async def story() -> None:
        socket = await websockets.connect(address(house), origin=websockets.Origin(house.url))
        await socket.send('{"type":"hello","protocol":0}')
        assert await closed_with(socket) == 4010

    asyncio.run(story())


def test_a_message_of_4097_bytes_ends_the_socket(house: Server) -> None:
    async def story() -> None:
        socket = await greeted(house)
        fits = json.dumps({"type": "ping", "at": "x"})
        await socket.send(fits[:-2] + "x" * (4096 - len(fits)) + fits[-2:])
        assert json.loads(await socket.recv())["type"] == "pong"
        await socket.send("x" * 4097)
        assert await closed_with(socket) == 1009

    asyncio.run(story())


def test_the_101st_message_is_refused_and_the_third_in_a_row_ends_the_socket(launch: Launch) -> None:
    async def story() -> None:
        socket = await greeted(launch())
        for _ in range(99):
            await socket.send('{"type":"ping"}')
            assert json.loads(await socket.recv())["type"] == "pong"
        for _ in range(3):
            await socket.send('{"type":"ping"}')
            assert json.loads(await socket.recv())["refused"] == "rate"
        assert await closed_with(socket) == 1008

    asyncio.run(story())


def test_the_sixth_socket_of_a_device_closes_its_oldest(launch: Launch) -> None:
    async def story() -> None:
        server = launch()
        async with Phone(server.url) as phone:
            table = (await phone.open_table())["table"]
            lines = [await phone.line(table, resume=False) for _ in range(6)]
            await lines[0].reading
            assert lines[0].socket.close_code == 4009
            for line in lines[1:]:
                await line.say({"type": "ping", "at": 7})
                assert (await line.hear("pong"))["at"] == 7

    asyncio.run(story())


def test_presence_tells_who_is_here_away_or_watching(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url) as ann, Phone(house.url) as ben, Phone(house.url) as eve:
            opened = await ann.open_table(["Ann"], kind="friends")
            table = opened["table"]
            seat = await ben.post(f"/api/tables/{table}/seats", {"invite": opened["invite"], "name": "Ben"})
            assert seat.status_code == 201
            line = await ann.line(table)
            told = await line.hear("presence")
            assert (told["seats"], list(told["offline_for"]), told["watchers"]) == ([0], ["1"], 0)
            other, watching = await ben.line(table), await eve.line(table)
            await line.until(lambda: any(each.get("watchers") == 1 for each in line.heard))
            told = [each for each in line.heard if each["type"] == "presence"][-1]
            assert (told["seats"], told["offline_for"]) == ([0, 1], {})
            other.cut()
            await watching.close()
            await line.until(lambda: line.heard[-1].get("seats") == [0] and line.heard[-1]["watchers"] == 0)

    asyncio.run(story())


def test_a_selection_is_read_for_everybody_and_only_from_the_acting_seat(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url) as ann, Phone(house.url) as eve:
            table = (await ann.open_table())["table"]
            line, watching = await ann.line(table), await eve.line(table)
            assert (await line.ask(ann.command(table, "roll")))["ok"]
            lying = ann.folds[table].view["lying"]  # type: ignore[index]
            await line.say({"type": "select", "table": table, "roll": 1, "dice": [2, 0]})
            told, seen = await line.hear("selected"), await watching.hear("selected")
            assert told == seen
            assert (told["seat"], told["roll"], told["dice"]) == (0, 1, [2, 0])
            assert set(told["reading"]) >= {"refused", "points", "parts", "dead", "why", "hint", "warning", "rest"}
            await line.say({"type": "select", "table": table, "roll": 1, "dice": []})
            empty = await line.hear("selected")
            assert empty["reading"]["refused"] == "nothing_tapped"
            for dice in ([0, 0], [len(lying)]):
                await line.say({"type": "select", "table": table, "roll": 1, "dice": dice})
                assert (await line.hear("refused"))["refused"] == "not_on_table"
            await watching.say({"type": "select", "table": table, "roll": 1, "dice": [0]})
            assert (await watching.hear("refused"))["refused"] == "not_your_turn"

    asyncio.run(story())
