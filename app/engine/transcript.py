"""What a transcript looks like: reading it from bytes, its digest, and whether every field is where it belongs.

docs/fairness.md specifies the form. Whoever checks a record must not be fooled by what it cannot hold: an unknown
field, a number written as text, a field told twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from app.engine import fair

SCHEME = "trippn-roll/v1"
BY = ("player", "autopilot", "bot", "withheld")
"""Who asked for a roll; `withheld`: its player did and then kept back what it needs."""

WHOLE = ("scheme", "table", "game", "id", "rules", "seats", "commitment", "table_roll", "rolls", "secret", "digest")

INTEGER_MAX = 2**53 - 1
"""The largest whole number that every reader of JSON has exactly."""
SEATS_MAX = 64
DICE_MAX = 64
ANGLE_MAX = 45
POWER_MAX = 100
_HEX = re.compile("[0-9a-f]{64}")
_TABLE = re.compile("[0-9a-z-]{1,32}")
_TEXT = re.compile("[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,64}")


class Unreadable(ValueError):
    """The bytes are no record of a game."""


def parse(data: bytes) -> dict[str, Any]:
    """The record in these bytes. Raises Unreadable for what is not UTF-8, not JSON, or not of this scheme."""
    try:
        found = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_float=_no_number,
            parse_constant=_no_number,
            parse_int=_integer,
        )
    except UnicodeDecodeError as wrong:
        raise Unreadable("it is no UTF-8 text") from wrong
    except json.JSONDecodeError as wrong:
        raise Unreadable(f"it is no JSON: line {wrong.lineno}, column {wrong.colno}") from wrong
    except RecursionError as wrong:
        raise Unreadable("it is nested too deeply") from wrong
    if not isinstance(found, dict) or "scheme" not in found:
        raise Unreadable("it is no record of a game: it names no scheme")
    if found["scheme"] != SCHEME:
        raise Unreadable(f"it is no record of the scheme {SCHEME}")
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("it tells a field twice")
    return found


def _no_number(text: str) -> Any:
    raise Unreadable(f"{text[:20]} is no whole number")


def _integer(text: str) -> int:
    # No longer than the largest, so that nobody makes the reader multiply for minutes.
    if len(text) > 17 or text == "-0" or abs(int(text)) > INTEGER_MAX:
        raise Unreadable(f"{text[:20]} is no number of a game")
    return int(text)


def digest(transcript: Mapping[str, Any]) -> str:
    """SHA-256 of everything but the digest itself, in the one way of writing it: keys sorted, no spaces, UTF-8."""
    rest = {key: value for key, value in transcript.items() if key != "digest"}
    said = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # A lone half of a surrogate pair is no text and has no bytes; the shape refuses it, and here it only must not fall.
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def is_integer(value: object, low: int = 0, high: int = INTEGER_MAX) -> bool:
    """A whole number within bounds; true and false are none."""
    return type(value) is int and low <= value <= high


def is_hex(value: object) -> bool:
    """32 bytes as 64 lower-case digits."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def is_text(value: object) -> bool:
    """A name: 1 to 64 characters, none of them a control character."""
    return isinstance(value, str) and _TEXT.fullmatch(value) is not None


def _ascending(seats: Iterable[int]) -> bool:
    listed = list(seats)
    return listed == sorted(set(listed))


def _pairs(value: object, second: str) -> bool:
    """A list of a seat and 32 bytes each, seats ascending."""
    return (
        isinstance(value, list)
        and all(
            isinstance(each, dict)
            and each.keys() == {"seat", second}
            and is_integer(each["seat"], 0, SEATS_MAX - 1)
            and is_hex(each[second])
            for each in value
        )
        and _ascending(each["seat"] for each in value)
    )


def _seats(value: object) -> bool:
    return isinstance(value, list) and all(is_integer(each, 0, SEATS_MAX - 1) for each in value) and _ascending(value)


def _faces(value: object) -> bool:
    return isinstance(value, list) and len(value) <= DICE_MAX and all(is_integer(each, 1, 6) for each in value)


def _round(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, dict)
        and each.keys() == {"seat", "face"}
        and is_integer(each["seat"], 0, SEATS_MAX - 1)
        and is_integer(each["face"], 1, 6)
        for each in value
    )


Check = Callable[[object], bool]

_COMMON: dict[str, Check] = {
    "commitment": is_hex,
    "key": is_hex,
    "promises": lambda value: _pairs(value, "commitment"),
    "contributions": lambda value: _pairs(value, "r"),
    "absent": _seats,
    "at": is_integer,
}

ROLL: dict[str, Check] = {
    "n": lambda value: is_integer(value, 1),
    "roller": lambda value: is_integer(value, 0, SEATS_MAX - 1),
    "ndice": lambda value: is_integer(value, 1, DICE_MAX),
    **_COMMON,
    "level": lambda value: is_integer(value, 1, 2),
    "by": lambda value: isinstance(value, str) and value in BY,
    "faces": _faces,
    "seat": lambda value: is_integer(value, 0, SEATS_MAX - 1),
    "for_nothing": lambda value: isinstance(value, bool),
    "angle": lambda value: is_integer(value, -ANGLE_MAX, ANGLE_MAX),
    "power": lambda value: is_integer(value, 0, POWER_MAX),
}

TABLE_ROLL: dict[str, Check] = {
    "n": lambda value: is_integer(value, 0, 0),
    "roller": lambda value: is_integer(value, fair.SERVER, fair.SERVER),
    "ndice": lambda value: is_integer(value, 1, SEATS_MAX),
    **_COMMON,
    "rounds": lambda value: isinstance(value, list) and bool(value) and all(_round(each) for each in value),
    "first": lambda value: is_integer(value, 0, SEATS_MAX - 1),
}


def odd_field(record: object, form: Mapping[str, Check]) -> str | None:
    """The first field that is missing, unknown or wrong; None if all are right, "" if there are no fields at all."""
    if not isinstance(record, dict):
        return ""
    for key, right in form.items():
        if key not in record or not right(record[key]):
            return key
    return next((str(key) for key in record if key not in form), None)


def odd_whole(transcript: Mapping[str, Any]) -> str | None:
    """The first field of the record itself, its rolls apart, that is not what it must be."""
    seats = transcript.get("seats")
    right = {
        "scheme": transcript.get("scheme") == SCHEME,
        "table": isinstance(transcript.get("table"), str) and _TABLE.fullmatch(transcript["table"]) is not None,
        "game": is_integer(transcript.get("game"), 1),
        "id": transcript.get("id") == f"{transcript.get('table')}/{transcript.get('game')}",
        "rules": isinstance(transcript.get("rules"), dict),
        "seats": isinstance(seats, list)
        and 0 < len(seats) <= SEATS_MAX
        and all(_chair(number, each) for number, each in enumerate(seats)),
        "commitment": is_hex(transcript.get("commitment")),
        "table_roll": "table_roll" in transcript,
        "rolls": isinstance(transcript.get("rolls"), list),
        "secret": "secret" in transcript and (transcript["secret"] is None or is_hex(transcript["secret"])),
        "digest": is_hex(transcript.get("digest")),
    }
    odd = next((name for name, well in right.items() if not well), None)
    return odd or next((str(key) for key in transcript if key not in WHOLE), None)


def _chair(number: int, value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"seat", "name", "bot"}
        and is_integer(value["seat"], number, number)
        and is_text(value["name"])
        and (value["bot"] is None or is_text(value["bot"]))
    )
