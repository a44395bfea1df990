"""Coin tables under attack: sequences of commands, timers, restarts and deletions that must not cost anybody a coin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from app.api.accounts.callers import Caller
from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.ledger.statement import beside_accounts
from app.api.play import messages
from app.api.play.guests import beside_seats
from tests.coins.house import House, at_home
from tests.coins.test_endings import ROLLS, begun, passes


async def deleted(house: House, player: Caller) -> None:
    """A player's account is deleted, as far as its coins and seats go."""
    account = player.account or ""

    def beside(session: Any) -> Sequence[Write]:
        parts = (beside_accounts(house.play.coins), beside_seats(house.play.statements))
        return [write for part in parts for write in part.closed(session, account, house.now)]

    writes = await house.reader.run(beside)
    await house.writer.save([*house.accounts.close(account, house.now), *writes])


def test_a_stake_that_was_left_in_a_pot_holds_its_account_until_the_game_is_over(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        await passes(house, table, seats)
        await house.say(table, seats[0], messages.Leave, seat=0)
        with pytest.raises(Refused, match="seated_elsewhere"):
            await deleted(house, seats[0])
        while house.room(table).phase == "play":
            await house.wait(30)
        await house.wait(600)
        assert house.standing(table).status == "over"
        assert house.holds(*seats.values()) == [2000] * 3
        await deleted(house, seats[0])
        assert house.holds(seats[0]) == [0]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)
