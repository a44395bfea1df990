"""How taps read: the worked cases, the examples of the rules, and what must hold for every reading."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import main
from app.engine import rulesets
from app.engine.errors import Code, NotationError, Refusal
from app.engine.open_parts import Open, parse_open
from app.engine.orders import best_order, can_score, fits, keeps
from app.engine.reading import Reading, read
from app.engine.rules import with_changes
from app.engine.sheet import Sheet

CASES = Path(__file__).parents[1] / "tables" / "readings.txt"
PROGRESSIVE = rulesets.load("progressive")
TRIPPN = rulesets.load("trippn")
OPEN_STATES = (
    "-", "set:4", "straight:low", "pairs:234", "set:6,straight:high,pairs:125", "set:1,set:5", "straight:low,pairs:123",
)  # fmt: skip


def rows() -> list[tuple[str, str, str, str]]:
    lines = (line.partition("#")[0].strip() for line in CASES.read_text("utf-8").splitlines())
    return [tuple(column.strip() for column in line.split("|")) for line in lines if line]  # type: ignore[misc]


def told(taps: tuple[int, ...], thrown: int, opened: Open, hinted: bool) -> str:
    reading = read(taps, thrown, opened, PROGRESSIVE)
    if isinstance(reading, Reading):
        bonus = f"+{reading.bonus}" if reading.bonus else ""
        return " ".join((f"{reading.points}{bonus}", *map(str, reading.parts)))
    dead = "".join(str(face) for face in sorted(taps[place] for place in reading.subject))
    order = best_order(tuple(sorted(taps)), thrown, opened, PROGRESSIVE)
    hint = f" hint {order.reading.points}" if order else " no-hint"
    return f"refused dead {dead}{hint if hinted else ''}"


@pytest.mark.parametrize(("thrown", "opened", "taps", "expected"), rows())
def test_a_worked_case_reads_as_its_row_says(thrown: str, opened: str, taps: str, expected: str) -> None:
    faces = tuple(map(int, taps.split()))
    assert told(faces, int(thrown), parse_open(opened), "hint" in expected) == expected


@pytest.mark.parametrize(
    ("rules", "opened", "taps", "points"),
    [
        (TRIPPN, "straight:low set:6", "6", 600),
        (TRIPPN, "straight:low pairs:123", "6 6", 250),
        (TRIPPN, "set:4 set:6", "1 1 4 4 6 6", 2200),
        (TRIPPN, "set:2 set:3 set:4 set:5", "1 2 3 4 5", 1500),
        (TRIPPN, "set:5", "1 2 3 4 5 6", 1500),
        (PROGRESSIVE, "set:4", "1 2 3 4 5", 750),
        (PROGRESSIVE, "straight:high", "1 1", 600),
    ],
)
def test_an_example_of_the_rules_pays_what_they_say(rules: object, opened: str, taps: str, points: int) -> None:
    reading = read(tuple(map(int, taps.split())), 8, parse_open(opened), rules)  # type: ignore[arg-type]
    assert isinstance(reading, Reading)
    assert reading.points == points


@pytest.mark.parametrize(
    ("opened", "taps", "pairs", "still_open"),
    [
        ("pairs:345 pairs:135", "6 6 2 2", {6: 500, 2: 650}, "-"),
        ("pairs:345 pairs:135", "2 2 6 6", {2: 500, 6: 650}, "-"),
        ("pairs:345 pairs:135", "2 6 6 2", {2: 500, 6: 650}, "-"),
        ("pairs:156 pairs:146 pairs:256", "4 4 2 2", {4: 650, 2: 650}, "pairs:256"),
        ("pairs:156 pairs:146 pairs:256", "2 2 4 4", {2: 650, 4: 650}, "pairs:146"),
        ("pairs:234 pairs:345 pairs:234", "1 1", {1: 500}, "pairs:345,pairs:234"),
    ],
)
def test_of_fourth_pairs_that_pay_alike_the_first_tapped_goes_to_the_oldest(
    opened: str, taps: str, pairs: dict[int, int], still_open: str
) -> None:
    reading = read(tuple(map(int, taps.split())), 8, parse_open(opened), TRIPPN)
    assert isinstance(reading, Reading)
    assert {part.faces[0]: part.points for part in reading.parts} == pairs
    assert str(reading.open_after) == still_open


def test_however_many_three_pairs_are_open_a_reading_weighs_few_ways_to_close_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ways = 0
    settle = Sheet._without_pairs

    def counted(*settled: object) -> object:
        nonlocal ways
        ways += 1
        assert ways < 10_000, "as many ways as there are three pairs open"
        return settle(*settled)  # type: ignore[arg-type]

    monkeypatch.setattr(Sheet, "_without_pairs", counted)
    opened = parse_open("pairs:156 pairs:123 " + "pairs:135 " * 60)
    reading = read((2, 2, 4, 4, 6, 6, 1, 5), 8, opened, TRIPPN)
    assert isinstance(reading, Reading)
    assert reading.points == 3 * 650 + 150


def test_r_1to6_reads_a_complete_run_once_more_with_the_first_die_of_each_face() -> None:
    reading = read((5, 5, 5, 1, 2, 3, 4, 6), 8, Open(), PROGRESSIVE)
    assert isinstance(reading, Reading)
    assert next(part for part in reading.parts if part.kind == "large").dice == (0, 3, 4, 5, 6, 7)


@pytest.mark.parametrize(
    ("taps", "points"),
    [("2 2 2 2 3 3", 1100), ("2 2 2 2 3 3 4 4", 1750), ("3 3 2 2 2 2 1", 1200), ("2 2 2 2 3 3 3 3", 1000)],
)
def test_the_house_rule_reads_four_alike_as_two_pairs_only_where_nothing_else_scores(taps: str, points: int) -> None:
    house = with_changes(PROGRESSIVE, {"quad_is_two_pairs": True})
    faces = tuple(map(int, taps.split()))
    reading = read(faces, 8, Open(), house)
    assert isinstance(reading, Reading)
    assert reading.points == points
    assert can_score(faces, Open(), house)


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=8).map(tuple),
    st.sampled_from(OPEN_STATES).map(parse_open),
    st.sampled_from((PROGRESSIVE, TRIPPN)),
)
def test_the_parts_of_a_reading_sum_to_its_points_and_use_every_tap_once(
    taps: tuple[int, ...], opened: Open, rules: object
) -> None:
    reading = read(taps, 8, opened, rules)  # type: ignore[arg-type]
    if isinstance(reading, Refusal):
        assert reading.code is Code.DEAD_DICE
        assert reading.subject
        return
    assert sum(part.points for part in reading.parts) == reading.points
    assert sorted(place for part in reading.parts for place in part.dice) == list(range(len(taps)))
    assert all(sorted(taps[place] for place in part.dice) == list(part.faces) for part in reading.parts)
    assert parse_open(str(reading.open_after)) == reading.open_after


@pytest.mark.parametrize("opened", OPEN_STATES)
@pytest.mark.parametrize("rules", [PROGRESSIVE, TRIPPN], ids=lambda rules: rules.key)
def test_the_walk_over_piles_finds_what_trying_every_order_finds(rules: object, opened: str) -> None:
    parts = parse_open(opened)
    for size in range(1, 6):
        for faces in itertools.combinations_with_replacement(range(1, 7), size):
            tried = [read(taps, 8, parts, rules) for taps in set(itertools.permutations(faces))]  # type: ignore[arg-type]
            best = max((reading.points for reading in tried if isinstance(reading, Reading)), default=None)
            order = best_order(faces, 8, parts, rules)  # type: ignore[arg-type]
            assert (order and order.reading.points) == best, (faces, opened)
            if order:
                again = read(order.taps, 8, parts, rules)  # type: ignore[arg-type]
                assert isinstance(again, Reading)
                assert again.points == best


def test_rolls_of_eight_offer_every_reading_that_a_thousand_random_orders_find() -> None:
    draw = random.Random(8)
    for _ in range(12):
        faces = tuple(sorted(draw.choices(range(1, 7), k=8)))
        offered = {(tuple(sorted(order.taps)), order.reading.total) for order in keeps(faces, Open(), PROGRESSIVE)}
        for _ in range(1000):
            taps = tuple(draw.sample(faces, draw.randint(1, 8)))
            reading = read(taps, 8, Open(), PROGRESSIVE)
            if isinstance(reading, Reading):
                assert (tuple(sorted(taps)), reading.total) in offered


@pytest.mark.parametrize("opened", OPEN_STATES)
def test_a_roll_can_score_exactly_when_it_offers_a_keep_and_fits_where_the_cheapest_does(opened: str) -> None:
    parts = parse_open(opened)
    draw = random.Random(6)
    rolls = [faces for size in range(1, 9) for faces in itertools.combinations_with_replacement(range(1, 7), size)]
    for faces in draw.sample(rolls, 400):
        offered = keeps(faces, parts, TRIPPN)
        assert can_score(faces, parts, TRIPPN) == bool(offered), faces
        least = min((order.reading.total for order in offered), default=100_000)
        assert fits(faces, parts, TRIPPN, least) == bool(offered), faces
        assert not fits(faces, parts, TRIPPN, least - 50), faces


def test_a_hint_taps_each_part_together_sets_first() -> None:
    order = best_order((1, 2, 3, 4, 5, 6, 6, 6), 8, Open(), PROGRESSIVE)
    assert order is not None
    assert order.taps == (6, 6, 6, 1, 2, 3, 4, 5)


@given(st.lists(st.sampled_from(("set:1", "set:6", "straight:low", "straight:high", "pairs:135")), max_size=5))
def test_open_parts_read_back_from_their_text(words: list[str]) -> None:
    text = ",".join(dict.fromkeys(words))
    assert parse_open(str(parse_open(text))) == parse_open(text)


@pytest.mark.parametrize("text", ["set:7", "set:", "straight:middle", "pairs:22", "pairs:222", "wheel", "set:4,set:4"])
def test_words_that_are_no_open_part_are_named(text: str) -> None:
    with pytest.raises(NotationError, match=r"open part|stands twice"):
        parse_open(text)


def test_the_command_line_reads_as_the_design_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["read", "6 6 6 1 2 3 4 5"]) == 0
    assert main.main(["read", "--thrown", "8", "5 5 5 1 2 3 4"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "refused": False, "points": 1350, "bonus": 1000, "dead": [], "hint": None, "open_after": "-",
        "parts": [
            {"kind": "set", "faces": [6, 6, 6], "points": 600},
            {"kind": "small", "faces": [1, 2, 3, 4, 5], "points": 750},
        ],
    }  # fmt: skip
    assert second == {
        "refused": "dead_dice", "points": 0, "bonus": 0, "parts": [], "dead": [2, 3, 4],
        "hint": {"taps": [1, 2, 3, 4, 5, 5, 5], "points": 850}, "open_after": "-",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["read", "--thrown", "2", "1 1 1"], "3 taps but only 2 dice thrown"),
        (["read", "--thrown", "9", "1"], "played with 8"),
        (["read", "--open", "set:9", "1"], "'set:9' is no open part"),
        (["read", "1 x"], "'x' is no face"),
        (["read", "--rules", "chess", "1"], "no rule set 'chess'"),
    ],
)
def test_a_selection_that_cannot_lie_there_is_refused_with_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(arguments) == 2
    assert said in capsys.readouterr().err


def test_a_batch_answers_line_by_line_and_names_the_bad_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("8 | - | 1 1 1\n# remark\n\n3 | straight:low | 6\nnonsense\n"))
    assert main.main(["read", "--batch"]) == 2
    out = capsys.readouterr()
    assert [json.loads(line)["points"] for line in out.out.splitlines()] == [1000, 500]
    assert "line 5: 'nonsense' is no selection" in out.err
