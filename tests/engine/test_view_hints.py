"""What the view tells a player who has not tapped anything yet."""

from __future__ import annotations

from dataclasses import replace

from app.engine import rulesets
from app.engine.open_parts import Open, parse_open
from app.engine.state import GameState, new_game
from app.engine.types import Phase
from app.engine.view import reading

PROGRESSIVE = rulesets.load("progressive")


def lying(*faces: int, opened: str = "-") -> GameState:
    return replace(
        new_game(PROGRESSIVE, 2), phase=Phase.KEEP, lying=faces, dice=len(faces), open=parse_open(opened) or Open()
    )


def test_with_nothing_tapped_every_scoring_face_is_named_with_what_it_pays_alone() -> None:
    told = reading(lying(6, 6, 6, 1, 2, 3, 5, 2), ())
    assert told["refused"] == "nothing_tapped"
    assert told["rest"] == [{"face": 1, "points": 100}, {"face": 5, "points": 50}, {"face": 6, "points": 0}]


def test_open_parts_make_their_faces_score() -> None:
    assert reading(lying(4, 2, 3, opened="set:4"), ())["rest"] == [{"face": 4, "points": 400}]
    assert reading(lying(6, 2, 3, opened="straight:low"), ())["rest"] == [{"face": 6, "points": 500}]
    assert reading(lying(6, 2, 3), ())["rest"] == []


def test_a_refused_selection_names_no_rest() -> None:
    assert reading(lying(6, 2, 3, 1), (0,))["rest"] == []
