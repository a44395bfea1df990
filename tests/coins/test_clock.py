"""Clocks at coin tables: decisions, time banks, lost sockets, the autopilot, away players, pauses, restarts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.api.accounts.callers import Caller
from app.api.play import messages
from app.api.play.room import TIME
from app.api.play.service import BLINK_S
from app.engine.state import Held, at
from app.engine.types import Phase
from tests.api.tables import Ear
from tests.coins.house import AT, House, at_home

ROLLS = "/".join(["22334461"] * 400)


async def begun(house: House, *names: str, here: bool = True) -> tuple[str, dict[int, Caller]]:
    """A running game, with a socket of every player."""
    players = [await house.player(name) for name in names]
    table = await house.table(*players)
    if here:
        for each in players:
            house.ears[each.name] = Ear(each)
            house.play.actors[table].attach(house.ears[each.name])
    await house.start(table, *players)
    return table, house.seats(table, *players)


def left_s(house: House, table: str) -> float:
    """Seconds until the running clock is up, its bank included."""
    due = house.standing(table).due
    assert due is not None, "a clock runs"
    return (due - house.now) / 1000


def test_a_decision_has_thirty_seconds_and_the_bank_pays_for_more(here: str, tmp_path: Path) -> None:
    rows = [
        # seconds that the decisions take, and what the bank holds afterwards
        ((0, 29.5, 10), 60),
        ((30,), 60),
        ((40,), 50),
        ((40, 30, 45), 35),
        ((89.5,), 0.5),
        ((60, 59.5), 0.5),
    ]

    async def story(house: House) -> None:
        for number, (waits, bank) in enumerate(rows):
            table, seats = await begun(house, f"A{number}", f"B{number}")
            for wait in waits:
                seat = house.state(table).acting()
                assert left_s(house, table) == 30 + house.room(table).bank_ms[seat] / 1000
                await house.wait(wait)
                assert house.room(table).auto is None, waits
                kind = messages.Roll if house.state(table).phase is Phase.ROLL else None
                if kind is None:
                    house.put(table, phase=Phase.ROLL, lying=(), dice=8)
                await house.say(table, seats[seat], messages.Roll, entropy="ab" * 32)
            assert house.room(table).bank_ms[seat] == bank * 1000, waits
            assert house.room(table).bank_ms[1 - seat] == 60_000

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


@pytest.mark.parametrize(
    ("position", "steps"),
    [
        ({"phase": Phase.ROLL}, ["timed_out", "rolled"]),
        ({"phase": Phase.KEEP, "lying": (1, 2, 5, 5, 5), "dice": 5}, ["timed_out", "kept"]),
        (
            {"phase": Phase.DECIDE, "unbanked": 300, "dice": 4, "held": (Held(1, 1, (), 300, 0),)},
            ["timed_out", "banked", "turn_started"],
        ),
        (
            {"phase": Phase.ROLL, "for_nothing": True, "banked": 9_500, "unbanked": 500, "dice": 1},
            ["timed_out", "rolled", "went_out", "last_round_started", "turn_started"],
        ),
        ({"phase": Phase.VOTE, "out": True}, ["timed_out", "voted", "order_asked"]),
        ({"phase": Phase.ORDER, "out": True}, ["timed_out", "order_chosen", "rolloff_started", "turn_started"]),
    ],
)
def test_what_the_autopilot_does_when_time_is_up(
    here: str, tmp_path: Path, position: dict[str, Any], steps: list[str]
) -> None:
    """Reliability C6: in every phase the published default. The share is played through in the endings."""

    async def story(house: House) -> None:
        table, _ = await begun(house, "Ann", "Ben")
        state = house.state(table)
        seat = state.acting()
        said = dict(position)
        if "banked" in said:
            said["banked"] = at(state.banked, seat, said["banked"])
        if said.pop("out", False):
            said |= {"out": (seat, 1 - seat), "tied": (seat, 1 - seat), "banked": (10_000, 10_000), "last_round": True}
        house.put(table, **said)
        before = house.standing(table).seq
        await house.wait(89.75)
        assert house.standing(table).seq == before
        await house.wait(0.25)
        told = [event["type"] for event in house.events(table) if event["seq"] > before]
        assert told == steps
        voted = [event for event in house.events(table) if event["type"] == "voted"]
        assert all(event["yes"] is False and event["by_autopilot"] for event in voted)

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_the_autopilot_finishes_the_turn_step_by_step_and_the_player_has_the_next_one(
    here: str, tmp_path: Path
) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        seat = house.state(table).acting()
        await house.wait(90)
        assert house.told(table)[-1] == "rolled"
        assert house.room(table).auto == TIME
        assert await house.no(table, seats[seat], messages.GiveUp) == "autopilot"
        assert await house.no(table, seats[seat], messages.Back) == "not_away"
        await house.wait(1.0)
        assert house.told(table)[-1] == "rolled"
        await house.wait(0.25)
        assert house.told(table)[-1] == "kept"
        await house.wait(1.25)
        assert house.told(table)[-2:] == ["banked", "turn_started"]
        assert (house.state(table).acting(), house.room(table).auto, left_s(house, table)) == (1 - seat, None, 90)
        await house.say(table, seats[1 - seat], messages.Roll, entropy="ab" * 32)
        await house.say(table, seats[1 - seat], messages.GiveUp)
        # The bank is used up: from now on the seat has thirty seconds for each decision.
        assert left_s(house, table) == 30
        await house.say(table, seats[seat], messages.Roll, entropy="ab" * 32)
        assert house.room(table).missed == (0, 0)

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


async def runs_out(house: House, table: str, seat: int) -> None:
    """Let the acting seat's whole turn run out of time."""
    while house.standing(table).status == "playing" and house.state(table).acting() == seat:
        await house.wait(1)


async def gives_up(house: House, table: str, seats: dict[int, Caller]) -> None:
    """A short turn of whoever acts."""
    seat = house.state(table).acting()
    await house.say(table, seats[seat], messages.Roll, entropy="ab" * 32)
    await house.say(table, seats[seat], messages.GiveUp)


def test_two_turns_in_a_row_without_a_sign_of_life_make_a_seat_away_and_it_may_come_back(
    here: str, tmp_path: Path
) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        seat = house.state(table).acting()
        other = 1 - seat
        await runs_out(house, table, seat)
        assert house.room(table).away == ()
        await gives_up(house, table, seats)
        await runs_out(house, table, seat)
        assert "away" in house.told(table)
        assert house.room(table).away == (seat,)
        await gives_up(house, table, seats)
        # Away: the turn goes by without waiting, and coming back takes it over at once.
        assert (house.room(table).auto, left_s(house, table)) == ("away", 1.2)
        await house.wait(1.25)
        assert house.told(table)[-1] == "rolled"
        assert await house.no(table, seats[seat], messages.GiveUp) == "away"
        await house.say(table, seats[seat], messages.Back)
        assert (house.room(table).away, house.room(table).auto, left_s(house, table)) == ((), None, 30)
        await house.say(table, seats[seat], messages.GiveUp)
        # One turn that runs out, a command, and another that runs out do not add up.
        await gives_up(house, table, seats)
        await runs_out(house, table, seat)
        await gives_up(house, table, seats)
        await gives_up(house, table, seats)
        await gives_up(house, table, seats)
        await runs_out(house, table, seat)
        assert house.room(table).away == ()
        assert house.state(table).acting() == other

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_with_everybody_away_the_game_pauses_and_whoever_comes_back_goes_on(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        while house.room(table).phase == "play":
            await house.wait(5)
        assert house.told(table)[-2:] == ["away", "paused"]
        seq = house.standing(table).seq
        await house.wait(590)
        assert house.standing(table).seq == seq
        acting = house.state(table).acting()
        assert await house.no(table, seats[acting], messages.Roll, entropy="ab" * 32) == "away"
        await house.say(table, seats[1 - acting], messages.Back)
        assert house.told(table)[-2:] == ["back", "resumed"]
        # The other one is still away: the autopilot takes that turn.
        assert (house.room(table).phase, house.room(table).auto) == ("play", "away")
        await runs_out(house, table, acting)
        assert (house.state(table).acting(), house.room(table).auto) == (1 - acting, None)
        while house.room(table).phase == "play":
            await house.wait(5)
        await house.wait(600)
        assert house.standing(table).status == "over"
        assert house.holds(*seats.values()) == [2000, 2000]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_a_lost_socket_gives_45_seconds_twice_and_a_reload_costs_nothing(
    here: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.api.play.service.BLINK_S", 0.0)
    assert BLINK_S > 1, "a reload of the page takes about a second"

    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        actor = house.play.actors[table]
        seat = house.state(table).acting()
        ear, other = house.ears[seats[seat].name], house.ears[seats[1 - seat].name]
        # A reload: the socket is back before anybody takes note.
        actor.detach(ear)
        actor.attach(ear)
        await house.blink()
        assert left_s(house, table) == 90
        await house.wait(20)
        actor.detach(ear)
        await house.blink()
        assert (left_s(house, table), house.room(table).grace[seat]) == (90 - 20 + 45, 1)
        await house.wait(44)
        actor.attach(ear)
        # C7: back within 45 s, and at least as much time as before.
        assert left_s(house, table) == 71
        # Whose turn it is not loses nothing, and so gets nothing.
        actor.detach(other)
        await house.blink()
        assert house.room(table).grace[1 - seat] == 2
        actor.detach(ear)
        await house.blink()
        assert (left_s(house, table), house.room(table).grace[seat]) == (71 + 45, 0)
        actor.attach(ear)
        actor.detach(ear)
        await house.blink()
        assert left_s(house, table) == 71 + 45
        await house.wait(71 + 45)
        assert house.room(table).auto == TIME

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_whose_turn_begins_without_a_socket_gets_the_45_seconds_when_the_clock_is_up(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, _ = await begun(house, "Ann", "Ben", here=False)
        await house.wait(90)
        assert (house.told(table)[-1], left_s(house, table)) == ("clock_extended", 45)
        await house.wait(45)
        assert (house.told(table)[-1], left_s(house, table)) == ("clock_extended", 45)
        await house.wait(45)
        assert house.room(table).auto == TIME

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_a_restart_never_costs_a_turn(books: str, tmp_path: Path) -> None:
    """Reliability C10: killed a second before the deadline, down for a minute, and ten seconds and more are left."""

    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        await house.wait(89)
        seat = house.state(table).acting()
        again = House(books, tmp_path, scripted_dice=ROLLS)
        again.now = house.now + 60_000
        await again.open()
        try:
            await again.clocks.make_up()
            await again.play.actor(table)
            assert 10 <= left_s(again, table) <= 12
            await again.wait(10)
            assert again.room(table).auto is None
            await again.say(table, seats[seat], messages.Roll, entropy="ab" * 32)
        finally:
            await again.close()

    at_home(books, tmp_path, story, scripted_dice=ROLLS)


def test_no_time_passes_while_the_coins_are_halted(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        seat = house.state(table).acting()
        ear = house.ears[seats[seat].name]
        await house.wait(80)
        house.play.halt(True)
        await house.wait(300)
        for kind, said in ((messages.Roll, {"entropy": "ab" * 32}), (messages.Leave, {"seat": seat})):
            assert await house.no(table, seats[seat], kind, **said) == "coins_halted"
        house.play.halt(False)
        await house.wait(1)
        assert 8 <= left_s(house, table) <= 10
        assert ear.heard[-2]["type"] == "snapshot", "everybody is told the new time"
        await house.say(table, seats[seat], messages.Roll, entropy="ab" * 32)

    at_home(here, tmp_path, story, scripted_dice=ROLLS)


def test_two_processes_look_at_one_clock_and_it_runs_out_once(books: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, _ = await begun(house, "Ann", "Ben")
        other = await House(books, tmp_path, scripted_dice=ROLLS).open()
        try:
            other.now = house.now
            await other.play.actor(table)
            for _ in range(120):
                house.now += 1000
                other.now = house.now
                await house.clocks.tick()
                await other.clocks.tick()
                await house.settle()
                await other.settle()
            told = house.told(table)
            assert told.count("timed_out") == len([each for each in told if each in ("rolled", "kept", "banked")])
            rolls = [event["roll"] for event in house.events(table) if event["type"] == "rolled"]
            assert rolls == list(range(1, len(rolls) + 1))
        finally:
            await other.close()

    at_home(books, tmp_path, story, scripted_dice=ROLLS)


def test_the_clock_is_told_with_every_event(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        ear = next(iter(house.ears.values()))
        await gives_up(house, table, seats)
        rooms = [each["room"] for each in ear.heard if "room" in each]
        last = rooms[-1]
        assert last["due"] == house.standing(table).due == AT + 5_000 + 90_000
        assert (last["phase"], last["pot"], last["bank_ms"], last["decision_ms"]) == (
            "play",
            1000,
            [60_000] * 2,
            30_000,
        )
        assert "view" in ear.heard[-1]

    at_home(here, tmp_path, story, scripted_dice=ROLLS)
