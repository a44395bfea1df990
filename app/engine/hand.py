"""A hand to check: how given dice read under a rule set, and whether another order would pay more."""

from __future__ import annotations

from app.engine.errors import NotationError, Refusal
from app.engine.open_parts import Open
from app.engine.orders import best_order
from app.engine.reading import Reading, read
from app.engine.rules import RuleSet


def check_dice(taps: tuple[int, ...], thrown: int, rules: RuleSet) -> None:
    """Raise NotationError where so many dice cannot lie on the table."""
    if len(taps) > thrown:
        raise NotationError(f"{len(taps)} taps but only {thrown} dice thrown")
    if thrown > rules.dice:
        raise NotationError(f"{thrown} dice thrown, but {rules.name} is played with {rules.dice}")


def answer(taps: tuple[int, ...], thrown: int, opened: Open, rules: RuleSet) -> dict[str, object]:
    """The reading of one selection as plain values. Raises NotationError if it cannot lie there."""
    check_dice(taps, thrown, rules)
    reading = read(taps, thrown, opened, rules)
    if isinstance(reading, Refusal):
        order = best_order(tuple(sorted(taps)), thrown, opened, rules) if taps else None
        hint = None if order is None else {"taps": list(order.taps), "points": order.reading.points}
        return {
            "refused": str(reading.code),
            "points": 0,
            "bonus": 0,
            "parts": [],
            "dead": sorted(taps[place] for place in reading.subject),
            "hint": hint,
            "open_after": str(opened),
        }
    return {
        "refused": False,
        "points": reading.points,
        "bonus": reading.bonus,
        "parts": [{"kind": str(part.kind), "faces": list(part.faces), "points": part.points} for part in reading.parts],
        "dead": [],
        "hint": None,
        "open_after": str(reading.open_after),
    }


def better(taps: tuple[int, ...], thrown: int, opened: Open, rules: RuleSet) -> dict[str, object] | None:
    """Another order of the same dice that pays more than this one does, if there is one."""
    reading = read(taps, thrown, opened, rules)
    if not isinstance(reading, Reading):
        return None
    order = best_order(tuple(sorted(taps)), thrown, opened, rules)
    if order is None or order.reading.points <= reading.points:
        return None
    return {"taps": list(order.taps), "points": order.reading.points}
