"""Throws to measure, and geometry to measure them with that shares nothing with `app/physics`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from app.physics import DecodedThrow, ThrowSpec, decode, throw_bytes
from app.physics.trajectory import Motion, move_dice, sample

STEP_MS = 1000.0 / 120.0


@dataclass
class Thrown:
    """One throw as a client sees it: poses at 120 Hz read from its bytes."""

    spec: ThrowSpec
    blob: bytes
    record: DecodedThrow

    @cached_property
    def truth(self) -> Motion:
        """The run itself, before it was cut to keys."""
        return move_dice(self.spec)

    @cached_property
    def times(self) -> np.ndarray:
        """ms, one sample past the end included."""
        return np.arange(0.0, self.record.motion.duration + STEP_MS, STEP_MS)

    @cached_property
    def poses(self) -> tuple[np.ndarray, np.ndarray]:
        return sample(self.record.motion, self.times)

    @property
    def centre(self) -> np.ndarray:
        return self.poses[0]

    @cached_property
    def axes(self) -> np.ndarray:
        """Rotation matrices, times × dice × 3 × 3."""
        return matrices(self.poses[1])

    @property
    def edge(self) -> float:
        return self.record.motion.edge


def thrown(spec: ThrowSpec) -> Thrown:
    blob = throw_bytes(spec)
    return Thrown(spec, blob, decode(blob))


def spec(
    number: int, count: int, power: int, angle: int, faces: tuple[int, ...] | None = None, **more: Any
) -> ThrowSpec:
    """The throw number `number` of a fixed series; its faces come from a hash, as its motion seed does."""
    digest = sha256(b"throws to measure %d" % number).digest()
    drawn = tuple(1 + byte % 6 for byte in digest[:count])
    return ThrowSpec(7, 3, number % 65536, faces or drawn, angle, power, digest[8:], **more)


def mixed(throws: int) -> list[ThrowSpec]:
    """All dice counts, powers and angles, mixed so that none goes with another."""
    return [spec(i, 1 + i % 8, (i * 37 + i // 8) % 101, (i * 29) % 91 - 45) for i in range(throws)]


def matrices(turn: np.ndarray) -> np.ndarray:
    x, y, z, w = np.moveaxis(turn, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def corners(centre: np.ndarray, axes: np.ndarray, edge: float) -> np.ndarray:
    """All eight corners of every cube, … × 8 × 3, mm."""
    unit = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * edge / 2
    return centre[..., None, :] + np.einsum("...ij,cj->...ci", axes, unit)


def overlap(a: np.ndarray, b: np.ndarray, axes_a: np.ndarray, axes_b: np.ndarray, edge: float) -> float:
    """How deep two cubes stand in each other, mm: the least overlap over the fifteen separating axes, or 0."""
    tries = [*axes_a.T, *axes_b.T, *(np.cross(p, q) for p in axes_a.T for q in axes_b.T)]
    least = np.inf
    for axis in tries:
        size = np.linalg.norm(axis)
        if size < 1e-6:
            continue
        axis = axis / size
        reach = edge / 2 * (np.abs(axis @ axes_a).sum() + np.abs(axis @ axes_b).sum())
        least = min(least, reach - abs(axis @ (b - a)))
    return max(0.0, float(least))


def spins(turn: np.ndarray, seconds: float) -> np.ndarray:
    """Angular velocity between samples, world frame, rad/s."""
    now, then = turn[1:], turn[:-1] * np.array([-1.0, -1.0, -1.0, 1.0])
    ax, ay, az, aw = np.moveaxis(now, -1, 0)
    bx, by, bz, bw = np.moveaxis(then, -1, 0)
    level = np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by + ay * bw + az * bx - ax * bz,
            aw * bz + az * bw + ax * by - ay * bx,
        ],
        -1,
    )
    real = aw * bw - ax * bx - ay * by - az * bz
    level = np.where(real[..., None] < 0, -level, level)
    size = np.linalg.norm(level, axis=-1)
    angle = 2.0 * np.arctan2(size, np.abs(real))
    return level / np.maximum(size, 1e-12)[..., None] * (angle / seconds)[..., None]


def ranks(values: np.ndarray) -> np.ndarray:
    """Ranks with ties shared."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    upto = np.cumsum(counts)
    return (upto - (counts - 1) / 2.0)[inverse]


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    return float(np.corrcoef(ranks(np.asarray(a)), ranks(np.asarray(b)))[0, 1])
