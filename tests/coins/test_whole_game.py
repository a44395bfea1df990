"""Two accounts play a coin game over the wire to its end; the server is killed on the way."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.coins.staking import Mortal, begin, findings, moved, play_out, rows, sign_up
from tests.playing import Message

KILLED_AFTER_S = 1.0


async def told_by_a_game(server: Mortal) -> tuple[Message, list[str]]:
    """The last event of a whole game, and who played it."""
    assert server.start()
    ann, ben = await sign_up(server, "Ann", "Ben")
    table = (await ann.coin_table(500, 2))["table"]
    assert (await ben.send(table, "buy_in", stake=500)).get("ok")
    await begin(table, ann, ben)
    playing = asyncio.create_task(play_out(table, ann, ben))
    await asyncio.sleep(KILLED_AFTER_S)
    server.kill()
    assert await server.revive()
    await playing
    told = await ann.seen(table)
    for phone in (ann, ben):
        await phone.leave_us()
    return told["recent"][-1], [each["name"] for each in told["seats"]]


def test_a_coin_game_that_outlives_its_server_pays_the_pot_to_who_won_it(tmp_path: Path) -> None:
    server = Mortal(tmp_path)
    try:
        over, names = asyncio.run(told_by_a_game(server))
    finally:
        server.kill()
    assert over["type"] == "game_over"
    assert over["pot"] == 1000
    assert sum(each["coins"] for each in over["shares"]) == 1000
    won = {names[each["seat"]]: each["coins"] for each in over["shares"]}
    purses = "SELECT account.name, balance FROM purse JOIN account ON purse.id = 'account:' || account.id"
    assert dict(tuple(row) for row in rows(server.database, purses)) == {
        name: 1500 + won.get(name, 0) for name in ("Ann", "Ben")
    }
    assert {name for name, code in moved(server.database) if code == "payout"} == set(won)
    assert findings(server.database) == []
    assert server.complaints() == []
