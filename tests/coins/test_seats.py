"""Sitting down at coin tables and standing up again."""

from __future__ import annotations

from pathlib import Path

from app.api.play import messages
from tests.coins.house import House, at_home


def test_two_players_stake_play_to_the_end_and_the_winner_has_the_pot(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        table = await house.table(ann, ben)
        assert house.holds(ann, ben) == [1500, 1500]
        await house.start(table, ann, ben)
        await house.play_on(table, ann, ben)
        over = house.events(table)[-1]
        assert over["type"] == "game_over"
        winners = {share["seat"]: share["coins"] for share in over["shares"]}
        seats = house.seats(table, ann, ben)
        assert sorted(house.holds(ann, ben)) == sorted([1500 + winners.get(seat, 0) for seat in seats])
        assert sum(house.holds(ann, ben)) == 4000
        assert await house.no(table, ann, messages.Leave, seat=0) == "game_over"

    at_home(books, tmp_path, story)
