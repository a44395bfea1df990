"""What single functions of the twin give: the worked cases, hands, cards, house rules, dice, and what they refuse."""

from __future__ import annotations

import hashlib
import json
import random
from itertools import combinations
from typing import Any

import pytest

from app.api.fairness.dice import GameDice, Mixed
from app.api.pages.made import client_files
from app.api.pages.rule_records import presets_json
from app.api.tables import house as told_house
from app.engine import fair, hand, house, rulesets
from app.engine.errors import NotationError
from app.engine.open_parts import parse_open
from app.engine.reading import Part
from app.engine.rules import to_record, typed
from app.engine.state import new_game
from app.engine.types import Kind
from app.engine.validation import faults
from tests.engine.cards import VALUES, random_card
from tests.engine.naive.inputs import OPEN_STATES
from tests.engine.test_readings import rows
from tests.twin.asked import asked
from tests.twin.questions import position

Record = dict[str, Any]
PRESETS: Record = json.loads(presets_json())
PROGRESSIVE = rulesets.load("progressive")
GAME = "p-k3v9/2"
SECRET = hashlib.sha256(b"secret").digest()


def words(reading: Record, order: Record | None, taps: tuple[int, ...], hinted: bool) -> str:
    """A reading in the words of the worked cases."""
    if reading.get("refused"):
        dead = "".join(str(face) for face in sorted(taps[place] for place in reading["subject"]))
        hint = f" hint {order['reading']['points']}" if order else " no-hint"
        return f"refused dead {dead}{hint if hinted else ''}"
    bonus = f"+{reading['bonus']}" if reading["bonus"] else ""
    parts = (Part(Kind(part["kind"]), tuple(part["faces"]), part["points"]) for part in reading["parts"])
    return " ".join((f"{reading['points']}{bonus}", *map(str, parts)))


def test_the_worked_cases_read_as_their_rows_say() -> None:
    rules = to_record(PROGRESSIVE)
    cases = [(int(thrown), opened, tuple(map(int, taps.split())), row) for thrown, opened, taps, row in rows()]
    opens = asked(*(("notation", "parseOpen", opened) for _, opened, _, _ in cases))
    each = [(taps, thrown, opens[at]) for at, (thrown, _, taps, _) in enumerate(cases)]
    readings = asked(*(("reading", "read", taps, thrown, opened, rules) for taps, thrown, opened in each))
    orders = asked(*(("orders", "bestOrder", sorted(taps), thrown, opened, rules) for taps, thrown, opened in each))
    told = [
        words(reading, order, taps, "hint" in row)
        for reading, order, (_, _, taps, row) in zip(readings, orders, cases, strict=True)
    ]
    assert told == [row for _, _, _, row in cases]
    assert len(told) > 30


def test_hands_to_check_are_answered_as_the_service_answers_them() -> None:
    draw = random.Random("hands")
    calls, expected = [], []
    for _ in range(300):
        rules = random_card(draw, 10_000) if draw.random() < 0.5 else rulesets.load(draw.choice(rulesets.keys()))
        thrown = draw.randint(1, rules.dice)
        taps, opened = tuple(draw.choices(range(1, 7), k=draw.randint(0, thrown))), draw.choice(OPEN_STATES)
        calls.append(
            ("hand", "answerHand", {"rules": to_record(rules), "taps": taps, "open": opened, "thrown": thrown})
        )
        given = (taps, thrown, parse_open(opened), rules)
        expected.append({**hand.answer(*given), "better": hand.better(*given)})
    assert asked(*calls) == expected


def test_the_file_of_the_release_says_what_the_service_says() -> None:
    assert json.loads(client_files().files["rules/presets.json"].body) == PRESETS
    of_the_service = json.loads(json.dumps(told_house.rules_told()))
    assert {name: told for name, told in PRESETS.items() if name != "cards"} == of_the_service
    assert list(PRESETS["cards"]) == list(rulesets.keys())
    assert presets_json() == presets_json()


def test_house_rules_make_the_same_card_with_the_same_code() -> None:
    draw = random.Random("house")
    said: list[Record] = [
        {"preset": "trippn", "changes": {}},
        {"preset": "inform", "changes": {}, "name": " Our  own "},
    ]
    for _ in range(40):
        card = random_card(draw, draw.choice((5_000, 20_000)))
        changes = {field: here for field, _, here in house.differences(card)}
        said.append({"preset": card.key, "changes": changes, "name": draw.choice(("", "Sunday"))})
    cards = [house.check(each["preset"], each["changes"], each.get("name", "")).card for each in said]
    records = asked(*(("house", "houseRecord", each, PRESETS) for each in said))
    assert records == [json.loads(json.dumps(to_record(card))) for card in cards if card]
    shown = asked(*(("card", "cardOf", record, PRESETS) for record in records))
    assert shown == [json.loads(json.dumps(told_house.told(card))) for card in cards if card]


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"preset": "poker"}, "preset"),
        ({"preset": "inform", "changes": {"dice": 7}}, "dice"),
        ({"preset": "inform", "changes": {"dice": "5"}}, "dice"),
        ({"preset": "inform", "changes": {"alike_fixed": 3}}, "alike_fixed"),
        ({"preset": "inform", "changes": {"hot_dice": "must"}}, "roll_limit"),
        ({"preset": "inform", "changes": {"name": "Mine"}}, "name"),
        ({"preset": "inform", "changes": {"__proto__x": 1}}, "__proto__x"),
    ],
)
def test_damaged_house_rules_make_no_game(said: Record, field: str) -> None:
    (told,) = asked(("house", "houseRecord", said, PRESETS))
    assert told["throws"].startswith(f"RangeError: {field}")


def test_the_same_cards_can_be_played() -> None:
    draw = random.Random("faults")
    cards = []
    for _ in range(600):
        base = to_record(rulesets.load(draw.choice(rulesets.keys())))
        changes = {field: draw.choice(VALUES[field]) for field in draw.sample(sorted(VALUES), draw.randint(1, 6))}
        cards.append(typed({**base, **changes, "target": draw.choice((950, 1_000, 1_025, 10_000, 60_000))}))
    told = asked(*(("validation", "faults", to_record(card)) for card in cards))
    assert [set(each) for each in told] == [{field for field, _ in faults(card)} for card in cards]


@pytest.mark.parametrize("dice", [1, 6, 8])
def test_dice_follow_from_secret_and_entropy_as_the_house_draws_them(dice: int) -> None:
    game = GameDice("p-k3v9", 2, SECRET)
    r = hashlib.sha256(b"phone").digest()
    draw = game.draw(7, 1, dice, Mixed({1: r}, by="bot"))
    roll = {"id": GAME, "n": 7, "roller": 1, "dice": dice, "secret": SECRET.hex(), "by": "bot"}
    roll["contributions"] = [{"seat": 1, "r": r.hex()}]
    key, drawn, promised = asked(
        ("fair", "keyOf", GAME, 7, SECRET.hex()),
        ("fair", "drawRoll", roll),
        ("fair", "gameCommitment", GAME, SECRET.hex()),
    )
    assert key == {"key": draw.key.hex(), "commitment": fair.key_commitment(GAME, 7, draw.key).hex()}
    assert drawn == {"faces": list(draw.faces), "fair": draw.record()}
    assert promised == game.commitment


@pytest.mark.parametrize(
    ("seats", "first"),
    [(0, None), (9, None), (2, 2), (2, -1)],
)
def test_a_game_that_cannot_be_is_not_begun(seats: int, first: int | None) -> None:
    (told,) = asked(("state", "newGame", to_record(PROGRESSIVE), seats, first))
    assert told["throws"].startswith("RangeError")


@pytest.mark.parametrize(
    ("command", "faces"),
    [("roll", None), ("roll", [1, 2, 3]), ("roll", [1, 2, 3, 4, 5, 6, 7, 1]), ("bank", [1])],
)
def test_dice_that_do_not_fit_the_roll_are_an_error_of_the_host(command: str, faces: list[int] | None) -> None:
    state = {**position(new_game(PROGRESSIVE, 2)), "rules": to_record(PROGRESSIVE)}
    (told,) = asked(("reducer", "step", state, {"type": command}, faces))
    assert told["throws"].startswith("RangeError")


def test_a_command_that_nobody_knows_is_refused() -> None:
    state = {**position(new_game(PROGRESSIVE, 2)), "rules": to_record(PROGRESSIVE)}
    told = asked(*(("reducer", "step", state, {"type": each}) for each in ("fold", "toString", "constructor")))
    assert {each["refused"] for each in told} == {"wrong_phase"}


def test_selections_that_cannot_lie_there_have_no_reading() -> None:
    state = {**position(new_game(PROGRESSIVE, 2)), "rules": to_record(PROGRESSIVE)}
    (rolled,) = asked(("reducer", "step", state, {"type": "roll"}, [1, 1, 2, 3, 4, 6, 6, 5]))
    lying = rolled["state"]
    places = [[8], [0, 0], [-1], [0]]
    told = asked(("view", "reading", state, [0]), *(("view", "reading", lying, each) for each in places))
    assert [each and each["points"] for each in told] == [None, None, None, None, 100]


@pytest.mark.parametrize("word", ["set:7", "set:4 set:4", "pairs:111", "low", "set:4;"])
def test_words_that_are_no_open_part_are_not_read(word: str) -> None:
    with pytest.raises(NotationError):
        parse_open(word)
    (told,) = asked(("notation", "parseOpen", word))
    assert told["throws"].startswith("RangeError")


def test_open_parts_are_written_and_read_the_same() -> None:
    texts = [*OPEN_STATES, ",".join(OPEN_STATES[1:7]), " ".join(f"pairs:{a}{b}{b}" for a, b in combinations("123", 2))]
    opens = asked(*(("notation", "parseOpen", text) for text in texts))
    assert asked(*(("notation", "formatOpen", opened) for opened in opens)) == [str(parse_open(text)) for text in texts]
