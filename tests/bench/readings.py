"""How fast selections read: distinct accepted readings a second on one core, with empty caches.

    python -m tests.bench.readings

Bar: 30,000 a second.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import combinations_with_replacement

from app.engine import rulesets, sheet
from app.engine.open_parts import Open, parse_open
from app.engine.orders import best_order, keeps
from app.engine.reading import Reading, read

LEAST_RATE = 30_000.0
OPEN_STATES = ("-", "set:4", "set:6,straight:low", "pairs:234")


def selections() -> list[tuple[tuple[int, ...], Open]]:
    """Every multiset of one to eight dice in a few random orders, each selection once, all of them accepted."""
    draw = random.Random(30)
    rules = rulesets.load("progressive")
    found = set()
    for size in range(1, 9):
        for faces in combinations_with_replacement(range(1, 7), size):
            for opened in map(parse_open, OPEN_STATES):
                for _ in range(6):
                    found.add((tuple(draw.sample(faces, size)), opened))
    return [
        (taps, opened)
        for taps, opened in sorted(found, key=lambda entry: (entry[0], str(entry[1])))
        if isinstance(read(taps, 8, opened, rules), Reading)
    ]


def main() -> int:
    """Print the figure and whether the bar holds."""
    rules = rulesets.load("progressive")
    asked = selections()
    best = 0.0
    for _ in range(5):
        for cached in (sheet.sheet, keeps, best_order):
            cached.cache_clear()
        start = time.process_time()
        for taps, opened in asked:
            read(taps, 8, opened, rules)
        best = max(best, len(asked) / (time.process_time() - start))
    holds = best >= LEAST_RATE
    print(
        f"readings: {len(asked)} distinct accepted, {best:,.0f}/s/core, bar {LEAST_RATE:,.0f}: "
        f"{'holds' if holds else 'MISSES'}"
    )
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
