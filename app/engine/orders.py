"""Every reading that some order of taps gives, without trying the orders.

Tapping is a walk over piles: two orders that leave the same pile read alike from there on. A roll of eight dice has
forty thousand orders but only some hundreds of piles, so the walk visits each pile once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

from app.engine.open_parts import Open
from app.engine.reading import Part, Reading, read, read_again
from app.engine.rules import RuleSet
from app.engine.sheet import Pile, sheet
from app.engine.types import Kind

_BIG = (Kind.SET, Kind.SMALL, Kind.LARGE, Kind.PAIRS)


@dataclass(frozen=True, slots=True)
class Order:
    """Faces in a tap order and how they read."""

    taps: tuple[int, ...]
    reading: Reading


@lru_cache(maxsize=8192)
def keeps(faces: tuple[int, ...], opened: Open, rules: RuleSet) -> tuple[Order, ...]:
    """One order for each distinct dice and reading that a roll of these ascending faces offers.

    The canonical sequence: most points first, then fewer dice, then lower faces.
    """
    found: dict[tuple[tuple[int, ...], tuple[str, ...]], Order] = {}
    for taps in _walk(faces, opened, rules):
        reading = read(taps, len(faces), opened, rules)
        if isinstance(reading, Reading):
            name = (tuple(sorted(taps)), tuple(map(str, reading.parts)))
            if name not in found:
                found[name] = Order(_tidy(taps, reading, len(faces), opened, rules), reading)
    return tuple(sorted(found.values(), key=lambda order: (-order.reading.total, len(order.taps), sorted(order.taps))))


@lru_cache(maxsize=8192)
def best_order(faces: tuple[int, ...], thrown: int, opened: Open, rules: RuleSet) -> Order | None:
    """The order of exactly these ascending faces that pays most (R-hint); None where every order leaves a dead die.

    Among orders that pay the same, one that taps each part's dice together, sets first.
    """
    best: Order | None = None
    for taps in _walk(faces, opened, rules, whole=True):
        reading = read(taps, thrown, opened, rules)
        if isinstance(reading, Reading):
            rank = (reading.points, -len(reading.parts))
            if best is None or rank > (best.reading.points, -len(best.reading.parts)):
                best = Order(taps, reading)
    if best is None:
        return None
    return Order(_tidy(best.taps, best.reading, thrown, opened, rules), best.reading)


def _walk(faces: Sequence[int], opened: Open, rules: RuleSet, *, whole: bool = False) -> list[tuple[int, ...]]:
    """One order of taps into every pile that can be reached; with `whole`, only piles of all the dice."""
    if rules.reading == "best":
        # No order reads unlike another: one of each selection will do.
        return [tuple(faces)] if whole else selections(faces)
    table = sheet(rules, opened)
    counts = [faces.count(face) for face in range(7)]
    level: dict[tuple[object, ...], tuple[Pile, tuple[int, ...]]] = {(): (Pile(), ())}
    orders: list[tuple[int, ...]] = []
    for _ in faces:
        following: dict[tuple[object, ...], tuple[Pile, tuple[int, ...]]] = {}
        for pile, taps in level.values():
            for face in range(1, 7):
                if taps.count(face) == counts[face]:
                    continue
                further = pile.copy()
                table.take(further, face)
                following.setdefault(further.key(), (further, (*taps, face)))
        level = following
        if not whole:
            orders += [taps for _, taps in level.values()]
    return [taps for _, taps in level.values()] if whole else orders


def selections(faces: Sequence[int]) -> list[tuple[int, ...]]:
    """Each way to choose some of these ascending faces, once, in ascending order."""
    return sorted({chosen for size in range(1, len(faces) + 1) for chosen in combinations(faces, size)})


def _tidy(taps: tuple[int, ...], reading: Reading, thrown: int, opened: Open, rules: RuleSet) -> tuple[int, ...]:
    """The same reading from an order that taps each part's dice together, sets first, where there is one."""
    big = [part for part in reading.parts if part.kind in _BIG]
    loose = tuple(face for part in reading.parts if part.kind not in _BIG for face in part.faces)
    wanted = tuple(map(str, reading.parts))
    for arrangement in permutations(big):
        together = _together(arrangement)
        for order in (together + loose, loose + together):
            again = read(order, thrown, opened, rules)
            if isinstance(again, Reading) and tuple(map(str, again.parts)) == wanted:
                return order
    return taps


def _together(parts: Sequence[Part]) -> tuple[int, ...]:
    return tuple(face for part in parts for face in part.faces)


def places(lying: tuple[int, ...], taps: tuple[int, ...]) -> tuple[int, ...]:
    """Positions on the table for faces in tap order, the leftmost die of a face first. The faces must lie there."""
    free = list(range(len(lying)))
    chosen = []
    for face in taps:
        place = next(place for place in free if lying[place] == face)
        free.remove(place)
        chosen.append(place)
    return tuple(chosen)


def can_score(faces: Sequence[int], opened: Open, rules: RuleSet) -> bool:
    """Whether some keep of this roll scores, with everything open (R-bust)."""
    return next(_atoms(faces, opened, rules), None) is not None


def fits(faces: Sequence[int], opened: Open, rules: RuleSet, room: int) -> bool:
    """Whether some keep of this roll adds no more than `room` to the turn; most often the first single die does."""
    if rules.alike != "add":
        # More alike may pay less than three of them.
        return any(order.reading.total <= room for order in keeps(tuple(sorted(faces)), opened, rules))
    return any(
        isinstance(reading := read_again(taps, len(faces), opened, rules), Reading) and reading.total <= room
        for taps in _atoms(faces, opened, rules)
    )


def _atoms(faces: Sequence[int], opened: Open, rules: RuleSet) -> Iterator[tuple[int, ...]]:
    """The selections that can pay least: alone or as two, three, a straight or pairs, dice that score.

    More dice may pay less: where a 6 fills for 500, two of them can make a fourth pair for 250.
    """
    table = sheet(rules, opened)
    counts = [0] * 7
    for face in faces:
        counts[face] += 1
    for face in range(1, 7):
        if counts[face] and (table.single[face] or table.extends[face] or table.fills[face]):
            yield (face,)
        if counts[face] >= 2 and any(table.fourth_pair(three, face) for three in table.open.pairs):
            yield (face, face)
        if counts[face] >= 3:
            yield (face,) * 3
    if counts[2] and counts[3] and counts[4] and counts[5]:
        if counts[1] and rules.run_five:
            yield (1, 2, 3, 4, 5)
        if counts[6] and rules.run_five:
            yield (2, 3, 4, 5, 6)
        if counts[1] and counts[6] and rules.run_full:
            yield (1, 2, 3, 4, 5, 6)
    yield from _pair_atoms(counts, rules)


def _pair_atoms(counts: list[int], rules: RuleSet) -> list[tuple[int, ...]]:
    if not rules.three_pairs:
        return []
    doubled = 2 if rules.quad_is_two_pairs else 1
    pairs = [face for face in range(1, 7) for _ in range(min(counts[face] // 2, doubled))]
    return [
        (a, b, c) * 2 for i, a in enumerate(pairs) for j, b in enumerate(pairs[i + 1 :], i + 1) for c in pairs[j + 1 :]
    ]


def scoring_places(faces: Sequence[int], opened: Open, rules: RuleSet) -> tuple[int, ...]:
    """Positions of the dice that belong to some scoring part of the roll."""
    scoring = {face for atom in _atoms(faces, opened, rules) for face in atom}
    return tuple(place for place, face in enumerate(faces) if face in scoring)
