"""Coin tables under attack: sequences of commands, timers, restarts and deletions that must not cost anybody a coin."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select
from sqlalchemy.event import listen

from app.api.accounts.callers import Caller
from app.api.accounts.logins import Device, new_token
from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.ledger.statement import beside_accounts
from app.api.play import messages, repo
from app.api.play.coin_lobby import listing, open_at
from app.api.play.guests import beside_seats
from app.api.play.models import EventRow
from app.api.tables.models import TableRow
from app.engine import rulesets
from app.engine.state import at
from tests.api.tables import Ear
from tests.coins.house import House, at_home
from tests.coins.test_endings import ROLLS, begun, goes_out, passes


async def deleted(house: House, player: Caller) -> None:
    """A player's account is deleted, as far as its coins and seats go."""
    account = player.account or ""

    def beside(session: Any) -> Sequence[Write]:
        parts = (beside_accounts(house.play.coins), beside_seats(house.play))
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


def test_whoever_is_out_even_and_left_wins_also_when_nobody_else_is_awake(here: str, tmp_path: Path) -> None:
    """R-leave: it cannot lose by leaving. Nor can the others save their stakes by falling asleep."""

    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        loser = 1 - house.state(table).acting()
        await passes(house, table, seats)
        # The other misses this turn, and the last one.
        while house.state(table).acting() == loser:
            await house.wait(1)
        winner = await goes_out(house, table, seats)
        await house.say(table, seats[winner], messages.Leave, seat=winner)
        await house.wait(900)
        over = house.events(table)[-1]
        assert (over["type"], over.get("shares")) == ("game_over", [{"seat": winner, "coins": 1000}])

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_whoever_is_out_even_may_also_leave_a_game_that_pauses(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        while house.room(table).phase == "play":
            await house.wait(5)
        state = house.state(table)
        winner, last = (state.acting() + 1) % 3, (state.acting() + 2) % 3
        house.put(table, out=(winner,), banked=at(state.banked, winner, 10_000), last_round=True, waiting=(last,))
        await house.say(table, seats[winner], messages.Leave, seat=winner)
        assert (house.told(table)[-1], house.room(table).phase) == ("resumed", "play")
        await house.wait(60)
        assert house.events(table)[-1]["shares"] == [{"seat": winner, "coins": 1500}]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_all_who_are_out_even_have_left_and_the_autopilot_plays_their_roll_off(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        out = [await goes_out(house, table, seats), await goes_out(house, table, seats)]
        for seat in out:
            await house.say(table, seats[seat], messages.Leave, seat=seat)
        last = next(seat for seat in seats if seat not in out)
        await house.say(table, seats[last], messages.Leave, seat=last)
        await house.wait(900)
        over = house.events(table)[-1]
        assert (over["type"], over["kind"]) == ("game_over", "win")
        assert house.holds(seats[last]) == [1500]

    at_home(here, tmp_path, story, scripted_dice="22334461/22334461")


def test_leaving_does_not_prolong_a_pause(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        while house.room(table).phase == "play":
            await house.wait(5)
        due = house.standing(table).due
        await house.wait(300)
        await house.say(table, seats[0], messages.Leave, seat=0)
        assert (house.room(table).phase, house.standing(table).due) == ("paused", due)

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_two_accounts_of_one_person_do_not_slip_in_at_the_same_moment(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        host, *pairs = [await house.player(f"P{number}") for number in range(13)]
        for number in range(0, 12, 2):
            shared = Device(f"tablet {number}".encode().ljust(16), "Tablet")
            for who in pairs[number : number + 2]:
                await house.writer.save([house.accounts.add_login(who.account or "", new_token(), shared, house.now)])
        table = await house.table(host)
        codes = await asyncio.gather(*(house.no(table, each, messages.BuyIn, stake=500) for each in pairs))
        assert [sorted(codes[number : number + 2]) for number in range(0, 12, 2)] == [["accepted", "same_device"]] * 6

    at_home(books, tmp_path, story)


def test_an_old_name_is_not_worn_at_the_next_table(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        # The socket was opened before the account was called Anna, and Ann is somebody else by now.
        await house.writer.save([house.accounts.rename("ann", "Anna")])
        table = await house.table(ann, ben)
        assert [each.name for each in house.standing(table).sittings] == ["Anna", "Ben"]

    at_home(here, tmp_path, story)


def test_a_quick_seat_passes_by_tables_where_only_the_company_is_wrong(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        eve, ann, new = [await house.player(name) for name in ("Eve", "Ann", "New")]
        table = await house.table(ann, size=4)
        for game in range(3):
            await house.writer.save([house.staked(table, game + 10, [ann, eve], 500, [0, 1000], gone=(True, False))])
        other = await house.table(eve)
        assert await house.no(other, new, messages.BuyIn, stake=500) == "under_review"
        await house.say(table, ann, messages.Leave, seat=0)
        assert await house.tables.quick_seat(new, 500, "progressive") != other

    at_home(here, tmp_path, story)


def test_whoever_comes_too_late_is_told_how_late(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben, eve = [await house.player(name) for name in ("Ann", "Ben", "Eve")]
        table = await house.table(ann, ben)
        await house.start(table, ann, ben)
        with pytest.raises(Refused) as late:
            await house.say(table, eve, messages.BuyIn, stake=500)
        assert (late.value.code, late.value.message) == ("wrong_phase", "This game has already started.")
        await house.play_on(table, ann, ben)
        with pytest.raises(Refused) as late:
            await house.say(table, eve, messages.BuyIn, stake=500)
        assert (late.value.code, late.value.message) == ("game_over", "This game is over.")

    at_home(here, tmp_path, story)


def test_a_table_that_somebody_finds_while_it_is_opened_is_one_table(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben, cid = await house.player("Ann"), await house.player("Ben"), uuid4()
        save, ear = house.writer.save, Ear(ben)

        async def found_at_once(unit: Any) -> None:
            await save(unit)
            table = house.reader.now(lambda session: open_at(session, 500, "progressive"))[0]
            (await house.play.actor(table)).attach(ear)

        house.writer.save = found_at_once  # type: ignore[assignment, method-assign]
        table = (await house.tables.open(ann, 500, "progressive", 4, False, cid)).id
        house.writer.save = save  # type: ignore[method-assign]
        await house.say(table, ann, messages.Ready, yes=True)
        assert "ready" in [each["type"] for each in ear.heard]

    at_home(here, tmp_path, story)


def test_a_deleted_player_is_found_under_older_names_too(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Änn"), await house.player("Ben")
        table = await house.table(ann, ben)
        await house.start(table, ann, ben)
        await house.play_on(table, ann, ben)
        den = await house.play.open(ben, "friends", rulesets.load("trippn"), "Den", [("Ben", None)])
        await house.play.sit(ann, den.id, den.invite or "", "Ännie")
        await house.writer.save([house.accounts.rename(ann.account or "", "Änna")])
        await deleted(house, ann)
        told = house.reader.now(lambda session: list(session.scalars(select(EventRow.told))))
        told += house.reader.now(lambda session: list(session.scalars(select(TableRow.name))))
        assert [each for each in told if "Änn" in each] == []
        assert any('"name":"Ben"' in each for each in told)

    at_home(here, tmp_path, story)


def test_who_has_left_a_game_is_not_asked_to_say_that_it_is_back(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        out = [await goes_out(house, table, seats), await goes_out(house, table, seats)]
        for seat in out:
            await house.say(table, seats[seat], messages.Leave, seat=seat)
        while house.state(table).acting() not in out:
            await passes(house, table, seats)
        assert await house.no(table, seats[out[0]], messages.Vote, yes=True) == "not_seated"

    at_home(here, tmp_path, story, scripted_dice="22334461/22334461")


def test_what_calls_a_game_off_is_of_that_game(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        await house.say(table, seats[0], messages.Leave, seat=0)
        first, second = (
            house.reader.now(lambda session, n=game: repo.events_of_game(session, table, n)) for game in (1, 2)
        )
        assert [json.loads(each)["type"] for each in (first[-1], *second)] == ["called_off", "game_opened"]

    at_home(here, tmp_path, story)


def test_looking_at_the_lobby_asks_as_little_for_many_tables_as_for_one(here: str, tmp_path: Path) -> None:
    """Anybody may look, as often as they like."""

    async def story(house: House) -> None:
        asked: list[str] = []
        listen(house.reader.engine, "before_cursor_execute", lambda _c, _u, sql, *_more: asked.append(sql))
        counts = []
        for number in range(12):
            await house.table(await house.player(f"P{number}"), size=2)
            asked.clear()
            tables = house.reader.now(listing)
            found = house.reader.now(lambda session: open_at(session, 500, "progressive"))
            counts.append(len(asked))
            assert len(tables) == len(found) == number + 1
        assert set(counts) == {counts[0]}

    at_home(here, tmp_path, story)
