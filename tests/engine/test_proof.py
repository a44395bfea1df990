"""A record of a game is believed only if every roll holds, and whoever alters it is told where."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.engine import fair
from app.engine.proof import Report, check, check_roll
from app.engine.transcript import Unreadable, parse
from tests.vectors import make_transcripts as maker
from tests.vectors.alterations import changed, to

VECTORS = json.loads(maker.FILE.read_text(encoding="utf-8"))
ONE_PHONE, FRIENDS = (VECTORS["true"][number]["transcript"] for number in (0, 2))
EIGHT = Path(__file__).parents[1] / "vectors" / "fair.json"


def written(record: object) -> bytes:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()


def first(report: Report) -> tuple[int | None, str, str] | None:
    return next(((each.roll, each.step, each.code) for each in report.findings), None)


def test_the_published_records_are_those_that_the_scheme_makes() -> None:
    assert maker.FILE.read_text(encoding="utf-8") == maker.written()


@pytest.mark.parametrize("case", VECTORS["true"], ids=lambda case: case["name"])
def test_a_true_record_holds(case: dict[str, Any]) -> None:
    report = check(parse(written(case["transcript"])))
    assert report.findings == ()
    assert report.state == case["state"]


@pytest.mark.parametrize("case", VECTORS["altered"], ids=lambda case: case["name"])
def test_an_altered_record_is_named_by_roll_and_step(case: dict[str, Any]) -> None:
    report = check(parse(written(case["transcript"])))
    assert report.state == "fails"
    assert first(report) == (case["roll"], case["step"], case["code"])


def test_a_roll_left_out_is_told_once_and_the_rest_is_counted_on_from_there() -> None:
    left_out = next(case for case in VECTORS["altered"] if case["name"] == "a roll left out")["transcript"]
    assert [each.roll for each in check(left_out).findings] == [3]


TEXT = written(FRIENDS).decode()
UNREADABLE = {
    "nothing": b"",
    "half of it": written(FRIENDS)[:4000],
    "a picture": b"\x89PNG\r\n",
    "a list": b"[]",
    "null": b"null",
    "another program's file": b'{"name":"app","version":"1.0.0"}',
    "another scheme": TEXT.replace("trippn-roll/v1", "trippn-roll/v2").encode(),
    "a field told twice": TEXT.replace('"n":1,', '"n":1,"n":1,', 1).encode(),
    "a fraction": TEXT.replace('"power":60', '"power":60.0', 1).encode(),
    "a power of ten": TEXT.replace('"power":60', '"power":6e1', 1).encode(),
    "minus nothing": TEXT.replace('"angle":-15', '"angle":-0', 1).encode(),
    "a number too large to be exact": TEXT.replace('"power":60', '"power":9007199254740993', 1).encode(),
    "no number at all": TEXT.replace('"power":60', '"power":NaN', 1).encode(),
    "a depth that nothing needs": b'{"scheme":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_record_is_not_read(name: str) -> None:
    with pytest.raises(Unreadable):
        parse(UNREADABLE[name])


def test_spaces_line_ends_and_escaped_letters_change_nothing() -> None:
    text = "\ufeff" + json.dumps(ONE_PHONE, indent=2) + "\n"
    assert check(parse(text.encode())).state == "ok"


def test_a_flipped_bit_anywhere_in_a_written_record_is_refused() -> None:
    for record in (ONE_PHONE, FRIENDS):
        data = bytearray(written(record))
        chance = Random(5)
        for _ in range(250):
            at, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
            data[at] ^= bit
            assert refused(bytes(data)), f"byte {at}, bit {bit}"
            data[at] ^= bit
        assert not refused(bytes(data))


@pytest.mark.soak
def test_every_flipped_bit_of_a_whole_record_is_refused() -> None:
    data = bytearray(written(FRIENDS))
    for at in range(len(data)):
        for bit in range(8):
            data[at] ^= 1 << bit
            assert refused(bytes(data)), f"byte {at}, bit {bit}"
            data[at] ^= 1 << bit


def refused(data: bytes) -> bool:
    try:
        return check(parse(data)).state == "fails"
    except Unreadable:
        return True


def bit(text: str, number: int) -> str:
    """32 bytes with one of their 256 bits turned over."""
    return format(int(text, 16) ^ 1 << number, "064x")


def flipped(chance: Random) -> Callable[[str], str]:
    """Turns one bit of 32 bytes over, each time another."""
    number = chance.randrange(256)
    return lambda text: bit(text, number)


def places() -> Iterator[tuple[str, Callable[[Random], tuple[str, Callable[[Any], Any]]]]]:
    """What the faces of a game depend on, and a way to change one of each at random."""
    drawn = [number for number, roll in enumerate(FRIENDS["rolls"]) if roll["by"] != "withheld"]
    eight = [number for number in drawn if FRIENDS["rolls"][number]["ndice"] == 8]
    opened = [number for number in drawn if FRIENDS["rolls"][number]["promises"]]
    given = [number for number in range(len(FRIENDS["rolls"])) if FRIENDS["rolls"][number]["contributions"]]
    yield "S", lambda chance: ("secret", flipped(chance))
    yield "C", lambda chance: ("commitment", flipped(chance))
    yield "k", lambda chance: (f"rolls.{chance.randrange(8)}.key", flipped(chance))
    yield "K", lambda chance: (f"rolls.{chance.randrange(8)}.commitment", flipped(chance))
    yield "r", lambda chance: (f"rolls.{chance.choice(given)}.contributions.0.r", flipped(chance))
    # What an absent device had promised was never opened, so nothing can be said about it.
    yield "c", lambda chance: (f"rolls.{chance.choice(opened)}.promises.0.commitment", flipped(chance))
    yield "table key", lambda chance: ("table_roll.key", flipped(chance))
    yield "roller", lambda chance: (f"rolls.{chance.choice(drawn)}.roller", lambda seat: seat ^ 1)
    yield "ndice", lambda chance: (f"rolls.{chance.choice(eight)}.ndice", lambda dice: dice ^ 1 << chance.randrange(4))
    yield "order", lambda chance: (f"rolls.{chance.choice([0, 1, 2, 7])}.contributions", lambda those: those[::-1])


def test_no_flipped_bit_of_what_makes_the_dice_is_missed_even_under_a_new_digest() -> None:
    """500 mutations by somebody who writes the digest anew, so that the formulas alone must find them."""
    chance, caught = Random(9), 0
    for _ in range(50):
        for name, place in places():
            path, make = place(chance)
            record = changed(FRIENDS, (path, make))
            assert record != FRIENDS, name
            found = first(check(record))
            assert found is not None, f"{name}: {path}"
            assert found[1] != "digest", f"{name}: {path}"
            caught += 1
    assert caught == 500


def test_a_share_of_level_1_is_held_by_the_dice_alone() -> None:
    """Nothing was promised there: another share passes where it happens to make the same dice, and nowhere else."""
    chance = Random(11)
    for number, roll in enumerate(ONE_PHONE["rolls"]):
        for _ in range(20):
            place = f"rolls.{number}.contributions.0.r"
            if not roll["contributions"]:
                continue
            record = changed(ONE_PHONE, (place, flipped(chance)))
            other = record["rolls"][number]
            given = {each["seat"]: bytes.fromhex(each["r"]) for each in other["contributions"]}
            seed = fair.roll_seed(
                bytes.fromhex(roll["key"]), record["id"], roll["n"], roll["roller"], roll["ndice"], given
            )
            same = list(fair.faces(seed, roll["ndice"])) == roll["faces"]
            assert (check(record).state == "ok") == same


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("seats.0.name", "Eve"),
        ("rolls.0.at", 1),
        ("rolls.0.angle", 3),
        ("rules.target", 5),
        ("rolls.3.ndice", 2),
        ("rolls.3.promises.0.commitment", "0" * 64),
    ],
)
def test_what_no_formula_holds_is_held_by_the_digest_alone(path: str, other: object) -> None:
    """Names, times, gestures, rules, the number of dice of a roll that never fell, a promise never opened."""
    assert first(check(changed(FRIENDS, (path, to(other)), again=False))) == (None, "digest", "digest_differs")
    assert check(changed(FRIENDS, (path, to(other)))).state == "ok"


def test_a_thousand_true_rolls_hold_and_a_thousand_altered_ones_do_not() -> None:
    chance = Random(13)
    for number in range(1000):
        game = maker.Game("q5r6s7t8v9w0x", number + 1, [("Ann", None), ("Ben", None)])
        roller = number % 2
        game.roll(roller, number % 8 + 1, promised=[0, 1], gave=[0, 1])
        roll = game.record["rolls"][0]
        assert check_roll(game.id, roll, 2, game.secret, 1).failed is None
        altered = copy.deepcopy(roll)
        where = chance.choice(["key", "commitment", "faces", "r", "promise"])
        if where == "faces":
            altered["faces"][0] = 7 - altered["faces"][0]
        elif where in ("r", "promise"):
            part, field = ("contributions", "r") if where == "r" else ("promises", "commitment")
            altered[part][roller][field] = bit(altered[part][roller][field], chance.randrange(256))
        else:
            altered[where] = bit(altered[where], chance.randrange(256))
        assert check_roll(game.id, altered, 2, game.secret, 1).failed is not None, where


def predictions(rolls: int) -> dict[str, int]:
    """How often the first die of the next roll is told rightly from what is public before it."""
    vectors = json.loads(EIGHT.read_text())
    secret, game = bytes.fromhex(vectors["S"]), "game-0001"
    right = dict.fromkeys(("commitment", "key commitment", "promise", "last key", "last share", "last die"), 0)
    last_key, last_share, last_die = bytes(32), bytes(32), 1
    told = fair.game_commitment(game, secret)
    for n in range(1, rolls + 1):
        key, r = fair.roll_key(secret, game, n), maker.share("predict", n)
        promised = fair.commitment("r", game, 0, n, r)
        die = fair.faces(fair.roll_seed(key, game, n, 0, 8, {0: r}), 8)[0]
        # What a spy without the key can do: take what is public for the seed, or for the key with what it knows.
        guesses = {
            "commitment": fair.faces(fair.roll_seed(told, game, n, 0, 8, {0: r}), 8)[0],
            "key commitment": fair.faces(fair.roll_seed(fair.key_commitment(game, n, key), game, n, 0, 8, {0: r}), 8)[
                0
            ],
            "promise": fair.faces(promised, 8)[0],
            "last key": fair.faces(fair.roll_seed(last_key, game, n, 0, 8, {0: r}), 8)[0],
            "last share": fair.faces(fair.roll_seed(key, game, n, 0, 8, {0: last_share}), 8)[0],
            "last die": last_die,
        }
        for name, guess in guesses.items():
            right[name] += guess == die
        last_key, last_share, last_die = key, r, die
    return right


@pytest.mark.parametrize("rolls", [1_000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_what_is_public_before_a_roll_tells_nothing_about_its_first_die(rolls: int) -> None:
    deviation = (rolls * 5 / 36) ** 0.5
    for name, right in predictions(rolls).items():
        assert abs(right - rolls / 6) <= 5 * deviation, name
