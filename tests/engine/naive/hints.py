"""What a hint must be (R-hint), judged by trying every order."""

from collections.abc import Iterator

from .inputs import distinct_orders
from .opens import OpenParts
from .reading import Part, Scorer, read, scorer_for
from .rulings import Ruling

Order = tuple[int, ...]


def best_of_every_order(dice: Order, open_parts: str | OpenParts, rules: str | Ruling = "progressive") -> int | None:
    """The most that the dice pay in any order, by reading each order from its first tap to its last."""
    scorer = scorer_for(open_parts, rules)
    every = [scorer.read_taps(order) for order in distinct_orders(dice)]
    return max((ended.points for ended in every if not ended.dead), default=None)


def arrangements(order: Order, parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Every way to see the order as its parts' dice tapped together, one part after the other."""
    if not parts and not order:
        yield ()
    for part in dict.fromkeys(parts):
        if tuple(sorted(order[: len(part.faces)])) == part.faces:
            left = list(parts)
            left.remove(part)
            for rest in arrangements(order[len(part.faces) :], tuple(left)):
                yield (part, *rest)


def sets_come_first(arrangement: tuple[Part, ...]) -> bool:
    """Whether no set is tapped after another part."""
    is_set = [part.kind == "set" for part in arrangement]
    return is_set == sorted(is_set, reverse=True)


def _together(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """The parts one after the other, in every arrangement."""
    if not parts:
        yield ()
    for part in dict.fromkeys(parts):
        left = list(parts)
        left.remove(part)
        for rest in _together(tuple(left)):
            yield (part, *rest)


def best_orders_together(scorer: Scorer, dice: Order) -> Iterator[tuple[Part, ...]]:
    """Arrangements of parts that, tapped one part after the other, read as those parts and pay the most."""
    best = scorer.best_points(dice)
    groupings = {scorer.end(lying) for lying in scorer.endings(dice)}
    for parts in sorted({ended.parts for ended in groupings if not ended.dead and ended.points == best}):
        for arrangement in _together(parts):
            order = tuple(face for part in arrangement for face in part.faces)
            ended = scorer.read_taps(order)
            if not ended.dead and ended.points == best and any(arrangements(order, ended.parts)):
                yield arrangement


def hint_faults(
    taps: Order, hint: Order | None, open_parts: str | OpenParts = "-", rules: str | Ruling = "progressive"
) -> list[str]:
    """What is wrong with the order offered for a refused selection; empty when nothing is."""
    scorer = scorer_for(open_parts, rules)
    dice = tuple(sorted(taps))
    best = scorer.best_points(dice)
    if hint is None or best is None:
        return [] if hint is None and best is None else [f"hint {hint}, best order pays {best}"]
    if tuple(sorted(hint)) != dice:
        return ["not the same dice"]
    reading = read(hint, len(hint), open_parts, rules)
    faults = [] if reading.points == best else [f"pays {reading.points}, best order pays {best}"]
    seen = list(arrangements(hint, reading.parts))
    if not seen:
        faults.append("a part's dice are not tapped together")
    elif not any(map(sets_come_first, seen)) and any(
        sets_come_first(way) for way in best_orders_together(scorer, dice)
    ):
        faults.append("sets do not come first though they can")
    return faults
