"""The page that specifies the dice holds true values: a stranger who follows it must come to the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.engine import fair
from app.engine.transcript import ROLL, TABLE_ROLL, WHOLE, digest, parse

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "fairness.md").read_text()
VECTORS = json.loads((ROOT / "tests" / "vectors" / "fair.json").read_text())
SECRET, GAME = bytes.fromhex(VECTORS["S"]), VECTORS["game"]
GIVEN = {0: b"\x22" * 32, 1: b"\x33" * 32}
KEY = fair.roll_key(SECRET, GAME, 1)
SEED = fair.roll_seed(KEY, GAME, 1, 0, 5, GIVEN)
DICE = fair.lp("trippn/v1/dice", 0)

EXAMPLE = [
    ("C", fair.game_commitment(GAME, SECRET)),
    ("k_1", KEY),
    ("K_1", fair.key_commitment(GAME, 1, KEY)),
    ("c_0", fair.commitment("r", GAME, 0, 1, GIVEN[0])),
    ("c_1", fair.commitment("r", GAME, 1, 1, GIVEN[1])),
    ("seed", SEED),
    ("bytes", fair._hmac(SEED, DICE)),
]


@pytest.mark.parametrize(("name", "value"), EXAMPLE, ids=[name for name, _ in EXAMPLE])
def test_a_value_of_the_worked_example_is_right(name: str, value: bytes) -> None:
    assert re.search(rf"^{name} +=.*?(?:\n +=)?.*{value.hex()}$", PAGE, re.MULTILINE), value.hex()


def test_the_encodings_of_the_worked_example_are_right() -> None:
    squeezed = re.sub(r'"[^"\n]*"|\b(?:n|roller|ndice|count) = \d|[^0-9a-f]', "", PAGE.partition("lp for C")[2])
    for whole in (fair.lp("trippn/v1/roll-key", GAME, 1), DICE):
        assert whole.hex() in squeezed
    assert fair.lp("trippn/v1/commit").hex() in squeezed
    assert fair.lp("trippn/v1/roll").hex() in squeezed


def test_the_faces_of_the_examples_are_right() -> None:
    assert fair.faces(SEED, 5) == (1, 5, 4, 5, 2)
    assert "faces      = 1 5 4 5 2" in PAGE
    left_out = bytes.fromhex("0003" * 16)
    assert f"{fair._hmac(left_out, DICE).hex()[:12]}…" in PAGE
    assert " ".join(map(str, fair.faces(left_out, 8))) in PAGE.replace("\n", " ")


def test_the_table_rolls_of_the_examples_are_right() -> None:
    assert fair.table_roll(b"\x46" * 32, 3) == (((0, 4), (1, 5), (2, 5)), ((1, 4), (2, 4)), ((1, 4), (2, 5)))
    assert fair.table_roll(bytes(32), 2) == (((0, 2), (1, 4)),)


def test_the_record_and_its_digest_are_right() -> None:
    line = next(each for each in PAGE.splitlines() if each.startswith('{"commitment"'))
    record = parse(line.encode())
    assert digest(record) in PAGE
    assert json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False) == line


@pytest.mark.parametrize("field", sorted({*WHOLE, *ROLL, *TABLE_ROLL}))
def test_every_field_of_a_record_is_named(field: str) -> None:
    assert f"`{field}`" in PAGE


def test_every_code_of_the_vectors_can_be_looked_up_by_its_step() -> None:
    cases = json.loads((ROOT / "tests" / "vectors" / "transcripts.json").read_text())["altered"]
    for step in {case["step"] for case in cases}:
        assert f"| `{step}` |" in PAGE
