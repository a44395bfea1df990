"""What a throw costs: processor time to simulate and encode, throws a second on one core, bytes of a record.

    python -m tests.bench.throws [THROWS]

Bars: 15 ms of processor time at p95, 60 throws a second on one core, 5,200 bytes at p95; for eight dice at every power,
and for every move at every stage with every set.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from hashlib import sha256

from app.physics import BODIES, MOVES, ThrowSpec, move_at, throw_bytes

MOST_MS, LEAST_RATE, MOST_BYTES = 15.0, 60.0, 5_200


@dataclass(frozen=True, slots=True)
class Cost:
    """Figures of one series: ms of processor time at the middle and p95, throws a second, bytes at p95."""

    what: str
    throws: int
    middle_ms: float
    p95_ms: float
    rate: float
    p95_bytes: int

    @property
    def holds(self) -> bool:
        return self.p95_ms <= MOST_MS and self.rate >= LEAST_RATE and self.p95_bytes <= MOST_BYTES

    def __str__(self) -> str:
        return (
            f"{self.what:<28} {self.throws:5d} throws   cpu {self.middle_ms:5.1f} ms, p95 {self.p95_ms:5.1f} ms   "
            f"{self.rate:5.0f} throws/s/core   p95 {self.p95_bytes:5d} bytes   {'holds' if self.holds else 'MISSES'}"
        )


def series(throws: int, counts: tuple[int, ...]) -> list[ThrowSpec]:
    """Throws over all powers and angles with the given numbers of dice, from fixed seeds."""
    specs = []
    for number in range(throws):
        seed = sha256(b"bench throw %d" % number).digest()
        faces = tuple(1 + byte % 6 for byte in seed[: counts[number % len(counts)]])
        specs.append(ThrowSpec(1, 1, number % 65536, faces, (number * 29) % 91 - 45, (number * 37) % 101, seed))
    return specs


def moved(specs: list[ThrowSpec]) -> list[ThrowSpec]:
    """The same throws with every move at every stage and the bodies of all sets in turn."""
    ways = [(move_at(key, stage), body) for stage in range(1, 5) for key in MOVES for body in BODIES.values()]
    return [
        replace(spec, move=ways[(i * 101) % len(ways)][0], dice_set=ways[(i * 101) % len(ways)][1])
        for i, spec in enumerate(specs)
    ]


def measure(what: str, specs: list[ThrowSpec]) -> Cost:
    """Throw every spec once, after ten that warm up, and take the processor's time of each."""
    for spec in specs[:10]:
        throw_bytes(spec)
    costs, sizes = [], []
    for spec in specs:
        before = time.process_time()
        sizes.append(len(throw_bytes(spec)))
        costs.append(1000.0 * (time.process_time() - before))
    costs.sort()
    sizes.sort()
    p95 = int(0.95 * len(specs))
    return Cost(what, len(specs), costs[len(specs) // 2], costs[p95], 1000.0 * len(specs) / sum(costs), sizes[p95])


def main(argv: list[str]) -> int:
    throws = int(argv[0]) if argv else 300
    costs = [
        measure("eight dice", series(throws, (8,))),
        measure("eight dice, all moves", moved(series(throws, (8,)))),
        measure("one to eight dice", series(throws, (1, 2, 3, 4, 5, 6, 7, 8))),
    ]
    for cost in costs:
        print(cost)
    return 0 if all(cost.holds for cost in costs) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
