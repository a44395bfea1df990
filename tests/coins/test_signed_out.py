"""Who signs a device out has it out: nothing that comes from there afterwards is carried out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.coins.staking import PASSWORD, Holder, Mortal, findings, rows, sign_up

LOGIN_ENDED = 4001


async def leave(one: Holder, other: Holder) -> None:
    """Sign the device itself out."""
    assert (await one.post("/api/logins/leave", {})).status_code == 204


async def leave_from_another(one: Holder, other: Holder) -> None:
    """Sign the device out from another one."""
    assert (await other.post("/api/logins/others/leave", {})).status_code == 204


async def change_password(one: Holder, other: Holder) -> None:
    """Another password ends all logins but the one that sets it."""
    changed = await other.post("/api/account/password", {"password": f"{PASSWORD} anew"})
    assert changed.status_code == 200, changed.text


@pytest.mark.parametrize("how", [leave, leave_from_another, change_password], ids=lambda how: how.__name__)
def test_what_an_ended_login_says_by_its_socket_is_not_carried_out(
    tmp_path: Path, how: Callable[[Holder, Holder], Coroutine[Any, Any, None]]
) -> None:
    server = Mortal(tmp_path)

    async def story() -> None:
        assert server.start()
        ann, ben = await sign_up(server, "Ann", "Ben")
        other = await ann.another(seed=9)
        table = (await ann.coin_table(250, 4))["table"]
        own, kept, bens = await ann.line(table), await other.line(table), await ben.line(table)
        seq = ann.folds[table].seq
        await how(ann, other)
        # The answer to signing out has come: this is said by somebody who is signed out.
        with pytest.raises((ConnectionError, websockets.ConnectionClosed)):
            await own.ask({"cid": ann.cid(), "table": table, "type": "leave", "seat": 0})
        await own.reading
        assert own.socket.close_code == LOGIN_ENDED
        late = await ann.send(table, "leave", seat=0)
        assert late["refused"] == "signed_out"
        assert (await other.seen(table))["seq"] == seq, "nothing happened at the table"
        for line, holder in ((kept, other), (bens, ben)):
            assert await line.ask({"cid": holder.cid(), "table": table, "type": "ready", "yes": True})
            assert not line.reading.done()
        for phone in (ann, other, ben):
            await phone.leave_us()

    try:
        asyncio.run(story())
    finally:
        server.kill()
    assert findings(server.database) == []
    assert rows(server.database, "SELECT count(*) FROM coin_seat") == [(1,)]


def test_a_device_that_shows_its_password_again_keeps_its_sockets(tmp_path: Path) -> None:
    server = Mortal(tmp_path)

    async def story() -> None:
        assert server.start()
        (ann,) = await sign_up(server, "Ann")
        table = (await ann.coin_table(250, 4))["table"]
        line = await ann.line(table)
        before = ann.http.cookies["login"]
        assert (await ann.post("/api/logins/prove", {"password": PASSWORD})).status_code == 200
        assert ann.http.cookies["login"] != before
        # Longer than it takes to look at the logins of all sockets.
        await asyncio.sleep(2.5)
        assert (await line.ask({"cid": ann.cid(), "table": table, "type": "promise", "commitment": "ab" * 32}))["ok"]
        await ann.leave_us()

    try:
        asyncio.run(story())
    finally:
        server.kill()


def test_another_process_closes_the_sockets_of_an_ended_login_within_five_seconds(tmp_path: Path) -> None:
    server, beside = Mortal(tmp_path), Mortal(tmp_path)

    async def story() -> None:
        assert server.start()
        assert beside.start()
        ann, ben = await sign_up(server, "Ann", "Ben")
        own, bens = await ann.line(), await ben.line()
        there = Holder(beside.url, "Ann")
        there.http.cookies = ann.http.cookies
        assert (await there.post("/api/logins/leave", {})).status_code == 204
        async with asyncio.timeout(5):
            await own.reading
        assert own.socket.close_code == LOGIN_ENDED
        assert not bens.reading.done()
        for phone in (ann, ben, there):
            await phone.leave_us()

    try:
        asyncio.run(story())
    finally:
        server.kill()
        beside.kill()
