"""What scorers are compared on: every multiset of dice, tap orders of each, and a spread of open states."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from random import Random

FACES = (1, 2, 3, 4, 5, 6)

_TOGETHER = (
    "set:4 set:6",
    "set:1 set:4",
    "set:1 set:5",
    "set:2 set:3 set:4",
    "set:1 set:2 set:3",
    "set:2 set:3 set:4 set:6",
    "set:1 set:2 set:3 set:4 set:5 set:6",
    "straight:low straight:low",
    "straight:high straight:high",
    "straight:low straight:high",
    "straight:low straight:low straight:low straight:high straight:high",
    "set:6 straight:low",
    "set:1 straight:high",
    "set:2 straight:high",
    "set:3 straight:low",
    "set:5 straight:low straight:high",
    "straight:low pairs:123",
    "straight:high pairs:456",
    "straight:high straight:high pairs:234",
    "straight:low straight:low pairs:126",
    "pairs:234 pairs:234",
    "pairs:126 pairs:345",
    "pairs:146 pairs:236",
    "pairs:135 pairs:246 pairs:123",
    "pairs:345 pairs:135",
    "pairs:156 pairs:146 pairs:256",
    "set:1 pairs:234",
    "set:2 pairs:345",
    "set:5 pairs:126",
    "set:4 set:6 pairs:123",
    "set:3 straight:high pairs:246",
    "set:4 straight:low pairs:126",
    "set:1 set:6 straight:low straight:high pairs:234",
    "set:2 set:3 set:4 set:6 straight:low pairs:145 pairs:256",
)

OPEN_STATES: tuple[str, ...] = (
    "-",
    *(f"set:{face}" for face in FACES),
    "straight:low",
    "straight:high",
    *("pairs:" + "".join(map(str, faces)) for faces in combinations(FACES, 3)),
    *_TOGETHER,
)


def multisets(number: int) -> Iterator[tuple[int, ...]]:
    """Every multiset of this many dice, as sorted faces."""
    return combinations_with_replacement(FACES, number)


def distinct_orders(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every order of the dice once, however many are alike."""
    if not dice:
        yield ()
    for first in sorted(set(dice)):
        rest = list(dice)
        rest.remove(first)
        for order in distinct_orders(tuple(rest)):
            yield (first, *order)


def number_of_orders(dice: tuple[int, ...]) -> int:
    """How many different orders the dice have: the rolls of distinguishable dice that show them."""
    return factorial(len(dice)) // prod(factorial(number) for number in Counter(dice).values())


def tap_orders(dice: tuple[int, ...], wanted: int, seed: int = 0) -> list[tuple[int, ...]]:
    """Different orders of the dice: all where no more than `wanted` exist, else that many drawn by seed."""
    if number_of_orders(dice) <= wanted:
        return list(distinct_orders(dice))
    draw = Random(f"{seed}:{dice}")
    orders: dict[tuple[int, ...], None] = {}
    while len(orders) < wanted:
        orders[tuple(draw.sample(dice, len(dice)))] = None
    return list(orders)
