"""Frames are built once and are what any WebSocket server would send; without our door they go message by message."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest
from starlette.testclient import TestClient
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from app.api.core.frames import BINARY, TEXT, close_frame, frame, texts
from app.api.core.settings import Settings
from app.api.live.fan import FanProtocol
from app.api.main import Service


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70000])
@pytest.mark.parametrize(("opcode", "kind"), [(TEXT, Opcode.TEXT), (BINARY, Opcode.BINARY)])
def test_a_frame_is_byte_for_byte_what_the_library_writes(length: int, opcode: int, kind: Opcode) -> None:
    payload = bytes(index % 256 for index in range(length))
    assert frame(payload, opcode) == Frame(kind, payload).serialize(mask=False)


@pytest.mark.parametrize("code", [1008, 1012, 4008, 4009, 4010])
def test_a_close_frame_carries_its_code(code: int) -> None:
    assert close_frame(code) == Frame(Opcode.CLOSE, code.to_bytes(2, "big")).serialize(mask=False)


def test_messages_that_belong_together_are_one_piece() -> None:
    bundle = texts([b"{}", b"[1]"])
    assert bundle.frames == frame(b"{}") + frame(b"[1]")


def test_the_parts_of_uvicorn_that_the_door_touches_are_still_there() -> None:
    assert issubclass(FanProtocol, WebSocketsSansIOProtocol)
    names = set(WebSocketsSansIOProtocol.__init__.__code__.co_names)
    assert names >= {"transport", "close_sent", "disconnected", "queue", "read_paused", "close_timer", "loop"}
    assert {"run_asgi", "shutdown", "stop_keepalive", "connection_made"} <= set(dir(WebSocketsSansIOProtocol))


def test_under_another_server_the_same_socket_speaks_message_by_message(tmp_path: Path) -> None:
    service = Service(Settings(state_dir=tmp_path))
    origin = {"origin": "http://testserver"}
    with TestClient(service, headers=origin) as client:
        seats = [{"name": "Ann"}, {"name": "Ben"}]
        opened = client.post("/api/tables", json={"kind": "one_phone", "rules": "progressive", "seats": seats})
        table = opened.json()["table"]
        with client.websocket_connect("/ws", headers=origin) as socket:
            socket.send_text(json.dumps({"type": "hello", "protocol": 1, "tables": [{"table": table}]}))
            assert socket.receive_json()["type"] == "welcome"
            snapshot = socket.receive_json()
            assert (snapshot["type"], snapshot["you"]["seats"]) == ("snapshot", [0, 1])
            roll = {"type": "roll", "cid": str(uuid4()), "table": table, "expect_seq": 2, "entropy": "ab" * 32}
            socket.send_text(json.dumps(roll))
            told = [socket.receive() for _ in range(4)]
            texts_told = [json.loads(each["text"]) for each in told if "text" in each]
            assert [each["dice"] for each in texts_told if each.get("type") == "rolled"]
            assert {"cid": roll["cid"], "ok": True, "seq": 3} in texts_told
            assert sum("bytes" in each for each in told) == 1
            socket.send_text('{"type":"hello","protocol":2}')
            closed = socket.receive()
            assert (closed["type"], closed["code"]) == ("websocket.close", 4010)
