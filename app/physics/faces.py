"""Which way a die looks: face normals, orientations at rest, and the quaternion arithmetic the motion needs.

Quaternions are unit, in the order x, y, z, w, and turn die-fixed vectors into world vectors (docs/throw-format.md §1).
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

_H: Final = math.sqrt(0.5)

FACE_NORMALS: Final[dict[int, tuple[int, int, int]]] = {
    1: (0, 0, 1),
    2: (1, 0, 0),
    3: (0, 1, 0),
    4: (0, -1, 0),
    5: (-1, 0, 0),
    6: (0, 0, -1),
}
"""Outward normals in the die frame: the right-handed western die, opposite faces sum to 7."""

FACE_UP: Final[dict[int, tuple[float, float, float, float]]] = {
    1: (0.0, 0.0, 0.0, 1.0),
    2: (0.0, -_H, 0.0, _H),
    3: (_H, 0.0, 0.0, _H),
    4: (-_H, 0.0, 0.0, _H),
    5: (0.0, _H, 0.0, _H),
    6: (1.0, 0.0, 0.0, 0.0),
}
"""The turn that brings a face up, before any yaw."""

_NORMALS: Final = np.array([FACE_NORMALS[face] for face in range(1, 7)], dtype=np.float64)


def product(a: Array, b: Array) -> Array:
    """The turn `a` after the turn `b`."""
    ax, ay, az, aw = a[..., 0], a[..., 1], a[..., 2], a[..., 3]
    bx, by, bz, bw = b[..., 0], b[..., 1], b[..., 2], b[..., 3]
    out = np.empty(np.broadcast_shapes(a.shape, b.shape))
    out[..., 0] = aw * bx + ax * bw + ay * bz - az * by
    out[..., 1] = aw * by + ay * bw + az * bx - ax * bz
    out[..., 2] = aw * bz + az * bw + ax * by - ay * bx
    out[..., 3] = aw * bw - ax * bx - ay * by - az * bz
    return out


def turn_by(rotation: Array) -> Array:
    """The quaternion of a rotation vector (axis times radians)."""
    angle = np.sqrt((rotation * rotation).sum(-1))
    scale = 0.5 * np.sinc(angle / (2.0 * np.pi))
    out = np.empty((*rotation.shape[:-1], 4))
    out[..., :3] = rotation * scale[..., None]
    out[..., 3] = np.cos(0.5 * angle)
    return out


def between(a: Array, b: Array, part: Array) -> Array:
    """The orientation a `part` (0 … 1) of the way from `a` to `b`, along the shorter great circle."""
    dot = (a * b).sum(-1)
    b = np.where(dot[..., None] < 0.0, -b, b)
    angle = np.arccos(np.clip(np.abs(dot), 0.0, 1.0))
    whole = np.sin(angle)
    near = whole < 1e-6
    safe = np.where(near, 1.0, whole)
    from_a = np.where(near, 1.0 - part, np.sin((1.0 - part) * angle) / safe)
    from_b = np.where(near, part, np.sin(part * angle) / safe)
    out: Array = from_a[..., None] * a + from_b[..., None] * b
    out /= np.sqrt((out * out).sum(-1))[..., None]
    return out


def upward(turn: Array) -> Array:
    """The world's vertical as the die sees it: the bottom row of the rotation matrix."""
    x, y, z, w = turn[..., 0], turn[..., 1], turn[..., 2], turn[..., 3]
    out = np.empty((*turn.shape[:-1], 3))
    out[..., 0] = 2.0 * (x * z - w * y)
    out[..., 1] = 2.0 * (y * z + w * x)
    out[..., 2] = 1.0 - 2.0 * (x * x + y * y)
    return out


def stand(turn: Array, edge: float) -> Array:
    """Height of the centre, mm, when the lowest corner of the cube touches the felt."""
    height: Array = 0.5 * edge * np.abs(upward(turn)).sum(-1)
    return height


def at_rest(face: int, yaw: float) -> Array:
    """The orientation of a die that lies with `face` up, turned by `yaw` about the vertical."""
    about_vertical = np.array([0.0, 0.0, math.sin(yaw / 2.0), math.cos(yaw / 2.0)])
    return product(about_vertical, np.array(FACE_UP[face]))


def top_face(turn: Array) -> int:
    """The face whose normal points most upward."""
    return int(np.argmax(_NORMALS @ upward(turn))) + 1
