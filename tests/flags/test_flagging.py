"""Who may flag which roll, what is refused, and that a flag changes nothing but itself."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.api.accounts.callers import Caller
from app.api.core.migrate import upgrade
from app.api.flags import schemas
from app.api.flags.counted import DAY_MS
from app.api.play import messages
from tests.flags.flagging import ANN, BEN, EVE, FlagHouse, with_flags

NOTE = schemas.NOTE_CHARACTERS_MAX

FLAGS = f"""
who   table    roll  more                                              answer
ann   kitchen  1     {{}}                                                flagged
ann   kitchen  1     {{}}                                                flagged_already
ann   kitchen  1     {{"reason": "score_wrong", "note": "again"}}        flagged_already
ann   kitchen  2     {{"note": "{"n" * NOTE}"}}                          flagged
ann   kitchen  3     {{"note": "{"n" * (NOTE + 1)}"}}                    malformed note
ann   kitchen  3     {{"note": "  {"é" * NOTE}  "}}                      flagged
ann   kitchen  4     {{}}                                                not_found
ann   kitchen  0     {{}}                                                not_found
ann   kitchen  1     {{"game": 2}}                                       not_found
ann   nowhere  1     {{}}                                                not_found
eve   kitchen  1     {{}}                                                not_seated
eve   kitchen  9     {{}}                                                not_seated
ben   friends  1     {{}}                                                flagged
ann   friends  1     {{}}                                                flagged
eve   friends  1     {{}}                                                not_seated
nina  friends  1     {{}}                                                not_seated
eve   listed   1     {{}}                                                signed_out
nina  listed   1     {{}}                                                flagged
rita  listed   1     {{"reason": "animation_stuck"}}                     flagged
rita  listed   9999  {{}}                                                not_found
nina  private  1     {{}}                                                flagged
rita  private  1     {{}}                                                not_seated
ben   friends  1     {{"auto": true, "reason": "mismatch"}}              flagged_already
eve   listed   1     {{"auto": true, "reason": "other"}}                 malformed reason
eve   none     1     {{}}                                                malformed table
ann   kitchen  1     {{"transcript": {{}}}}                                malformed table
eve   none     1     {{"transcript": {{}}}}                                malformed transcript
eve   none     1     {{"transcript": [1, 2]}}                            malformed transcript
eve   none     1     {{"transcript": "kitchen"}}                         malformed transcript
eve   none     1     {{"transcript": {{"scheme": "dice/v9"}}}}             malformed transcript
eve   none     1     {{"transcript": {{"scheme": "trippn-roll/v1"}}}}      malformed transcript
eve   none     1     {{"transcript": 1, "evidence": "{"e" * 17000}"}}    too_large evidence
"""
"""Played in this order."""


def rows() -> list[list[str]]:
    return [
        [*line[:21].split(), *map(str.strip, line[21:].rpartition("  ")[::2])]
        for line in FLAGS.strip().splitlines()[1:]
    ]


def test_every_flag_is_taken_or_refused_as_the_table_says_and_no_other_row_changes(here: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        nina, otto, rita, paul = [await house.player(name) for name in ("Nina", "Otto", "Rita", "Paul")]
        listed = await coin_game(house, nina, otto)
        private = await coin_game(house, nina, paul, private=True)
        callers = {"ann": ANN, "ben": BEN, "eve": EVE, "nina": nina, "rita": rita}
        tables = {"kitchen": house.kitchen, "friends": house.friends, "listed": listed, "private": private}
        tables |= {"nowhere": "0" * 13}
        before = house.all_else()
        answers = []
        for who, table, roll, more, _ in rows():
            said = json.loads(more)
            answers.append(await house.no(callers[who], tables.get(table), int(roll), **said))
        assert [(*row[:4], answer) for row, answer in zip(rows(), answers, strict=True)] == [
            tuple(row) for row in rows()
        ]
        assert house.all_else() == before
        assert len(before["event"]) > 10
        assert len(before["transfer"]) > 4

    with_flags(here, tmp_path, story)


async def coin_game(house: FlagHouse, *players: Caller, private: bool = False) -> str:
    """A coin game between players that was called off or goes on after its first roll."""
    place = await house.tables.open(players[0], 250, "progressive", 2, private=private, cid=uuid4())
    await house.say(place.id, players[1], messages.BuyIn, stake=250, invite=place.invite or "")
    await house.start(place.id, *players)
    seats = house.seats(place.id, *players)
    while not house.transcript(place.id)["rolls"]:
        await house.step(place.id, seats, house.first_of)
    if not private:
        await house.play_on(place.id, *players)
    return place.id


def test_ten_a_day_then_tomorrow_and_those_by_itself_are_counted_apart(here: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        await house.roll(house.kitchen, ANN, rolls=23)
        assert [await house.no(ANN, house.kitchen, roll) for roll in range(1, 12)] == ["flagged"] * 10 + ["flag_limit"]
        auto = {"auto": True, "reason": "mismatch"}
        assert [await house.no(ANN, house.kitchen, roll, **auto) for roll in range(11, 22)] == [
            *["flagged"] * 10,
            "flag_limit",
        ]
        assert await house.no(ANN, house.kitchen, 5) == "flagged_already", "said even when no more could be sent"
        mine = await house.flags.listed(ANN, "mine", None)
        await house.flags.remove(ANN, mine["flags"][0]["id"])
        assert await house.no(ANN, house.kitchen, 22) == "flag_limit", "what was taken back counts for its day"
        house.now += DAY_MS
        assert await house.no(ANN, house.kitchen, 22) == "flagged"

    with_flags(here, tmp_path, story)


def test_sent_at_once_from_many_phones_a_roll_is_flagged_once_and_a_day_has_ten(books: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        await house.roll(house.kitchen, ANN, rolls=15)
        same = await asyncio.gather(*(house.no(ANN, house.kitchen, 1) for _ in range(6)))
        assert sorted(same) == ["flagged", *["flagged_already"] * 5]
        others = await asyncio.gather(*(house.no(ANN, house.kitchen, roll) for roll in range(2, 15)))
        assert set(others) <= {"flagged", "flag_limit", "busy"}
        for roll in range(2, 15):
            await house.no(ANN, house.kitchen, roll)
        told = await house.flags.listed(ANN, "mine", None)
        assert len(told["flags"]) == 10
        assert len({flag["roll"] for flag in told["flags"]}) == 10

    with_flags(books, tmp_path, story)


def test_an_account_has_one_flag_for_a_roll_on_all_its_devices_and_as_a_guest_before(here: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        nina, otto = [await house.player(name) for name in ("Nina", "Otto")]
        table = await coin_game(house, nina, otto)
        other = Caller(b"another device!!", nina.account, nina.name)
        assert [await house.no(who, table) for who in (nina, other, otto)] == ["flagged", "flagged_already", "flagged"]
        assert await house.no(ANN, house.kitchen) == "flagged"
        signed_in = Caller(ANN.device, nina.account, nina.name)
        assert await house.no(signed_in, house.kitchen) == "flagged_already"
        mine = (await house.flags.listed(signed_in, "mine", None))["flags"]
        assert {flag["table"] for flag in mine} == {table, house.kitchen}

    with_flags(here, tmp_path, story)


def altered(transcript: dict[str, Any], change: str) -> dict[str, Any]:
    """A transcript in which something is not as it was."""
    copy: dict[str, Any] = json.loads(json.dumps(transcript))
    roll = copy["rolls"][0]
    if change == "a face":
        roll["faces"][0] = roll["faces"][0] % 6 + 1
    elif change == "the key":
        roll["key"] = "0" * 64
    elif change == "a name":
        copy["seats"][0]["name"] = "Eve"
    elif change == "no digest":
        del copy["digest"]
    elif change == "a number as text":
        roll["ndice"] = str(roll["ndice"])
    elif change == "another game":
        copy["id"] = "elsewhere/1"
    return copy


VERDICTS = [
    ("nothing", "verified"),
    ("a face", "mismatch"),
    ("the key", "mismatch"),
    ("a name", "mismatch"),
    ("no digest", "unreadable"),
    ("a number as text", "unreadable"),
    ("another game", "unreadable"),
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A practice game's record as a phone keeps it."""
    folder = tmp_path_factory.mktemp("kept")
    url = f"sqlite:///{folder / 'tenk.db'}"
    upgrade(url)
    found: dict[str, Any] = {}

    async def story(house: FlagHouse) -> None:
        found.update(json.loads(json.dumps(house.transcript(house.kitchen))))

    with_flags(url, folder, story)
    return found


def test_a_practice_roll_is_flagged_with_its_transcript_and_checked_from_that(
    here: str, tmp_path: Path, kept: dict[str, Any]
) -> None:
    async def story(house: FlagHouse) -> None:
        before = house.all_else()
        found = []
        for number, (change, _) in enumerate(VERDICTS):
            holder = Caller(f"phone {number}".encode().ljust(16))
            told = await house.flag(holder, None, transcript=altered(kept, change))
            assert (told["attached"], told["table"], told["dice"]) == (True, None, 8)
            found.append((change, told["verdict"]))
        assert found == VERDICTS
        mine = await house.flags.one(Caller(b"phone 0".ljust(16)), (await first(house, b"phone 0"))["id"])
        assert json.loads(bytes(mine["transcript"])) == kept
        assert await house.no(Caller(b"phone 0".ljust(16)), None, transcript=kept) == "flagged_already"
        assert await house.no(EVE, None, transcript={**kept, "rules": "x" * (256 * 1024)}) == "too_large transcript"
        assert house.all_else() == before

    with_flags(here, tmp_path, story)


async def first(house: FlagHouse, device: bytes) -> dict[str, Any]:
    """The latest flag of a device."""
    found: dict[str, Any] = (await house.flags.listed(Caller(device.ljust(16)), "mine", None))["flags"][0]
    return found


def test_dice_that_were_changed_in_the_books_are_a_mismatch(here: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        with sqlite3.connect(tmp_path / "tenk.db") as books:
            rows = books.execute("SELECT seq, told FROM event WHERE table_id = ?", (house.kitchen,)).fetchall()
            seq, event = next((seq, json.loads(told)) for seq, told in rows if '"type":"rolled"' in told)
            event["dice"] = [1] * 8
            books.execute(
                "UPDATE event SET told = ? WHERE table_id = ? AND seq = ?", (json.dumps(event), house.kitchen, seq)
            )
        told = await house.flag(ANN, house.kitchen)
        assert told["verdict"] == "mismatch"
        assert [each for each in told["proof"]["steps"] if each["state"] == "fails"] == [
            {"step": "faces", "state": "fails", "code": "faces_differ"}
        ]
        assert told["faces"] == [1] * 8
        assert (await house.flag(ANN, house.kitchen, 2))["verdict"] == "verified"

    with_flags(here, tmp_path, story)


def test_eight_of_a_kind_comes_once_in_279936_and_is_counted_among_the_rolls_with_eight_dice(
    here: str, tmp_path: Path
) -> None:
    async def story(house: FlagHouse) -> None:
        await house.roll(house.kitchen, ANN, rolls=4)
        told = await house.flag(ANN, house.kitchen)
        pattern = told["pattern"]
        assert (told["chance"], pattern["ways"], pattern["of"]) == ("1/279936", 6, 6**8)
        assert (pattern["rolls"], pattern["seen"]) == (5, 4), "three in the kitchen, one at the friends'"
        assert pattern["expected"] == pytest.approx(5 / 279936)

    with_flags(here, tmp_path, story, scripted_dice="11111111/66666666/33333333/11111234")


def test_rolls_of_days_that_are_over_are_counted_once_and_none_is_left_out(here: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        counted = []
        for day, pause in enumerate((0, 1, 1, 1, 1, 5, 2, 1)):
            house.now += pause * DAY_MS
            await house.roll(house.kitchen, ANN, rolls=4 + day)
            counted.append((await house.flag(ANN, house.kitchen, day + 1))["pattern"]["rolls"])
        assert counted == [5 + day for day in range(8)], "and the one of the friends"

    with_flags(here, tmp_path, story)
