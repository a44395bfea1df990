"""The luck of games and accounts, and the days of all rolls, worked out of what the database holds."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.accounts.models import AccountRow
from app.api.core.db import table_of
from app.api.core.refusals import Refused
from app.api.core.writer import Write
from app.api.fairness.dice import Mixed
from app.api.ledger.models import SettlementRow
from app.api.luck.days import DAY_MS, SETTLED_MS
from app.api.luck.models import FairnessDayRow, LuckRow
from app.api.luck.service import Luck, beside_luck
from app.api.luck.told import FACES, SUMS, is_own
from app.api.luck.told import told as figures_told
from app.api.play import messages, repo
from app.api.play.models import RollRow
from app.api.play.service import Play
from app.engine import rulesets
from app.engine.orders import keeps, places
from tests.api.tables import ANN, EVE, say, tables

LUCK = Path(__file__).resolve().parents[2] / "app" / "api" / "luck"


def told(folder: Path, story: Callable[[Play, Luck], Coroutine[Any, Any, None]], at: int | None = None) -> None:
    """Run a story at tables with a luck service beside them, whose clock may stand."""

    async def run() -> None:
        async with tables(folder) as play:
            luck = Luck(play.writer, play.reader, play.clock if at is None else lambda: at)
            try:
                await story(play, luck)
            finally:
                await luck.close()

    asyncio.run(run())


async def game(play: Play, *, caller: Caller = ANN, turns: int = 12) -> str:
    """A game of two on one phone; after so many turns both leave it."""
    place = await play.open(
        caller, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None), ("Ben", None)]
    )
    table = place.id
    for _ in range(2000):
        view = seen(play, table)
        if view["phase"] == "over":
            return table
        if turns_of(play, table) >= turns:
            for seat in range(2):
                if seen(play, table)["phase"] != "over":
                    await play.command(caller, say(play, table, messages.Leave, seat=seat))
            return table
        await play.command(caller, move(play, table, view))
    raise AssertionError("the game did not end")


def seen(play: Play, table: str) -> dict[str, Any]:
    """The table as everybody sees it."""
    view: dict[str, Any] = json.loads(play.actors[table].view or b"")
    return view


def turns_of(play: Play, table: str) -> int:
    """How many turns have begun."""
    state = play.actors[table].standing.state
    assert state is not None
    return sum(state.turns)


def move(play: Play, table: str, view: dict[str, Any]) -> Any:
    """Keep what pays most, bank at 300."""
    if view["phase"] == "keep":
        lying = tuple(view["lying"])
        state = play.actors[table].standing.state
        assert state is not None
        best = keeps(tuple(sorted(lying)), state.open, state.rules)[0]
        return say(play, table, messages.Keep, dice=places(lying, best.taps), confirmed=True)
    if view["phase"] == "decide" and view["bank"] and view["unbanked"] >= 300 and not view["for_nothing"]:
        return say(play, table, messages.Bank)
    return say(play, table, messages.Roll)


def test_luck_counts_every_roll_of_a_game(tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        table = await game(play)
        found = await luck.of_game(ANN, table, 1)

        def rolls(session: Session) -> list[RollRow]:
            return list(session.scalars(select(RollRow).where(RollRow.table_id == table)))

        rows = await play.reader.run(rolls)
        assert [each["name"] for each in found["seats"]] == ["Ann", "Ben"]
        for seat in found["seats"]:
            lay = "".join(row.faces for row in rows if row.seat == seat["seat"])
            assert seat["faces"] == [lay.count(face) for face in "123456"]
            assert seat["rolls"] == sum(row.seat == seat["seat"] for row in rows)
            assert seat["you"] is True
        whole = found["all"]
        assert whole["dice"] == sum(len(row.faces) for row in rows)
        assert whole["offered"] == sum(seat["offered"] for seat in found["seats"])
        assert whole["expected"] > 0

    told(tmp_path, story)


def test_busts_are_those_that_the_table_told(tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        table = await game(play, turns=16)
        events = [json.loads(each) for each in await play.reader.run(lambda session: events_of(session, table))]
        told_busts = Counter(event["seat"] for event in events if event["type"] == "busted" and event["kind"] == "none")
        found = await luck.of_game(ANN, table, 1)
        assert {seat["seat"]: seat["busts"] for seat in found["seats"]} == {0: told_busts[0], 1: told_busts[1]}
        offered = sum(seat["offered"] for seat in found["seats"])
        kept = sum(event["points"] + event["bonus"] for event in events if event["type"] == "kept")
        # Everything kept was the best on offer.
        assert offered == kept

    told(tmp_path, story)


def events_of(session: Session, table: str) -> list[str]:
    return list(repo.events_of_game(session, table, 1))


@pytest.mark.parametrize("which", ["running", "unknown table", "unknown game"])
def test_only_a_finished_game_has_its_luck_told(which: str, tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        place = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        table, number = {"running": (place.id, 1), "unknown table": ("t" * 13, 1), "unknown game": (place.id, 7)}[which]
        with pytest.raises(Refused, match="not_found"):
            await luck.of_game(ANN, table, number)

    told(tmp_path, story)


def test_luck_is_worked_out_once_however_many_ask(tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        table = await game(play)
        answers = await asyncio.gather(*(luck.of_game(who, table, 1) for who in (ANN, EVE, ANN, EVE)))
        assert [seat["you"] for seat in answers[0]["seats"]] == [True, True]
        assert [seat["you"] for seat in answers[1]["seats"]] == [False, False]
        assert answers[0]["all"] == answers[1]["all"]
        again = Luck(play.writer, play.reader, play.clock)
        assert (await again.of_game(ANN, table, 1))["all"] == answers[0]["all"]
        assert again.process is None, "the second time it is read"

    told(tmp_path, story)


@pytest.mark.parametrize(
    ("faces", "band", "outside"),
    [
        ([119, 0, 0, 0, 0, 0], None, []),
        ([20, 20, 20, 20, 20, 20], [7.8, 32.2], []),
        ([33, 7, 20, 20, 20, 20], [7.8, 32.2], [1, 2]),
        ([32, 8, 20, 20, 20, 20], [7.8, 32.2], []),
    ],
)
def test_below_a_hundred_and_twenty_dice_nothing_is_said_about_the_faces(
    faces: list[int], band: list[float] | None, outside: list[int]
) -> None:
    sums = {**dict.fromkeys(SUMS, 0), **dict(zip(FACES, faces, strict=True))}
    found = figures_told(sums)
    assert (found["dice"], found["band"], found["outside"]) == (sum(faces), band, outside)


def test_a_gesture_never_reaches_the_dice(tmp_path: Path) -> None:
    """The same entropy under a hundred moves: what lies there is what the draw gives without any of them."""

    async def story(play: Play, luck: Luck) -> None:
        place = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        table, dice = place.id, play.actors[place.id].standing.dice
        for n in range(1, 101):
            entropy = f"{n:064x}"
            view = seen(play, table)
            size = view["dice"]
            gesture = messages.Gesture(angle=(n * 7) % 91 - 45, power=(n * 13) % 101)
            await play.command(ANN, say(play, table, messages.Roll, entropy=entropy, gesture=gesture))
            drawn = dice.draw(n, 0, size, Mixed({0: bytes.fromhex(entropy)})).faces
            events = await play.reader.run(lambda session: events_of(session, table))
            rolled = [json.loads(each) for each in events if '"rolled"' in each][-1]
            assert (rolled["roll"], tuple(rolled["dice"])) == (n, drawn)
            if seen(play, table)["phase"] == "keep":
                await play.command(ANN, say(play, table, messages.GiveUp))

    told(tmp_path, story)


async def add_rolls(play: Play, table: str, day: int, rolls: list[str], stake: int | None = None) -> None:
    """Rolls of a day, as rows of seats in turn."""
    statement = play.statements.add_roll
    rows = [
        statement.row(
            table_id=table, game=day, n=n, day=day, at=day * DAY_MS + n, seat=n % 4, account=None, bot=False,
            faces=faces, stake=stake, ahead=n % 3 == 0, level=1,
        )
        for n, faces in enumerate(rolls, 1)
    ]  # fmt: skip
    await play.writer.save([Write(statement, rows)])


def even(rolls: int) -> list[str]:
    """So many fair rolls of eight."""
    draw = random.Random(rolls)
    return ["".join(draw.choices("123456", k=8)) for _ in range(rolls)]


DAY = 20_000
NOON = (DAY + 2) * DAY_MS + DAY_MS // 2


def test_a_day_is_tested_once_and_only_when_it_is_over(tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        place = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        for day in (DAY, DAY + 1, DAY + 2):
            await add_rolls(play, place.id, day, even(500))
        assert [await luck.close_a_day() for _ in range(3)] == [True, True, False]
        found = await luck.fairness(30)
        assert [each["day"] for each in found["days"]] == [DAY + 1, DAY]
        assert found["today"]["day"] == DAY + 2
        assert found["today"]["dice"] == 4000
        assert "tests" not in found["today"]
        assert found["totals"] == {"days": 2, "rolls": 1000, "dice": 8000, "tests": 20, "failed": 0}
        names = [test["name"] for test in found["days"][0]["tests"]]
        lags = [f"lag_{apart}" for apart in (1, 2, 8, 16)]
        assert names == ["frequency", "pairs", "places", "runs", *lags, "seat", "ahead"]

    told(tmp_path, story, NOON)


def test_of_processes_that_race_one_keeps_the_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(play: Play, luck: Luck) -> None:
        place = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        await add_rolls(play, place.id, DAY, even(200))
        other = Luck(play.writer, play.reader, luck.clock)
        early = await play.reader.run(lambda session: other.days.next_row(session, NOON, NOON))
        assert await luck.close_a_day()
        with monkeypatch.context() as slow:
            slow.setattr(other.days, "next_row", lambda *_: early)
            assert await other.close_a_day(), "it looks for the next day"
        assert await play.reader.run(lambda session: session.scalar(select(func.count(FairnessDayRow.day)))) == 1
        assert not await luck.close_a_day()
        assert not await other.close_a_day()

    told(tmp_path, story, NOON)


@pytest.mark.parametrize(("late_ms", "closed"), [(SETTLED_MS - 1, False), (SETTLED_MS, True)])
def test_the_last_rolls_before_midnight_have_time_to_arrive(late_ms: int, closed: bool, tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        place = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        await add_rolls(play, place.id, DAY, even(10))
        assert await luck.close_a_day() is closed

    told(tmp_path, story, (DAY + 1) * DAY_MS + late_ms)


def test_dice_that_favour_whoever_leads_are_found(tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        place = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        rolls = [faces.replace("2", "1", 1) if n % 3 == 0 else faces for n, faces in enumerate(even(3000), 1)]
        await add_rolls(play, place.id, DAY, rolls)
        assert await luck.close_a_day()
        day = (await luck.fairness(1))["days"][0]
        failed = {test["name"] for test in day["tests"] if not test["passed"]}
        assert "ahead" in failed
        assert "seat" not in failed
        assert (await luck.fairness(1))["totals"]["failed"] == len(failed)

    told(tmp_path, story, NOON)


def test_stakes_are_a_split_of_their_own(tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        place = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        other = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        await add_rolls(play, place.id, DAY, even(400))
        await add_rolls(play, other.id, DAY, ["", *even(300)], stake=250)
        assert await luck.close_a_day()
        day = (await luck.fairness(1))["days"][0]
        assert [(each["group"], sum(each["faces"])) for each in day["splits"]["stake"]] == [(0, 3200), (250, 2400)]
        assert "stake" in [test["name"] for test in day["tests"]]
        assert (day["withheld"], day["rolls"]) == (1, 700)

    told(tmp_path, story, NOON)


@pytest.mark.parametrize(
    ("events", "told_as"),
    [
        # Why, whether the table roll had fallen; games that began, house voids.
        (["table_rolled", "game_over"], ("house", True, 2, 1)),
        (["table_rolled", "game_over:all_away"], ("all_away", True, 2, 0)),
        (["called_off"], ("few", False, 1, 0)),
        (["table_closed"], ("house", False, 1, 0)),
    ],
)
def test_void_games_are_listed_with_their_secret_and_the_rate_of_the_house(
    events: list[str], told_as: tuple[str, bool, int, int], tmp_path: Path
) -> None:
    async def story(play: Play, luck: Luck) -> None:
        place = await play.open(ANN, "one_phone", rulesets.load("progressive"), "Kitchen", [("Ann", None)])
        settled = play.writer.prepare(insert(table_of(SettlementRow)))
        at = NOON - DAY_MS
        rows = [settled.row(game=f"{place.id}/1", outcome="void", pot=500, at=at)]
        rows += [
            settled.row(game="x/1", outcome="win", pot=500, at=at),
            settled.row(game="y/1", outcome="void", pot=5, at=0),
        ]
        add = play.statements.add_event
        told_rows = [
            add.row(
                table_id=place.id, seq=900 + n, game=1, device=None, cid=None, body=None, state=None,
                told=json.dumps({"type": kind.partition(":")[0], "reason": kind.partition(":")[2] or "house"}),
            )
            for n, kind in enumerate(events)
        ]  # fmt: skip
        reveal = play.statements.reveal
        reveals = [reveal.row(of=place.id, number=1, at=at)]
        await play.writer.save([Write(settled, rows), Write(add, told_rows), Write(reveal, reveals)])
        voids = (await luck.fairness(1))["voids"]
        (one,) = voids["listed"]
        assert (one["reason"], one["rolled"], voids["games"], voids["house"]) == told_as
        assert one["secret"] == play.actors[place.id].standing.dice.secret.hex()

    told(tmp_path, story, NOON)


def test_nothing_here_knows_which_rolls_somebody_doubted() -> None:
    """Flagged rolls are chosen for how they look: tests of them would fail for fair dice too."""
    sources = {path.name: path.read_text() for path in LUCK.glob("*.py")}
    assert len(sources) >= 6
    assert [name for name, source in sources.items() if re.search(r"flag", source, re.IGNORECASE)] == []


async def account(play: Play, name: str) -> Caller:
    """Ann's phone, signed in."""
    add = play.writer.prepare(insert(table_of(AccountRow)))
    row = add.row(id=name, name=name, name_key=name, password=None, made_at=0, closed_at=None, notice_at=None)
    await play.writer.save([Write(add, [row])])
    return Caller(ANN.device, name, name)


def test_an_account_has_the_luck_of_all_its_games_and_takes_it_along(tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        anna = await account(play, "anna")
        games = [await game(play, turns=turns) for turns in (40, 6, 12)]
        roll = table_of(RollRow)
        hers = play.writer.prepare(update(roll).where(roll.c.seat == bindparam("at_seat")).values(account="anna"))
        await play.writer.save([Write(hers, [hers.row(at_seat=0, account="anna")])])
        await luck.of_game(anna, games[0], 1)
        found = await luck.of_account("anna")
        each = [(await luck.of_game(anna, table, 1))["seats"][0] for table in games]
        assert (found["games"], found["waiting"]) == (3, False)
        assert found["faces"] == [sum(column) for column in zip(*(one["faces"] for one in each), strict=True)]
        assert found["offered"] == sum(one["offered"] for one in each)
        assert found["expected"] == pytest.approx(sum(one["expected"] for one in each), abs=0.05)
        assert all(one["you"] for one in each)
        assert found["dice"] >= 120
        assert 1e-6 < found["p"] <= 1
        beside = beside_luck(luck)
        kept = (await play.reader.run(lambda session: beside.export(session, "anna")))["luck"]
        assert {row["game"] for row in kept} == {f"{table}/1" for table in games}
        await play.writer.save(await play.reader.run(lambda session: beside.closed(session, "anna", 1)))
        assert await play.reader.run(lambda session: beside.export(session, "anna")) == {"luck": []}
        seat = (await luck.of_game(EVE, games[0], 1))["seats"][0]
        assert seat == {**each[0], "you": False}, "the table keeps what it saw"

    told(tmp_path, story)


def test_an_account_without_games_has_no_luck_yet(tmp_path: Path) -> None:
    async def story(play: Play, luck: Luck) -> None:
        found = await luck.of_account((await account(play, "anna")).name)
        assert (found["games"], found["dice"], found["p"], found["luck"]) == (0, 0, None, 0)

    told(tmp_path, story)


def test_a_caller_without_an_account_owns_no_rolls_of_accounts() -> None:
    assert not is_own(LuckRow(account=None), Caller(b"x"))
    assert not is_own(LuckRow(account="ann"), Caller(b"x"))
    assert is_own(LuckRow(account="ann"), Caller(b"x", "ann"))
