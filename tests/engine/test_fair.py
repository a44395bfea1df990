"""The derivation of faces, held to vectors that other implementations share."""

import doctest
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.engine import fair

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "fair.json").read_text())
SECRET = bytes.fromhex(VECTORS["S"])
GAME = VECTORS["game"]


def contributions_of(row: dict[str, Any]) -> dict[int, bytes]:
    return {int(seat): bytes.fromhex(r) for seat, r in row["contrib"].items()}


def test_the_commitment_to_a_game_is_the_published_one() -> None:
    assert fair.game_commitment(GAME, SECRET).hex() == VECTORS["C"]


def test_a_seat_commits_to_its_contribution_as_published() -> None:
    expected = "93740c786ba845a86408c5867425fe9f4543877ec9cfacf92a0c5f398cadea2b"
    assert fair.commitment("r", GAME, 0, 0, b"\x11" * 32).hex() == expected


@pytest.mark.parametrize("row", VECTORS["rolls"], ids=lambda row: f"roll {row['n']}")
def test_key_commitment_seed_and_faces_are_the_published_ones(row: dict[str, Any]) -> None:
    key = fair.roll_key(SECRET, GAME, row["n"])
    seed = fair.roll_seed(key, GAME, row["n"], row["roller"], row["ndice"], contributions_of(row))
    assert key.hex() == row["k"]
    assert fair.key_commitment(GAME, row["n"], key).hex() == row["K"]
    assert seed.hex() == row["seed"]
    assert list(fair.faces(seed, row["ndice"])) == row["dice"]


def inputs(**changes: Any) -> dict[str, Any]:
    row = {
        "key": b"k" * 32,
        "game": "t/1",
        "n": 3,
        "roller": 1,
        "dice": 8,
        "contributions": {0: b"a" * 32, 1: b"b" * 32},
    }
    return {**row, **changes}


@pytest.mark.parametrize(
    "changes",
    [
        {"key": b"K" + b"k" * 31},
        {"game": "t/2"},
        {"n": 4},
        {"roller": 0},
        {"dice": 7},
        {"contributions": {0: b"a" * 32}},
        {"contributions": {0: b"b" * 32, 1: b"a" * 32}},
        {"contributions": {0: b"a" * 32, 2: b"b" * 32}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_every_input_changes_the_seed(changes: dict[str, Any]) -> None:
    assert fair.roll_seed(**inputs(**changes)) != fair.roll_seed(**inputs())


def test_the_order_in_which_contributions_arrive_does_not_matter() -> None:
    swapped = inputs(contributions={1: b"b" * 32, 0: b"a" * 32})
    assert fair.roll_seed(**swapped) == fair.roll_seed(**inputs())


def test_no_two_lists_of_parts_have_the_same_bytes() -> None:
    assert fair.lp("ab", "c") != fair.lp("a", "bc")
    assert fair.lp(b"", b"x") != fair.lp(b"x", b"")


def test_the_motion_seed_comes_from_a_stream_of_its_own() -> None:
    assert fair.motion_seed(**inputs()) != fair.roll_seed(**inputs())
    assert fair.motion_seed(**inputs(n=4)) != fair.motion_seed(**inputs())


def test_bytes_that_would_favour_low_faces_are_left_out() -> None:
    """Each face must come from exactly 42 byte values."""
    counts = Counter(byte % 6 + 1 for byte in range(256) if byte < fair._EVEN)
    assert counts == dict.fromkeys(range(1, 7), 42)


def test_sixty_thousand_faces_are_even() -> None:
    counts: Counter[int] = Counter()
    for n in range(7500):
        counts.update(fair.faces(fair.roll_seed(**inputs(n=n)), 8))
    expected = 60_000 / 6
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, 7))
    # 5 degrees of freedom: above 33 once in three hundred thousand.
    assert chi_square < 33


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(fair).attempted > 0
    assert doctest.testmod(fair).failed == 0
