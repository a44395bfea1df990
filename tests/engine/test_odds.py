"""The chances that the rules quote, by counting."""

from __future__ import annotations

import pytest

from app.cli.main import main
from app.engine import rulesets
from app.engine.odds import best_keeps, chance_of_nothing, rolls_of_nothing
from app.engine.open_parts import Open, parse_open
from app.engine.rules import with_changes

PROGRESSIVE = rulesets.load("progressive")


@pytest.mark.parametrize(
    ("dice", "chance"), [(1, 66.667), (2, 44.444), (3, 27.778), (4, 15.741), (5, 7.716), (6, 2.315), (7, 0), (8, 0)]
)
def test_the_chance_of_a_fresh_roll_to_score_nothing(dice: int, chance: float) -> None:
    assert round(100 * chance_of_nothing(dice, Open(), PROGRESSIVE), 3) == chance


def test_no_roll_of_seven_or_eight_dice_is_a_bust() -> None:
    assert rolls_of_nothing(7, Open(), PROGRESSIVE) == 0
    assert rolls_of_nothing(8, Open(), PROGRESSIVE) == 0


@pytest.mark.parametrize("face", [2, 3, 4, 6])
@pytest.mark.parametrize(("dice", "chance"), [(1, 50), (2, 25), (3, 11.1), (4, 4.2), (5, 1.2), (6, 0), (7, 0), (8, 0)])
def test_the_chance_with_one_set_open(face: int, dice: int, chance: float) -> None:
    assert round(100 * chance_of_nothing(dice, parse_open(f"set:{face}"), PROGRESSIVE), 1) == chance


@pytest.mark.parametrize(
    ("key", "changes", "means"),
    [
        ("baseline", {"quad_is_two_pairs": True}, [25, 50, 86.8, 143.6, 226.1, 415.5]),
        ("baseline", {}, [25, 50, 86.8, 143.6, 226.1]),
        ("scribd", {}, [25, 50, 86.8, 143.6, 226.1]),
    ],
)
def test_the_mean_best_keep_of_a_single_roll(key: str, changes: dict[str, object], means: list[float]) -> None:
    """The figures of the survey of other games, worked out there by another program."""
    rules = with_changes(rulesets.load(key), changes)
    for dice, mean in enumerate(means, 1):
        kept = best_keeps(dice, Open(), rules)
        assert sum(rolls for _, rolls in kept) == 6**dice
        assert round(sum(points * rolls for points, rolls in kept) / 6**dice, 1) == mean


@pytest.mark.parametrize(("key", "chance"), [("baseline", 2.315), ("bc_society", 2.315), ("grandfather", 3.086)])
def test_the_chance_of_six_dice_to_score_nothing(key: str, chance: float) -> None:
    assert round(100 * chance_of_nothing(6, Open(), rulesets.load(key)), 3) == chance


@pytest.mark.parametrize("dice", range(1, 7))
def test_rolls_whose_best_keep_is_nothing_are_those_that_score_nothing(dice: int) -> None:
    for key in rulesets.keys():
        rules = rulesets.load(key)
        if dice <= rules.dice:
            assert dict(best_keeps(dice, Open(), rules)).get(0, 0) == rolls_of_nothing(dice, Open(), rules)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--dice", "1"], 0, '"nothing": {"rolls": 4, "chance": 0.6666666666666666}'),
        (["--dice", "1", "--open", "set:4"], 0, '"nothing": {"rolls": 3, "chance": 0.5}'),
        (["--rules", "baseline", "--dice", "2", "--set", "opening=0"], 0, '"mean": 50.0'),
        (["--dice", "9"], 2, "--dice must be from 1 to 8"),
        (["--rules", "poker"], 2, "no rule set 'poker'"),
        (["--open", "set:7"], 2, "is no open part"),
        (["--set", "dice=7"], 2, "dice: 7 cannot be played"),
        (["--set", "dice"], 2, "dice: needs a value: write dice=8"),
    ],
)
def test_odds_are_told_on_the_command_line(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *arguments]) == code
    told = capsys.readouterr()
    assert said in told.out + told.err
