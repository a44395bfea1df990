"""How lucky a game's rolls were: what each offered, against what a roll of so many dice offers on average.

Luck is what fell, never what was made of it: a roll counts by its best keep, whatever was kept. The averages are
exact, over all rolls that could have fallen there with the same parts open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement
from math import sqrt

from app.engine.best import best_grouping
from app.engine.odds import ways
from app.engine.open_parts import NOTHING_OPEN, Open
from app.engine.reading import reread
from app.engine.rules import RuleSet
from app.engine.sheet import Claims, Pile, Sheet, sheet

FACES = 6
ENOUGH = 120
"""Dice below which a handful of rolls says nothing (ux REP-luck)."""
BAND = 3.0
"""Standard deviations of the band within which a face is expected."""

TURN, FOR_NOTHING, OTHER = "turn", "for_nothing", "other"
"""What was at stake in a roll: points; going out, where nothing may score; neither (who starts)."""

Counts = tuple[int, ...]
"""How many dice of each face, 1 first."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One roll of a game."""

    seat: int
    faces: tuple[int, ...]
    kind: str = TURN
    opened: Open = NOTHING_OPEN
    """What earlier keeps of the turn had left open."""


@dataclass(slots=True)
class Luck:
    """What fell for one seat. Points are those of best keeps; a bust here is a roll of which nothing scores."""

    rolls: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * FACES)
    """How often each face lay, 1 first."""
    offered: int = 0
    expected: float = 0.0
    busts: int = 0
    busts_expected: float = 0.0
    landed: int = 0
    """Rolls for nothing of which nothing scored: the player went out."""
    landed_expected: float = 0.0

    @property
    def dice(self) -> int:
        """How many dice fell."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Worth:
    """What rolls of up to so many dice offer at one moment of a turn."""

    rules: RuleSet
    best: Mapping[Counts, int]
    """Points of the best keep of each roll, without the bonus; 0 where nothing scores."""
    whole: Mapping[Counts, int]
    """Full hands of which every die can be kept at once, and what that pays with the bonus."""

    def of(self, faces: Sequence[int]) -> int:
        """What the best keep of a roll pays, the bonus for all dice included."""
        counts = counts_of(faces)
        return max(self.best[counts], self.whole.get(counts, 0))

    def average(self, dice: int) -> tuple[float, float]:
        """What the best keep of so many dice pays on average, and the chance that nothing of them scores."""
        points = nothing = 0
        for faces in combinations_with_replacement(range(1, FACES + 1), dice):
            offered, times = self.of(faces), ways(faces)
            points += offered * times
            nothing += times * (offered == 0)
        return points / FACES**dice, nothing / FACES**dice


def measure(rolls: Iterable[Thrown], seats: int, rules: RuleSet) -> tuple[Luck, ...]:
    """The luck of each seat. Rolls at equal moments are looked up together."""
    found = tuple(Luck() for _ in range(seats))
    moments: dict[Open, list[Thrown]] = {}
    for each in rolls:
        luck = found[each.seat]
        luck.rolls += 1
        for face in each.faces:
            luck.counts[face - 1] += 1
        if each.kind != OTHER and each.faces:
            moments.setdefault(each.opened, []).append(each)
    for opened, alike in moments.items():
        there = worth(max(len(each.faces) for each in alike), opened, rules)
        averages = {dice: there.average(dice) for dice in {len(each.faces) for each in alike}}
        for each in alike:
            _add(found[each.seat], each, there.of(each.faces), averages[len(each.faces)])
    return found


def _add(luck: Luck, thrown: Thrown, offered: int, average: tuple[float, float]) -> None:
    points, nothing = average
    if thrown.kind == FOR_NOTHING:
        luck.landed += offered == 0
        luck.landed_expected += nothing
        return
    luck.offered += offered
    luck.expected += points
    luck.busts += offered == 0
    luck.busts_expected += nothing


@lru_cache(maxsize=16)
def worth(largest: int, opened: Open, rules: RuleSet) -> Worth:
    """What every roll of up to `largest` dice offers with these parts open.

    The same walk over piles as in `orders`, made once for all rolls: what a selection pays does not depend on the
    dice that are left lying.
    """
    table = sheet(rules, opened)
    kept = by_best(largest, opened, rules) if rules.reading == "best" else by_taps(largest, table)
    best: dict[Counts, int] = {}
    whole: dict[Counts, int] = {}
    for counts, points in kept:
        if points and sum(counts) == rules.dice:
            whole[counts] = points + rules.all_dice_bonus
        # A roll offers what it pays as a whole, or what it offers with one die fewer.
        best[counts] = max(points, *(best[fewer] for fewer in one_fewer(counts) if any(fewer)), 0)
    return Worth(rules, best, whole)


def by_taps(largest: int, table: Sheet) -> Iterator[tuple[Counts, int]]:
    """Each selection, smaller ones first, and what the best order of its taps pays; 0 where each leaves a dead die."""
    level: dict[Counts, dict[tuple[object, ...], Pile]] = {(0,) * FACES: {(): Pile()}}
    for _ in range(largest):
        following: dict[Counts, dict[tuple[object, ...], Pile]] = {}
        for counts, piles in level.items():
            for face in range(1, FACES + 1):
                into = following.setdefault(one_more(counts, face), {})
                for pile in piles.values():
                    further = pile.copy()
                    table.take(further, face)
                    into.setdefault(further.key(), further)
        level = following
        for counts, piles in level.items():
            yield counts, max(paid(pile, table) for pile in piles.values())


def by_best(largest: int, opened: Open, rules: RuleSet) -> Iterator[tuple[Counts, int]]:
    """The same where dice are read as the roller would have it."""
    table = sheet(rules, opened)
    for size in range(1, largest + 1):
        for faces in combinations_with_replacement(range(1, FACES + 1), size):
            pile, claims = best_grouping(faces, opened, rules)
            yield counts_of(faces), 0 if claims.dead else points_of(pile, claims, table)


def paid(pile: Pile, table: Sheet) -> int:
    """What a selection pays in the order in which its dice were tapped; 0 if a die of it is dead."""
    claims = table.claims(pile.pool)
    if claims.dead:
        again = reread(pile.taps, table)
        if again is None:
            return 0
        pile, claims = again
    return points_of(pile, claims, table)


def points_of(pile: Pile, claims: Claims, table: Sheet) -> int:
    """The points of a settled pile and its loose dice, without the bonus."""
    sets = (*enumerate(pile.sets), *pile.full)
    return (
        claims.points
        + table.straight_points(pile.straight)
        + table.pairs_points(pile.pairs)
        + sum(table.set_points[face][size] for face, size in sets if size)
    )


def counts_of(faces: Sequence[int]) -> Counts:
    """How many dice of each face lie there."""
    return tuple(faces.count(face) for face in range(1, FACES + 1))


def one_more(counts: Counts, face: int) -> Counts:
    """The same dice and one more of a face."""
    return (*counts[: face - 1], counts[face - 1] + 1, *counts[face:])


def one_fewer(counts: Counts) -> Iterator[Counts]:
    """The same dice without one of them, in every way."""
    for place, count in enumerate(counts):
        if count:
            yield (*counts[:place], count - 1, *counts[place + 1 :])


def band(dice: int) -> tuple[float, float]:
    """Within which a face is expected to lie among so many dice: the share of each face, 3 standard deviations around.

    >>> tuple(round(edge, 1) for edge in band(600))
    (72.6, 127.4)
    """
    middle = dice / FACES
    spread = BAND * sqrt(dice * (FACES - 1)) / FACES
    return max(0.0, middle - spread), middle + spread
