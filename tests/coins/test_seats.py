"""Sitting down at coin tables and standing up again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.api.accounts.callers import Caller
from app.api.accounts.logins import Device, new_token
from app.api.core.refusals import Refused
from app.api.play import messages
from app.api.play.coin_lobby import listing, own
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


def test_whoever_cannot_sit_is_told_why_and_pays_nothing(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann = await house.player("Ann")
        dear, cheap = await house.player("Dora", coins=9_000), await house.player("Poor", coins=-1_800)
        blind, twin = await house.player("Blind", notice=False), await house.player("Twin", device=ann.device)
        table = await house.table(ann, size=2)
        private = (await house.tables.open(await house.player("Priv"), 500, "trippn", 2, True, uuid4())).id
        other = (await house.tables.open(await house.player("Else"), 250, "trippn", 8, False, uuid4())).id
        guest = Caller(b"guest".ljust(16))
        rows: list[tuple[str, str, Caller, dict[str, Any], str]] = [
            ("a guest has no coins", table, guest, {"stake": 500}, "signed_out"),
            ("the notice comes first", table, blind, {"stake": 500}, "notice"),
            ("a stake must be held", table, cheap, {"stake": 500}, "too_few_coins"),
            ("the price is the one that was shown", table, dear, {"stake": 250}, "malformed"),
            ("two accounts of one device do not share a pot", table, twin, {"stake": 500}, "same_device"),
            ("they do sit at different tables", other, twin, {"stake": 250}, "accepted"),
            ("one seat at a time", table, twin, {"stake": 500}, "seated_elsewhere"),
            ("nobody sits twice", table, ann, {"stake": 500}, "seat_taken"),
            ("a private table wants its invitation", private, dear, {"stake": 500}, "not_found"),
            ("a free seat", table, dear, {"stake": 500}, "accepted"),
            ("no seat is left", table, await house.player("Late"), {"stake": 500}, "table_full"),
        ]
        for name, at, who, said, code in rows:
            before = house.holds(who) if who.account else []
            assert await house.no(at, who, messages.BuyIn, **said) == code, name
            paid = said["stake"] if code == "accepted" else 0
            assert not who.account or house.holds(who) == [before[0] - paid], name

    at_home(here, tmp_path, story)


def test_a_new_account_plays_at_250_and_500_until_it_has_finished_five_games(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        for game in range(5):
            with pytest.raises(Refused, match="stake_too_high") as no:
                await house.tables.open(ann, 1000, "progressive", 2, False, uuid4())
            assert no.value.more["games_left"] == 5 - game
            table = await house.table(ann, ben, stake=250)
            await house.start(table, ann, ben)
            seats = house.seats(table, ann, ben)
            # Left before the first roll: that was no game, and the other waits for the next one.
            await house.say(table, seats[1], messages.Leave, seat=1)
            await house.say(table, seats[1], messages.BuyIn, stake=250)
            await house.start(table, seats[0], seats[1])
            await house.play_on(table, ann, ben)
        told = house.reader.now(lambda session: own(session, ann, house.now))
        assert told is not None
        assert (told["stakes"], told["games_left"]) == ([250, 500, 1000, 2000, 5000], 0)
        assert (await house.tables.open(ann, 1000, "progressive", 2, False, uuid4())).stake == 1000

    at_home(here, tmp_path, story)


def test_accounts_that_were_signed_in_on_one_device_do_not_share_a_pot(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        shared = Device(b"tablet".ljust(16), "Tablet")
        for who in (ann, ben):
            await house.writer.save([house.accounts.add_login(who.account or "", new_token(), shared, house.now)])
        table = await house.table(ann)
        assert await house.no(table, ben, messages.BuyIn, stake=500) == "same_device"

    at_home(here, tmp_path, story)


def test_forty_at_once_reach_for_seven_seats_and_seven_pay(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, *others = [await house.player(f"P{number}") for number in range(41)]
        table = await house.table(ann)
        codes = await asyncio.gather(*(house.no(table, each, messages.BuyIn, stake=500) for each in others))
        assert sorted(codes) == ["accepted"] * 7 + ["table_full"] * 33
        assert sum(house.holds(*others)) == 40 * 2000 - 7 * 500

    at_home(books, tmp_path, story)


def test_an_account_that_sits_down_at_many_tables_at_once_sits_at_one(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        tables = [await house.table(await house.player(f"P{number}"), stake=250) for number in range(12)]
        ann = await house.player("Ann")
        codes = await asyncio.gather(*(house.no(table, ann, messages.BuyIn, stake=250) for table in tables))
        assert sorted(codes) == ["accepted"] + ["seated_elsewhere"] * 11
        assert house.holds(ann) == [1750]

    at_home(books, tmp_path, story)


def test_standing_up_before_the_start_gives_the_stake_back_and_the_others_close_up(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben, cleo = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(ann, ben, cleo)
        for seat, who in enumerate((ann, ben, cleo)):
            await house.say(table, who, messages.Promise, commitment=f"{seat}" * 64)
            await house.say(table, who, messages.Ready, yes=who is not ben)
        await house.say(table, ben, messages.Leave, seat=1)
        assert house.holds(ann, ben, cleo) == [1500, 2000, 1500]
        left = next(event for event in house.events(table) if event["type"] == "seat_left")
        assert [each["name"] for each in left["seats"]] == ["Ann", "Cleo"]
        room = house.room(table)
        # Cleo moved up: she promised for another seat.
        assert (room.promises, room.ready, room.phase) == ({0: "0" * 64}, (0, 1), "countdown")
        await house.say(table, cleo, messages.Leave, seat=1)
        assert house.room(table).phase == "waiting"
        await house.say(table, ann, messages.Leave, seat=0)
        assert house.told(table)[-2:] == ["seat_left", "table_closed"]
        assert (house.standing(table).status, house.holds(ann)) == ("over", [2000])
        assert await house.no(table, ben, messages.BuyIn, stake=500) == "game_over"

    at_home(here, tmp_path, story)


def test_a_table_that_nobody_joins_gives_the_stakes_back_also_after_a_night(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        table = await house.table(ann)
        await house.wait(14 * 60)
        await house.say(table, ben, messages.BuyIn, stake=500)
        await house.wait(14 * 60)
        assert house.holds(ann, ben) == [1500, 1500]
        house.now += 8 * 3600 * 1000
        await house.wait(1)
        assert house.told(table)[-1] == "table_closed"
        assert house.holds(ann, ben) == [2000, 2000]
        assert house.reader.now(listing) == []

    at_home(books, tmp_path, story)


def test_leaving_after_the_start_and_before_the_first_roll_gives_the_stake_back(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        players = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(*players)
        await house.start(table, *players)
        seats = house.seats(table, *players)
        await house.say(table, seats[1], messages.Leave, seat=1)
        assert house.holds(*seats.values()) == [1500, 2000, 1500]
        left = next(event for event in house.events(table) if event["type"] == "left")
        assert left["refunded"] is True
        await house.say(table, seats[0], messages.Leave, seat=0)
        # One is left: the game has not started, and who stayed waits for the next at the same table.
        assert house.told(table)[-2:] == ["called_off", "game_opened"]
        standing = house.standing(table)
        assert (standing.status, standing.game, len(standing.sittings)) == ("open", 2, 1)
        assert house.holds(*seats.values()) == [2000, 2000, 1500]
        await house.say(table, seats[0], messages.BuyIn, stake=500)
        await house.start(table, seats[2], seats[0])
        assert house.room(table).phase == "play"

    at_home(here, tmp_path, story)


def test_the_stake_of_whoever_leaves_after_the_first_roll_stays_in_the_pot(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        players = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(*players)
        await house.start(table, *players)
        seats = house.seats(table, *players)
        await house.step(table, seats, house.first_of)
        acting = house.state(table).acting()
        others = [seat for seat in seats if seat != acting]
        due = house.standing(table).due
        await house.say(table, seats[others[0]], messages.Leave, seat=others[0])
        assert house.standing(table).due == due, "the acting player's clock runs on"
        # Who left may sit down elsewhere while the others play.
        elsewhere = await house.table(seats[others[0]], stake=250)
        await house.say(table, seats[acting], messages.Leave, seat=acting)
        over = house.events(table)[-1]
        assert (over["reason"], over["pot"]) == ("last_standing", 1500)
        assert house.holds(seats[acting], seats[others[0]], seats[others[1]]) == [1500, 1250, 3000]
        assert elsewhere != table

    at_home(books, tmp_path, story)


def test_a_rematch_is_a_new_game_with_a_new_pot_at_the_same_table(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben, eve = [await house.player(name) for name in ("Ann", "Ben", "Eve")]
        place = await house.tables.open(ann, 500, "trippn", 2, True, uuid4())
        table = place.id
        await house.say(table, ben, messages.BuyIn, stake=500, invite=place.invite)
        await house.start(table, ann, ben)
        await house.play_on(table, ann, ben)
        assert await house.no(table, eve, messages.Rematch) == "not_seated"
        commitment = house.standing(table).dice.commitment
        # One opens the next game; the other sits down at it, and needs no invitation any more.
        assert await house.no(table, ann, messages.Rematch) == "accepted"
        assert await house.no(table, ben, messages.BuyIn, stake=500) == "accepted"
        standing = house.standing(table)
        assert (standing.game, standing.status, len(standing.sittings)) == (2, "open", 2)
        assert standing.dice.commitment != commitment
        assert await house.no(table, eve, messages.BuyIn, stake=500) == "not_found", "it is private as before"
        await house.wait(5 + 2)
        await house.play_on(table, ann, ben)
        assert sum(house.holds(ann, ben)) == 4000
        assert {event["game"] for event in house.events(table) if event["type"] == "game_started"} == {1, 2}

    at_home(here, tmp_path, story)


def test_opening_a_table_twice_by_one_call_opens_one(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, cid = await house.player("Ann"), uuid4()
        opened = await asyncio.gather(
            *(house.tables.open(ann, 500, "progressive", 4, False, cid) for _ in range(20)), return_exceptions=True
        )
        tables = {each.id for each in opened if not isinstance(each, BaseException)}
        assert len(tables) == 1, opened
        assert house.holds(ann) == [1500]
        with pytest.raises(Refused, match="cid_reused"):
            await house.tables.open(ann, 250, "progressive", 4, False, cid)

    at_home(books, tmp_path, story)


def test_a_quick_seat_is_at_the_fullest_table_that_has_one(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        players = [await house.player(f"P{number}") for number in range(8)]
        await house.table(players[0], size=4)
        fuller = await house.table(*players[1:4], size=4)
        await house.table(players[4], rules="trippn")
        assert await house.tables.quick_seat(players[5], 500, "progressive") == fuller
        lone = await house.tables.quick_seat(players[6], 250, "trippn")
        assert await house.tables.quick_seat(players[7], 250, "trippn") == lone
        told = {each["table"]: each for each in house.reader.now(listing)}
        assert (told[fuller]["status"], told[fuller]["pot"], len(told[fuller]["names"])) == ("starting", 2000, 4)
        assert (told[lone]["status"], told[lone]["size"]) == ("open", 4)

    at_home(here, tmp_path, story)
