"""What dice are worth at one moment of a turn: the rule set together with what is open.

A `Pile` is a selection while it is being tapped; `Sheet.take` is one tap (R-read, steps 1 to 3) and
`Sheet.claims` settles the dice that are loose when the taps end. Both work on faces only, so that the
same two functions serve the reading of given taps and the search over all orders.
"""

from __future__ import annotations

from collections.abc import Sequence
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

    __slots__ = ("pairs", "pool", "sets", "straight", "taps")

    def __init__(self) -> None:
        self.pool = [0] * 7
        self.sets = [0] * 7
        self.straight = NONE
        self.pairs: tuple[int, ...] = ()
        self.taps: list[int] = []

    def copy(self) -> Pile:
        """A pile that can be tapped further without touching this one."""
        twin = Pile.__new__(Pile)
        twin.pool = self.pool[:]
        twin.sets = self.sets[:]
        twin.straight = self.straight
        twin.pairs = self.pairs
        twin.taps = self.taps[:]
        return twin

    def key(self) -> tuple[object, ...]:
        """Equal for piles that pay alike whatever is tapped next."""
        return (*self.pool, *self.sets, self.straight, self.pairs)


@dataclass(frozen=True, slots=True)
class Claims:
    """How the loose dice of a pile score; entries are (face, points), pairs are (faces of the three, face, points)."""

    extended: tuple[tuple[int, int], ...] = ()
    filled: tuple[tuple[int, int], ...] = ()
    paired: tuple[tuple[tuple[int, int, int], int, int], ...] = ()
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


def in_sequence(faces: tuple[int, ...]) -> bool:
    """Whether ascending faces follow each other without a gap or a repeat (R-pairs)."""
    return all(low + 1 == high for low, high in pairwise(faces))


class Sheet:
    """The worth of dice under one rule set with given parts open."""

    def __init__(self, rules: RuleSet, opened: Open) -> None:
        self.rules = rules
        self.open = opened if rules.progressive else Open()
        self.set_value = (0, rules.triple_ones, 200, 300, 400, 500, 600)
        self.single = (0, 100, 0, 0, 0, 50, 0)
        self.extends = tuple(self.set_value[face] if face in self.open.sets else 0 for face in range(7))
        fills = self.open.straights if rules.fill else ()
        self.fills = (0, fills.count("high"), 0, 0, 0, 0, fills.count("low"))

    # One tap ------------------------------------------------------------------------------------

    def take(self, pile: Pile, face: int) -> None:
        """Tap one die: the first part to complete takes its dice, else the die waits in the pool."""
        pile.taps.append(face)
        if pile.sets[face]:
            pile.sets[face] += 1
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
        pool = [0] * 7
        for face in faces:
            pool[face] += 1
        claims = self.claims(pool)
        return -1 if claims.dead else claims.points

    # The dice left over -------------------------------------------------------------------------

    def claims(self, pool: list[int], loose: Sequence[int] = ()) -> Claims:
        """The claims of loose dice: as few dead as possible, then the most points.

        Between equals the tap order of the loose dice decides, if it is given: die by die an extension comes before a
        fill, a fill before a fourth pair, a fourth pair before a single, and the oldest open part first.
        """
        if not self.open.pairs or not any(count >= 2 for count in pool):
            return self._without_pairs(pool, ())
        best: tuple[tuple[int, ...], Claims] | None = None
        for paired in self._pairings(pool, 0):
            rest = pool[:]
            for _, face, _ in paired:
                rest[face] -= 2
            claims = self._without_pairs(rest, paired)
            rank = (-len(claims.dead), claims.points, *_kinds_in_order(claims, loose))
            if best is None or rank > best[0]:
                best = (rank, claims)
        assert best is not None, "pairing nothing is always a choice"
        return best[1]

    def _pairings(self, pool: list[int], first: int) -> list[tuple[tuple[tuple[int, int, int], int, int], ...]]:
        """All ways to give pairs of the pool to the open three pairs from the given one on."""
        if first == len(self.open.pairs):
            return [()]
        three = self.open.pairs[first]
        ways = []
        for face in (1, 2, 3, 4, 5, 6):
            points = self.fourth_pair(three, face)
            if pool[face] >= 2 and points:
                pool[face] -= 2
                ways += [((three, face, points), *more) for more in self._pairings(pool, first + 1)]
                pool[face] += 2
        return ways + self._pairings(pool, first + 1)

    def _without_pairs(self, pool: list[int], paired: tuple[tuple[tuple[int, int, int], int, int], ...]) -> Claims:
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


def _kinds_in_order(claims: Claims, loose: Sequence[int]) -> list[int]:
    """For each loose die in tap order how early its claim stands in the order of ties; higher is earlier."""
    if not loose:
        return []
    kinds: dict[int, list[int]] = {face: [] for face in loose}
    for face in claims.dead:
        kinds[face].append(0)
    for face, _ in claims.singles:
        kinds[face].append(1)
    for _, face, _ in claims.paired:
        kinds[face] += [2, 2]
    for face, _ in claims.filled:
        kinds[face].append(3)
    for face, _ in claims.extended:
        kinds[face].append(4)
    return [kinds[face].pop() for face in loose]


def _threes(faces: list[int]) -> list[tuple[int, ...]]:
    """All ways to choose three of some ascending faces."""
    return [(a, b, c) for i, a in enumerate(faces) for j, b in enumerate(faces[i + 1 :], i + 1) for c in faces[j + 1 :]]


@lru_cache(maxsize=4096)
def sheet(rules: RuleSet, opened: Open) -> Sheet:
    """The sheet for a rule set and what is open, made once for each."""
    return Sheet(rules, opened)
