"""What dice are worth at one moment of a turn: the rule set together with what is open.

A `Pile` is a selection while it is being tapped; `Sheet.take` is one tap (R-read, steps 1 to 3) and
`Sheet.claims` settles the dice that are loose when the taps end. Both work on faces only, so that the
same two functions serve the reading of given taps and the search over all orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from app.engine.open_parts import Open
from app.engine.rules import RuleSet
from app.engine.types import HIGH, LOW

NONE, LOW_END, HIGH_END, LARGE = range(4)
"""The straight of a pile: none, 1-5, 2-6, 1-6."""
_MISSING = (0, 6, 1, 0)


class Pile:
    """Dice tapped so far, by face: the pool of unused ones and the parts that have taken theirs."""

    __slots__ = ("full", "pairs", "pool", "sets", "straight", "taps")

    def __init__(self) -> None:
        self.pool = [0] * 7
        self.sets = [0] * 7
        self.full: tuple[tuple[int, int], ...] = ()
        """Face and size of sets that another of their face has followed, where sets do not grow without end."""
        self.straight = NONE
        self.pairs: tuple[int, ...] = ()
        self.taps: list[int] = []

    def copy(self) -> Pile:
        """A pile that can be tapped further without touching this one."""
        twin = Pile.__new__(Pile)
        twin.pool = self.pool[:]
        twin.sets = self.sets[:]
        twin.full = self.full
        twin.straight = self.straight
        twin.pairs = self.pairs
        twin.taps = self.taps[:]
        return twin

    def loose(self) -> list[int]:
        """The faces still in the pool in tap order; parts hold the earlier dice of a face."""
        left = self.pool[:]
        loose = []
        for face in reversed(self.taps):
            if left[face]:
                left[face] -= 1
                loose.append(face)
        return loose[::-1]

    def key(self) -> tuple[object, ...]:
        """Equal for piles that pay alike whatever is tapped next."""
        return (*self.pool, *self.sets, self.full, self.straight, self.pairs)


Closed = tuple[int, int, int]
"""A fourth pair: its face, the place of the three pairs it closes among those open (oldest 0), what it adds."""


@dataclass(frozen=True, slots=True)
class Claims:
    """How the loose dice of a pile score; entries are (face, points), a fourth pair's are `Closed`."""

    extended: tuple[tuple[int, int], ...] = ()
    filled: tuple[tuple[int, int], ...] = ()
    paired: tuple[Closed, ...] = ()
    singles: tuple[tuple[int, int], ...] = ()
    dead: tuple[int, ...] = ()
    """Faces of the dice that score nothing, ascending."""

    @property
    def points(self) -> int:
        """What the loose dice pay together."""
        return (
            sum(points for _, points in self.extended)
            + sum(points for _, points in self.filled)
            + sum(points for _, _, points in self.paired)
            + sum(points for _, points in self.singles)
        )


def _set_points(rules: RuleSet, triple: int) -> tuple[int, ...]:
    """Points of a set by its size, from 0 dice to one more than a hand holds."""
    points = [0, 0, 0, triple]
    for extra in range(1, rules.dice - 1):
        match rules.alike:
            case "add":
                more = triple * (extra + 1)
            case "double":
                more = triple * 2**extra
            case "fixed":
                more = rules.alike_fixed[extra - 1] if extra <= len(rules.alike_fixed) else 0
            case _:
                more = 0
        points.append(more)
    return tuple(points)


def in_sequence(faces: tuple[int, ...]) -> bool:
    """Whether ascending faces follow each other without a gap or a repeat (R-pairs)."""
    return all(low + 1 == high for low, high in pairwise(faces))


class Sheet:
    """The worth of dice under one rule set with given parts open."""

    def __init__(self, rules: RuleSet, opened: Open) -> None:
        self.rules = rules
        self.open = opened if rules.progressive else Open()
        self.set_value = (0, rules.triple_ones, 200, 300, 400, 500, 600)
        self.set_points = tuple(_set_points(rules, value) for value in self.set_value)
        """What so many alike of each face pay as one set; 0 if they are none."""
        self.single = (0, 100, 0, 0, 0, 50, 0)
        self.extends = tuple(self.set_value[face] if face in self.open.sets else 0 for face in range(7))
        fills = self.open.straights if rules.fill else ()
        self.fills = (0, fills.count("high"), 0, 0, 0, 0, fills.count("low"))
        self.closes = tuple(self._closes(face) for face in range(7))
        self._worth: dict[tuple[int, ...], int] = {}

    def _closes(self, face: int) -> list[Closed]:
        """The open three pairs that a pair of this face can close, best paid first, then the oldest."""
        found = [(face, age, self.fourth_pair(three, face)) for age, three in enumerate(self.open.pairs)]
        return sorted((entry for entry in found if entry[2]), key=lambda entry: -entry[2])

    # One tap ------------------------------------------------------------------------------------

    def take(self, pile: Pile, face: int) -> None:
        """Tap one die: the first part to complete takes its dice, else the die waits in the pool."""
        pile.taps.append(face)
        size = pile.sets[face]
        if size and self.set_points[face][size + 1]:
            pile.sets[face] = size + 1
            return
        straight = pile.straight
        if straight and face == _MISSING[straight] and self.rules.run_full:
            pile.straight = LARGE
            return
        pool = pile.pool
        pool[face] += 1
        middle = not straight and pool[2] and pool[3] and pool[4] and pool[5]
        if middle and pool[1] and pool[6] and self.rules.run_full:
            for each in (1, 2, 3, 4, 5, 6):
                pool[each] -= 1
            pile.straight = LARGE
        elif pool[face] >= 3 and not self.extends[face]:
            if size:
                pile.full += ((face, size),)
            pile.sets[face] = 3
            pool[face] -= 3
        elif not (middle and self._small(pile)) and pool[face] >= 2:
            self._pairs(pile)

    def _small(self, pile: Pile) -> bool:
        """Take a small straight out of the pool if it pays what its dice would pay loose (R-worth)."""
        for end, faces in ((LOW_END, LOW), (HIGH_END, HIGH)):
            if all(pile.pool[face] for face in faces) and self.rules.run_five:
                if self.rules.run_five < self.loose_worth(faces):
                    continue
                for face in faces:
                    pile.pool[face] -= 1
                pile.straight = end
                return True
        return False

    def _pairs(self, pile: Pile) -> None:
        """Take three pairs, or the fourth on three of this selection, out of the pool."""
        twos = [face for face in (1, 2, 3, 4, 5, 6) if pile.pool[face] >= 2]
        if not pile.pairs and len(twos) >= 3:
            worth = [three for three in _threes(twos) if 0 < self.three_pairs(three) >= self.loose_worth(three * 2)]
            if not worth:
                return
            # Only where R-worth left three pairs lying before is there more than one way.
            pile.pairs = min(worth, key=lambda three: self._left_by(three, pile)) if worth[1:] else worth[0]
            for face in pile.pairs:
                pile.pool[face] -= 2
        if len(pile.pairs) == 3:
            for face in twos:
                points = self.fourth_pair(pile.pairs, face)
                if pile.pool[face] >= 2 and points and points >= self.loose_worth((face, face)):
                    pile.pool[face] -= 2
                    pile.pairs = tuple(sorted((*pile.pairs, face)))
                    return

    def _left_by(self, three: tuple[int, ...], pile: Pile) -> tuple[int, int, list[int]]:
        """What speaks against these three pairs: dead dice left, points missed, dice tapped late."""
        claims = self.claims([count - 2 * (face in three) for face, count in enumerate(pile.pool)])
        places = [place for face in three for place in [n for n, tap in enumerate(pile.taps) if tap == face][:2]]
        return len(claims.dead), -self.three_pairs(three) - claims.points, sorted(places)

    def straight_points(self, straight: int) -> int:
        """Points of a pile's straight, 0 for none."""
        if not straight:
            return 0
        return self.rules.run_full if straight == LARGE else self.rules.run_five

    def pairs_points(self, faces: tuple[int, ...]) -> int:
        """Points of three or four pairs of these ascending faces, 0 for none."""
        if len(faces) == 4:
            return self.rules.four_pairs_seq if in_sequence(faces) else self.rules.four_pairs
        return self.three_pairs(faces) if faces else 0

    def three_pairs(self, faces: tuple[int, ...]) -> int:
        """Points of three pairs of these ascending faces."""
        return self.rules.three_pairs_seq if in_sequence(faces) else self.rules.three_pairs

    def fourth_pair(self, three: tuple[int, ...], face: int) -> int:
        """What a pair of a fourth face adds to three pairs: the difference to four pairs; 0 if it cannot."""
        if face in three or not self.rules.four_pairs:
            return 0
        four = tuple(sorted((*three, face)))
        total = self.rules.four_pairs_seq if in_sequence(four) else self.rules.four_pairs
        return max(0, total - self.three_pairs(three))

    def loose_worth(self, faces: tuple[int, ...]) -> int:
        """What these dice would pay loose; -1 if one of them would be dead."""
        worth = self._worth.get(faces)
        if worth is None:
            claims = self.claims([faces.count(face) for face in range(7)])
            worth = self._worth[faces] = -1 if claims.dead else claims.points
        return worth

    # The dice left over -------------------------------------------------------------------------

    def claims(self, pool: list[int], loose: Sequence[int] = ()) -> Claims:
        """The claims of loose dice: as few dead as possible, then the most points.

        Between equals the tap order of the loose dice decides, if it is given: die by die an extension comes before a
        fill, a fill before a fourth pair, a fourth pair before a single, and the oldest open part first.
        """
        best = self._without_pairs(pool, ())
        if not self.open.pairs:
            return best
        pairs = [face for face in (1, 2, 3, 4, 5, 6) if self.closes[face] for _ in range(pool[face] // 2)]
        for paired in self._pairings(pairs, ()) if pairs else ():
            rest = pool[:]
            for face, _, _ in paired:
                rest[face] -= 2
            claims = self._without_pairs(rest, paired)
            gain = (len(best.dead) - len(claims.dead), claims.points - best.points)
            if gain > (0, 0) or (gain == (0, 0) and _in_order(claims, loose) > _in_order(best, loose)):
                best = claims
        return best

    def _pairings(self, pairs: list[int], taken: tuple[Closed, ...]) -> Iterator[tuple[Closed, ...]]:
        """All ways worth a thought to close open three pairs with these pairs.

        A pair that finds the best of them taken looks no further than the others could have taken before it.
        """
        if not pairs:
            yield taken
            return
        ages = {age for _, age, _ in taken}
        for closed in self.closes[pairs[0]][: len(taken) + len(pairs)]:
            if closed[1] not in ages:
                yield from self._pairings(pairs[1:], (*taken, closed))
        yield from self._pairings(pairs[1:], taken)

    def _without_pairs(self, pool: list[int], paired: tuple[Closed, ...]) -> Claims:
        """The claims of dice that close no three pairs, besides the fourth pairs that others make."""
        extended: list[tuple[int, int]] = []
        filled: list[tuple[int, int]] = []
        singles: list[tuple[int, int]] = []
        dead: list[int] = []
        for face in (1, 2, 3, 4, 5, 6):
            count = pool[face]
            if not count:
                continue
            extend, single = self.extends[face], self.single[face]
            if self.fills[face] and extend < self.rules.fill >= single:
                fills = min(count, self.fills[face])
                filled += [(face, self.rules.fill)] * fills
                count -= fills
            if extend >= single and extend:
                extended += [(face, extend)] * count
            elif single:
                singles += [(face, single)] * count
            else:
                dead += [face] * count
        return Claims(tuple(extended), tuple(filled), paired, tuple(singles), tuple(dead))


def _in_order(claims: Claims, loose: Sequence[int]) -> list[tuple[int, int]]:
    """For each loose die in tap order how early its claim stands in the order of ties; higher is earlier."""
    stands: dict[int, list[tuple[int, int]]] = {face: [] for face in loose}
    if not loose:
        return []
    for face in claims.dead:
        stands[face].append((0, 0))
    for face, _ in claims.singles:
        stands[face].append((1, 0))
    for face, age, _ in sorted(claims.paired, reverse=True):
        stands[face] += [(2, -age), (2, -age)]
    for face, _ in claims.filled:
        stands[face].append((3, 0))
    for face, _ in claims.extended:
        stands[face].append((4, 0))
    return [stands[face].pop() for face in loose]


def _threes(faces: list[int]) -> list[tuple[int, ...]]:
    """All ways to choose three of some ascending faces."""
    return [(a, b, c) for i, a in enumerate(faces) for j, b in enumerate(faces[i + 1 :], i + 1) for c in faces[j + 1 :]]


@lru_cache(maxsize=4096)
def sheet(rules: RuleSet, opened: Open) -> Sheet:
    """The sheet for a rule set and what is open, made once for each."""
    return Sheet(rules, opened)
