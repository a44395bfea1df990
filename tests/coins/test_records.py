"""What a game leaves for others to check holds, however its rolls came about and whenever they were written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.api.accounts.callers import Caller
from app.api.core.wire import encode
from app.api.fairness.dice import game_id
from app.api.play import messages, records
from app.engine import fair
from app.engine.proof import check, check_roll
from app.engine.transcript import digest, parse
from tests.api.tables import Ear
from tests.coins.house import House, at_home, entropy_of
from tests.vectors.make_transcripts import share

GAME, KEY = "k3v9q0000000a/1", share("key")


def record(house: House, table: str) -> dict[str, Any]:
    found = house.reader.now(lambda session: records.transcript(session, table, 1))
    assert found is not None, "the game is there"
    return found


def test_a_coin_game_holds_from_its_table_roll_to_its_end(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben, cleo = players = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(*players, size=3)
        for who in (ann, ben):
            promise = fair.commitment("r", game_id(table, 1), house.seat_of(table, who), 0, entropy_of(who)).hex()
            await house.say(table, who, messages.Promise, commitment=promise)
        before = record(house, table)
        assert check(before).state == "waiting", "a table that has not started has a record too"
        assert (before["rolls"], before["table_roll"]) == ([], None)
        await house.wait(5)
        await house.say(table, ann, messages.Reveal, r=entropy_of(ann).hex())
        await house.wait(3)

        seats = house.seats(table, *players)
        for _ in range(12):
            await house.step(table, seats, house.first_of)
        # Somebody lets the time run out, and the autopilot rolls without any phone.
        await house.wait(240)
        running = record(house, table)
        assert check(running).state == "waiting"
        assert running["secret"] is None
        start = running["table_roll"]
        assert [each["seat"] for each in start["promises"]] == [house.seat_of(table, who) for who in (ann, ben)]
        assert start["absent"] == [house.seat_of(table, ben)], (
            "Cleo had promised nothing, so nothing of hers is missing"
        )
        assert {"player", "autopilot"} <= {each["by"] for each in running["rolls"]}

        for who in (ann, ben, cleo):
            if house.standing(table).status == "playing":
                await house.say(table, who, messages.Leave, seat=house.seat_of(table, who))
        whole = record(house, table)
        report = check(whole)
        assert report.findings == ()
        assert report.state == "ok"
        assert digest(whole) == whole["digest"]
        assert whole["seats"] == [{"seat": house.seat_of(table, who), "name": who.name, "bot": None} for who in players]

    at_home(here, tmp_path, story)


def rolled(given: dict[int, bytes], roller: int = 0, **more: Any) -> dict[str, Any]:
    """A `rolled` event with its proof as it was written before there was a second level."""
    dice = fair.faces(fair.roll_seed(KEY, GAME, 1, roller, 8, given), 8)
    proof = {
        "n": 1, "roller": roller, "ndice": 8, "key": KEY.hex(),
        "contributions": [{"seat": seat, "r": r.hex()} for seat, r in given.items()], **more,
    }  # fmt: skip
    return {
        "type": "rolled", "seat": roller, "roll": 1, "dice": list(dice), "for_nothing": False, "game": 1,
        "angle": 0, "power": 50, "at": 1, "fair": proof,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("gave", "roller", "bots", "by"),
    [
        ([0], 0, (), "player"),
        ([1], 1, (1,), "bot"),
        ([1], 0, (), "autopilot"),
        ([], 0, (), "autopilot"),
    ],
)
def test_a_roll_from_before_there_were_levels_is_told_as_one_of_level_1(
    gave: list[int], roller: int, bots: tuple[int, ...], by: str
) -> None:
    roll = records.roll_record(GAME, rolled({seat: share("r", seat) for seat in gave}, roller), bots)
    assert (roll["level"], roll["by"], roll["promises"], roll["absent"]) == (1, by, [], [])
    assert check_roll(GAME, roll, 2).failed is None


def test_a_withheld_roll_is_told_with_what_was_promised_and_without_dice() -> None:
    promises = [{"seat": seat, "commitment": fair.commitment("r", GAME, seat, 1, share(seat)).hex()} for seat in (0, 1)]
    told = rolled({1: share(1)}, level=2, by="withheld", promises=promises, absent=[0])
    del told["dice"]
    roll = records.roll_record(GAME, {**told, "type": "roll_withheld"})
    assert (roll["faces"], roll["by"], roll["level"], roll["absent"]) == ([], "withheld", 2, [0])
    assert check_roll(GAME, roll, 2).failed is None


def test_a_record_as_it_is_sent_is_one_that_a_verifier_reads(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        table = await house.table(ann, ben, size=2)
        await house.start(table, ann, ben)
        await house.step(table, house.seats(table, ann, ben), house.first_of)
        sent = encode(record(house, table))
        assert check(parse(sent)).state == "waiting"

    at_home(here, tmp_path, story)


async def called(house: House, table: str, players: dict[int, Caller], silent: int | None = None) -> tuple[int, int]:
    """A roll of whoever acts, in which the other phones take part, up to its seal; answers seat and number."""
    actor = house.play.actors[table]
    state = house.state(table)
    seat, n = state.acting(), state.rolls + 1
    promised = {each: fair.commitment("r", game_id(table, 1), each, n, share("r", n, each)).hex() for each in players}
    for each, who in players.items():
        if each != seat:
            actor.pledges.promise(actor.standing, each, n, promised[each], house.ears[who.name])
    await house.say(table, players[seat], messages.Roll, commitment=promised[seat])
    for each in players:
        if each not in (seat, silent):
            house.play.witness(actor, each, n, share("r", n, each).hex())
    if silent is not None:
        # As the timer does when the time of the witnesses is over.
        house.play.ask(actor, messages.Seal(1, n))
    await house.settle()
    return seat, n


def test_rolls_that_other_phones_take_part_in_hold_opened_silent_and_withheld(here: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        players = [await house.player(name) for name in ("Ann", "Ben", "Cleo")]
        table = await house.table(*players, size=3)
        await house.start(table, *players)
        seats = house.seats(table, *players)
        for who in players:
            house.ears[who.name] = Ear(who)
            house.play.actors[table].attach(house.ears[who.name])

        seat, n = await called(house, table, seats)
        await house.say(table, seats[seat], messages.Reveal, n=n, r=share("r", n, seat).hex())
        await house.say(table, seats[seat], messages.GiveUp)
        seat, n = await called(house, table, seats, silent=(house.state(table).acting() + 1) % 3)
        await house.say(table, seats[seat], messages.Reveal, n=n, r=share("r", n, seat).hex())
        await house.say(table, seats[seat], messages.GiveUp)
        seat, n = await called(house, table, seats)
        await house.say(table, seats[seat], messages.Leave, seat=seat)

        told = record(house, table)
        assert check(told).findings == ()
        rolls = [(len(each["contributions"]), each["by"], each["level"], len(each["absent"])) for each in told["rolls"]]
        assert rolls[:3] == [(3, "player", 2, 0), (2, "player", 2, 1), (2, "withheld", 2, 1)]

    at_home(here, tmp_path, story)
