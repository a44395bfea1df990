"""The rulings as games: each file of tests/tables/games is a page of play with what must come of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from app.cli.script import play
from app.engine.errors import Code

GAMES = sorted((Path(__file__).parents[1] / "tables" / "games").glob("*.txt"))
RULINGS = (
    "R-open",
    "R-newset",
    "R-fill",
    "R-dead",
    "R-bust",
    "R-exact",
    "R-over",
    "R-bank",
    "R-last",
    "R-vote",
    "R-order",
    "R-rolloff",
    "R-share",
    "R-leave",
    "R-stuck",
    "R-locked",
    "R-away",
    "R-best",
    "R-alike",
    "R-single-throw",
    "R-open500",
    "R-must",
    "R-limit3",
    "R-final",
    "R-tie",
    "R-piggyback",
    "R-farkle3",
    "R-solo",
)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_the_game_goes_as_the_page_says(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = play(io.StringIO(game.read_text("utf-8")))
    assert code == 0, capsys.readouterr().err


def test_every_ruling_of_play_has_a_page() -> None:
    text = "".join(game.read_text("utf-8") for game in GAMES)
    assert [ruling for ruling in RULINGS if ruling not in text] == []


def test_every_refusal_of_the_rules_stands_in_a_page() -> None:
    asked_elsewhere = {Code.UNCONFIRMED_OVER, Code.NOT_YOUR_TURN}
    refused = {
        line.split()[-1] for game in GAMES for line in game.read_text("utf-8").splitlines() if line.startswith("refuse")
    }
    assert set(Code) - asked_elsewhere - refused == set()


@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        ("players Ann\nroll 1 2 3", 2, "line 2: 8 dice are due, but 3 faces are given"),
        ("players Ann\nroll 1 2 3 4 5 6 7 8", 2, "line 2: '7' is no face"),
        ("roll 1 1 1 1 1 1 1 1", 2, "line 1: no players yet"),
        ("players Ann Ann", 2, "line 1: every player needs a name of their own"),
        ("rules poker\nplayers Ann", 2, "line 1: no rule set 'poker'; there are progressive"),
        ("rules progressive colour=red", 2, "line 1: colour: is not a rule"),
        ("rules progressive target=12", 2, "line 1: target: must be a multiple of 50 from 1000 to 50000"),
        ("rules progressive reading=worst", 2, "line 1: reading: worst cannot be played; allowed: taps, best"),
        ("players Ann\n\n# a remark\nfly", 2, "line 4: 'fly' is not understood: expected rules, players"),
        ("players Ann\nexpect mood=good", 2, "line 2: 'mood=good' cannot be expected"),
        ("players Ann\nexpect phase=keep", 1, "line 2: expected phase=keep, but phase=roll"),
        ("players Ann\nrefuse roll 1 1 1 1 1 1 1 1", 1, "was to be refused, but it was accepted"),
        ("players Ann\nrefuse bank must_roll", 1, "was to be refused as must_roll, but it was refused as nothing_to"),
        ("players Ann\nroll 1 2 2 3 3 4 6 6\nrules trippn", 2, "line 3: `rules` must stand before"),
        ("players Ann\nleave Bob", 2, "line 2: no player 'Bob'; there are Ann"),
    ],
)
def test_a_line_that_cannot_be_played_says_what_was_expected(
    script: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(io.StringIO(script)) == code
    assert said in capsys.readouterr().err
