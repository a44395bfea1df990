"""Short text forms of taps, commands and positions; each parse is the inverse of its format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from app.engine.commands import (
    Bank,
    ChooseOrder,
    Command,
    GiveUp,
    Keep,
    Leave,
    Piggyback,
    Roll,
    Share,
    TimeOut,
    Vote,
    Withhold,
)
from app.engine.errors import NotationError
from app.engine.open_parts import parse_open
from app.engine.reading import Part
from app.engine.rules import RuleSet
from app.engine.state import GameState, Held, Offer, Result, RollOff
from app.engine.types import Kind, Phase


def parse_taps(text: str) -> tuple[int, ...]:
    """Read faces separated by spaces or commas; nothing or `-` is an empty selection.

    >>> parse_taps("6 6,6")
    (6, 6, 6)
    """
    words = text.replace(",", " ").split()
    if words == ["-"]:
        return ()
    for word in words:
        if word not in ("1", "2", "3", "4", "5", "6"):
            raise NotationError(f"{word!r} is no face: expected numbers from 1 to 6 separated by spaces")
    return tuple(int(word) for word in words)


def format_taps(taps: tuple[int, ...]) -> str:
    """Faces in tap order, separated by spaces."""
    return " ".join(map(str, taps)) or "-"


def format_command(command: Command) -> str:
    """A command in one line, positions and seats as numbers.

    >>> format_command(Keep((2, 0), confirmed=True))
    'keep 2 0 confirmed'
    """
    match command:
        case Keep():
            return " ".join(("keep", *map(str, command.dice), *(("confirmed",) if command.confirmed else ())))
        case Vote():
            return f"vote {_yes(command.yes)}"
        case Share():
            return f"share {_yes(command.yes)}"
        case ChooseOrder():
            return f"order {command.order}"
        case Leave():
            return f"leave {command.seat}"
        case _:
            return _PLAIN[type(command)]


_PLAIN: dict[type, str] = {
    Roll: "roll",
    Piggyback: "piggyback",
    Bank: "bank",
    GiveUp: "give-up",
    TimeOut: "time-out",
    Withhold: "withhold",
}
_SAID: dict[str, Command] = {
    "roll": Roll(),
    "piggyback": Piggyback(),
    "bank": Bank(),
    "give-up": GiveUp(),
    "time-out": TimeOut(),
    "withhold": Withhold(),
    "vote yes": Vote(yes=True),
    "vote no": Vote(yes=False),
    "share yes": Share(yes=True),
    "share no": Share(yes=False),
    "order first": ChooseOrder("first"),
    "order last": ChooseOrder("last"),
}


def parse_command(text: str) -> Command:
    """Read what `format_command` writes. Raises NotationError on anything else."""
    words = text.split()
    said = _SAID.get(" ".join(words))
    if said is not None:
        return said
    numbers = [word for word in words[1:] if word != "confirmed"]
    if words and words[0] in ("keep", "leave") and all(number.isdecimal() for number in numbers):
        if words[0] == "keep":
            return Keep(tuple(map(int, numbers)), confirmed="confirmed" in words)
        if len(numbers) == 1:
            return Leave(int(numbers[0]))
    raise NotationError(f"{text!r} is no command: expected keep, leave or one of {', '.join(_SAID)}")


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def format_part(part: Part) -> str:
    """A part with the places of its dice, such as `set:666=600@0.1.2`."""
    faces = "".join(map(str, part.faces))
    return f"{part.kind}:{faces}={part.points}@{'.'.join(map(str, part.dice))}"


def parse_part(text: str) -> Part:
    """Read what `format_part` writes."""
    head, _, dice = text.partition("@")
    kind, _, rest = head.partition(":")
    faces, _, points = rest.partition("=")
    try:
        places = tuple(int(place) for place in dice.split(".")) if dice else ()
        return Part(Kind(kind), tuple(map(int, faces)), int(points), places)
    except ValueError as wrong:
        raise NotationError(f"{text!r} is no part: expected set:666=600@0.1.2") from wrong


def format_state(state: GameState) -> str:
    """A position in one line of key=value words, without its rule card.

    A log line of it reproduces the position: `parse_state(line, rules)`.
    """
    words = []
    for field in fields(GameState):
        if field.name == "rules":
            continue
        words.append(f"{field.name}={_written(getattr(state, field.name))}")
    words[-1] = f"starting=({','.join(f'{seat}/{die}' for seat, die in state.starting)})"
    return " ".join(words)


def _written(value: object) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return f"({','.join(_written(entry) for entry in value)})"
        case Held():
            parts = "+".join(format_part(part) for part in value.parts)
            return f"{value.roll}/{value.hand}/{parts}/{value.points}/{value.bonus}"
        case RollOff():
            return "/".join(_written(getattr(value, field.name)) for field in fields(RollOff))
        case Offer():
            return f"{value.dice}/{value.points}"
        case Result():
            return f"{value.kind}/{_written(value.seats)}/{value.reason}"
        case _:
            return str(value)


def parse_state(text: str, rules: RuleSet) -> GameState:
    """Read what `format_state` wrote, under the rule card that the game was opened with."""
    words: dict[str, str] = {}
    for word in text.split():
        name, mark, value = word.partition("=")
        if not mark or name not in _READ:
            raise NotationError(f"{word!r} is no part of a position")
        words[name] = value
    missing = [name for name in _READ if name not in words]
    if missing:
        raise NotationError(f"the position lacks {', '.join(missing)}")
    try:
        return GameState(rules=rules, **{name: read(words[name]) for name, read in _READ.items()})
    except (ValueError, IndexError) as wrong:
        raise NotationError(f"the position cannot be read: {wrong}") from wrong


def _list(text: str) -> list[str]:
    inside = text[1:-1]
    return inside.split(",") if inside else []


def _ints(text: str) -> tuple[int, ...]:
    return tuple(int(entry) for entry in _list(text))


def _flags(text: str) -> tuple[bool, ...]:
    return tuple(_flag(entry) for entry in _list(text))


def _flag(text: str) -> bool:
    if text not in ("yes", "no"):
        raise NotationError(f"{text!r} is neither yes nor no")
    return text == "yes"


def _seat(text: str) -> int | None:
    return None if text == "-" else int(text)


def _held(text: str) -> tuple[Held, ...]:
    held = []
    for entry in _list(text):
        roll, hand, parts, points, bonus = entry.split("/")
        read = tuple(parse_part(part) for part in parts.split("+"))
        held.append(Held(int(roll), int(hand), read, int(points), int(bonus)))
    return tuple(held)


def _rolloff(text: str) -> RollOff | None:
    if text == "-":
        return None
    sequence, totals, going, waiting, round_number, shares, locked = text.split("/")
    return RollOff(
        _ints(sequence), _ints(totals), _ints(going), _ints(waiting), int(round_number), _flags(shares), _seat(locked)
    )


def _result(text: str) -> Result | None:
    if text == "-":
        return None
    kind, seats, reason = text.split("/")
    return Result(kind, _ints(seats), reason)


def _starting(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (entry.split("/") for entry in _list(text))
    return tuple((int(seat), int(die)) for seat, die in pairs)


def _offer(text: str) -> Offer | None:
    if text == "-":
        return None
    dice, points = text.split("/")
    return Offer(int(dice), int(points))


_READ: dict[str, Callable[[str], Any]] = {
    "seats": int,
    "banked": _ints,
    "opened": _flags,
    "left": _flags,
    "turns": _ints,
    "phase": Phase,
    "seat": _seat,
    "unbanked": int,
    "dice": int,
    "lying": _ints,
    "open": parse_open,
    "hand": int,
    "held": _held,
    "for_nothing": _flag,
    "hot": _flag,
    "rolls": int,
    "last_round": _flag,
    "waiting": _ints,
    "out": _ints,
    "votes": _flags,
    "rolloff": _rolloff,
    "result": _result,
    "turn_rolls": int,
    "leader": _seat,
    "tied": _ints,
    "extra": int,
    "busts": _ints,
    "offer": _offer,
    "starting": _starting,
}
