"""House rules and the card: what can be changed, what it is called, and the code that two phones compare."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import pytest

from app.engine import rulesets
from app.engine.card import code, score_lines
from app.engine.house import FIELDS, TEXTS, check, differences, how_to_win, preset_of
from app.engine.open_parts import parse_open
from app.engine.reading import Reading, read
from app.engine.rules import RuleSet
from tests.engine.cards import random_card

RULES = {field.name for field in fields(RuleSet)} - set(TEXTS)


def test_every_rule_of_a_card_can_be_changed() -> None:
    assert {each.field for each in FIELDS} == RULES


def test_presets_say_how_they_are_won_in_one_sentence() -> None:
    for key in rulesets.keys():
        sentence = rulesets.load(key).how_to_win
        assert sentence.endswith((".", "once."))
        assert sentence.count(". ") == 0


@pytest.mark.parametrize(
    ("preset", "changes", "name", "key", "called", "sentence"),
    [
        ("baseline", {}, "", "baseline", "Six-dice baseline", "Bank 10,000 or more, then have the highest total"),
        ("baseline", {"opening": 500}, "", "baseline", "Six-dice baseline", "Bank 10,000 or more, then have"),
        ("baseline", {}, " Granny's  rules ", "baseline+", "Granny's rules", "Bank 10,000 or more, then have"),
        ("baseline", {"ending": "sudden"}, "", "baseline+", "House rules", "Be the first to bank 10,000 or more"),
        ("inform", {"target": 20_000}, "Long", "inform+", "Long", "Be the first to bank 20,000 or more"),
        ("progressive", {"target": 5_000}, "", "progressive+", "House rules", "Reach exactly 5,000, then roll"),
        ("progressive", {"ending": "sudden"}, "", "progressive+", "House rules", "Be the first to reach exactly"),
        ("grandfather", {"opening": 0}, "", "grandfather+", "House rules", "Bank 10,000 or more and not be beaten"),
    ],
)
def test_house_rules_are_a_card_of_their_own(
    preset: str, changes: dict[str, object], name: str, key: str, called: str, sentence: str
) -> None:
    card = check(preset, changes, name).card
    assert card is not None
    assert (card.key, card.name) == (key, called)
    assert card.how_to_win.startswith(sentence)
    assert preset_of(card) == rulesets.load(preset)


def test_what_differs_from_the_preset_is_listed_field_by_field() -> None:
    card = check("baseline", {"opening": 350, "piggyback": True, "target": 10_000}).card
    assert card is not None
    assert differences(card) == (("opening", 500, 350), ("piggyback", False, True))


def test_the_code_stands_for_the_rules_and_for_nothing_else() -> None:
    codes = {key: code(rulesets.load(key)) for key in rulesets.keys()}
    assert len(set(codes.values())) == len(codes)
    card = rulesets.load("baseline")
    renamed = replace(card, name="Other", source="elsewhere", how_to_win="Win.", key="x")
    assert code(renamed) == code(card)
    for field in RULES - {"alike_fixed"}:
        value = getattr(card, field)
        other = not value if isinstance(value, bool) else f"{value}x" if isinstance(value, str) else value + 50
        assert code(replace(card, **{field: other})) != code(card), field


def test_the_code_of_the_default_game_stays_what_it_is() -> None:
    assert code(rulesets.load("progressive")) == "SVKM-2EVJ"


@pytest.mark.parametrize("seed", range(40))
def test_every_line_of_a_score_table_is_what_the_engine_reads(seed: int) -> None:
    rules = random_card(random.Random(f"card/{seed}"), 5_000)
    lines = score_lines(rules)
    assert {"one", "five", "ones", "triple"} <= {line.part for line in lines}
    assert len({line.part for line in lines}) == len(lines)
    for line in lines:
        thrown = rules.dice if line.part == "all_dice" else len(line.faces)
        reading = read(line.faces, thrown, parse_open(str(line.opened)), rules)
        assert isinstance(reading, Reading)
        assert line.points == (reading.bonus if line.part == "all_dice" else reading.points)


@pytest.mark.parametrize("seed", range(40))
def test_every_playable_card_says_how_it_is_won(seed: int) -> None:
    rules = random_card(random.Random(f"win/{seed}"), 12_000)
    assert "12,000" in how_to_win(rules)
