"""Best for the roller (R-best): of all ways to group the same dice, the one that pays most.

Used where a rule set reads dice without regard to the order of taps. A grouping is a settled `Pile` with the claims
of its loose dice, the same values that reading by taps ends with.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from app.engine.open_parts import Open
from app.engine.rules import RuleSet
from app.engine.sheet import HIGH_END, LARGE, LOW_END, NONE, Claims, Pile, Sheet, sheet
from app.engine.types import FACES, HIGH, LOW

Grouping = tuple[Pile, Claims]

Frame = tuple[int, tuple[int, ...]]
"""The straight and the pairs of a grouping, before sets and loose dice."""

STRAIGHT_FACES = {NONE: (), LOW_END: LOW, HIGH_END: HIGH, LARGE: FACES}


@lru_cache(maxsize=8192)
def best_grouping(faces: tuple[int, ...], opened: Open, rules: RuleSet) -> Grouping:
    """The grouping of these ascending faces with the fewest dead dice, then the most points, then the fewest parts.

    Neither pile nor claims may be changed by the caller.
    """
    table = sheet(rules, opened)
    counts = [faces.count(face) for face in range(7)]
    return min(_groupings(counts, table), key=lambda grouping: _worse(grouping, table))


def _worse(grouping: Grouping, table: Sheet) -> tuple[int, int, int]:
    pile, claims = grouping
    sets = [(face, size) for face, size in enumerate(pile.sets) if size] + list(pile.full)
    points = claims.points + sum(table.set_points[face][size] for face, size in sets)
    points += table.straight_points(pile.straight) + table.pairs_points(pile.pairs)
    loose = len(claims.extended) + len(claims.filled) + len(claims.paired) + len(claims.singles)
    parts = loose + len(sets) + (pile.straight != NONE) + bool(pile.pairs)
    return len(claims.dead), -points, parts


def _groupings(counts: list[int], table: Sheet) -> Iterator[Grouping]:
    """Every way to make parts of the dice; what no part takes is loose."""
    for straight, pairs in _frames(counts, table.rules):
        left = counts[:]
        for face in STRAIGHT_FACES[straight]:
            left[face] -= 1
        for face in pairs:
            left[face] -= 2
        for chosen in product(*(_sets(face, left[face], table) for face in FACES)):
            pile = Pile()
            pile.straight, pile.pairs = straight, pairs
            pool = left[:]
            for face, sizes in zip(FACES, chosen, strict=True):
                if sizes:
                    pile.sets[face] = sizes[-1]
                    pile.full += tuple((face, size) for size in sizes[:-1])
                    pool[face] -= sum(sizes)
            yield pile, table.claims(pool)


def _frames(counts: list[int], rules: RuleSet) -> Iterator[Frame]:
    """A straight, or three or four pairs, or neither: no hand is large enough for two of them."""
    yield NONE, ()
    for straight, faces in STRAIGHT_FACES.items():
        points = rules.run_full if straight == LARGE else rules.run_five
        if straight and points and all(counts[face] for face in faces):
            yield straight, ()
    doubled = 2 if rules.quad_is_two_pairs else 1
    twos = [face for face in FACES for _ in range(min(counts[face] // 2, doubled))]
    for size, field in ((3, "three_pairs"), (4, "four_pairs")):
        if getattr(rules, field):
            for pairs in sorted(set(combinations(twos, size))):
                yield NONE, pairs


def _sets(face: int, dice: int, table: Sheet) -> list[tuple[int, ...]]:
    """The sizes of sets that so many dice of a face can make; a face with an open set starts no other (R-newset)."""
    ways: list[tuple[int, ...]] = [()]
    if table.extends[face]:
        return ways
    points = table.set_points[face]
    for first in range(3, dice + 1):
        if points[first]:
            ways.append((first,))
            ways += [(first, second) for second in range(first, dice - first + 1) if points[second]]
    return ways
