"""The naive second scorer is held to the table of readings, to every tap order, and to the known chances."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.engine.naive.chances import can_score, chance_of_nothing
from tests.engine.naive.hints import (
    arrangements,
    best_of_every_order,
    best_orders_together,
    hint_faults,
    sets_come_first,
)
from tests.engine.naive.inputs import OPEN_STATES, distinct_orders, multisets, number_of_orders, tap_orders
from tests.engine.naive.loose import in_sequence
from tests.engine.naive.mutants import MUTANTS
from tests.engine.naive.opens import OpenParts, open_words, parse_open
from tests.engine.naive.reading import NaiveReading, Part, read, scorer_for

TABLE = Path(__file__).parents[1] / "tables" / "readings.txt"
ROWS = [line for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]


def dice(text: str) -> tuple[int, ...]:
    """The faces in a text, in order."""
    return tuple(int(face) for face in text if face in "123456")


def word(part: Part) -> str:
    """A part as the table of readings writes it."""
    if part.kind in ("small", "large"):
        return part.kind
    if part.kind == "set":
        return f"set:{part.faces[0]}x{len(part.faces)}"
    return f"{part.kind}:" + "".join(map(str, sorted(set(part.faces))))


# -- the table of readings ---------------------------------------------------------------------------------


def test_the_table_of_readings_has_all_its_rows() -> None:
    assert len(ROWS) == 189


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_the_table_reads_as_written(row: str) -> None:
    thrown, open_parts, taps, wanted = (cell.strip() for cell in row.split("|"))
    reading = read(dice(taps), int(thrown), open_parts)
    words = wanted.split()
    if words[0] == "refused":
        assert reading.refused
        assert reading.dead == dice(words[words.index("dead") + 1])
        if "no-hint" in words:
            assert reading.hint_points is None
        if "hint" in words:
            assert reading.hint_points == int(words[words.index("hint") + 1])
        return
    points, _, bonus = words[0].partition("+")
    assert not reading.refused
    assert (reading.points, reading.bonus) == (int(points), int(bonus or 0))
    assert sorted(map(word, reading.parts)) == sorted(words[1:])


# -- rulings with room for doubt, each as it was decided here ----------------------------------------------


def test_fourth_pair_and_fill_and_extension_rows_of_the_rules_page() -> None:
    assert read(dice("66"), 2, "straight:low pairs:123", "trippn").points == 250
    assert read(dice("114466"), 8, "set:4 set:6", "trippn").points == 2200
    assert read(dice("11"), 2, "pairs:234").points == 500
    assert read(dice("6"), 8, "set:6 straight:low", "trippn").parts == (Part("extend", (6,), 600),)


def test_a_fourth_pair_closes_the_three_pairs_it_pays_most_on_and_the_oldest_of_equals() -> None:
    best = read(dice("22"), 8, "pairs:456 pairs:146", "trippn")
    assert (best.points, best.open_after) == (650, ("pairs:456",))
    oldest = read(dice("55"), 8, "pairs:236 pairs:146", "trippn")
    assert (oldest.points, oldest.open_after) == (650, ("pairs:146",))


def test_two_pairs_that_want_the_same_three_pairs_go_by_the_first_tap() -> None:
    assert read(dice("2233"), 8, "pairs:156").dead == dice("33")
    assert read(dice("3322"), 8, "pairs:156").dead == dice("22")
    assert read(dice("2332"), 8, "pairs:156").dead == dice("33")


def test_equal_totals_are_decided_die_by_die_in_tap_order() -> None:
    def words(taps: str) -> list[str]:
        return sorted(map(word, read(dice(taps), 8, "set:3 straight:high pairs:246", "trippn").parts))

    assert words("1133") == ["fill:1", "pair4:3", "single:1"]
    assert words("3311") == ["extend:3", "extend:3", "pair4:1"]


def test_three_pairs_left_lying_and_a_fourth_read_as_whatever_pays_most() -> None:
    lying = [order for order in tap_orders(dice("1155662"), 200) if order[-1] == 2]
    assert len(lying) > 5
    for order in lying:
        assert read(order[:-1], 8, "set:6", "trippn").points == 1500
        reading = read((*order, 2), 8, "set:6", "trippn")
        assert sorted(map(word, reading.parts)) == ["extend:6", "extend:6", "pairs:125"]
        assert (reading.points, reading.bonus) == (2300, 1000)


def test_a_complete_one_to_six_takes_its_dice_even_where_extensions_pay_more() -> None:
    assert read(dice("234561"), 8, "set:1", "trippn").points == 1500
    assert read(dice("123456"), 8, "set:1 set:2 set:3 set:4 set:5 set:6", "trippn").points == 1500


def test_dice_of_a_refused_small_straight_go_on_waiting() -> None:
    open_parts = "set:2 set:3 set:4"
    assert read(dice("12345"), 5, open_parts, "trippn").points == 100 + 200 + 300 + 400 + 50
    assert read(dice("123456"), 6, open_parts, "trippn").parts == (Part("large", dice("123456"), 1500),)


def test_a_keep_opens_what_later_dice_can_add_to() -> None:
    assert read(dice("666"), 8).open_after == ("set:6",)
    assert read(dice("12345"), 8, "set:6").open_after == ("set:6", "straight:low")
    assert read(dice("123456"), 8).open_after == ()
    assert read(dice("223344"), 8, "set:5").open_after == ("pairs:234", "set:5")
    assert read(dice("61"), 3, "straight:low straight:high").open_after == ()
    assert read(dice("2"), 8, "set:6").open_after == ("set:6",)


def test_the_last_die_kept_clears_what_is_open_except_in_trippn() -> None:
    assert read(dice("66612345"), 8).open_after == ()
    assert read(dice("66612345"), 8, "-", "trippn").open_after == ("set:6", "straight:low")
    assert read(dice("44"), 2, "set:4").open_after == ()
    assert read(dice("44"), 2, "set:4", "trippn").open_after == ("set:4",)


@pytest.mark.parametrize("text", ["set:7", "set:44", "straight:x", "pairs:224", "pairs:23", "four:1", "set"])
def test_open_parts_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an open part"):
        parse_open(text)


def test_open_parts_are_read_from_commas_and_spaces_alike() -> None:
    parsed = parse_open("set:4,straight:low straight:low, pairs:432")
    assert parsed == OpenParts((4,), (dice("12345"),) * 2, (dice("234"),))
    assert open_words(parsed) == ("pairs:234", "set:4", "straight:low", "straight:low")
    assert parse_open("-") == parse_open("") == OpenParts()


@pytest.mark.parametrize(("taps", "thrown"), [("", 8), ("1111", 3), ("1", 9)])
def test_taps_that_no_roll_can_hold_are_an_error(taps: str, thrown: int) -> None:
    with pytest.raises(ValueError, match="no selection"):
        read(dice(taps), thrown)


# -- whatever the dice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("open_parts", ["-", "set:6", "set:2 set:3 set:4", "straight:low pairs:145"])
def test_every_die_of_every_reading_is_in_one_part_and_every_part_pays(open_parts: str) -> None:
    for number in range(1, 9):
        for faces in multisets(number):
            for taps in tap_orders(faces, 3):
                reading = read(taps, 8, open_parts)
                used = Counter(face for part in reading.parts for face in part.faces)
                assert reading.refused or used == Counter(taps)
                assert all(part.points > 0 for part in reading.parts)
                assert reading.points == sum(part.points for part in reading.parts)
                assert not Counter(reading.dead) - Counter(taps)


def test_each_multiset_has_as_many_orders_as_there_are_rolls_showing_it() -> None:
    for faces in multisets(5):
        orders = list(distinct_orders(faces))
        assert len(orders) == len(set(orders)) == number_of_orders(faces)
    assert sorted(order for faces in multisets(4) for order in distinct_orders(faces)) == sorted(
        product(range(1, 7), repeat=4)
    )


def test_drawn_orders_are_different_orders_of_the_same_dice() -> None:
    orders = tap_orders(dice("11223456"), 20)
    assert len(set(orders)) == 20
    assert {tuple(sorted(order)) for order in orders} == {dice("11223456")}
    assert tap_orders(dice("112"), 20) == [dice("112"), dice("121"), dice("211")]


# -- hints -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("open_parts", "up_to"),
    [
        ("-", 6),
        ("set:2 set:3 set:4 set:6 straight:low pairs:145 pairs:256", 5),
        ("set:6 straight:low", 5),
        ("set:3 straight:high pairs:246", 5),
    ],
)
def test_the_best_order_is_the_best_of_all_orders_read_tap_by_tap(open_parts: str, up_to: int) -> None:
    for number in range(1, up_to + 1):
        for faces in multisets(number):
            assert scorer_for(open_parts).best_points(faces) == best_of_every_order(faces, open_parts), faces


def test_the_best_order_of_seven_and_eight_dice_is_the_best_of_all_orders() -> None:
    draw = Random(10_000)
    for _ in range(24):
        open_parts = draw.choice(OPEN_STATES)
        faces = tuple(sorted(draw.choices(range(1, 7), k=draw.choice((7, 7, 8)))))
        best = scorer_for(open_parts).best_points(faces)
        assert best == best_of_every_order(faces, open_parts), (open_parts, faces)


@pytest.mark.parametrize("open_parts", ["-", "set:4", "straight:low pairs:123", "set:3 pairs:246"])
def test_some_best_order_always_taps_each_part_together(open_parts: str) -> None:
    scorer = scorer_for(open_parts)
    payable = [faces for number in range(1, 9) for faces in multisets(number) if scorer.best_points(faces)]
    assert len(payable) > 500
    for faces in payable:
        assert next(best_orders_together(scorer, faces), None) is not None, faces


def test_with_nothing_open_a_set_comes_late_only_behind_a_small_straight_with_its_face() -> None:
    scorer = scorer_for("-")
    late = []
    for number in range(1, 9):
        for faces in multisets(number):
            ways = list(best_orders_together(scorer, faces))
            if ways and not any(map(sets_come_first, ways)):
                late.append(faces)
    runs = [dice("12345"), dice("23456")]
    assert sorted(late) == sorted(tuple(sorted((*run, face, face, face))) for run in runs for face in run)


def test_faults_of_a_hint_are_named() -> None:
    assert hint_faults(dice("5551234"), dice("1234555")) == []
    assert hint_faults(dice("5551234"), None) == ["hint None, best order pays 850"]
    assert hint_faults(dice("5551234"), dice("123455")) == ["not the same dice"]
    assert hint_faults(dice("5551234"), dice("1552345")) == ["a part's dice are not tapped together"]
    assert hint_faults(dice("442244"), None) == []
    assert hint_faults(dice("12345666"), dice("66612345")) == []
    assert "pays 0, best order pays 1350" in hint_faults(dice("12345666"), dice("12345666"))
    assert hint_faults(dice("1566642"), dice("5666142"))[0].endswith("best order pays None")
    assert hint_faults(dice("33555"), dice("55533"), "set:3") == []
    assert hint_faults(dice("33555"), dice("33555"), "set:3") == ["sets do not come first though they can"]


def test_an_order_falls_apart_into_its_parts_in_every_way() -> None:
    single, trip = Part("single", (5,), 50), Part("set", (6, 6, 6), 600)
    assert list(arrangements(dice("5666"), (trip, single))) == [(single, trip)]
    assert list(arrangements(dice("6566"), (trip, single))) == []


# -- seeded bugs -------------------------------------------------------------------------------------------


def first_difference(bug: str) -> tuple[str, tuple[int, ...], NaiveReading, NaiveReading] | None:
    """The first input of the spread on which the scorer with the bug reads differently."""
    bugs = frozenset({bug})
    for open_parts in OPEN_STATES:
        for number in range(1, 9):
            for faces in multisets(number):
                for taps in tap_orders(faces, 2):
                    right = read(taps, number, open_parts)
                    wrong = read(taps, number, open_parts, bugs=bugs)
                    if right != wrong:
                        return open_parts, taps, right, wrong
    return None


def test_there_are_ten_seeded_bugs() -> None:
    assert len(MUTANTS) == 10


@pytest.mark.parametrize("bug", MUTANTS)
def test_a_seeded_bug_is_seen_on_some_input(bug: str) -> None:
    assert first_difference(bug) is not None


@pytest.mark.parametrize(
    ("bug", "open_parts", "taps", "thrown", "right", "wrong"),
    [
        ("straight_before_set", "-", "66612345", 8, "1350+1000", "refused"),
        ("newset_allowed", "set:4", "444", 5, "1200+0", "400+0"),
        ("fill_in_same_selection", "-", "123456", 6, "1500+0", "1250+0"),
        ("equal_pairs_allowed", "-", "442244", 8, "refused", "1100+0"),
        ("extension_pays_100", "set:4", "44", 5, "800+0", "200+0"),
        ("worth_off", "set:4 set:6", "114466", 8, "2200+0", "1100+0"),
        ("one_to_six_off", "-", "55512346", 8, "1600+1000", "refused"),
        ("bonus_on_seven", "-", "1234565", 7, "1550+0", "1550+1000"),
        ("bonus_on_later_roll", "-", "15", 2, "150+0", "150+1000"),
        ("sequence_on_three_of_four", "-", "11223355", 8, "1750+1000", "2000+1000"),
    ],
)
def test_a_seeded_bug_reads_its_example_wrongly(
    bug: str, open_parts: str, taps: str, thrown: int, right: str, wrong: str
) -> None:
    def text(bugs: frozenset[str]) -> str:
        reading = read(dice(taps), thrown, open_parts, "trippn", bugs)
        return "refused" if reading.refused else f"{reading.points}+{reading.bonus}"

    assert (text(frozenset()), text(frozenset({bug}))) == (right, wrong)


# -- chances (rules page, section 5) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "percent"),
    [(1, 66.667), (2, 44.444), (3, 27.778), (4, 15.741), (5, 7.716), (6, 2.315), (7, 0), (8, 0)],
)
def test_the_chance_that_fresh_dice_score_nothing_is_as_published(number: int, percent: float) -> None:
    assert round(float(chance_of_nothing(number) * 100), 3) == percent


@pytest.mark.parametrize("number", [7, 8])
def test_seven_and_eight_dice_can_score_in_every_roll(number: int) -> None:
    scorer = scorer_for("-")
    scoring = sum(number_of_orders(faces) for faces in multisets(number) if can_score(scorer, faces))
    assert scoring == 6**number == {7: 279_936, 8: 1_679_616}[number]


@pytest.mark.parametrize("face", [2, 3, 4, 6])
@pytest.mark.parametrize(
    ("number", "percent"), [(1, 50), (2, 25), (3, 11.1), (4, 4.2), (5, 1.2), (6, 0), (7, 0), (8, 0)]
)
def test_the_chance_of_nothing_with_one_set_open_is_as_published(face: int, number: int, percent: float) -> None:
    chance = chance_of_nothing(number, f"set:{face}")
    assert round(float(chance * 100), 1) == percent
    assert (chance == 0) == (number >= 6)


def test_a_fill_or_a_fourth_pair_counts_as_scoring() -> None:
    assert can_score(scorer_for("straight:low"), dice("6"))
    assert can_score(scorer_for("pairs:234"), dice("66"))
    assert not can_score(scorer_for("pairs:234"), dice("6"))
    assert not can_score(scorer_for("straight:low"), dice("2"))


def test_faces_are_in_sequence_when_consecutive_in_any_order() -> None:
    assert in_sequence(dice("432"))
    assert not in_sequence(dice("124"))
