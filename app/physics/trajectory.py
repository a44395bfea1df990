"""A throw as it is stored: timed keys of every die, sound cues, and what lies between two keys.

`compose` turns faces and gesture into a trajectory; `sample` reads a pose back exactly as a client does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.physics.faces import Array, at_rest, between, stand
from app.physics.hops import Hops, hops
from app.physics.params import (
    KEY_RATE,
    LONGEST,
    MAX_POWER,
    MAX_STRETCH,
    SHORTEST,
    STANDARD_TRAY,
    MotionStream,
    ThrowSpec,
    Tray,
)
from app.physics.throw import Run, simulate
from app.physics.tumble import Tumble, tumble

Whole = npt.NDArray[np.int64]

SETTLING: Final = 0.07
"""s, what falling flat and one last lean usually add after the paths have ended."""

TAIL: Final = 0.45
"""s of stillness kept behind the paths for dice that are still falling flat."""

APART: Final = 4
CLEAR: Final = 10
"""ms: the least distance of two impact keys of one die, and of a grid key to the impacts around it."""

FELT, WALL_HIT, DICE, SETTLED = 0, 1, 2, 3

MOST_CUES: Final = 40
SAME_KIND_APART: Final = 25
"""ms: of two sounds of one kind nearer than this only the louder is kept."""

FULL_SOUND: Final[dict[int, float]] = {FELT: 420.0, WALL_HIT: 800.0, DICE: 700.0, SETTLED: 220.0}
"""mm/s of closing speed that sound at full intensity, by kind."""

FAINTEST: Final = 6
"""Of 255: anything below is not worth a sound."""


@dataclass(frozen=True, slots=True, eq=False)
class DieTrack:
    """One die: what it shows at the end, its resting yaw (rad), and its keys: ms, place and hop (mm), orientation."""

    face: int
    yaw: float
    time: Whole
    place: Array
    hop: Array
    turn: Array


@dataclass(frozen=True, slots=True, order=True)
class Cue:
    """A sound at `time` ms: its kind, the dice (a wall's number 0–3 as `b` of a wall hit), intensity 0–255."""

    time: int
    kind: int
    a: int
    b: int
    intensity: int


@dataclass(frozen=True, slots=True, eq=False)
class Trajectory:
    """The whole motion: length in ms, tray and die edge in mm, one track a die, cues in order of time."""

    duration: int
    tray_width: float
    tray_depth: float
    edge: float
    dice: tuple[DieTrack, ...]
    cues: tuple[Cue, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Everything known about a throw before it is thinned to keys; the checks measure decoded bytes against it."""

    run: Run
    turned: Tumble
    hopped: Hops
    stretch: float


def move_dice(spec: ThrowSpec, tray: Tray = STANDARD_TRAY) -> Motion:
    """Simulate the throw, set its clock by its power, turn the dice back from their faces and let them hop."""
    plane = simulate(spec, tray)
    goal = SHORTEST + (LONGEST - SHORTEST) * spec.power / MAX_POWER * (1.0 - spec.move.hurry)
    goal += MotionStream(spec.seed, "clock").around(0.03) - SETTLING
    stretch = min(MAX_STRETCH, max(1.0 / MAX_STRETCH, goal / float(plane.time[-1])))
    run = plane.on_clock(stretch, TAIL)
    turned = tumble(run, spec)
    return Motion(run, turned, hops(run, turned, spec), stretch)


def compose(spec: ThrowSpec, tray: Tray = STANDARD_TRAY) -> Trajectory:
    """The trajectory of `spec`: same spec and tray, same trajectory."""
    motion = move_dice(spec, tray)
    tracks = _tracks(motion, spec)
    duration = max(int(track.time[-1]) for track in tracks)
    cues = _cues(motion, duration)
    return Trajectory(duration, tray.width, tray.depth, spec.dice_set.edge, tracks, cues)


def _tracks(motion: Motion, spec: ThrowSpec) -> tuple[DieTrack, ...]:
    """Cut every die's motion into keys, all dice in one pass."""
    times = [_key_times(motion, die, spec.move.whirl > 0.0) for die in range(len(spec.faces))]
    at = np.array([t for mine in times for t in mine], dtype=np.int64)
    die = np.repeat(np.arange(len(times)), [len(mine) for mine in times])
    run, turned, lift = motion.run, motion.turned, motion.hopped.lift
    now = at / 1000.0
    row = np.clip(np.searchsorted(run.time, now, side="right") - 1, 0, len(run.time) - 2)
    part = np.clip((now - run.time[row]) / (run.time[row + 1] - run.time[row]), 0.0, 1.0)
    place = run.place[row, die] + (run.place[row + 1, die] - run.place[row, die]) * part[:, None]
    hop = lift[row, die] + (lift[row + 1, die] - lift[row, die]) * part
    turn = between(turned.turn[row, die], turned.turn[row + 1, die], part)
    tracks, start = [], 0
    for index, (face, yaw) in enumerate(zip(spec.faces, turned.yaw, strict=True)):
        mine = slice(start, start + len(times[index]))
        start = mine.stop
        hop[mine.stop - 1], turn[mine.stop - 1] = 0.0, at_rest(face, yaw)
        tracks.append(DieTrack(face, yaw, at[mine], place[mine], hop[mine], turn[mine]))
    return tuple(tracks)


def _key_times(motion: Motion, die: int, whirls: bool) -> list[int]:
    """When a die has keys, ms: leaving the hand, its own impacts, its settling, and the 30 Hz grid between them.

    One that whirls on has a key where its travel stops, too.
    """
    run, turned, hopped = motion.run, motion.turned, motion.hopped
    still = max(hopped.still[die], int(np.flatnonzero(run.velocity[:, die].any(axis=1)).max(initial=0)) + 1)
    end = math.ceil(1000.0 * float(run.time[still]))
    rows = [hit.row for hit in run.hits if die in (hit.die, hit.other)]
    rows += [landing.row for landing in hopped.landings[die]]
    flat = float(run.time[turned.flat[die]])
    marks = [1000.0 * float(run.time[row]) for row in rows] + [
        1000.0 * flat,
        1000.0 * (flat + turned.rock[die] / 2),
    ]
    if run.released[die] > 0.0:
        marks.append(1000.0 * run.released[die])
    if whirls:
        travels = np.abs(run.velocity[:, die]).max(axis=1) > 0.0
        marks += (1000.0 * run.time[1:][travels[:-1] & ~travels[1:]]).tolist()
    keys = [0]
    for mark in sorted(round(mark) for mark in marks):
        if mark - keys[-1] >= APART and end - mark >= APART:
            keys.append(mark)
    keys.append(end)
    place = 0
    merged = list(keys)
    for k in range(1, end * KEY_RATE // 1000):
        tick = round(1000.0 * k / KEY_RATE)
        while keys[place + 1] <= tick:
            place += 1
        if tick - keys[place] >= CLEAR and keys[place + 1] - tick >= CLEAR:
            merged.append(tick)
    return sorted(merged)


def _cues(motion: Motion, duration: int) -> tuple[Cue, ...]:
    """The sounds of a throw: landings, walls, dice on dice, and the last clap of each die; loud ones first kept."""
    run = motion.run
    found = []

    def sound(row: int, kind: int, a: int, b: int, speed: float) -> None:
        level = round(255.0 * min(1.0, speed / FULL_SOUND[kind]))
        if level >= FAINTEST:
            found.append(Cue(min(duration, round(1000.0 * float(run.time[row]))), kind, a, b, level))

    for hit in run.hits:
        if hit.other < 0:
            sound(hit.row, WALL_HIT, hit.die, -1 - hit.other, hit.speed)
        else:
            sound(hit.row, DICE, hit.die, hit.other, hit.speed)
    for die, landings in enumerate(motion.hopped.landings):
        flat = motion.turned.flat[die]
        for landing in landings:
            sound(landing.row, SETTLED if landing.row >= flat else FELT, die, die, landing.speed)
    return _loudest(found)


def _loudest(cues: list[Cue]) -> tuple[Cue, ...]:
    """At most `MOST_CUES`, none nearer to a louder one of its kind than `SAME_KIND_APART`, in order of time."""
    kept: list[Cue] = []
    for cue in sorted(cues, key=lambda c: (-c.intensity, c)):
        if len(kept) == MOST_CUES:
            break
        if all(k.kind != cue.kind or abs(k.time - cue.time) >= SAME_KIND_APART for k in kept):
            kept.append(cue)
    return tuple(sorted(kept))


def sample(motion: Trajectory, times: Array) -> tuple[Array, Array]:
    """Poses at `times` (ms) as a client draws them: centres (times × dice × 3, mm) and orientations (× 4).

    Straight between places and hops, shortest arc between orientations, and never a corner below the felt.
    """
    centre = np.empty((len(times), len(motion.dice), 3))
    turn = np.empty((len(times), len(motion.dice), 4))
    for index, track in enumerate(motion.dice):
        now = np.clip(times, 0, track.time[-1])
        key = np.clip(np.searchsorted(track.time, now, side="right") - 1, 0, len(track.time) - 2)
        part = (now - track.time[key]) / (track.time[key + 1] - track.time[key])
        turn[:, index] = between(track.turn[key], track.turn[key + 1], part)
        centre[:, index, :2] = track.place[key] + (track.place[key + 1] - track.place[key]) * part[:, None]
        hop = track.hop[key] + (track.hop[key + 1] - track.hop[key]) * part
        centre[:, index, 2] = np.maximum(motion.edge / 2.0 + hop, stand(turn[:, index], motion.edge))
    return centre, turn
