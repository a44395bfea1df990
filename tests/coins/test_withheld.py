"""Rolls on their way at coin tables: kept back, left alone, called off, and finished by who comes back (F21)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from app.api.accounts.callers import Caller
from app.api.fairness.dice import game_id
from app.api.play import messages
from app.api.play.room import PAUSED, TIME
from app.engine import fair
from app.engine.proof import check
from app.engine.state import Held, RollOff, at
from app.engine.types import Phase
from tests.api.tables import Ear
from tests.coins.house import House, at_home
from tests.coins.test_records import called, record
from tests.vectors.make_transcripts import share

PATIENT: dict[str, Any] = {"witness_s": 600}
"""No list is sealed behind the test's back: the timer of a roll runs in real time."""


async def begun(house: House, *names: str) -> tuple[str, dict[int, Caller]]:
    """A running game, with a socket of every player."""
    players = [await house.player(name) for name in names]
    table = await house.table(*players, size=len(players))
    for each in players:
        house.ears[each.name] = Ear(each)
        house.play.actors[table].attach(house.ears[each.name])
    await house.start(table, *players)
    return table, house.seats(table, *players)


def promise(house: House, table: str, seats: dict[int, Caller]) -> int:
    """These phones promise for the next roll, whoever it will be that rolls; answers its number."""
    actor, n = house.play.actors[table], house.state(table).rolls + 1
    for each, who in seats.items():
        said = fair.commitment("r", game_id(table, 1), each, n, share("r", n, each)).hex()
        actor.pledges.promise(actor.standing, each, n, said, house.ears[who.name])
    return n


async def open_theirs(house: House, table: str, n: int, *seats: int) -> None:
    """These phones open what they promised."""
    for each in seats:
        house.play.witness(house.play.actors[table], each, n, share("r", n, each).hex())
    await house.settle()


async def opened(house: House, table: str, seats: dict[int, Caller], *, sealed: bool) -> tuple[int, int]:
    """A roll of whoever acts that is on its way; answers seat and number."""
    if sealed:
        return await called(house, table, seats)
    n = promise(house, table, seats)
    seat = house.state(table).acting()
    said = fair.commitment("r", game_id(table, 1), seat, n, share("r", n, seat)).hex()
    await house.say(table, seats[seat], messages.Roll, commitment=said)
    return seat, n


def asleep(house: House, table: str, *seats: int, missed: int = 0) -> None:
    """These seats are away; and the acting one has missed so many turns."""
    actor, room = house.play.actors[table], house.room(table)
    acting = house.state(table).acting()
    room = replace(room, away=seats, missed=at(room.missed, acting, missed))
    actor.standing = replace(actor.standing, room=room)


def since(house: House, table: str, seq: int) -> list[str]:
    """Types of the events after a number."""
    return [event["type"] for event in house.events(table) if event["seq"] > seq]


# What it costs to keep a roll back.

POSITIONS: dict[str, dict[str, Any]] = {
    "normal play": {"phase": Phase.DECIDE, "banked": 4_000, "unbanked": 650, "dice": 4},
    "at exactly 10,000": {"phase": Phase.ROLL, "banked": 9_000, "unbanked": 1_000, "dice": 2, "for_nothing": True},
    "roll-off": {"phase": Phase.DECIDE, "banked": 10_000, "unbanked": 650, "dice": 4, "rolloff": True},
}
COSTS = """
normal play       | roll_withheld busted turn_started                                   | 4000  |
at exactly 10,000 | roll_withheld for_nothing_failed turn_started                       | 9000  |
roll-off          | roll_withheld busted rolloff_added turn_started                     | 10000 | 10650
"""


def put(house: House, table: str, name: str) -> None:
    """Whoever acts stands as named."""
    state, said = house.state(table), dict(POSITIONS[name])
    seat = state.acting()
    other = (seat + 1) % state.seats
    fresh: dict[str, Any] = {"out": (), "tied": (), "last_round": False, "rolloff": None, "for_nothing": False}
    if said.pop("rolloff", False):
        order = (seat, other)
        rolloff = RollOff(order, (10_000, 10_000), going=order, waiting=(other,))
        fresh |= {"out": order, "tied": order, "last_round": True, "rolloff": rolloff}
    banked = at((0,) * state.seats, seat, said.pop("banked"))
    held = (Held(1, said["unbanked"], (), said["unbanked"], 0),) if said["phase"] is Phase.DECIDE else ()
    house.put(table, **{**fresh, **said, "banked": banked, "held": held, "lying": ()})


@pytest.mark.parametrize("times", [2, pytest.param(34, marks=pytest.mark.soak)])
def test_a_roller_who_keeps_back_what_was_promised_has_the_worst_outcome(here: str, tmp_path: Path, times: int) -> None:
    rows = [[cell.strip() for cell in line.split("|")] for line in COSTS.strip().splitlines()]

    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        for name, events, banked, total in rows * times:
            asleep(house, table)
            put(house, table, name)
            seat, n = await called(house, table, seats)
            seq, due = house.standing(table).seq, house.standing(table).due
            # The roller's whole time starts with the seal.
            assert due == house.now + 3_000 + house.room(table).bank_ms[seat]
            await house.wait((due - house.now) / 1000 - 0.25)
            assert since(house, table, seq) == [], name
            await house.wait(0.25)
            assert since(house, table, seq) == events.split(), name
            state = house.state(table)
            assert (state.rolls, state.banked[seat], state.acting()) == (n, int(banked), 1 - seat), name
            if total:
                assert state.rolloff is not None
                assert state.rolloff.total(seat) == int(total)
            assert (house.standing(table).opening, house.room(table).auto) == (None, None)
        told = record(house, table)
        assert check(told).findings == ()
        assert [(each["n"], each["by"], each["faces"]) for each in told["rolls"]] == [
            (number + 1, "withheld", []) for number in range(len(rows) * times)
        ]

    at_home(here, tmp_path, story, decision_s=3, bank_s=2, **PATIENT)


@pytest.mark.parametrize("name", POSITIONS)
def test_who_comes_back_in_time_completes_the_same_roll(
    here: str, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.api.play.service.BLINK_S", 0.0)

    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        put(house, table, name)
        seat, n = await called(house, table, seats)
        actor, ear = house.play.actors[table], house.ears[seats[seat].name]
        actor.detach(ear)
        await house.blink()
        # Its 5 s, and 4 s more for a line that is lost.
        await house.wait(8.75)
        assert house.state(table).rolls == n - 1
        actor.attach(ear)
        await house.say(table, seats[seat], messages.Reveal, n=n, r=share("r", n, seat).hex())
        told = record(house, table)
        assert check(told).findings == ()
        (fallen,) = told["rolls"]
        assert (fallen["n"], fallen["by"], len(fallen["contributions"]), fallen["absent"]) == (n, "player", 3, [])

    at_home(here, tmp_path, story, decision_s=3, bank_s=2, lost_s=4, **PATIENT)


def test_a_clock_that_runs_out_before_the_seal_seals_and_nobody_loses_by_it(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        seat, n = await opened(house, table, seats, sealed=False)
        seq = house.standing(table).seq
        await open_theirs(house, table, n, (seat + 1) % 3)
        await house.wait(5)
        assert since(house, table, seq) == ["roll_sealed"]
        assert house.standing(table).due == house.now + 5_000
        assert house.room(table).missed == (0, 0, 0)
        await house.say(table, seats[seat], messages.Reveal, n=n, r=share("r", n, seat).hex())
        (fallen,) = record(house, table)["rolls"]
        assert (fallen["by"], fallen["absent"]) == ("player", [(seat + 2) % 3])

    at_home(here, tmp_path, story, decision_s=3, bank_s=2, **PATIENT)


@pytest.mark.parametrize("silent", [0, 1, 2])
def test_an_autopilots_roll_has_the_parts_of_the_others_and_none_of_the_rollers(
    here: str, tmp_path: Path, silent: int
) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        seat = house.state(table).acting()
        n = promise(house, table, seats)
        await house.wait(5)
        opening = house.standing(table).opening
        assert opening is not None
        others = sorted(each for each in seats if each != seat)
        assert (opening.by, sorted(opening.promises), house.room(table).auto) == ("autopilot", others, TIME)
        no = await house.no(table, seats[seat], messages.Reveal, n=n, r=share("r", n, seat).hex())
        assert no == "autopilot"
        spoke = others[silent:]
        await open_theirs(house, table, n, *spoke)
        house.play.ask(house.play.actors[table], messages.Seal(1, n))
        await house.settle()
        (fallen,) = record(house, table)["rolls"]
        assert (fallen["n"], fallen["by"], fallen["level"]) == (n, "autopilot", 2)
        assert [each["seat"] for each in fallen["contributions"]] == spoke
        assert fallen["absent"] == others[:silent]
        assert check(record(house, table)).findings == ()

    at_home(here, tmp_path, story, decision_s=3, bank_s=2, **PATIENT)


# Everybody away.


def test_when_the_last_player_keeps_a_roll_back_the_game_pauses_without_it(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben")
        seat, n = await called(house, table, seats)
        asleep(house, table, 1 - seat, missed=1)
        seq = house.standing(table).seq
        await house.wait(5)
        assert since(house, table, seq) == ["away", "roll_withheld", "busted", "turn_started", "paused"]
        assert (house.room(table).phase, house.standing(table).opening) == (PAUSED, None)
        seq = house.standing(table).seq
        await house.wait(590)
        assert since(house, table, seq) == []
        # Whoever comes back has the next number.
        await house.say(table, seats[1 - seat], messages.Back)
        assert await called(house, table, seats) == (1 - seat, n + 1)
        await house.say(table, seats[1 - seat], messages.Reveal, n=n + 1, r=share("r", n + 1, 1 - seat).hex())
        assert check(record(house, table)).findings == ()

    at_home(here, tmp_path, story, decision_s=3, bank_s=2, **PATIENT)


def test_an_autopilots_roll_that_is_on_its_way_falls_in_the_pause_and_the_stakes_come_back(
    here: str, tmp_path: Path
) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        seat = house.state(table).acting()
        one, last = ((seat + step) % 3 for step in (1, 2))
        n = promise(house, table, {last: seats[last]})
        asleep(house, table, one, missed=1)
        await house.wait(5)
        assert house.room(table).away == tuple(sorted((seat, one)))
        seq = house.standing(table).seq
        await house.say(table, seats[last], messages.Leave, seat=last)
        assert since(house, table, seq) == ["left", "paused"]
        due, seq = house.standing(table).due, house.standing(table).seq
        house.play.ask(house.play.actors[table], messages.Seal(1, n))
        await house.settle()
        assert since(house, table, seq) == ["roll_sealed", "timed_out", "rolled"]
        assert (house.room(table).phase, house.standing(table).due) == (PAUSED, due)
        await house.wait(600)
        assert house.standing(table).status == "over"
        assert house.holds(*seats.values()) == [2000, 2000, 2000]
        assert check(record(house, table)).state == "ok"

    at_home(here, tmp_path, story, decision_s=3, bank_s=2, **PATIENT)


# Leaving, and calling off.


@pytest.mark.parametrize("sealed", [False, True], ids=["opened", "sealed"])
def test_a_game_that_is_called_off_tells_of_the_roll_on_its_way_and_gives_all_stakes_back(
    here: str, tmp_path: Path, sealed: bool
) -> None:
    async def story(house: House) -> None:
        table, seats = await begun(house, "Ann", "Ben", "Cleo")
        seat, n = await opened(house, table, seats, sealed=sealed)
        seq = house.standing(table).seq
        house.play.ask(house.play.actors[table], messages.CallOff())
        await house.settle()
        assert since(house, table, seq)[:2] == ["roll_withheld", "game_over"]
        assert house.standing(table).opening is None
        assert house.holds(*seats.values()) == [2000, 2000, 2000]
        told = record(house, table)
        assert check(told).state == "ok", "the secret is told, and all keys are of it"
        (dropped,) = told["rolls"]
        gave = [each["seat"] for each in dropped["contributions"]]
        assert (dropped["n"], dropped["by"], gave) == (n, "withheld", [each for each in seats if each != seat] * sealed)
        # Too late for both.
        no = await house.no(table, seats[seat], messages.Reveal, n=n, r=share("r", n, seat).hex())
        assert no == "game_over"

    at_home(here, tmp_path, story, **PATIENT)


LEAVING = """
2 | first | roller  | roll_withheld | open    | 2000
2 | first | witness | roll_withheld | open    | 2000
3 | first | roller  | roll_withheld | playing | 2000
2 | later | roller  | roll_withheld | over    | 1500
2 | later | witness | roll_withheld | over    | 1500
3 | later | roller  | roll_withheld | playing | 1500
3 | later | witness | rolled        | playing | 1500
"""
"""Players, which roll of the game is on its way, who leaves; what becomes of the roll and of the table, and what the
leaver holds: the stake comes back before the game's first roll."""


@pytest.mark.parametrize("row", LEAVING.strip().splitlines())
def test_who_leaves_with_a_roll_on_its_way(here: str, tmp_path: Path, row: str) -> None:
    players, which, who, becomes, status, coins = (cell.strip() for cell in row.split("|"))

    async def story(house: House) -> None:
        table, seats = await begun(house, *("Ann", "Ben", "Cleo")[: int(players)])
        seat, n = await called(house, table, seats)
        if which == "later":
            await house.say(table, seats[seat], messages.Reveal, n=n, r=share("r", n, seat).hex())
            await house.say(table, seats[seat], messages.GiveUp)
            seat, n = await called(house, table, seats)
        leaver = seat if who == "roller" else (seat + 1) % len(seats)
        await house.say(table, seats[leaver], messages.Leave, seat=leaver)
        if becomes == "rolled":
            await house.say(table, seats[seat], messages.Reveal, n=n, r=share("r", n, seat).hex())
        assert house.standing(table).status == status
        assert house.standing(table).opening is None
        assert [each for each in house.told(table) if each in ("rolled", "roll_withheld")][-1] == becomes
        assert house.holds(seats[leaver]) == [int(coins)]
        told = record(house, table)
        assert check(told).findings == ()
        assert [each["n"] for each in told["rolls"]] == list(range(1, n + 1))
        assert told["rolls"][-1]["by"] == ("player" if becomes == "rolled" else "withheld")

    at_home(here, tmp_path, story, **PATIENT)
