"""Pots and seats, held against each other; and games that a restored backup must not play on."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from app.api.core.db import open_engine
from app.api.play import messages
from app.api.play.coin_books import pots_match_their_seats
from app.api.play.coin_restore import call_off_all
from tests.coins.house import House, at_home

SPOILT = [
    ("a seat that was paid for is gone", "DELETE FROM seat WHERE seat = 1"),
    ("a seat counts as unpaid", "UPDATE seat SET paid = NULL WHERE seat = 1"),
    ("a seat is free of charge", "UPDATE seat SET paid = 'forged' WHERE seat = 2"),
    ("a pot belongs to a game that is over", "UPDATE standing SET status = 'over'"),
    ("a game has another number", "UPDATE standing SET game = 2"),
    ("a stake is another one", "UPDATE play_table SET stake = 250 WHERE kind = 'coins'"),
]


@pytest.mark.parametrize(("what", "spoils"), SPOILT, ids=[what for what, _ in SPOILT])
def test_a_pot_that_does_not_fit_its_seats_is_found(books: str, tmp_path: Path, what: str, spoils: str) -> None:
    async def story(house: House) -> None:
        players = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(*players)
        await house.say(table, players[2], messages.Leave, seat=2)
        await house.say(table, players[2], messages.BuyIn, stake=500)
        await house.start(table, *players)
        await house.say(table, players[2], messages.Leave, seat=house.seat_of(table, players[2]))
        assert house.findings() == []
        engine = open_engine(books)
        with engine.begin() as connection:
            kept = connection.execute(text("SELECT * FROM seat")).mappings().all()
            connection.execute(text(spoils))
        assert len(house.findings()) >= 1, what
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM seat"))
            for row in kept:
                names = ", ".join(row)
                connection.execute(text(f"INSERT INTO seat ({names}) VALUES (:{', :'.join(row)})"), dict(row))
            connection.execute(text("UPDATE standing SET status = 'playing', game = 1"))
            connection.execute(text("UPDATE play_table SET stake = 500 WHERE kind = 'coins'"))
        engine.dispose()

    at_home(books, tmp_path, story)


def test_a_restored_house_calls_its_coin_games_off_and_gives_every_stake_back(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        players = [await house.player(f"P{number}") for number in range(7)]
        waits = await house.table(players[0])
        runs = await house.table(*players[1:4])
        await house.start(runs, *players[1:4])
        seats = house.seats(runs, *players[1:4])
        await house.step(runs, seats, house.first_of)
        await house.say(runs, seats[2], messages.Leave, seat=2)
        over = await house.table(*players[4:6])
        await house.start(over, *players[4:6])
        await house.play_on(over, *players[4:6])
        won = house.holds(*players[4:6])
        assert await call_off_all(house.settings) == 2
        assert house.holds(*players[:4]) == [2000] * 4
        assert house.holds(*players[4:6]) == won
        assert (house.events(runs)[-1]["type"], house.events(runs)[-1]["reason"]) == ("game_over", "house")
        assert (house.events(waits)[-1]["type"], house.events(waits)[-1]["reason"]) == ("table_closed", "house")
        assert house.reader.now(lambda session: list(pots_match_their_seats(session))) == []
        assert await call_off_all(house.settings) == 0

    at_home(here, tmp_path, story)
