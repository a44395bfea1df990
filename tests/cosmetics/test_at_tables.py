"""Looks at tables: whose dice look how, who may change it, and that nothing of the game ever depends on it."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.api.core.migrate import upgrade
from app.api.cosmetics.look import PLAIN_LOOK, Look
from app.api.play import messages, throw_worker
from app.api.play.guests import claim
from app.api.play.throws import spec_of
from app.engine import fair, proof
from tests.api.tables import Ear
from tests.cosmetics.dressing import ANN, BEN, EVE, Shop, with_shop

TRIES = """
who   table    seat  look           answer
ann   kitchen  0     ruby           tried
ann   kitchen  1     gold/slam/4    tried
ann   kitchen  2     steel          not_seated
ann   kitchen  7     steel          not_seated
ben   kitchen  0     steel          not_seated
ann   friends  0     walnut/arc/1   tried
ben   friends  1     onyx           tried
ben   friends  0     onyx           not_seated
nina  friends  2     slate          tried
eve   friends  0     slate          not_seated
nina  coins    0     ruby           look_not_owned
nina  coins    0     gold/spin/3    look_not_owned
nina  coins    0     gold/spin/2    tried
nina  coins    1     gold           not_seated
otto  coins    1     gold           look_not_owned
otto  coins    1     house/arc/1    look_not_owned
otto  coins    1     house          tried
eve   coins    0     ruby           look_not_owned
eve   coins    0     house          not_seated
ann   nowhere  0     ruby           not_found
ann   kitchen  0     rubies         unknown_look
ann   kitchen  0     ruby/hop/1     unknown_look
"""
SEEN = {
    "kitchen": ["ruby", "gold/slam/4", "house"],
    "friends": ["walnut/arc/1", "onyx", "slate"],
    "coins": ["gold/spin/2", "house"],
}
"""What lies there after all of them."""


def test_looks_are_tried_on_as_the_table_says_and_never_number_anything(here: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        nina, otto = await shop.player("Nina"), await shop.player("Otto")
        assert await shop.buys(nina, "gold", 250) == "bought 1750"
        assert await shop.buys(nina, "gold/spin/2", 50) == "bought 1700"
        tables = {
            "kitchen": await shop.opened(ANN, "one_phone", "Ann", "Zoe", bots=("roger",)),
            "friends": await shop.opened(ANN, "friends", "Ann"),
            "coins": await shop.table(nina, otto, stake=250),
            "nowhere": "0" * 13,
        }
        await shop.joins(BEN, tables["friends"], "Ben")
        await shop.joins(nina, tables["friends"], "Nina")
        places = [tables[place] for place in SEEN]
        before = [(shop.standing(each).seq, shop.told(each)) for each in places]
        callers = {"ann": ANN, "ben": BEN, "eve": EVE, "nina": nina, "otto": otto}
        rows = [line.split() for line in TRIES.strip().splitlines()[1:]]
        heard = [
            [who, place, seat, look, await shop.tries(callers[who], tables[place], int(seat), look)]
            for who, place, seat, look, _ in rows
        ]
        assert heard == rows
        assert [(shop.standing(each).seq, shop.told(each)) for each in places] == before
        assert {place: shop.seen(tables[place]) for place in SEEN} == SEEN
        for each in places:
            await shop.forgets(each)
        assert {place: shop.seen(tables[place]) for place in SEEN} == SEEN, "and so it does after a restart"

    with_shop(here, tmp_path, story)


def heard(ear: Ear, kind: str = "look") -> list[dict[str, Any]]:
    """What a listener was told, and forgets."""
    said = [each for each in ear.heard if each.get("type") == kind]
    ear.heard.clear()
    return said


def test_everybody_at_the_table_hears_of_a_look_and_a_command_on_its_way_is_not_stale(
    here: str, tmp_path: Path
) -> None:
    async def story(shop: Shop) -> None:
        table = await shop.opened(ANN, "one_phone", "Ann", "Zoe")
        actor, ear = shop.play.actors[table], Ear()
        actor.attach(ear)
        assert actor.every_look() == []
        cid, seq = uuid4(), shop.standing(table).seq
        roll = messages.Roll(cid=cid, table=table, expect_seq=seq, entropy="ab" * 32)
        # Sent in the same moment, in both orders.
        first = asyncio.gather(shop.tries(ANN, table, 1, "gold"), shop.play.command(ANN, roll))
        assert (await first)[0] == "tried"
        assert heard(ear) == [{"table": table, "type": "look", "seat": 1, "look": Look("gold").record()}]
        assert await shop.play.command(ANN, roll) == seq + 1, "the same call gets the same answer"
        assert await shop.tries(ANN, table, 1, "gold") == "tried"
        assert heard(ear) == [], "nothing has changed"
        assert len(actor.every_look()) == 2
        assert await shop.tries(ANN, table, 1, "house") == "tried"
        assert [each["look"] for each in heard(ear)] == [PLAIN_LOOK.record()]
        assert len(actor.every_look()) == 2, "whoever comes back may have missed that it is as at first again"

    with_shop(here, tmp_path, story)


def test_what_an_account_wears_is_seen_wherever_it_sits_and_counts_for_the_rolls_after_it(
    here: str, tmp_path: Path
) -> None:
    async def story(shop: Shop) -> None:
        nina, otto = await shop.player("Nina"), await shop.player("Otto")
        for look, price in (("ruby", 250), ("ruby/spin/1", 20), ("slate", 200)):
            await shop.buys(nina, look, price)
        assert [await shop.wears(nina, each) for each in ("gold", "ruby/spin/2", "rubies")] == [
            "not_owned", "not_owned", "unknown_look",
        ]  # fmt: skip
        assert await shop.wears(EVE, "house") == "signed_out"
        assert await shop.wears(nina, "ruby/spin/1") == "worn"
        coins = await shop.table(otto, nina, stake=250, size=2)
        friends = await shop.opened(ANN, "friends", "Ann")
        await shop.joins(nina, friends, "Nina")
        own = await shop.opened(nina, "friends", "Nina")
        assert [shop.seen(each)[-1] for each in (coins, friends, own)] == ["ruby/spin/1"] * 3
        assert [event.get("look") for event in shop.events(coins) if event["type"] == "seat_taken"] == [
            None,
            Look("ruby", "spin", 1).record(),
        ]
        ear = Ear()
        shop.play.actors[coins].attach(ear)
        assert await shop.wears(nina, "slate") == "worn"
        await shop.settle()
        assert [each["look"]["set"] for each in heard(ear)] == ["slate"]
        await shop.start(coins, otto, nina)
        seats = shop.seats(coins, otto, nina)
        while len(set(shop.rolled(coins))) < 2:
            await shop.step(coins, seats, shop.first_of)
        rolled = [event for event in shop.events(coins) if event["type"] == "rolled"]
        assert all((event["seat"] == shop.seat_of(coins, nina)) == ("look" in event) for event in rolled)
        ruby = await shop.shown(nina, "ruby")
        assert (ruby["move"], ruby["stage"]) == ("spin", 1), "the move stays with its set"
        assert await shop.tries(nina, friends, 1, "onyx") == "tried"
        assert await shop.wears(nina, "ruby") == "worn"
        await shop.settle()
        assert shop.seen(friends)[1] == "ruby", "the latest choice counts"
        await shop.forgets(friends)
        assert shop.seen(friends)[1] == "ruby"

    with_shop(here, tmp_path, story)


def test_what_is_tried_on_ends_with_the_game_and_stays_with_its_player_until_then(here: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        friends = await shop.opened(ANN, "friends", "Ann")
        for who, name in ((EVE, "Eve"), (BEN, "Ben")):
            await shop.joins(who, friends, name)
        assert await shop.tries(BEN, friends, 2, "emerald") == "tried"
        await shop.say(friends, EVE, messages.Leave, seat=1)
        ear = Ear()
        shop.play.actors[friends].attach(ear)
        await shop.say(friends, ANN, messages.Start)
        assert shop.seen(friends) == ["house", "emerald"], "Ben has moved up"
        assert [(each["seat"], each["look"]["set"]) for each in heard(ear)] == [(1, "emerald")]
        started = shop.events(friends)[-2]
        assert [each.get("look") for each in started["seats"]] == [None, Look("emerald").record()]
        await shop.forgets(friends)
        assert shop.seen(friends) == ["house", "emerald"]
        shop.play.actors[friends].attach(ear)
        await shop.say(friends, BEN, messages.Leave, seat=1)
        kitchen = await shop.opened(ANN, "one_phone", "Ann", "Zoe")
        assert await shop.tries(ANN, kitchen, 0, "gold") == "tried"
        shop.play.actors[kitchen].attach(ear)
        ear.heard.clear()
        await shop.say(kitchen, ANN, messages.Leave, seat=1)
        assert shop.standing(kitchen).status == "over"
        assert await shop.tries(ANN, kitchen, 0, "ruby") == "game_over"
        await shop.say(kitchen, ANN, messages.Rematch)
        assert shop.seen(kitchen) == ["house"]
        assert [(each["seat"], each["look"]["set"]) for each in heard(ear)] == [(0, "house")]
        await shop.forgets(kitchen)
        assert shop.seen(kitchen) == ["house"]

    with_shop(here, tmp_path, story)


LOOKS = ("house", "ruby", "gold/slam/4", "terrazzo/cascade/2")


def test_faces_proofs_and_transcripts_are_the_same_whatever_the_dice_look_like(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game four times, with the same secret and phones: only `look` tells the rolls from each other."""
    monkeypatch.setattr("app.api.play.service.new_secret", lambda: b"s" * 32)
    monkeypatch.setattr("app.api.play.service.new_table", lambda: "0123456789abc")
    told: list[tuple[Any, Any]] = []

    async def game(shop: Shop, look: str) -> None:
        table = await shop.opened(ANN, "one_phone", "Ann")
        assert await shop.tries(ANN, table, 0, look) == "tried"
        for roll in range(4):
            await shop.say(table, ANN, messages.Roll, entropy=f"{roll:064x}", gesture=messages.Gesture(10, 60))
            if shop.state(table).phase == "keep":
                await shop.say(table, ANN, messages.GiveUp)
        assert shop.rolled(table) == [look] * 4
        alike = [{name: value for name, value in event.items() if name != "look"} for event in shop.events(table)]
        told.append((alike, shop.transcript(table)))

    for number, look in enumerate(LOOKS):
        url = f"sqlite:///{tmp_path / f'{number}.db'}"
        upgrade(url)
        with_shop(url, tmp_path, partial(game, look=look))
    assert [each for each in told if each != told[0]] == []
    assert "look" not in json.dumps(told)


def test_dice_fall_in_the_look_of_the_moment_in_which_they_fall(here: str, tmp_path: Path) -> None:
    """At level 2 they are lifted before: what is put on meanwhile counts."""

    async def story(shop: Shop) -> None:
        friends = await shop.opened(ANN, "friends", "Ann")
        await shop.joins(BEN, friends, "Ben")
        await shop.say(friends, ANN, messages.Start)
        r = "cd" * 32
        promise = fair.commitment("r", f"{friends}/1", 0, 1, bytes.fromhex(r)).hex()
        await shop.say(friends, ANN, messages.Roll, commitment=promise)
        assert shop.told(friends)[-1] == "roll_opened"
        assert await shop.tries(ANN, friends, 0, "ruby") == "tried"
        await shop.say(friends, ANN, messages.Reveal, n=1, r=r)
        assert shop.rolled(friends) == ["ruby"]
        fallen = next(event for event in shop.events(friends) if event["type"] == "rolled")
        assert fallen["fair"]["level"] == 2
        assert proof.check(shop.transcript(friends)).findings == ()

    with_shop(here, tmp_path, story)


def test_a_throw_is_made_again_as_it_was_with_its_set_and_its_move(here: str, tmp_path: Path) -> None:
    """What the worker is told when dice fall, and what is read from the event after a crash, is the same."""

    async def story(shop: Shop) -> None:
        table = await shop.opened(ANN, "one_phone", "Ann", "Zoe")
        ordered: list[Any] = []
        shop.play.throws.backlog = 1
        shop.play.throws._enqueue = lambda key, spec: ordered.append(spec)  # type: ignore[method-assign]
        for look in ("ruby/spin/2", "gold", "steel/slam/4", "house"):
            if shop.state(table).phase == "keep":
                await shop.say(table, ANN, messages.GiveUp)
            seat = shop.state(table).acting()
            assert await shop.tries(ANN, table, seat, look) == "tried"
            await shop.say(table, ANN, messages.Roll, entropy=uuid4().hex * 2, gesture=messages.Gesture(-20, 80))
        again = [
            shop.reader.now(lambda session, n=n: spec_of(session, table, 1, n))  # type: ignore[misc]
            for n in range(1, len(ordered) + 1)
        ]
        assert again == ordered
        assert [spec[7:] for spec in again] == [
            ("ruby", "spin", 2), ("gold", None, 0), ("steel", "slam", 4), ("house", None, 0),
        ]  # fmt: skip
        for spec in again:
            assert throw_worker.make(spec) == throw_worker.make(spec)

    with_shop(here, tmp_path, story)


def test_a_guest_who_signs_in_and_claims_the_seat_throws_what_the_account_wears(here: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        nina = await shop.player("Nina", device=BEN.device)
        await shop.buys(nina, "ruby", 250)
        await shop.wears(nina, "ruby")
        friends = await shop.opened(ANN, "friends", "Ann")
        await shop.joins(BEN, friends, "Ben")
        assert shop.seen(friends) == ["house", "house"]
        await claim(shop.play, nina)
        assert shop.seen(friends) == ["house", "ruby"]

    with_shop(here, tmp_path, story)


def test_the_dice_of_a_bot_are_the_houses_and_nobody_changes_them(here: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        nina = await shop.player("Nina")
        await shop.buys(nina, "ruby", 250)
        await shop.wears(nina, "ruby")
        table = await shop.opened(nina, "one_phone", "Nina", bots=("roger",))
        assert shop.seen(table) == ["house", "house"], "a phone that is passed round belongs to no account"
        assert await shop.tries(nina, table, 1, "ruby") == "not_seated"
        assert await shop.tries(nina, table, 0, "ruby") == "tried"

    with_shop(here, tmp_path, story)


def test_a_look_that_another_process_changed_is_told_when_the_table_is_read_again(here: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        table = await shop.opened(ANN, "friends", "Ann")
        ear = Ear()
        shop.play.actors[table].attach(ear)
        other = await Shop(here, tmp_path).open()
        assert await other.tries(ANN, table, 0, "onyx/skip/3") == "tried"
        await other.close()
        assert shop.seen(table) == ["house"]
        shop.play.read_again(shop.play.actors[table])
        while shop.play.serial.in_flight:
            await asyncio.sleep(0.001)
        assert [each["look"] for each in heard(ear)] == [Look("onyx", "skip", 3).record()]
        assert shop.seen(table) == ["onyx/skip/3"]

    with_shop(here, tmp_path, story)
