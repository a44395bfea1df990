"""A second scorer for `reading = best`: every way to group the dice, judged by the tables of the rules page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

Dice = tuple[int, ...]
"""Faces, ascending."""
Faults = frozenset[str]
SOUND: Faults = frozenset()


class Part(NamedTuple):
    """One scoring part: its kind, its faces ascending, its points."""

    kind: str
    faces: Dice
    points: int


class Card(NamedTuple):
    """The fields of a rule card that say what dice are worth; 0 points = not scored."""

    dice: int = 6
    alike: str = "none"
    alike_fixed: tuple[int, ...] = ()
    triple_ones: int = 1000
    run_full: int = 0
    run_five: int = 0
    three_pairs: int = 0
    three_pairs_seq: int = 0
    four_pairs: int = 0
    four_pairs_seq: int = 0
    quad_is_two_pairs: bool = False
    all_dice_bonus: int = 0


CARDS: dict[str, Card] = {
    "baseline": Card(
        alike="fixed", alike_fixed=(1000, 2000, 3000), run_full=1500, three_pairs=1500, three_pairs_seq=1500
    ),
    "bc_society": Card(alike="double", run_full=1000, three_pairs=1000, three_pairs_seq=1000),
    "scribd": Card(
        alike="fixed", alike_fixed=(1000, 2000, 3000), run_full=1500, three_pairs=1500, three_pairs_seq=1500
    ),
    "inform": Card(dice=5, run_five=2000),
    "grandfather": Card(run_full=1000, run_five=500),
}

FAULTS: dict[str, str] = {
    "fewest_parts_first": "the grouping with the fewest parts is taken, whatever it pays (R-best)",
    "dead_dice_ride_along": "a selection counts when any of its dice score (R-dead)",
    "equal_pairs": "four alike are two of three pairs without the house rule (R-pairs)",
    "four_needed": "with `alike = none` four of a face score as a triple and a rider (R-alike)",
    "one_triple_a_face": "six of a face are never two triples (R-alike)",
    "double_adds": "with `alike = double` a further die adds the triple's value once",
    "ones_are_hundreds": "three 1s pay 100, as other triples pay their face",
    "low_run_only": "2-3-4-5-6 is no run of five",
    "full_run_forgotten": "1-6 is not scored where a run of five is",
    "fives_pay_a_hundred": "a single 5 pays as a single 1",
    "pairs_pay_full_run": "three pairs of different faces pay the full run's points and 50 more",
    "five_run_pays_750": "every run of five pays 750",
}
"""Ways to get the scorer or its table wrong: a comparison that one of them leaves green sees too little."""

HOUSE_FAULTS: dict[str, str] = {
    "more_parts_of_equals": "of groupings that pay alike the one with more parts is taken (R-best)",
    "quads_in_sequence": "four alike and a pair two faces on are three pairs in sequence (R-pairs)",
    "bonus_on_any_roll": "the bonus is paid whenever all the dice rolled are kept (R-all8)",
}
"""Ways that no printed rule set shows, only cards of a table's own."""


def _alike(card: Card, faults: Faults) -> Iterator[Part]:
    for face in range(1, 7):
        base = card.triple_ones if face == 1 and "ones_are_hundreds" not in faults else 100 * face
        paid = {3: base}
        for number in range(4, card.dice + 1):
            further = number - 3
            if card.alike == "add" or (card.alike == "double" and "double_adds" in faults):
                paid[number] = base * (1 + further)
            elif card.alike == "double":
                paid[number] = base * 2**further
            elif card.alike == "fixed" and further <= len(card.alike_fixed):
                paid[number] = card.alike_fixed[further - 1]
            elif card.alike == "none" and number == 4 and "four_needed" in faults:
                paid[number] = base
        yield from (Part("set", (face,) * number, points) for number, points in paid.items())


def _runs(card: Card, faults: Faults) -> Iterator[Part]:
    five = 750 if "five_run_pays_750" in faults else card.run_five
    if card.run_five:
        yield Part("small", (1, 2, 3, 4, 5), five)
        if "low_run_only" not in faults:
            yield Part("small", (2, 3, 4, 5, 6), five)
    if card.run_full and not (card.run_five and "full_run_forgotten" in faults):
        yield Part("large", (1, 2, 3, 4, 5, 6), card.run_full)


def _pairs(card: Card, faults: Faults) -> Iterator[Part]:
    """Three or four pairs of different faces; by the house rule a face may stand for two pairs, never in sequence."""
    quads = card.quad_is_two_pairs or "equal_pairs" in faults
    for number, plain, in_sequence in (
        (3, card.three_pairs, card.three_pairs_seq),
        (4, card.four_pairs, card.four_pairs_seq),
    ):
        if not plain or 2 * number > card.dice:
            continue
        if number == 3 and "pairs_pay_full_run" in faults:
            plain = in_sequence = card.run_full + 50
        for faces in combinations_with_replacement(range(1, 7), number):
            most = max(Counter(faces).values())
            if most > (2 if quads else 1):
                continue
            different = most == 1 or "quads_in_sequence" in faults
            consecutive = different and faces[-1] - faces[0] == number - 1
            dice = tuple(face for face in faces for _ in range(2))
            yield Part("pairs", dice, in_sequence if consecutive else plain)


@cache
def parts_on_offer(card: Card, faults: Faults = SOUND) -> tuple[Part, ...]:
    """Every scoring part that dice could form under the card."""
    five = 100 if "fives_pay_a_hundred" in faults else 50
    singles = (Part("single", (1,), 100), Part("single", (5,), five))
    return (*singles, *_alike(card, faults), *_runs(card, faults), *_pairs(card, faults))


def _without(dice: Dice, taken: Dice) -> Dice | None:
    """The dice left when some are taken; None when they do not lie there."""
    left = list(dice)
    for face in taken:
        if face not in left:
            return None
        left.remove(face)
    return tuple(left)


@cache
def groupings(card: Card, dice: Dice, faults: Faults = SOUND) -> tuple[tuple[Part, ...], ...]:
    """Every way to put each of the dice into one scoring part, each way once, its parts ascending."""
    if not dice:
        return ((),)
    found = set()
    for part in parts_on_offer(card, faults):
        # The smallest die is in some part, and no smaller face is left to be in it.
        left = _without(dice, part.faces) if part.faces[0] == dice[0] else None
        for rest in groupings(card, left, faults) if left is not None else ():
            parts = tuple(sorted((part, *rest)))
            triples = Counter(other.faces for other in parts if other.kind == "set")
            if "one_triple_a_face" not in faults or max(triples.values(), default=0) < 2:
                found.add(parts)
    return tuple(sorted(found))


def pays(parts: tuple[Part, ...]) -> int:
    """The points of all the parts, without the all-dice bonus."""
    return sum(part.points for part in parts)


@cache
def best_readings(card: Card, dice: Dice, faults: Faults = SOUND) -> tuple[tuple[Part, ...], ...]:
    """The readings that are best for the roller: most points, then fewest parts; none when a die is dead (R-best)."""
    ways = groupings(card, dice, faults)
    if "dead_dice_ride_along" in faults and not ways:
        some = [kept for size in range(1, len(dice)) for kept in combinations(dice, size)]
        ways = tuple({way for kept in some for way in groupings(card, kept, faults)})

    def worth(parts: tuple[Part, ...]) -> tuple[int, int]:
        few = len(parts) if "more_parts_of_equals" in faults else -len(parts)
        return (few, pays(parts)) if "fewest_parts_first" in faults else (pays(parts), few)

    best = max(map(worth, ways), default=None)
    return tuple(sorted(parts for parts in ways if worth(parts) == best))


def bonus(card: Card, number: int, thrown: int, faults: Faults = SOUND) -> int:
    """The all-dice bonus for this many dice kept of so many thrown (R-all8)."""
    hand = thrown if "bonus_on_any_roll" in faults else card.dice
    return card.all_dice_bonus if number == thrown == hand else 0


def selections(dice: Dice) -> Iterator[Dice]:
    """Every different selection of at least one die."""
    for size in range(1, len(dice) + 1):
        yield from dict.fromkeys(combinations(dice, size))


@cache
def best_keep(card: Card, roll: Dice, faults: Faults = SOUND) -> int | None:
    """The most points that a keep of this roll pays; None when nothing of it can score: a bust."""
    found = [
        pays(best[0]) + bonus(card, len(kept), len(roll))
        for kept in selections(roll)
        if (best := best_readings(card, kept, faults))
    ]
    return max(found, default=None)


@cache
def fewest_dead(card: Card, dice: Dice) -> frozenset[Dice]:
    """The dice that must be left out, as few as possible, for the rest to score; several ways where they tie."""
    for size in range(len(dice) + 1):
        dead = {left for left in set(combinations(dice, size)) if groupings(card, _without(dice, left) or ())}
        if dead:
            return frozenset(dead)
    raise AssertionError("leaving every die out leaves nothing dead")


def multisets(number: int) -> Iterator[Dice]:
    """Every multiset of this many dice."""
    return combinations_with_replacement(range(1, 7), number)


def rolls_showing(dice: Dice) -> int:
    """How many rolls of distinguishable dice show these faces."""
    return factorial(len(dice)) // prod(factorial(number) for number in Counter(dice).values())


def busts(card: Card, number: int) -> int:
    """How many of the 6 ** number rolls of so many dice score nothing."""
    return sum(rolls_showing(roll) for roll in multisets(number) if best_keep(card, roll) is None)


def mean_best_keep(card: Card, number: int) -> Fraction:
    """The mean over all rolls of so many dice of the best keep's points, a bust counting 0."""
    total = sum(rolls_showing(roll) * (best_keep(card, roll) or 0) for roll in multisets(number))
    return Fraction(total, 6**number)
