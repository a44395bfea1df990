"""Tests of dice: what many rolls of a fair source look like, and how unlikely it is that these came from one.

Every test is one-sided towards doubt: its p is the chance that fair dice look at least as uneven. A test fails below
`ALPHA`. With so small a level a fair source fails one test in a million, so a failure is worth stopping for.

References: Pearson's chi-square; Wald and Wolfowitz 1940 for runs; Abramowitz and Stegun 6.5 for the tail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import erfc, exp, inf, lgamma, log, sqrt
from operator import mul

ALPHA = 1e-6
FACES = 6
DICE_MAX = 8
LAGS = (1, 2, 8, 16)
"""Dice apart: neighbours, and where rolls of eight would repeat."""
EXPECTED_MIN = 5
"""A chi-square is told only where each count is expected to be at least this much."""

_MEAN = (FACES + 1) / 2
_VARIANCE = (FACES * FACES - 1) / 12


@dataclass(frozen=True, slots=True)
class Verdict:
    """One test of a sample."""

    name: str
    """`frequency`, `pairs`, `places`, `runs`, `lag_1` …, or the name of a split."""
    statistic: float
    """A chi-square, or standard deviations from what is expected."""
    freedom: int
    """Degrees of freedom of a chi-square; 0 for standard deviations."""
    p: float

    @property
    def passed(self) -> bool:
        """Whether fair dice may well look like this."""
        return self.p >= ALPHA


@dataclass(slots=True)
class Sample:
    """Rolls in the order in which they fell."""

    stream: bytearray = field(default_factory=bytearray)
    """All faces one after another."""
    places: list[list[int]] = field(default_factory=lambda: [[0] * FACES for _ in range(DICE_MAX)])
    """For each place of a roll how often each face lay there."""
    rolls: int = 0

    def add(self, faces: Sequence[int]) -> None:
        """One more roll."""
        self.rolls += 1
        self.stream += bytes(faces)
        for counts, face in zip(self.places, faces, strict=False):
            counts[face - 1] += 1

    def counts(self) -> list[int]:
        """How often each face lay, 1 first."""
        return [self.stream.count(face) for face in range(1, FACES + 1)]


def battery(sample: Sample) -> list[Verdict]:
    """All tests that the sample is large enough for."""
    found = [frequency(sample), pairs(sample), places(sample), runs(sample), *(lag(sample, each) for each in LAGS)]
    return [each for each in found if each is not None]


def frequency(sample: Sample) -> Verdict | None:
    """Whether all faces come equally often."""
    return evenly("frequency", sample.counts())


def pairs(sample: Sample) -> Verdict | None:
    """Whether all 36 pairs of neighbours come equally often; no die is in two pairs."""
    stream = sample.stream
    seen = Counter(zip(stream[::2], stream[1::2], strict=False))
    return evenly("pairs", [seen[a, b] for a in range(1, FACES + 1) for b in range(1, FACES + 1)])


def places(sample: Sample) -> Verdict | None:
    """Whether all faces come equally often at each place of a roll, all places together."""
    told = [found for found in (evenly("places", counts) for counts in sample.places) if found is not None]
    if not told:
        return None
    statistic, freedom = sum(each.statistic for each in told), sum(each.freedom for each in told)
    return Verdict("places", statistic, freedom, chi_square_tail(statistic, freedom))


def runs(sample: Sample) -> Verdict | None:
    """Whether low faces (1 to 3) and high ones follow each other as often as they should."""
    low = bytes(face <= FACES // 2 for face in range(256))
    halves = bytes(sample.stream).translate(low)
    few, many = halves.count(0), halves.count(1)
    every = few + many
    if min(few, many) < EXPECTED_MIN:
        return None
    changes = sum(one != other for one, other in pairwise(halves))
    twice = 2.0 * few * many
    expected = twice / every + 1
    spread = sqrt(twice * (twice - every) / (every * every * (every - 1.0)))
    return standing("runs", (changes + 1 - expected) / spread)


def lag(sample: Sample, apart: int) -> Verdict | None:
    """Whether a die says anything about the one so many dice later."""
    stream = bytes(sample.stream)
    count = len(stream) - apart
    if count < FACES * EXPECTED_MIN:
        return None
    early, late = sum(stream[:-apart]), sum(stream[apart:])
    product = sum(map(mul, stream, stream[apart:])) - _MEAN * (early + late) + count * _MEAN * _MEAN
    return standing(f"lag_{apart}", product / (_VARIANCE * sqrt(count)))


def evenly(name: str, counts: Sequence[int]) -> Verdict | None:
    """Whether counts of equally likely things are as equal as chance has it; None for too few."""
    expected = sum(counts) / len(counts)
    if expected < EXPECTED_MIN:
        return None
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return Verdict(name, statistic, len(counts) - 1, chi_square_tail(statistic, len(counts) - 1))


def alike(name: str, groups: Mapping[object, Sequence[int]]) -> Verdict | None:
    """Whether faces fall alike in all groups of rolls; groups too small for it are left out, None for fewer than two.

    `groups` has for each group how often each face lay.
    """
    told = [counts for counts in groups.values() if sum(counts) >= FACES * EXPECTED_MIN]
    if len(told) < 2:
        return None
    every = [sum(column) for column in zip(*told, strict=True)]
    total = sum(every)
    statistic = 0.0
    for counts in told:
        share = sum(counts) / total
        for count, column in zip(counts, every, strict=True):
            if column:
                statistic += (count - share * column) ** 2 / (share * column)
    freedom = (len(told) - 1) * (FACES - 1)
    return Verdict(name, statistic, freedom, chi_square_tail(statistic, freedom))


def standing(name: str, z: float) -> Verdict:
    """A test whose statistic is so many standard deviations from what is expected, in either direction."""
    return Verdict(name, z, 0, erfc(abs(z) / sqrt(2)))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is at least this large.

    >>> round(chi_square_tail(11.0705, 5), 6)
    0.05
    """
    if statistic <= 0:
        return 1.0
    a, x = freedom / 2, statistic / 2
    # The lower tail's series is quick to the left of the middle, the upper tail's fraction to the right.
    tail = 1.0 - _lower(a, x) if x < a + 1 else _upper(a, x)
    return min(1.0, max(0.0, tail))


def _lower(a: float, x: float) -> float:
    """The regularised lower incomplete gamma function by its power series."""
    term = total = 1.0 / a
    n = a
    while abs(term) > abs(total) * 1e-16:
        n += 1
        term *= x / n
        total += term
    return total * exp(a * log(x) - x - lgamma(a))


def _upper(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function by its continued fraction (Lentz)."""
    tiny = 1e-300
    b = x + 1.0 - a
    c, d = inf, 1.0 / b
    value = d
    n = 0
    change = 0.0
    while abs(change - 1.0) > 1e-15:
        n += 1
        factor = n * (a - n)
        b += 2.0
        d = factor * d + b
        d = 1.0 / (d if abs(d) > tiny else tiny)
        c = b + factor / c
        c = c if abs(c) > tiny else tiny
        change = c * d
        value *= change
    return value * exp(a * log(x) - x - lgamma(a))
