"""The same command again, at once or long after, has one effect and one answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.api.accounts.callers import Caller
from app.api.core.refusals import Refused
from app.api.play import messages
from tests.coins.house import House, at_home

PROMISE = "ab" * 32

LATER: dict[str, tuple[type[messages.Command], dict[str, Any]]] = {
    "promise": (messages.Promise, {"commitment": PROMISE}),
    "ready": (messages.Ready, {"yes": True}),
    "leave": (messages.Leave, {"seat": 1}),
    "buy_in": (messages.BuyIn, {"stake": 500}),
}
"""Commands that would be carried out again if nobody knew them."""


async def undone(house: House, table: str, ben: Caller, kind: str) -> None:
    """What was done is undone by another command, so that the first one could be carried out anew."""
    match kind:
        case "promise":
            await house.say(table, ben, messages.Promise, commitment="cd" * 32)
        case "ready":
            await house.say(table, ben, messages.Ready, yes=False)
        case "leave":
            await house.say(table, ben, messages.BuyIn, stake=500)
        case "buy_in":
            await house.say(table, ben, messages.Leave, seat=house.seat_of(table, ben))


@pytest.mark.parametrize("kind", LATER)
def test_a_command_that_comes_again_after_the_table_left_memory_is_answered_and_not_carried_out(
    books: str, tmp_path: Path, kind: str
) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        table = await (house.table(ann) if kind == "buy_in" else house.table(ann, ben))
        said, fields = LATER[kind]
        command = said(cid=uuid4(), table=table, **fields)
        answered = await house.play.command(ben, command)
        await undone(house, table, ben, kind)
        before = (house.holds(ann, ben), house.told(table), house.room(table))
        house.play.actors.clear()
        assert await house.play.command(ben, command) == answered
        assert (house.holds(ann, ben), house.told(table), house.room(table)) == before
        other = said(cid=command.cid, table=table, expect_seq=1, **fields)
        with pytest.raises(Refused, match="cid_reused"):
            await house.play.command(ben, other)

    at_home(books, tmp_path, story)
