"""Three characters who play at practice tables.

A bot sees the same view as a person and chooses among the legal commands; it has no other power, and its dice come
from where everyone's come. What each does is published word for word in its line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.engine.commands import Bank, ChooseOrder, Command, GiveUp, Keep, Piggyback, Roll, Share, Vote


@dataclass(frozen=True, slots=True)
class Bot:
    """A published way to play."""

    key: str
    name: str
    line: str
    """What it does, in one line for players."""
    bank_at: int
    """Banks as soon as the turn holds this many points."""
    risk: float
    """Also banks when the next roll scores nothing with at least this chance."""
    greedy: bool
    """Keeps all that scores; otherwise it keeps as few dice as the best points per die allow."""


BOTS: tuple[Bot, ...] = (
    Bot("roger", "Roger", "Keeps all that scores and banks at 1,000.", 1_000, 1.0, greedy=True),
    Bot(
        "tilda",
        "Tilda",
        "Careful: banks at 500, or when one roll in four would bust.",
        500,
        0.25,
        greedy=True,
    ),
    Bot("max", "Max", "Bold: keeps few dice and rolls until 2,000.", 2_000, 0.5, greedy=False),
)


OFFERED_DICE_MIN = 3
"""Fewer dice than this score nothing in almost half of all rolls."""


def bot(key: str) -> Bot:
    """The character with this key. Raises KeyError naming those there are."""
    for each in BOTS:
        if each.key == key:
            return each
    raise KeyError(f"no bot {key!r}; there are {', '.join(each.key for each in BOTS)}")


def choose(
    seen: Mapping[str, object], legal: Sequence[Command], readings: Mapping[Keep, int], key: str, draw: float
) -> Command:
    """The bot's next command out of `legal`.

    `seen` is the bot's view of the table, `readings` the points of each legal keep, `draw` a number from 0 up to 1
    that decides between equals.
    """
    character = bot(key)
    first = legal[0]
    match first:
        case Vote() | Share():
            return first
        case ChooseOrder():
            return legal[1]
        case Bank():
            return _decide(character, seen, legal)
        case Roll():
            return _start(character, seen)
    return _keep(character, seen, readings, draw) or GiveUp()


def _start(character: Bot, seen: Mapping[str, object]) -> Command:
    """Roll a fresh hand, or go on with what was left where it is worth a turn and most rolls of it score."""
    offer = seen["offer"]
    if isinstance(offer, Mapping) and offer["points"] >= character.bank_at and offer["dice"] >= OFFERED_DICE_MIN:
        return Piggyback()
    return Roll()


def _decide(character: Bot, seen: Mapping[str, object], legal: Sequence[Command]) -> Command:
    """Bank or roll on; none banks into a dead end or behind the leader, or risks a win that is there to bank."""
    banking = seen["bank"]
    assert isinstance(banking, Mapping), "a bank is possible when it is legal"
    if banking["dead_end"] or banking["wins_nothing"]:
        return legal[1]
    if banking["reaches"] or (seen["to_beat"] is not None and not seen["waiting"]):
        # Enough to start the final round or to win at once; or ahead, with nobody left to answer.
        return legal[0]
    unbanked, nothing = seen["unbanked"], seen["nothing"]
    assert isinstance(unbanked, int), "points are whole"
    assert isinstance(nothing, float | int), "a chance is a number"
    if unbanked >= character.bank_at or (nothing >= character.risk and unbanked):
        return legal[0]
    return legal[1]


def _keep(character: Bot, seen: Mapping[str, object], readings: Mapping[Keep, int], draw: float) -> Keep | None:
    """The keep that pays most without going over; the bold bot looks at points for each die instead."""
    fitting = {keep: points for keep, points in readings.items() if not keep.confirmed}
    if not fitting:
        return None
    worth: dict[Keep, float] = {
        keep: points if character.greedy else points / len(keep.dice) for keep, points in fitting.items()
    }
    best = max(worth.values())
    equals = [keep for keep in worth if worth[keep] == best]
    return equals[min(int(draw * len(equals)), len(equals) - 1)]
