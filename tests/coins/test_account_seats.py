"""Accounts and their seats: guests' seats that are claimed, and what becomes of seats when an account is deleted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.api.accounts.callers import Caller
from app.api.core.refusals import Refused
from app.api.play import messages
from app.api.play.guests import beside_seats, claim
from app.api.play.models import EventRow
from app.engine import rulesets
from tests.api.tables import Ear
from tests.coins.house import House, at_home


def test_a_guests_seat_becomes_the_accounts_and_goes_with_it_to_another_phone(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest, ben = Caller(b"phone".ljust(16)), Caller(b"ben".ljust(16))
        place = await house.play.open(guest, "friends", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        table, invite = place.id, place.invite or ""
        await house.play.sit(ben, table, invite, "Ben")
        alone = await house.play.open(guest, "one_phone", rulesets.load("progressive"), "Alone", [("Ann", None)])
        account = await house.player("Ann")
        ann = Caller(guest.device, account.account, "Ann")
        told = beside_seats(house.play).told
        assert house.reader.now(lambda session: told(session, "ann", guest.device)) == {"guest_seats": 1}
        assert await claim(house.play, ann) == [{"table": table, "page": f"/t/{table}", "name": "Kitchen"}]
        assert await claim(house.play, ann) == []
        actor = house.play.actors[table]
        other = Caller(b"tablet".ljust(16), "ann", "Ann")
        assert [actor.you(who)["seats"] for who in (ann, other, guest, ben)] == [[0], [0], [], [1]]
        await house.say(table, ann, messages.Start)
        assert await house.no(table, guest, messages.Roll, entropy="ab" * 32) in ("not_your_turn", "not_seated")
        assert await house.no(table, other, messages.Roll, entropy="ab" * 32) == "accepted"
        # The phone that is passed round stays the phone's.
        assert house.play.actors[alone.id].you(guest)["seats"] == [0]
        # After a restart too.
        house.play.actors.clear()
        assert (await house.play.actor(table)).you(other)["seats"] == [0]

    at_home(here, tmp_path, story)


def test_a_seat_that_somebody_else_holds_is_not_claimed(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Caller(b"phone".ljust(16))
        place = await house.play.open(guest, "friends", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        eve = await house.player("Eve")
        assert await claim(house.play, eve) == []
        assert house.play.actors[place.id].you(guest)["seats"] == [0]

    at_home(here, tmp_path, story)


def test_an_account_with_coins_in_a_pot_is_not_deleted(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann = await house.player("Ann")
        table = await house.table(ann)
        closed = beside_seats(house.play).closed
        with pytest.raises(Refused, match="seated_elsewhere"):
            house.reader.now(lambda session: closed(session, "ann", house.now))
        await house.say(table, ann, messages.Leave, seat=0)
        house.reader.now(lambda session: closed(session, "ann", house.now))

    at_home(here, tmp_path, story)


def test_a_deleted_player_is_a_name_that_nobody_has_in_the_stories_of_the_others(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player('Ann "%_'), await house.player("Annabel")
        table = await house.table(ann, ben)
        await house.start(table, ann, ben)
        await house.play_on(table, ann, ben)
        closed = beside_seats(house.play).closed
        await house.writer.save(house.reader.now(lambda session: closed(session, ann.account or "", house.now)))
        stories = house.reader.now(lambda session: [row.told for row in session.query(EventRow)])
        started = [json.loads(told) for told in stories if '"game_started"' in told]
        names = {seat["name"] for each in started for seat in each["seats"]}
        assert names == {f"deleted-{(ann.account or '')[:6]}", "Annabel"}
        assert not any('Ann \\"%_' in told for told in stories)
        house.play.actors.clear()
        again = await house.play.actor(table)
        assert {each.name for each in again.standing.sittings} == names
        assert house.events(table)[-1]["type"] == "game_over"

    at_home(books, tmp_path, story)


def test_a_table_in_memory_forgets_a_deleted_players_name(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        watched, alone = [await house.table(who) for who in (ben, ann)]
        await house.say(alone, ann, messages.Leave, seat=0)
        await house.say(watched, ann, messages.BuyIn, stake=500)
        await house.start(watched, ann, ben)
        await house.play_on(watched, ann, ben)
        actor = house.play.actors[watched]
        ear = Ear(ben)
        actor.attach(ear)
        beside = beside_seats(house.play)
        await house.writer.save(house.reader.now(lambda session: beside.closed(session, "ann", house.now)))
        beside.gone("ann")
        await house.settle()
        assert {each.name for each in actor.standing.sittings} == {"Ben", "deleted-ann"}
        assert b"Ann" not in actor.snapshot(ben)
        house.play.halt(True)
        with pytest.raises(Refused, match="coins_halted"):
            house.reader.now(lambda session: beside.closed(session, "ben", house.now))

    at_home(here, tmp_path, story)


def test_a_signed_in_player_holds_a_friends_seat_on_every_device(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), Caller(b"ben".ljust(16))
        place = await house.play.open(ben, "friends", rulesets.load("trippn"), "Den", [("Ben", None)])
        assert await house.play.sit(ann, place.id, place.invite or "", "Annie") == 1
        tablet = Caller(b"tablet".ljust(16), ann.account, "Ann")
        assert house.play.actors[place.id].you(tablet)["seats"] == [1]
        assert await house.no(place.id, ben, messages.BuyIn, stake=500) == "wrong_phase", "it is no coin table"

    at_home(here, tmp_path, story)
