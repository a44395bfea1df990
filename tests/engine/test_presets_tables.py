"""The printed rule sets as tables: what selections and rolls are worth, judged by the rules page row by row."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from app.cli import main
from app.engine import rulesets
from app.engine.errors import Refusal
from app.engine.open_parts import Open
from app.engine.orders import can_score, keeps
from app.engine.reading import read
from tests.engine import naive_best as naive

TABLES = Path(__file__).parents[1] / "tables" / "presets"
PRESETS = ("baseline", "scribd", "bc_society", "inform", "grandfather")
Row = tuple[str, ...]


def rows(table: str) -> list[Row]:
    lines = (line.partition("#")[0].strip() for line in (TABLES / f"{table}.txt").read_text("utf-8").splitlines())
    return [tuple(column.strip() for column in line.split("|")) for line in lines if line]


SELECTIONS = [(preset, *row) for preset in PRESETS for row in rows(preset)]
ROLLS = rows("rolls")


def faces(text: str) -> tuple[int, ...]:
    return tuple(int(face) for face in text if face in "123456")


def as_words(parts: list[str]) -> str:
    return " ".join(sorted(parts))


def told(preset: str, taps: tuple[int, ...], thrown: int) -> tuple[str, int]:
    """The engine's reading as a row writes it."""
    reading = read(taps, thrown, Open(), rulesets.load(preset))
    if isinstance(reading, Refusal):
        return "refused dead " + "".join(str(face) for face in sorted(taps[place] for place in reading.subject)), 0
    assert reading.bonus == 0, "no printed six- or five-dice rule set pays for all the dice"
    return as_words([str(part) for part in reading.parts]), reading.points


def as_text(part: naive.Part) -> str:
    """A part of the second scorer as a row writes it."""
    if part.kind in ("small", "large"):
        return part.kind
    if part.kind == "set":
        return f"set:{part.faces[0]}x{len(part.faces)}"
    return f"{part.kind}:" + "".join(map(str, part.faces[::2]))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_has_at_least_forty_different_rows(preset: str) -> None:
    assert len({row[:2] for row in rows(preset)}) == len(rows(preset)) >= 40


@pytest.mark.parametrize(("preset", "thrown", "taps", "parts", "points"), SELECTIONS)
def test_a_selection_reads_as_its_row_says_in_any_order(
    preset: str, thrown: str, taps: str, parts: str, points: str
) -> None:
    wanted = parts if parts.startswith("refused") else as_words(parts.split()), int(points)
    dice = faces(taps)
    draw = random.Random(taps)
    for order in (dice, dice[::-1], *(tuple(draw.sample(dice, len(dice))) for _ in range(10))):
        assert told(preset, order, int(thrown)) == wanted, order


@pytest.mark.parametrize(("preset", "thrown", "taps", "parts", "points"), SELECTIONS)
def test_the_second_scorer_agrees_with_the_row(preset: str, thrown: str, taps: str, parts: str, points: str) -> None:
    card, dice = naive.CARDS[preset], tuple(sorted(faces(taps)))
    best = naive.best_readings(card, dice)
    if parts.startswith("refused"):
        assert (best, naive.fewest_dead(card, dice), points) == ((), {faces(parts)}, "0")
        return
    assert len(dice) <= int(thrown)
    assert [as_words([as_text(part) for part in way]) for way in best] == [as_words(parts.split())]
    assert naive.pays(best[0]) == int(points)


@pytest.mark.parametrize(("preset", "roll", "best"), ROLLS)
def test_a_roll_busts_or_pays_at_most_what_its_row_says(preset: str, roll: str, best: str) -> None:
    rules, dice = rulesets.load(preset), tuple(sorted(faces(roll)))
    points = None if best == "bust" else int(best)
    offered = keeps(dice, Open(), rules)
    assert can_score(dice, Open(), rules) == bool(offered) == (points is not None)
    assert max((order.reading.total for order in offered), default=None) == points
    assert naive.best_keep(naive.CARDS[preset], dice) == points


def test_no_order_is_taken_of_dice_that_score_in_any_order() -> None:
    """Where the order of taps is nothing, a keep is offered once for each different selection that scores."""
    for preset in PRESETS:
        card, rules = naive.CARDS[preset], rulesets.load(preset)
        for roll in naive.multisets(card.dice):
            offered = sorted(tuple(sorted(order.taps)) for order in keeps(roll, Open(), rules))
            assert offered == sorted(kept for kept in naive.selections(roll) if naive.best_readings(card, kept)), roll


@pytest.mark.parametrize(
    ("preset", "taps", "points"),
    [
        ("baseline", "1 1 1 1", 1100),
        ("scribd", "2 2 2 2", 1000),
        ("bc_society", "2 2 2 2", 400),
        ("inform", "2 3 4 5 6", 2000),
        ("grandfather", "5 1 2 3 4 1", 600),
    ],
)
def test_the_command_line_reads_by_the_rule_set_asked_for(
    preset: str, taps: str, points: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["read", "--rules", preset, taps]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["refused"], said["points"], said["bonus"], said["open_after"]) == (False, points, 0, "-")


def test_a_batch_of_the_command_line_reads_a_whole_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rows("grandfather")
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{row[0]} | - | {row[1]}\n" for row in table)))
    assert main.main(["read", "--rules", "grandfather", "--batch"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["points"] for answer in said] == [int(row[3]) for row in table]
