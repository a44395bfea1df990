"""Throws for games that a device holds: faces go in, their motion comes out, and nothing is kept."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

import httpx
import pytest

from app.api.cosmetics.limits import LOOSE_THROWS
from app.physics import decode
from tests.serving import Server, end, launch_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all of these stories."""
    running = launch_server(tmp_path_factory.mktemp("loose"))
    yield running
    assert running.complaints() == []
    end(running)


CALLS = """
body                                                                            answer
{"faces":[6,6,6,1,2,3,4,5]}                                                     666_12345
{"faces":[3],"angle":-45,"power":100}                                           3
{"faces":[1,1],"angle":45,"power":0,"set":"ruby","move":"spin","stage":4}       11
{"faces":[]}                                                                    422 malformed faces
{"faces":[1,2,3,4,5,6,1,2,3]}                                                   422 malformed faces
{"faces":[0]}                                                                   422 malformed faces[0]
{"faces":[7]}                                                                   422 malformed faces[0]
{"faces":[2.5]}                                                                 422 malformed faces[0]
{"faces":[2],"angle":46}                                                        422 malformed angle
{"faces":[2],"power":-1}                                                        422 malformed power
{"faces":[2],"stage":5}                                                         422 malformed stage
{"faces":[2],"game":3}                                                          422 malformed -
{"faces":[2],"set":"rubies"}                                                    404 unknown_look -
{"faces":[2],"set":"ruby","stage":1}                                            404 unknown_look -
{"angle":3}                                                                     422 malformed -
faces=2                                                                         400 malformed -
"""


def test_a_device_names_the_faces_and_gets_their_motion(server: Server) -> None:
    client = httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=30)
    client.get("/")
    for line in CALLS.strip().splitlines()[1:]:
        body, _, wanted = line.partition("  ")
        answer = client.post("/api/throws", content=body, headers={"content-type": "application/json"})
        if " " not in wanted.strip():
            thrown = decode(answer.content)
            assert thrown.faces == tuple(int(face) for face in wanted.strip().replace("_", "")), line
            assert (thrown.table, thrown.game, thrown.roll) == (0, 0, 0)
            assert answer.headers["content-type"] == "application/octet-stream"
            assert answer.headers["cache-control"] == "no-store"
        else:
            status, code, field = wanted.split()
            told = answer.json()
            assert [str(answer.status_code), told["refused"], told.get("field") or "-"] == [status, code, field], line
    again = [client.post("/api/throws", json=json.loads('{"faces":[4,4]}')).content for _ in range(2)]
    assert again[0] != again[1], "every throw flies in its own way"
    with sqlite3.connect(server.state_dir / "tenk.db") as database:
        assert database.execute("SELECT (SELECT count(*) FROM throw) + (SELECT count(*) FROM roll)").fetchone() == (0,)
    elsewhere = httpx.Client(base_url=server.url, headers={"origin": "http://elsewhere.example"}, timeout=30)
    assert elsewhere.post("/api/throws", json={"faces": [1]}).status_code == 403


def test_a_device_asks_so_often_in_a_minute_and_dropping_its_cookie_does_not_help_for_ever(server: Server) -> None:
    def ask(client: httpx.Client, times: int) -> list[int]:
        return [client.post("/api/throws", json={"faces": [1]}).status_code for _ in range(times)]

    client = httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=30)
    client.get("/")
    assert ask(client, LOOSE_THROWS + 1) == [200] * LOOSE_THROWS + [429]
    answers: list[int] = []
    for _ in range(4):
        fresh = httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=30)
        fresh.get("/")
        answers += ask(fresh, LOOSE_THROWS)
    assert answers[:LOOSE_THROWS] == [200] * LOOSE_THROWS
    assert answers[-1] == 429
