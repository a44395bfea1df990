"""A rule set is a frozen, validated record; what differs between games is data here, never a branch on a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from app.engine.errors import RuleSetError
from app.engine.validation import faults


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything a group agrees on before the first roll. Points are whole numbers."""

    key: str
    """Short name in commands and links."""
    name: str
    """Name that players read."""
    how_to_win: str
    """One sentence."""
    source: str
    """Where the rules come from."""
    dice: int = 8
    """Dice in a full hand."""
    target: int = 10_000
    """Points at which the game turns to its end."""
    finish: str = "exact"
    """`exact`: only the target itself goes out; `at_least`: reaching it suffices."""
    opening: int = 0
    """Points of one turn that a player's first bank needs."""
    alike: str = "add"
    """What further dice of a set pay: `add` its value, `double`, `fixed` amounts, `none`."""
    alike_fixed: tuple[int, ...] = ()
    """With `alike = fixed`: the points for four, five, six … alike."""
    triple_ones: int = 1_000
    """Three 1s; every other triple pays its face times 100."""
    run_full: int = 1_500
    """1-6; 0 = not scored."""
    run_five: int = 750
    """1-5 or 2-6; 0 = not scored."""
    fill: int = 500
    """The missing end of a small straight of an earlier keep; 0 = not scored."""
    three_pairs: int = 1_100
    three_pairs_seq: int = 1_500
    four_pairs: int = 1_750
    four_pairs_seq: int = 2_000
    quad_is_two_pairs: bool = False
    """House rule: a refused selection is read once more with four alike as two pairs."""
    all_dice_bonus: int = 1_000
    """Added when a full hand is rolled and kept in one keep."""
    progressive: bool = True
    """Later dice of the turn add to earlier keeps."""
    survives_and_roll: bool = False
    """Open parts stay open across an and-roll."""
    locked_in: bool = False
    """Sets of 2s, 3s, 4s and 6s open together win a roll-off."""
    hot_dice: str = "may"
    """After all dice are used the player `may` or `must` roll again."""
    roll_limit: int = 0
    """Rolls in a turn; 0 = no limit."""
    ending: str = "last_round"
    """`last_round`: one more turn each after somebody went out; `final_turn`, `final_roll`: one turn or one single
    roll each after somebody banked the target; `sudden`: the first one there wins."""
    beat_leader: bool = False
    """In the final round an equal total does not catch up with the leader."""
    starts: str = "seat"
    """`seat`: the first seat; `highest_die`: whoever rolls the highest of one die each."""
    reading: str = "taps"
    """`taps`: dice group in the order in which they are tapped; `best`: as the roller would have it."""
    tie: str = "vote"
    """What equals do at the end: `vote` on a split, `extra_turns`, `shared`, `roll_off`."""
    farkle_penalty: int = 0
    """Points that the third bust in a row costs; 0 = none."""
    piggyback: bool = False
    """A player may go on with the dice and points that the player before left when banking."""

    def __hash__(self) -> int:
        """Of a few fields only: cards are looked up in every step, and few are equal in these."""
        return hash((self.key, self.target, self.opening))


def from_record(record: Mapping[str, object]) -> RuleSet:
    """Read a rule set from a plain mapping (a TOML file, a stored card).

    Raises RuleSetError naming the field and the values that are allowed.
    """
    ruleset = typed(record)
    fault = next(faults(ruleset), None)
    if fault:
        raise RuleSetError(*fault)
    return ruleset


def typed(record: Mapping[str, object]) -> RuleSet:
    """A rule set whose fields have their types, played or not. Raises RuleSetError naming the field."""
    known = {field.name: field for field in fields(RuleSet)}
    for name in record:
        if name not in known:
            raise RuleSetError(name, f"is not a rule; the rules are {', '.join(known)}")
    for name in ("key", "name", "how_to_win", "source"):
        if not isinstance(record.get(name), str) or not record[name]:
            raise RuleSetError(name, "must be given as text")
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in record.items()}
    for name, value in values.items():
        wanted = type(known[name].default) if name in _DEFAULTED else str
        if type(value) is not wanted:
            raise RuleSetError(name, f"must be {_WORDS[wanted]}, not {value!r}")
    return RuleSet(**values)  # type: ignore[arg-type]


_DEFAULTED = {field.name for field in fields(RuleSet)} - {"key", "name", "how_to_win", "source"}
_WORDS: dict[type, str] = {
    int: "a whole number",
    bool: "true or false",
    str: "text",
    tuple: "a list of points",
}


def to_record(ruleset: RuleSet) -> dict[str, object]:
    """The plain mapping of a rule set, every key spelled out; `from_record` reads it back."""
    return asdict(ruleset)


def with_changes(ruleset: RuleSet, changes: Mapping[str, object]) -> RuleSet:
    """The same card with some fields changed, validated as a whole."""
    return from_record({**to_record(ruleset), **changes})


def parse_change(text: str) -> tuple[str, object]:
    """Read `key=value` as a script or a command line gives it.

    >>> parse_change("opening=500")
    ('opening', 500)
    """
    name, mark, value = text.partition("=")
    known = {field.name: field.default for field in fields(RuleSet)}
    if name not in known:
        raise RuleSetError(name, f"is not a rule; the rules are {', '.join(known)}")
    if not mark:
        raise RuleSetError(name, f"needs a value: write {name}={_as_text(known[name])}")
    if isinstance(known[name], bool):
        if value not in ("true", "false"):
            raise RuleSetError(name, f"must be true or false, not {value!r}")
        return name, value == "true"
    if isinstance(known[name], int):
        return name, _number(name, value)
    if isinstance(known[name], tuple):
        return name, tuple(_number(name, part) for part in value.split(",") if value)
    return name, value


def _as_text(value: object) -> str:
    """A value as `parse_change` reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _number(name: str, text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise RuleSetError(name, f"must be a whole number, not {text!r}")
    return int(text)
