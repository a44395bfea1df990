"""Rule cards that cannot be played are refused with the field at fault; cards that can be are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.engine import rulesets
from app.engine.errors import RuleSetError
from app.engine.rules import RuleSet, from_record, parse_change, to_record, with_changes

TABLE = Path(__file__).parents[1] / "tables" / "unplayable.txt"
LINES = (line.partition("#")[0].strip() for line in TABLE.read_text("utf-8").splitlines())
UNPLAYABLE = [tuple(column.strip() for column in line.split("|")) for line in LINES if line]


def card(text: str) -> RuleSet:
    """The card of a row: a preset and what is changed. Raises RuleSetError for a card that cannot be played."""
    preset, *changes = text.split()
    return with_changes(rulesets.load(preset), dict(map(parse_change, changes)))


def test_there_are_at_least_fifty_different_cards_that_cannot_be_played() -> None:
    assert len({changed for changed, _ in UNPLAYABLE}) == len(UNPLAYABLE) >= 50


@pytest.mark.parametrize(("changed", "fields"), UNPLAYABLE)
def test_a_card_that_cannot_be_played_is_refused_by_the_field_at_fault(changed: str, fields: str) -> None:
    with pytest.raises(RuleSetError) as refused:
        card(changed)
    assert refused.value.field in fields.split("/")
    assert str(refused.value).startswith(f"{refused.value.field}: ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dice", "6"),
        ("dice", 6.0),
        ("dice", True),
        ("piggyback", 1),
        ("alike_fixed", 1000),
        ("alike_fixed", ["1000"]),
        ("alike_fixed", [True]),
        ("alike_fixed", [1000.0]),
        ("finish", None),
        ("name", ""),
        ("name", "two\nlines"),
        ("source", "long " * 50),
        ("how_to_win", 5),
        ("colour", "red"),
    ],
)
def test_a_stored_card_with_a_value_of_the_wrong_kind_is_refused(name: str, value: object) -> None:
    with pytest.raises(RuleSetError) as refused:
        from_record({**to_record(rulesets.load("baseline")), name: value})
    assert refused.value.field == name


@pytest.mark.parametrize(
    "changed",
    [
        *("progressive", "trippn", "baseline", "bc_society", "scribd", "inform", "grandfather"),
        "progressive target=1000",
        "progressive target=50000 opening=50000",
        "progressive ending=sudden",
        "progressive tie=shared",
        "progressive tie=roll_off",
        "progressive starts=highest_die",
        "progressive quad_is_two_pairs=true",
        "progressive four_pairs=0 four_pairs_seq=0",
        "progressive three_pairs=0 three_pairs_seq=0 four_pairs=0 four_pairs_seq=0",
        "progressive dice=6 four_pairs=0 four_pairs_seq=0",
        "progressive dice=5 run_full=0 three_pairs=0 three_pairs_seq=0 four_pairs=0 four_pairs_seq=0",
        "progressive progressive=false alike=double reading=best",
        "progressive hot_dice=must",
        "baseline tie=vote",
        "baseline tie=shared",
        "baseline tie=roll_off",
        "baseline beat_leader=true",
        "baseline alike_fixed=1000",
        "baseline opening=0",
        "bc_society hot_dice=may roll_limit=9",
        "bc_society beat_leader=true",
        "bc_society run_five=50000",
        "scribd piggyback=true farkle_penalty=1000",
        "scribd farkle_penalty=10000",
        "inform target=20000",
        "inform alike=fixed alike_fixed=1000,2000",
        "inform ending=final_turn",
        "inform finish=exact",
        "grandfather beat_leader=false run_full=0 run_five=0",
    ],
)
def test_a_card_that_can_be_played_is_not_refused(changed: str) -> None:
    playable = card(changed)
    assert from_record(to_record(playable)) == playable
