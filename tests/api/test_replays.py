"""A game seen again: event by event what was told at the time, and nothing that was not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.api.play import messages, replays, service
from app.api.play.service import Play
from app.engine import fair, rulesets
from tests.api.tables import ANN, Ear, one_phone, say, tables
from tests.playing import Fold, Phone
from tests.serving import Server

STEPS_MAX = 4000
Record = dict[str, Any]


def run(folder: Path, story: Callable[[Play], Awaitable[None]], **settings: Any) -> None:
    async def whole() -> None:
        async with tables(folder, **settings) as play:
            await story(play)

    asyncio.run(whole())


async def bots_play(play: Play, rules: str, seats: int) -> tuple[str, list[Record]]:
    """A game that bots play to its end; its table, and what a watcher heard of it."""
    people: list[tuple[str, str | None]] = [(f"Bot {seat}", "roger") for seat in range(seats)]
    place = await play.open(ANN, "one_phone", rulesets.load(rules), "Kitchen", people)
    actor, ear = play.actors[place.id], Ear()
    first = [json.loads(told) for _, told in actor.ring]
    actor.listeners[ear] = None
    for step in range(STEPS_MAX):
        state = actor.standing.state
        if actor.standing.status == "over" or state is None or state.seat is None:
            break
        entropy = step.to_bytes(32, "big").hex()
        await play.command(ANN, say(play, place.id, messages.PlayFor, seat=state.seat, entropy=entropy))
    assert actor.standing.status == "over"
    return place.id, first + [message for message in ear.heard if "seq" in message and message["type"] != "current"]


async def replay_of(play: Play, table: str, game: int = 1, *, views: bool = True) -> Record | None:
    told = await play.reader.run(lambda session: replays.record(session, table, game, views=views))
    return None if told is None else dict(json.loads(told))


def without_promise(event: Record) -> Record:
    """A live event as it is told again: what is promised for the next roll is nobody's business any more."""
    return {**event, "view": {**event["view"], "next": None}} if "view" in event else event


@pytest.mark.parametrize(
    ("rules", "seats", "seed"),
    [("progressive", 2, 1), ("progressive", 3, 2), ("trippn", 2, 3), ("bc_society", 3, 4), ("baseline", 4, 5)],
)
def test_a_finished_game_is_told_again_event_by_event_as_it_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, seats: int, seed: int
) -> None:
    monkeypatch.setattr(service, "new_secret", lambda: bytes([seed]) * 32)

    async def story(play: Play) -> None:
        table, heard = await bots_play(play, rules, seats)
        found = await replay_of(play, table)
        assert found is not None
        # The opening's view went out with a snapshot, before anybody listened.
        opening = sum(event["seq"] <= 2 for event in heard)
        assert found["events"][opening:] == [without_promise(event) for event in heard[opening:]]
        assert [event["seq"] for event in found["events"]] == list(range(1, len(heard) + 1))
        live, again = Fold(seq=0), Fold(seq=0)
        for event in heard:
            live.take(dict(event))
        for event in found["events"]:
            again.take(dict(event))
        assert again.view == {**(live.view or {}), "next": None}
        assert (again.seq, again.status, again.gaps) == (live.seq, "over", 0)
        assert found["over"] is True
        assert [seat["name"] for seat in found["seats"]] == [f"Bot {seat}" for seat in range(seats)]
        assert (found["rules"]["key"], found["kind"], found["stake"]) == (rules, "one_phone", 0)

    run(tmp_path, story)


def test_keeps_come_with_dice_in_tap_order_and_their_parts(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        await play.command(ANN, say(play, table, messages.Roll))
        await play.command(ANN, say(play, table, messages.Keep, dice=(5, 1, 0, 2)))
        found = await replay_of(play, table)
        assert found is not None
        kept = found["events"][-1]
        assert (kept["type"], kept["dice"], kept["faces"], kept["points"]) == ("kept", [5, 1, 0, 2], [5, 6, 6, 6], 650)
        assert [(part["kind"], part["dice"]) for part in kept["parts"]] == [("set", [1, 0, 2]), ("single", [5])]
        assert kept["view"]["unbanked"] == 650

    run(tmp_path, story, scripted_dice="66612523")


def test_a_running_game_is_told_up_to_now_and_its_secret_and_next_key_are_not_in_it(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        await play.command(ANN, say(play, table, messages.Roll))
        await play.command(ANN, say(play, table, messages.Keep, dice=(0, 1, 2)))
        dice = play.actors[table].standing.dice
        told = await play.reader.run(lambda session: replays.record(session, table, 1))
        assert told is not None
        found = json.loads(told)
        assert (found["over"], found["events"][-1]["type"]) == (False, "kept")
        hidden = [dice.secret, *(fair.roll_key(dice.secret, dice.game, n) for n in (0, 2, 3, 4))]
        assert [each.hex() for each in hidden if each.hex().encode() in told] == []
        # What has been rolled is open.
        assert fair.roll_key(dice.secret, dice.game, 1).hex().encode() in told
        assert {event["view"]["next"] for event in found["events"] if "view" in event} == {None}

    run(tmp_path, story, scripted_dice="66612523")


def test_games_that_are_none_have_no_replay(tmp_path: Path) -> None:
    async def story(play: Play) -> None:
        table = await one_phone(play)
        friends = await play.open(ANN, "friends", rulesets.load("progressive"), "Us", [("Ann", None)])
        unknown = [("zzzzzzzzzzzzz", 1), (table, 2), (friends.id, 1)]
        assert [await replay_of(play, *each) for each in unknown] == [None, None, None]

    run(tmp_path, story)


def test_a_replay_goes_over_the_wire_packed_or_plain_with_the_throws_that_are_stored(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=3) as phone:
            table = (await phone.open_table(["Ann"]))["table"]
            line = await phone.line(table)
            await line.ask(phone.command(table, "roll"))
            throw = await phone.http.get(f"/api/tables/{table}/throws/1/1")
            assert throw.status_code == 200
            address = f"{house.url}/api/tables/{table}/replay/1"
            packed = httpx.get(address, headers={"accept-encoding": "gzip"})
            plain = httpx.get(address, headers={"accept-encoding": "identity"})
            assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
            assert packed.json() == plain.json()
            assert packed.json()["throws"] == [1]
            light = httpx.get(address + "?views=false").json()
            assert [event for event in light["events"] if "view" in event] == []
            assert len(light["events"]) == len(plain.json()["events"])
            for path in (f"/api/tables/{table}/replay/2", "/api/tables/nowhere/replay/1"):
                answer = httpx.get(house.url + path)
                assert (answer.status_code, answer.json()["refused"]) == (404, "not_found")
            await line.close()

    asyncio.run(story())
