"""The engine's best reading against every grouping: all multisets, all presets, cards of our own, many orders."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from app.engine import rulesets
from app.engine.errors import Code, Refusal
from app.engine.open_parts import Open
from app.engine.orders import best_order, can_score
from app.engine.reading import read
from app.engine.rules import RuleSet, parse_change, with_changes
from tests.engine import naive_best as naive
from tests.engine.naive_best import CARDS, FAULTS, HOUSE_FAULTS, SOUND, Card, Faults

Told = tuple[bool, int, int, bool]
"""Refused, points, bonus, and whether the parts are a best grouping."""

HOUSE_CARDS: dict[str, str] = {
    "quads as pairs": "baseline quad_is_two_pairs=true",
    "quads as pairs, doubling": "bc_society quad_is_two_pairs=true",
    "quads as pairs, only triples": (
        "grandfather quad_is_two_pairs=true three_pairs=1100 three_pairs_seq=1500 run_five=0"
    ),
    "one value beyond the triple": "scribd alike_fixed=1000",
    "cheap triples of 1s": "grandfather triple_ones=300",
    "pairs dearer in sequence": "bc_society three_pairs=600 three_pairs_seq=1200 run_five=450",
    "adding": "scribd alike=add alike_fixed= run_five=50",
    "five dice doubling, no runs": "inform alike=double run_five=0",
    "bonus": "grandfather all_dice_bonus=350",
    "eight dice": (
        "baseline dice=8 alike=double alike_fixed= four_pairs=1750 four_pairs_seq=2000 run_five=750 all_dice_bonus=1000"
    ),
    "eight dice, quads as pairs": (
        "baseline dice=8 alike=none alike_fixed= four_pairs=1900 four_pairs_seq=3000 quad_is_two_pairs=true"
    ),
}
"""Cards that a friends' table may be opened with: a preset and the fields that differ."""

ALL = [*CARDS, *HOUSE_CARDS]


@cache
def cards(name: str) -> tuple[Card, RuleSet]:
    """The card of this name, as each scorer has it."""
    preset, *changes = HOUSE_CARDS.get(name, name).split()
    mine = CARDS[preset]
    for change in changes:
        field, _, value = change.partition("=")
        was = getattr(mine, field)
        if isinstance(was, bool):
            mine = mine._replace(**{field: value == "true"})
        elif isinstance(was, tuple):
            mine = mine._replace(**{field: tuple(int(points) for points in value.split(",") if points)})
        else:
            mine = mine._replace(**{field: int(value) if isinstance(was, int) else value})
    rules = rulesets.load(preset)
    return mine, with_changes(rules, dict(map(parse_change, changes))) if changes else rules


def multisets(card: Card) -> Iterator[tuple[int, ...]]:
    for size in range(1, card.dice + 1):
        yield from naive.multisets(size)


def by_engine(taps: tuple[int, ...], thrown: int, name: str, faults: Faults = SOUND) -> Told:
    """What the engine reads; its parts are looked for among the groupings that the second scorer finds best."""
    card, rules = cards(name)
    reading = read(taps, thrown, Open(), rules)
    if isinstance(reading, Refusal):
        assert reading.code is Code.DEAD_DICE, reading
        return True, 0, 0, True
    parts = tuple(sorted((str(part.kind), part.faces, part.points) for part in reading.parts))
    best = naive.best_readings(card, tuple(sorted(taps)), faults)
    return False, reading.points, reading.bonus, parts in best


def by_naive(taps: tuple[int, ...], thrown: int, name: str, faults: Faults = SOUND) -> Told:
    card, _ = cards(name)
    best = naive.best_readings(card, tuple(sorted(taps)), faults)
    if not best:
        return True, 0, 0, True
    return False, naive.pays(best[0]), naive.bonus(card, len(taps), thrown, faults), True


# -- the second scorer by itself ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "preset", "rolls"),
    [
        *((1, preset, 4) for preset in CARDS),
        *((2, preset, 16) for preset in CARDS),
        *((3, preset, 60) for preset in CARDS),
        *((4, preset, 204) for preset in CARDS),
        *((5, preset, 600) for preset in CARDS),
        (6, "baseline", 1080),
        (6, "bc_society", 1080),
        (6, "scribd", 1080),
        (6, "grandfather", 1440),
    ],
)
def test_as_many_rolls_score_nothing_as_was_published(dice: int, preset: str, rolls: int) -> None:
    assert naive.busts(CARDS[preset], dice) == rolls


@pytest.mark.parametrize(
    ("dice", "name", "points"),
    [
        (1, "baseline", 25.0),
        (2, "baseline", 50.0),
        (3, "baseline", 86.8),
        (4, "baseline", 143.6),
        (5, "baseline", 226.1),
        # The published mean of six dice counts four alike and a pair as three pairs; without that it is 411.4.
        (6, "quads as pairs", 415.5),
        (6, "baseline", 411.4),
    ],
)
def test_the_mean_best_keep_of_one_roll_is_as_published(dice: int, name: str, points: float) -> None:
    assert round(float(naive.mean_best_keep(cards(name)[0], dice)), 1) == points


@pytest.mark.parametrize(
    ("taps", "preset", "points"),
    [
        ("1111", "baseline", 1100),
        ("222222", "grandfather", 400),
        ("2222", "grandfather", None),
        ("1111", "grandfather", 1100),
        ("11111", "grandfather", 1200),
        ("2222", "bc_society", 400),
        ("22222", "bc_society", 800),
        ("222222", "bc_society", 1600),
        ("12345", "inform", 2000),
        ("123451", "grandfather", 600),
    ],
)
def test_an_example_of_the_rules_page_pays_what_it_says(taps: str, preset: str, points: int | None) -> None:
    best = naive.best_readings(CARDS[preset], tuple(sorted(map(int, taps))))
    assert (naive.pays(best[0]) if best else None) == points


@pytest.mark.parametrize("preset", CARDS)
def test_the_dice_of_a_printed_rule_set_have_one_best_reading_or_none(preset: str) -> None:
    assert {len(naive.best_readings(CARDS[preset], dice)) for dice in multisets(CARDS[preset])} == {0, 1}


def test_every_die_of_every_grouping_is_in_one_part() -> None:
    for name in ALL:
        card, _ = cards(name)
        for dice in multisets(card):
            for parts in naive.groupings(card, dice):
                assert tuple(sorted(face for part in parts for face in part.faces)) == dice
                assert all(part.points > 0 for part in parts)


# -- the engine against it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_both_scorers_read_every_multiset_alike(name: str) -> None:
    card, _ = cards(name)
    for dice in multisets(card):
        for thrown in {len(dice), card.dice}:
            assert by_engine(dice, thrown, name) == by_naive(dice, thrown, name), (dice, thrown)


@pytest.mark.parametrize("name", ALL)
def test_the_order_of_the_taps_is_nothing_to_the_best_reading(name: str) -> None:
    card, rules = cards(name)
    draw = random.Random(name)
    for dice in multisets(card):
        taps = tuple(draw.sample(dice, len(dice)))
        assert by_engine(taps, card.dice, name) == by_naive(dice, card.dice, name), taps
        reading = read(taps, card.dice, Open(), rules)
        if not isinstance(reading, Refusal):
            places = sorted(place for part in reading.parts for place in part.dice)
            assert places == list(range(len(taps))), taps
            assert all(tuple(sorted(taps[place] for place in part.dice)) == part.faces for part in reading.parts)


@pytest.mark.parametrize("name", ALL)
def test_a_roll_busts_exactly_when_no_selection_of_it_has_a_grouping(name: str) -> None:
    card, rules = cards(name)
    for roll in multisets(card):
        assert can_score(roll, Open(), rules) == (naive.best_keep(card, roll) is not None), roll


@pytest.mark.parametrize("name", ALL)
def test_the_dice_named_as_dead_are_as_few_as_can_be_and_the_rest_scores(name: str) -> None:
    card, rules = cards(name)
    for dice in multisets(card):
        reading = read(dice, card.dice, Open(), rules)
        dead = tuple(sorted(dice[place] for place in reading.subject)) if isinstance(reading, Refusal) else ()
        assert dead in naive.fewest_dead(card, dice), dice


@pytest.mark.parametrize("name", ALL)
def test_no_order_is_offered_for_dice_that_have_no_grouping(name: str) -> None:
    card, rules = cards(name)
    for dice in multisets(card):
        order = best_order(dice, card.dice, Open(), rules)
        best = naive.best_readings(card, dice)
        assert (order and order.reading.points) == (naive.pays(best[0]) if best else None), dice


@pytest.mark.parametrize("name", ALL)
def test_nothing_stays_open_where_later_dice_do_not_add(name: str) -> None:
    card, rules = cards(name)
    for dice in multisets(card):
        reading = read(dice, card.dice, Open(), rules)
        assert isinstance(reading, Refusal) or reading.open_after == Open(), dice


def first_difference(fault: str, names: Iterable[str]) -> tuple[str, tuple[int, ...]] | None:
    """The first card and dice that the second scorer with the fault reads otherwise than the engine."""
    faults = frozenset({fault})
    for name in names:
        card, _ = cards(name)
        for dice in multisets(card):
            for thrown in {len(dice), card.dice}:
                if by_engine(dice, thrown, name, faults) != by_naive(dice, thrown, name, faults):
                    return name, dice
    return None


@pytest.mark.parametrize("fault", FAULTS)
def test_a_seeded_fault_turns_the_comparison_of_a_printed_rule_set_red(fault: str) -> None:
    assert first_difference(fault, CARDS), f"nothing compared shows the fault {fault}: {FAULTS[fault]}"


@pytest.mark.parametrize("fault", HOUSE_FAULTS)
def test_a_seeded_fault_turns_the_comparison_of_a_house_card_red(fault: str) -> None:
    assert first_difference(fault, HOUSE_CARDS), f"nothing compared shows the fault {fault}: {HOUSE_FAULTS[fault]}"
