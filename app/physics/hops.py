"""How high the dice fly: each die's centre falls, strikes the felt with its lowest corner, and springs up again.

Heights are lifts of the centre above its rest, mm. The cube under the centre turns as `tumble` says, so the felt is
met where the lowest corner is; a corner that turns downwards kicks the die up a little, and so does a hard hit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.physics.faces import Array, stand
from app.physics.params import GRAVITY, MotionStream, Move, ThrowSpec
from app.physics.throw import Run
from app.physics.tumble import Tumble

SPRING: Final = 0.45
"""Part of its falling speed that a die keeps upwards on the felt."""

KICK: Final = 0.28
"""Part of the speed of the lowest corner that turns into rise."""

LEAST_RISE: Final = 48.0
"""mm/s; less than this the die stays on the felt and rolls."""

SKIMMING: Final = (90.0, 260.0)
"""mm/s of travel from which a die that skims begins to hop again, and from which it hops in full."""

UPSET: Final = 0.16
"""Part of a hit's closing speed that turns into rise."""

LAST_LANDING: Final = 0.03
"""s before a die falls flat: no spring may carry it beyond that, so it never lies in the air."""

HEARD: Final = 45.0
"""mm/s, the slowest fall onto the felt that makes a sound."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A corner struck the felt: row of the run, and the speed of the blow in mm/s."""

    row: int
    speed: float


@dataclass(frozen=True, slots=True)
class Hops:
    """Lift per row and die (0 while it rolls), the landings of each die, and the row where each is finally still."""

    lift: Array
    landings: tuple[tuple[Landing, ...], ...]
    still: tuple[int, ...]


def hops(run: Run, turned: Tumble, spec: ThrowSpec) -> Hops:
    """Let every die of `spec` fall and spring along its path."""
    stream = MotionStream(spec.seed, "hops")
    edge = spec.dice_set.edge
    under = stand(turned.turn, edge) - edge / 2.0
    upsets = _upsets(run, turned, stream)
    lift = np.zeros_like(under)
    landings, still = [], []
    steps = np.diff(run.time).tolist()
    for die in range(len(spec.faces)):
        spring = SPRING * spec.move.bounce * spec.dice_set.spring * stream.between(0.85, 1.15)
        left = 0.5 * GRAVITY * (run.time[turned.flat[die]] - run.time - LAST_LANDING)
        skims = _skims(turned.pace[:, die], spec.move.skim)
        flight = _Flight(*run.drop[die], spring, spec.move, upsets[die], skims)
        held = int(np.searchsorted(run.time, run.released[die] - 1e-9))
        lift[:, die] = flight.follow(under[:, die].tolist(), steps, left.tolist(), turned.still[die], held)
        landings.append(tuple(flight.landings))
        down = int(np.flatnonzero(lift[:, die]).max(initial=-1)) + 1
        still.append(max(turned.still[die], down))
    return Hops(lift, tuple(landings), tuple(still))


def _upsets(run: Run, turned: Tumble, stream: MotionStream) -> list[dict[int, float]]:
    """Per die the rise (mm/s) it gets from hits, by row; a die that lies or creeps is only pushed."""
    upsets: list[dict[int, float]] = [{} for _ in turned.flat]
    for hit in run.hits:
        rise = UPSET * hit.speed * stream.between(0.4, 1.2)
        for die in (hit.die, hit.other):
            if die < 0 or hit.row >= turned.flat[die]:
                continue
            lively = min(1.0, max(0.0, (turned.pace[hit.row, die] - 70.0) / 130.0))
            upsets[die][hit.row] = upsets[die].get(hit.row, 0.0) + rise * lively
    return upsets


def _skims(pace: Array, skim: float) -> list[float]:
    """Per step the rise (mm/s) that a skimming die has at a touch; nothing for one that hardly travels."""
    low, high = SKIMMING
    rises: list[float] = (skim * np.clip((pace - low) / (high - low), 0.0, 1.0)).tolist()
    return rises


class _Flight:
    """The rise and fall of one die over a floor that its own turning corners raise and lower."""

    def __init__(
        self, height: float, rise: float, spring: float, move: Move, upsets: dict[int, float], skims: list[float]
    ) -> None:
        self.landings: list[Landing] = []
        self._height, self._rise, self._spring, self._upsets = height, rise, spring, upsets
        self._first, self._ceiling, self._skims = move.first, move.ceiling, skims

    def follow(self, under: list[float], steps: list[float], most: list[float], still: int, held: int) -> list[float]:
        """The lift at every row, mm.

        `under` is the lift at which the lowest corner touches, `most` the rise (mm/s) that still comes down in time,
        `still` the row from which the die no longer turns, `held` the row at which it leaves the hand.
        """
        level, rise = under[0] + self._height, self._rise
        lifts = [level] * (held + 1)
        for row, step in enumerate(steps[held:], held):
            floor = under[row + 1]
            slope = (floor - under[row]) / step
            if row in self._upsets:
                rise = max(rise, min(rise + self._upsets[row], self._rise_to_ceiling(level), most[row]))
            level += (rise - 0.5 * GRAVITY * step) * step
            rise -= GRAVITY * step
            lift = level
            if level <= floor:
                level = floor
                rise, lift = self._strike(row + 1, rise, slope, floor, most[row])
            lifts.append(lift)
            if row >= still and lift == 0.0:
                break
        return lifts + [0.0] * (len(under) - len(lifts))

    def _strike(self, row: int, rise: float, slope: float, floor: float, most: float) -> tuple[float, float]:
        """The corner is on the felt: the new rise, and the lift to write down (0 when it goes on rolling)."""
        blow = max(0.0, min(slope - rise, -rise))
        if blow > HEARD:
            self.landings.append(Landing(row, blow))
        up = self._spring * blow * self._first + (KICK * slope if slope > 0.0 else 0.0)
        self._first = 1.0
        up = min(max(up, self._skims[row - 1]), most)
        if up < LEAST_RISE:
            return min(slope, 0.0), 0.0
        return min(up, self._rise_to_ceiling(floor)), floor

    def _rise_to_ceiling(self, level: float) -> float:
        """The upward speed, mm/s, that just reaches the ceiling from `level`."""
        return math.sqrt(2.0 * GRAVITY * max(0.0, self._ceiling - level))
