"""Rolls that all phones at a table take part in, over real sockets: order, silence, leaving, lost lines (level 2)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from app.api.core.wire import encode
from app.api.play import positions, rules
from app.api.play.opening import Opening
from app.engine import rulesets
from app.engine.state import new_game
from tests.live.witnessing import THREE, circle, kept, record, told
from tests.playing import Phone
from tests.serving import Server


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for witnesses longer than any test lasts."""
    yield from kept(tmp_path_factory.mktemp("patient"), witness_s=300, offline_grace_s=0.3)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that hardly waits for them; on a busy machine a phone of good will may be late, too."""
    yield from kept(tmp_path_factory.mktemp("hasty"), witness_s=0.6, offline_grace_s=0.3)


def rows(server: Server, table: str) -> list[Any]:
    """The counted rolls of a table."""
    engine = create_engine(server.database)
    try:
        with engine.connect() as connection:
            query = text("SELECT n, seat, faces, level FROM roll WHERE table_id = :table ORDER BY n")
            return [tuple(row) for row in connection.execute(query, {"table": table})]
    finally:
        engine.dispose()


def test_a_roll_of_three_friends_holds_what_all_three_phones_added_and_anybody_can_check_it(patient: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, patient.url, THREE)
        keys, fallen = {}, []
        while len({each["seat"] for each in fallen}) < 3 or len(fallen) < 6:
            roller, game, n = await friends.open()
            keys[n] = roller.view["next"]["commitment"]
            fallen.append(await roller.hears("rolled", n, game))
        transcript = await record(friends)
        assert [each["n"] for each in transcript["rolls"]] == [each["roll"] for each in fallen]
        by_seat = {each.seat: each for each in friends.takers}
        for each in transcript["rolls"]:
            assert (each["level"], each["by"], each["absent"]) == (2, "player", [])
            assert each["commitment"] == keys[each["n"]], "it was told before the roll was asked for"
            parts = [{"seat": seat, "r": who.r(1, each["n"])} for seat, who in sorted(by_seat.items())]
            assert each["contributions"] == parts
        kinds = [each["type"] for each in friends.takers[0].events if each["type"].startswith("roll")]
        assert kinds == ["roll_opened", "roll_sealed", "rolled"] * len(fallen)
        counted = [(each["roll"], each["seat"], "".join(map(str, each["dice"])), 2) for each in fallen]
        assert rows(patient, friends.table) == counted

    told(story)


def test_fifty_times_the_same_command_is_one_roll_and_one_opening(patient: Server) -> None:
    """F9, with ten of them at a time over each of five lines; a changed r is none of it."""

    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, patient.url, THREE, seed=20)
        roller = await friends.to_a_roll()
        roller.keeps_back = True
        game, n = roller.next
        lines = [roller.line, *[await roller.phone.line(friends.table, resume=False) for _ in range(4)]]
        said = roller.rolls()
        answers = await asyncio.gather(*(line.ask(said) for line in lines for _ in range(10)))
        assert [each for each in answers if each != answers[0]] == []
        assert answers[0]["ok"]
        await roller.hears("roll_sealed", n)
        lie = {"cid": roller.phone.cid(), "table": friends.table, **roller.reveal(game, n, r="ab" * 32)}
        answers = await asyncio.gather(*(line.ask(lie) for line in lines for _ in range(10)))
        assert {each["refused"] for each in answers} == {"malformed"}
        truth = {"cid": roller.phone.cid(), "table": friends.table, **roller.reveal(game, n)}
        answers = await asyncio.gather(*(line.ask(truth) for line in lines for _ in range(10)))
        assert [each for each in answers if each != answers[0]] == []
        assert answers[0]["ok"]
        await roller.hears("rolled", n)
        assert (await lines[0].ask({**truth, "r": "ab" * 32}))["refused"] == "cid_reused"
        kinds = [each["type"] for each in roller.events if each["type"].startswith("roll")]
        assert kinds == ["roll_opened", "roll_sealed", "rolled"]
        assert len(rows(patient, friends.table)) == 1
        for line in lines[1:]:
            await line.close()

    told(story)


# F11: silence.


def test_a_silent_witness_is_listed_absent_and_after_two_silences_it_is_not_asked(hasty: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, hasty.url, THREE, seed=30)
        seen = []
        silent = (await friends.to_a_roll(), friends.others[-1])[1]
        silent.silent = True
        while len(seen) < 4:
            roller = await friends.to_a_roll()
            if roller is silent:
                # Its own rolls are its own: it opens those.
                assert (await friends.roll())["fair"]["by"] == "player"
                continue
            fallen = await friends.roll()
            opened = roller.of("roll_opened", fallen["roll"])
            assert opened is not None
            lists = ([each["seat"] for each in opened["promises"]], fallen["fair"]["absent"], opened["removed"])
            seen.append([silent.seat in each for each in lists])
        # Asked, absent, removed.
        assert seen == [[True, True, False]] * 2 + [[False, False, True]] * 2
        assert {each["level"] for each in (await record(friends))["rolls"]} == {2}

    told(story)


def test_a_lying_witness_is_as_good_as_silent(hasty: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, hasty.url, THREE, seed=35)
        await friends.to_a_roll()
        liar = friends.others[0]
        liar.lying = True
        fallen = await friends.roll()
        assert liar.seat in fallen["fair"]["absent"]
        assert "malformed" in [each.get("refused") for each in liar.line.heard]
        await record(friends)

    told(story)


def test_with_all_witnesses_silent_the_game_goes_on(hasty: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, hasty.url, THREE, seed=40)
        for each in friends.takers:
            each.silent = True
        fallen = [await friends.roll() for _ in range(9)]
        gave = [[part["seat"] for part in each["fair"]["contributions"]] for each in fallen]
        assert gave == [[each["seat"]] for each in fallen]
        # Each seat was waited for twice and no more.
        absent = [seat for each in fallen for seat in each["fair"]["absent"]]
        assert all(absent.count(seat) <= 2 for seat in range(3))
        await record(friends)

    told(story)


# Leaving, and coming back.


@pytest.mark.parametrize("sealed", [False, True], ids=["opened", "sealed"])
def test_a_roller_who_leaves_uses_the_number_up_and_the_next_roll_has_the_next_one(
    patient: Server, sealed: bool
) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, patient.url, THREE, seed=50 + sealed)
        roller = await friends.to_a_roll()
        roller.keeps_back = True
        for each in friends.others:
            each.silent = not sealed
        _, _, n = await friends.open()
        await roller.hears("roll_sealed" if sealed else "roll_opened", n)
        assert (await roller.ask({"type": "leave", "seat": roller.seat})).get("ok")
        stayed = [each for each in friends.takers if each is not roller]
        held = await stayed[0].hears("roll_withheld", n)
        assert (held["seat"], held["fair"]["by"], held["fair"]["absent"]) == (
            roller.seat,
            "withheld",
            [each.seat for each in friends.takers if each is roller or not sealed],
        )
        # The roller takes part no more; the others play on.
        friends.takers = stayed
        for each in stayed:
            each.silent = False
        fallen = await friends.roll()
        assert fallen["roll"] == n + 1
        assert [part["seat"] for part in fallen["fair"]["contributions"]] == sorted(each.seat for each in stayed)
        transcript = await record(friends)
        assert [(each["n"], each["by"], bool(each["faces"])) for each in transcript["rolls"]] == [
            (n, "withheld", False),
            (n + 1, "player", True),
        ]
        assert [n for n, *_ in rows(patient, friends.table)] == [fallen["roll"]]

    told(story)


def test_a_witness_who_leaves_does_not_hold_the_roll_up_for_ever(hasty: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, hasty.url, THREE, seed=60)
        roller = await friends.to_a_roll()
        leaver, other = friends.others
        leaver.silent = True
        assert (await roller.line.ask(roller.rolls())).get("ok")
        assert (await leaver.ask({"type": "leave", "seat": leaver.seat})).get("ok")
        fallen = await other.hears("rolled", roller.next[1])
        assert leaver.seat in fallen["fair"]["absent"]
        friends.takers.remove(leaver)
        again = await friends.roll()
        assert again["roll"] == fallen["roll"] + 1
        assert leaver.seat not in [each["seat"] for each in again["fair"]["promises"]]
        await record(friends)

    told(story)


def test_roller_and_witness_who_lose_their_lines_complete_the_same_roll(patient: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, patient.url, THREE, seed=70)
        roller = await friends.to_a_roll()
        lost, other = friends.others
        lost.silent = True
        _, game, n = await friends.open()
        await lost.hears("roll_opened", n)
        for each in (roller, lost):
            each.cut()
            await each.line.reading
        # A stranger who comes now is told of the roll that is on its way.
        eve = await stack.enter_async_context(Phone(patient.url))
        watching = await eve.line(friends.table)
        seen = await watching.hear("snapshot")
        opening = seen["opening"]
        assert (opening["n"], opening["seat"], opening["sealed"]) == (n, roller.seat, False)
        assert [each["seat"] for each in opening["promises"]] == [0, 1, 2]
        assert opening["commitment"] == seen["view"]["next"]["commitment"]
        assert {each["type"] for each in seen["recent"]}.isdisjoint({"roll_opened", "roll_sealed"})
        await watching.close()
        # One comes back with its place, the other one as if new.
        lost.silent = False
        await lost.connect(resume=False)
        await other.hears("roll_sealed", n)
        await roller.connect()
        fallen = await other.hears("rolled", n, game)
        assert [each["seat"] for each in fallen["fair"]["contributions"]] == [0, 1, 2]
        assert (await friends.roll())["roll"] == n + 1
        await record(friends)

    told(story)


def test_the_autopilot_of_a_friend_who_is_away_rolls_with_the_others_and_without_the_friend(hasty: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, hasty.url, THREE, seed=80)
        gone = await friends.to_a_roll()
        one, other = friends.others
        n = one.next[1]
        gone.cut()
        await gone.line.reading
        answer = {"refused": "not_offline"}
        while not answer.get("ok"):
            assert answer["refused"] == "not_offline", answer
            await asyncio.sleep(0.05)
            answer = await one.line.ask(one.phone.command(friends.table, "play_for", seat=gone.seat))
        fallen = await other.hears("rolled", n)
        assert (fallen["fair"]["by"], fallen["fair"]["level"]) == ("autopilot", 2)
        assert [each["seat"] for each in fallen["fair"]["promises"]] == sorted([one.seat, other.seat])
        await record(friends)

    told(story)


def test_a_friend_who_is_gone_with_a_roll_on_its_way_loses_it_to_nobody_before_the_seal(patient: Server) -> None:
    """Whoever stayed may go on without the roller, but not before all parts are in: then the roll is withheld."""

    async def story(stack: AsyncExitStack) -> None:
        friends = await circle(stack, patient.url, THREE, seed=90)
        gone = await friends.to_a_roll()
        one, other = friends.others
        other.silent = True
        _, game, n = await friends.open()
        gone.cut()
        await gone.line.reading
        await other.hears("roll_opened", n)
        answer = {"refused": "not_offline"}
        while answer["refused"] == "not_offline":
            await asyncio.sleep(0.05)
            answer = await one.line.ask(one.phone.command(friends.table, "play_for", seat=gone.seat))
        assert answer["refused"] == "wrong_phase"
        await other.testify(game, n)
        await one.hears("roll_sealed", n)
        answer = await one.line.ask(one.phone.command(friends.table, "play_for", seat=gone.seat))
        assert answer.get("ok"), answer
        held = await other.hears("roll_withheld", n)
        assert (held["seat"], held["fair"]["absent"]) == (gone.seat, [gone.seat])
        # It comes back too late, and its turn is over.
        other.silent = False
        await gone.connect()
        late = await gone.ask(gone.reveal(game, n))
        assert late["refused"] == "not_your_turn"
        assert (await friends.roll())["roll"] == n + 1
        await record(friends)

    told(story)


# What is kept.


def test_a_roll_on_its_way_is_kept_and_rows_from_before_there_were_any_are_read() -> None:
    card = rulesets.load("progressive")
    state = new_game(card, 2)
    opening = Opening(1, 0, 8, promises={0: "a" * 64, 1: "b" * 64}, sealed=True, reveals={1: "c" * 64})
    game = rules.store(state)
    aside = encode(positions.OnItsWay(opening, {1: 2}))
    empty = positions.OnItsWay()
    table = [
        # what is kept, and what is read of it
        (None, None, empty),
        (game, state, empty),
        (positions.PART + game, state, empty),
        (positions.PART + game + positions.PART + aside, state, positions.OnItsWay(opening, {1: 2})),
    ]
    for stored, expected, rolling in table:
        assert positions.restored(stored, card) == (expected, None)
        assert positions.on_its_way(stored) == rolling
