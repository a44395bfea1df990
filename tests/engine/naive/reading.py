"""A second scorer: reads taps as the rules page tells it, one tap at a time, for comparison with the engine.

It shares nothing with the engine. Each step below quotes the ruling it follows.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from .loose import DEAD, EXTEND, FILL, PAIR4, SINGLE, LooseDice, pairs_points, set_value, wanted_end
from .opens import HIGH, LOW, OpenParts, open_words, parse_open
from .rulings import Ruling, ruling_of

LARGE = (1, 2, 3, 4, 5, 6)
CLAIM_KINDS = {EXTEND: "extend", FILL: "fill", PAIR4: "pair4", SINGLE: "single"}


class Part(NamedTuple):
    """One scoring part: `set small large pairs single extend fill pair4`, its dice sorted, its points."""

    kind: str
    faces: tuple[int, ...]
    points: int


class NaiveReading(NamedTuple):
    """How a selection reads. `parts`, `dead` and `open_after` are sorted; `points` leave out the bonus."""

    refused: bool
    points: int
    bonus: int
    parts: tuple[Part, ...]
    dead: tuple[int, ...]
    hint_points: int | None
    open_after: tuple[str, ...]


class Lying(NamedTuple):
    """Dice tapped so far: those that wait in the pool, in tap order, and the parts complete."""

    pool: tuple[int, ...] = ()
    done: tuple[Part, ...] = ()


class Ended(NamedTuple):
    """A selection when the taps have ended: its parts, its dead dice, the open parts its claims used up."""

    parts: tuple[Part, ...]
    dead: tuple[int, ...]
    filled: tuple[int, ...]
    fourth: tuple[int, ...]

    @property
    def points(self) -> int:
        """The parts' points together."""
        return sum(part.points for part in self.parts)


class Scorer:
    """The reading rules with one open state and rule set. `bugs` names rules to get wrong (`mutants.py`)."""

    def __init__(self, opens: OpenParts, ruling: Ruling, bugs: frozenset[str] = frozenset()) -> None:
        self.opens, self.ruling, self.bugs = opens, ruling, bugs
        self.loose = LooseDice(opens, ruling, bugs)
        self.endings = cache(self._endings)
        self.best_points = cache(self._best_points)

    # -- taps, one by one ------------------------------------------------------------------------------

    def tap(self, lying: Lying, face: int) -> Lying:
        """One more tap (R-read 1 to 3)."""
        for part in lying.done:
            if part.kind == "set" and face in part.faces:
                return _swap(lying, part, self._set((*part.faces, face)))
        for part in lying.done:
            if part.kind == "small" and face == wanted_end(part.faces):
                if "fill_in_same_selection" not in self.bugs:
                    return _swap(lying, part, self._large())
                if all(other.kind != "fill" for other in lying.done):
                    return Lying(lying.pool, (*lying.done, Part("fill", (face,), int(self.ruling["fill"]))))
        return self._settle(Lying((*lying.pool, face), lying.done))

    def _settle(self, lying: Lying) -> Lying:
        """Take complete parts out of the pool until it holds none."""
        while (after := self._take_one(lying)) != lying:
            lying = after
        return lying

    def _take_one(self, lying: Lying) -> Lying:
        """Take the part that the pool holds, in the order of R-read 3; nothing complete, nothing changes."""
        count = Counter(lying.pool)
        if all(count[face] for face in LARGE) and self.ruling["run_full"]:
            return _take(lying, LARGE, self._large())
        for face in count:
            newset = face not in self.opens.sets or "newset_allowed" in self.bugs
            if count[face] >= 3 and newset:
                return _take(lying, (face,) * 3, self._set((face,) * 3))
        for run in (LOW, HIGH):
            small = Part("small", run, int(self.ruling["run_five"]))
            if all(count[face] for face in run) and self._worth(small.points, run):
                return _take(lying, run, small)
        paired = [face for face in count if count[face] >= 2]  # in the order of their first taps
        three = [part for part in lying.done if part.kind == "pairs"]
        if three:
            return self._take_fourth(lying, three[0], paired)
        return self._take_three(lying, paired)

    def _take_three(self, lying: Lying, paired: list[int]) -> Lying:
        """Three pairs of different faces. With a choice: fewest dead, then most points, then first tapped."""
        ways = []
        for faces in combinations(paired, 3):
            part = self._pairs(faces)
            if self._worth(part.points, part.faces):
                ways.append(_take(lying, part.faces, part))
        if len(ways) < 2:
            return ways[0] if ways else lying
        return min(ways, key=lambda way: _fewest_dead_then_points(self.end(self._settle(way))))

    def _take_fourth(self, lying: Lying, three: Part, paired: list[int]) -> Lying:
        """With three pairs complete in this selection, a pair of a fourth face makes four pairs."""
        faces = tuple(sorted(set(three.faces)))
        for face in paired:
            if len(faces) == 3 and face not in faces:
                four = self._pairs((*faces, face))
                if self._worth(four.points - three.points, (face, face)):
                    return Lying(_without(lying.pool, (face, face)), _swap(lying, three, four).done)
        return lying

    def _worth(self, points: int, dice: tuple[int, ...]) -> bool:
        """R-worth: whether a part pays at least what its dice would pay loose with none dead."""
        if points <= 0 or "worth_off" in self.bugs:
            return points > 0
        loose = self.loose.assign(dice)
        return loose.dead > 0 or points >= -loose.minus_points

    def _set(self, faces: tuple[int, ...]) -> Part:
        return Part("set", faces, set_value(faces[0], self.ruling) * (len(faces) - 2))

    def _large(self) -> Part:
        return Part("large", LARGE, int(self.ruling["run_full"]))

    def _pairs(self, faces: tuple[int, ...]) -> Part:
        return Part("pairs", tuple(sorted(faces * 2)), pairs_points(faces, self.ruling, self.bugs))

    # -- the taps have ended ---------------------------------------------------------------------------

    def end(self, lying: Lying) -> Ended:
        """Give each die still in the pool its claim; those without are dead."""
        parts, dead = list(lying.done), []
        filled, fourth = [], []
        for face, claim in zip(lying.pool, self.loose.assign(lying.pool).claims, strict=True):
            if claim.kind == DEAD:
                dead.append(face)
            elif claim.kind != PAIR4:
                parts.append(Part(CLAIM_KINDS[claim.kind], (face,), self.loose.points_of(claim, face)))
                if claim.kind == FILL:
                    filled.append(claim.age)
            elif claim.age not in fourth:
                fourth.append(claim.age)
                parts.append(Part("pair4", (face, face), self.loose.points_of(claim, face)))
        return Ended(tuple(sorted(parts)), tuple(sorted(dead)), tuple(filled), tuple(fourth))

    def read_once(self, taps: tuple[int, ...], lying: Lying | None = None) -> Ended:
        """Read the taps in order and end the selection, with nothing tried a second time."""
        lying = lying or Lying()
        for face in taps:
            lying = self.tap(lying, face)
        return self.end(lying)

    def read_taps(self, taps: tuple[int, ...]) -> Ended:
        """The reading of a selection, with a second one where the rules give it."""
        return self._read_again(taps, self.read_once(taps))

    def _read_again(self, taps: tuple[int, ...], ended: Ended) -> Ended:
        """Refused with a complete 1-6: a large straight and the rest, if that leaves none dead (R-1to6)."""
        one_to_six = set(taps) >= set(LARGE) and bool(self.ruling["run_full"])
        if one_to_six and "straight_before_set" in self.bugs:
            return self._read_one_to_six(taps)
        if ended.dead and one_to_six and "one_to_six_off" not in self.bugs:
            again = self._read_one_to_six(taps)
            ended = ended if again.dead else again
        if ended.dead and "equal_pairs_allowed" in self.bugs:
            ended = self._read_equal_pairs(taps) or ended
        return ended

    def _read_one_to_six(self, taps: tuple[int, ...]) -> Ended:
        return self.read_once(_without(taps, LARGE), Lying((), (self._large(),)))

    def _read_equal_pairs(self, taps: tuple[int, ...]) -> Ended | None:
        """Only for the bug of that name: four alike as two pairs, never in sequence."""
        count = Counter(taps)
        if len(taps) not in (6, 8) or any(number % 2 for number in count.values()):
            return None
        points = int(self.ruling["three_pairs" if len(taps) == 6 else "four_pairs"])
        return Ended((Part("pairs", tuple(sorted(taps)), points),), (), (), ())

    # -- every other order (R-hint) --------------------------------------------------------------------

    def _endings(self, dice: tuple[int, ...]) -> frozenset[Lying]:
        """Every way in which these dice (sorted) can lie when tapped in any order.

        Whatever the order, some die is tapped last: so these are all the ways in which the others can lie,
        each with that last tap. The pool's own order is dropped, since it decides only ties between claims
        and never points.
        """
        if not dice:
            return frozenset({Lying()})
        found = set()
        for last in set(dice):
            for lying in self.endings(_without(dice, (last,))):
                pool, done = self.tap(lying, last)
                found.add(Lying(tuple(sorted(pool)), tuple(sorted(done))))
        return frozenset(found)

    def _best_points(self, dice: tuple[int, ...]) -> int | None:
        """The most that these dice (sorted) pay in any order, None where every order is refused."""
        every = [self._read_again(dice, self.end(lying)) for lying in self.endings(dice)]
        return max((ended.points for ended in every if not ended.dead), default=None)

    # -- the keep as a whole ---------------------------------------------------------------------------

    def bonus(self, kept: int, thrown: int) -> int:
        """R-all8: paid where all the dice of the game were rolled and all of them are kept at once."""
        full_hand = int(self.ruling["dice"])
        full = thrown == full_hand
        full = full or (thrown == full_hand - 1 and "bonus_on_seven" in self.bugs)
        full = full or "bonus_on_later_roll" in self.bugs
        return int(self.ruling["all_dice_bonus"]) if full and kept == thrown else 0

    def open_after(self, ended: Ended, last_die_kept: bool) -> OpenParts:
        """What is open after the keep (R-open); with the last die it is cleared where nothing survives."""
        if not self.ruling["progressive"] or (last_die_kept and not self.ruling["survives_and_roll"]):
            return OpenParts()
        smalls = tuple(part.faces for part in ended.parts if part.kind == "small")
        pairs = [tuple(sorted(set(part.faces))) for part in ended.parts if part.kind == "pairs"]
        return OpenParts(
            self.opens.sets + tuple(part.faces[0] for part in ended.parts if part.kind == "set"),
            tuple(run for age, run in enumerate(self.opens.straights) if age not in ended.filled) + smalls,
            tuple(faces for age, faces in enumerate(self.opens.pairs) if age not in ended.fourth)
            + tuple(faces for faces in pairs if len(faces) == 3),
        )


def _fewest_dead_then_points(ended: Ended) -> tuple[int, int]:
    return len(ended.dead), -ended.points


def _without(dice: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """The dice in their order without the first-tapped die of each face taken."""
    left = list(dice)
    for face in taken:
        left.remove(face)
    return tuple(left)


def _take(lying: Lying, dice: tuple[int, ...], part: Part) -> Lying:
    """The part takes these dice out of the pool."""
    return Lying(_without(lying.pool, dice), (*lying.done, part))


def _swap(lying: Lying, old: Part, new: Part) -> Lying:
    """A part of this selection has grown."""
    return Lying(lying.pool, tuple(new if part == old else part for part in lying.done))


@lru_cache(maxsize=256)
def _scorer(opens: OpenParts, ruling: tuple[tuple[str, int | bool], ...], bugs: frozenset[str]) -> Scorer:
    return Scorer(opens, dict(ruling), bugs)


def scorer_for(
    open_parts: str | OpenParts, rules: str | Ruling = "progressive", bugs: frozenset[str] = frozenset()
) -> Scorer:
    """The scorer of one open state and one rule set. Raises ValueError for parts that cannot be read."""
    return _scorer(parse_open(open_parts), tuple(sorted(ruling_of(rules).items())), bugs)


def read(
    taps: tuple[int, ...],
    thrown: int,
    open_parts: str | OpenParts = "-",
    rules: str | Ruling = "progressive",
    bugs: frozenset[str] = frozenset(),
) -> NaiveReading:
    """Read one selection. Raises ValueError for taps that no roll of `thrown` dice can hold."""
    scorer = scorer_for(open_parts, rules, bugs)
    if not 1 <= len(taps) <= thrown <= scorer.ruling["dice"] or not set(taps) <= set(LARGE):
        raise ValueError(f"{taps} of {thrown} dice is no selection")
    ended = scorer.read_taps(taps)
    if ended.dead:
        hint = scorer.best_points(tuple(sorted(taps)))
        return NaiveReading(True, 0, 0, (), ended.dead, hint, open_words(scorer.opens))
    after = scorer.open_after(ended, last_die_kept=len(taps) == thrown)
    return NaiveReading(False, ended.points, scorer.bonus(len(taps), thrown), ended.parts, (), None, open_words(after))
