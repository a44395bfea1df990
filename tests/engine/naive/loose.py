"""Claims of loose dice: every die tries every claim, and the best assignment of all is taken."""

from functools import cache
from typing import NamedTuple

from .opens import LOW, OpenParts
from .rulings import Ruling

EXTEND, FILL, PAIR4, SINGLE, DEAD = range(5)  # the order in which ties are broken


class Claim(NamedTuple):
    """What one loose die does: the kind of claim, and which open part (by age) it goes to."""

    kind: int
    age: int


class Assignment(NamedTuple):
    """One way to use all the loose dice. The smallest is the best: few dead, many points, tie order."""

    dead: int
    minus_points: int
    claims: tuple[Claim, ...]  # one a die, in tap order


def set_value(face: int, ruling: Ruling) -> int:
    """Points of three dice of a face, and of each further one."""
    return int(ruling["triple_ones"]) if face == 1 else int(ruling["triple_times_face"]) * face


def in_sequence(faces: tuple[int, ...]) -> bool:
    """Whether the faces are consecutive."""
    return sorted(faces) == list(range(min(faces), max(faces) + 1))


def pairs_points(faces: tuple[int, ...], ruling: Ruling, bugs: frozenset[str] = frozenset()) -> int:
    """Points of three or four pairs of these faces."""
    judged = [faces]
    if "sequence_on_three_of_four" in bugs and len(faces) == 4:
        judged = [tuple(face for face in sorted(faces) if face != left_out) for left_out in faces]
    name = "three_pairs" if len(faces) == 3 else "four_pairs"
    return int(ruling[name + "_seq" if any(map(in_sequence, judged)) else name])


def wanted_end(run: tuple[int, ...]) -> int:
    """The face that makes five in a row six in a row."""
    return 6 if run == LOW else 1


class Spent(NamedTuple):
    """Open parts that earlier-tapped loose dice have used up.

    `filled` straights and `fourth` (completed) three pairs by age; `waiting` holds (age, face) of three pairs
    that have one die of a fourth face and need the second.
    """

    filled: frozenset[int] = frozenset()
    fourth: frozenset[int] = frozenset()
    waiting: frozenset[tuple[int, int]] = frozenset()


class LooseDice:
    """Claims against one open state. Equal questions are answered once."""

    def __init__(self, opens: OpenParts, ruling: Ruling, bugs: frozenset[str]) -> None:
        self.opens, self.ruling, self.bugs = opens, ruling, bugs
        self._best_of_rest = cache(self._try_every_claim)

    def assign(self, dice: tuple[int, ...]) -> Assignment:
        """The best of all assignments of these dice, given in tap order."""
        best = self._best_of_rest(dice, Spent())
        assert best is not None, "all dead is always an assignment"
        return best

    def _try_every_claim(self, dice: tuple[int, ...], spent: Spent) -> Assignment | None:
        """The best assignment of the dice with what is left, or None where a fourth pair stays half."""
        if not dice:
            return None if spent.waiting else Assignment(0, 0, ())
        found = []
        for claim, points in self._claims(dice[0], spent):
            rest = self._best_of_rest(dice[1:], _after(claim, dice[0], spent))
            if rest is not None:
                dead = rest.dead + (claim.kind == DEAD)
                found.append(Assignment(dead, rest.minus_points - points, (claim, *rest.claims)))
        return min(found, default=None)

    def _claims(self, face: int, spent: Spent) -> list[tuple[Claim, int]]:
        """Every claim one die may take, each with the points it adds; to be dead is always one of them."""
        claims = [Claim(DEAD, 0)]
        if face in self.opens.sets:
            claims.append(Claim(EXTEND, self.opens.sets.index(face)))
        for age, run in enumerate(self.opens.straights):
            if face == wanted_end(run) and age not in spent.filled and self.ruling["fill"]:
                claims.append(Claim(FILL, age))
        for age, faces in enumerate(self.opens.pairs):
            waits = [other for three, other in spent.waiting if three == age]
            if face not in faces and age not in spent.fourth and waits in ([], [face]):
                claims.append(Claim(PAIR4, age))
        if face in (1, 5):
            claims.append(Claim(SINGLE, 0))
        half = {Claim(PAIR4, age) for age, other in spent.waiting if other == face}
        return [(claim, self._added(claim, face, claim in half)) for claim in claims]

    def _added(self, claim: Claim, face: int, second_of_pair: bool) -> int:
        """A fourth pair pays with its second die, every other claim at once."""
        return self.points_of(claim, face) if claim.kind != PAIR4 or second_of_pair else 0

    def points_of(self, claim: Claim, face: int) -> int:
        """Points of one claim by dice of this face."""
        if claim.kind == EXTEND:
            return 100 if "extension_pays_100" in self.bugs else set_value(face, self.ruling)
        if claim.kind == FILL:
            return int(self.ruling["fill"])
        if claim.kind == PAIR4:
            return self.fourth_pair_points(self.opens.pairs[claim.age], face)
        if claim.kind == SINGLE:
            return int(self.ruling["single_one" if face == 1 else "single_five"])
        return 0

    def fourth_pair_points(self, faces: tuple[int, ...], fourth: int) -> int:
        """What a fourth pair adds to three pairs: the difference, in sequence or not over all four faces."""
        four = pairs_points((*faces, fourth), self.ruling, self.bugs)
        return four - pairs_points(faces, self.ruling, self.bugs)


def _after(claim: Claim, face: int, spent: Spent) -> Spent:
    """What is used up once a die of this face has taken the claim."""
    if claim.kind == FILL:
        return spent._replace(filled=spent.filled | {claim.age})
    if claim.kind == PAIR4 and (claim.age, face) in spent.waiting:
        return spent._replace(fourth=spent.fourth | {claim.age}, waiting=spent.waiting - {(claim.age, face)})
    if claim.kind == PAIR4:
        return spent._replace(waiting=spent.waiting | {(claim.age, face)})
    return spent
