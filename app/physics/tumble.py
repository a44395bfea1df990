"""How the dice turn along their paths, integrated backwards from the faces that were drawn.

The last orientation of a die is exactly its drawn face, flat on the felt. From there time runs backwards: a rolling
die turns about the level axis across its travel, so every pose before follows from the path and nothing has to be
blended or snapped at the end. Paths know no faces and faces know no paths.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.physics.faces import Array, at_rest, product, turn_by
from app.physics.params import GRAVITY, MotionStream, Move, ThrowSpec
from app.physics.throw import Run

TOP_SPIN: Final = 31.0
"""rad/s, the fastest tumble; faster than this the eye sees flicker and 30 keys a second see nothing."""

TOP_YAW: Final = 10.0
"""rad/s, the fastest turn about the vertical, beside what a move twists on purpose."""

SPIN_FADE: Final = 260.0
"""rad/s², how fast a die stopped dead by another loses its tumble while it falls onto its face."""

OWN_WAY: Final = 100.0
"""mm/s; above it the axis follows the travel at once, below it a nudge turns the axis only gradually."""

ROCK_PULL: Final = 0.75 * GRAVITY
"""mm/s², divided by the edge: angular pull on a cube tipped on its edge (m·g·a/2 over 2/3·m·a²)."""


@dataclass(frozen=True, slots=True)
class Tumble:
    """Orientations per row and die, resting yaw, and per die the rows where it falls flat and where it is still."""

    turn: Array
    yaw: tuple[float, ...]
    pace: Array
    flat: tuple[int, ...]
    still: tuple[int, ...]
    rock: tuple[float, ...]


def tumble(run: Run, spec: ThrowSpec) -> Tumble:
    """Turn every die of `spec` along its path so that it ends flat on its drawn face."""
    stream = MotionStream(spec.seed, "tumble")
    steps = np.diff(run.time)
    count = len(spec.faces)
    rate = np.zeros((len(steps), count, 3))
    pace = np.zeros((len(steps), count))
    ends: list[Array] = []
    yaws, flats, stills, rocks = [], [], [], []
    for die, face in enumerate(spec.faces):
        heading, pace[:, die], flat = _pace(run, die, steps)
        top = TOP_SPIN * spec.move.tumble
        spin = _spin(pace[:, die], steps, flat, spec.dice_set.edge, top)
        rock, still = _rock(run.time, flat, spec.dice_set.edge, stream.between(1.8, 3.6), spin)
        spin[run.time[:-1] < run.released[die] - 1e-9] = 0.0
        rate[:, die, 0] = -heading[:, 1] * spin
        rate[:, die, 1] = heading[:, 0] * spin
        rate[:, die, 2] = _yaw_rate(run.spin[:-1, die], pace[:, die], flat, spec.move)
        still = max(still, int(np.flatnonzero(rate[:, die, 2]).max(initial=-1)) + 1)
        quarter = math.floor(4.0 * stream.unit())
        last = heading[max(0, flat - 1)]
        yaw = math.atan2(last[1], last[0]) + quarter * math.pi / 2.0 + math.radians(stream.around(14.0))
        yaws.append(yaw % (2.0 * math.pi))
        ends.append(at_rest(face, yaws[-1]))
        flats.append(flat)
        stills.append(still)
        rocks.append(rock)
    turn = _backwards(rate * steps[:, None, None], np.array(ends))
    return Tumble(turn, tuple(yaws), pace, tuple(flats), tuple(stills), tuple(rocks))


def _pace(run: Run, die: int, steps: Array) -> tuple[Array, Array, int]:
    """Per step the level heading (unit) and the speed that drives the tumble (mm/s), and the row where it ends.

    That speed is the travel's, except that a die stopped dead fades instead of freezing in mid-turn. Once a die has
    lain flat it stays flat: one that is pushed later slides.
    """
    vx, vy = run.velocity[:-1, die, 0].tolist(), run.velocity[:-1, die, 1].tolist()
    fade = SPIN_FADE * 10.2
    ux, uy, pace = 0.0, 1.0, 0.0
    heading = np.empty((len(steps), 2))
    paces = [0.0] * len(steps)
    times = run.time.tolist()
    flat = len(steps)
    for row, step in enumerate(steps.tolist()):
        speed = math.hypot(vx[row], vy[row])
        pace = max(speed, pace - (fade * step if times[row] > run.landed[die] else 0.0))
        if pace <= 0.0 and times[row] > run.released[die]:
            flat = row
            heading[row:] = (ux, uy)
            break
        if speed > 1.0:
            share = 1.0 if speed >= OWN_WAY else min(1.0, speed * step / 5.0)
            ux += (vx[row] / speed - ux) * share
            uy += (vy[row] / speed - uy) * share
            size = math.hypot(ux, uy)
            ux, uy = (ux / size, uy / size) if size > 1e-6 else (vx[row] / speed, vy[row] / speed)
        heading[row] = (ux, uy)
        paces[row] = pace
    return heading, np.array(paces), flat


def _spin(pace: Array, steps: Array, flat: int, edge: float, top: float) -> Array:
    """Tumbling speed per step, rad/s, from the end backwards.

    A rolling cube covers four edges a turn. It also falls: standing on an edge it is slow, dropping onto a face it
    speeds up by the height it loses, `ω² = roll² + 3·g·Δh/a²`, which ends the roll with a clap and not a creep.
    """
    rolling = 2.0 * edge / math.pi
    roll = (top * np.tanh(pace / (rolling * top))).tolist()
    fall = 3.0 * GRAVITY / (edge * edge)
    half, crest = edge / 2.0, edge * math.sqrt(0.5)
    angle = 0.0
    spin = np.zeros(len(steps))
    ends = steps.tolist()
    for row in range(flat - 1, -1, -1):
        tilt = angle % (math.pi / 2.0)
        drop = crest - half * (math.cos(tilt) + math.sin(tilt))
        rate = math.sqrt(roll[row] ** 2 + fall * drop + 2.0)
        if rate > top:
            rate = top
        spin[row] = rate
        angle += rate * ends[row]
    return spin


def _rock(time: Array, flat: int, edge: float, push: float, spin: Array) -> tuple[float, int]:
    """Let the die lean over its leading edge once more and fall back; adds the lean to `spin` in place.

    Returns the length of the lean in seconds and the row where it is over.
    """
    pull = ROCK_PULL / edge
    length = 2.0 * push / pull
    since = np.clip(time[flat:] - time[flat], 0.0, length)
    lean = since * (push - 0.5 * pull * since)
    spin[flat:] += np.diff(lean) / np.diff(time[flat:])
    still = flat + int(np.searchsorted(time[flat:] - time[flat], length))
    return length, min(still, len(time) - 1)


def _yaw_rate(spin: Array, pace: Array, flat: int, move: Move) -> Array:
    """Turning about the vertical, rad/s: the disc's own, held in bounds, gone before the die falls flat.

    Of a whirling die a part goes on until the disc itself is still: it turns on its face like a coin.
    """
    top = TOP_YAW + abs(move.twist)
    part = np.clip((pace - 60.0) / 140.0, 0.0, 1.0)
    rate: Array = np.clip(spin, -top, top) * part * part * (3.0 - 2.0 * part)
    rate[flat:] = 0.0
    if move.whirl:
        rate += move.whirl * (np.clip(spin, -top, top) - rate)
    return rate


def _backwards(turns: Array, ends: Array) -> Array:
    """All orientations from the small turns of every step and the last orientations, by doubling suffix products."""
    suffix = turn_by(-turns)
    reach = 1
    while reach < len(suffix):
        suffix[:-reach] = product(suffix[:-reach], suffix[reach:])
        reach *= 2
    out = np.empty((len(suffix) + 1, *ends.shape))
    out[-1] = ends
    out[:-1] = product(suffix, ends[None])
    out[:-1] /= np.sqrt((out[:-1] ** 2).sum(-1))[..., None]
    return out
