"""Renders the still picture of eight dice on felt for the home page: app/static/img/dice.webp.

A small ray marcher over rounded boxes. Lengths are in die edges, y is up; the camera looks down the -z axis.
Run it from the project's root: python tools/still_dice.py [WIDTH]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Array = NDArray[np.float32]

OUT = Path(__file__).parent.parent / "app" / "static" / "img" / "dice.webp"
WIDTH, ASPECT, OVERSAMPLE = 880, 1024 / 464, 2
HALF, BEVEL, PIP = 0.5, 0.13, 0.092
PIP_AT = 0.255
KEY = np.array([-0.55, 1.0, 0.35], np.float32) / np.float32(np.linalg.norm([-0.55, 1.0, 0.35]))
RIM = np.array([0.75, 0.45, -0.75], np.float32) / np.float32(np.linalg.norm([0.75, 0.45, -0.75]))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
# Which face shows on +x -x +y -y +z -z of a die whose 1 is up; opposite faces add up to seven.
SIDES = (3, 4, 1, 6, 2, 5)


@dataclass(frozen=True, slots=True)
class Die:
    """One die: where its centre stands, and the rotation from its own axes to the table's."""

    centre: Array
    turn: Array


def rotation(up: int, yaw: float, tilt: float = 0.0, about: float = 0.0) -> Array:
    """The rotation that brings face `up` to the top, then turns by yaw; tilt about a level axis leans it."""

    def around(axis: tuple[float, float, float], angle: float) -> Array:
        x, y, z = axis
        c, s, k = np.cos(angle), np.sin(angle), 1 - np.cos(angle)
        rows = [
            [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
            [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
            [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
        ]
        return np.array(rows, np.float32)

    quarter = np.pi / 2
    first = {
        1: around((1, 0, 0), 0),
        6: around((1, 0, 0), np.pi),
        2: around((1, 0, 0), -quarter),
        5: around((1, 0, 0), quarter),
        3: around((0, 0, 1), quarter),
        4: around((0, 0, 1), -quarter),
    }[up]
    lean = around((float(np.cos(about)), 0.0, float(np.sin(about))), tilt)
    return (lean @ around((0, 1, 0), yaw) @ first).astype(np.float32)


def place(x: float, z: float, up: int, yaw: float) -> Die:
    """A die lying flat at (x, z)."""
    return Die(np.array([x, HALF, z], np.float32), rotation(up, yaw))


# Six, six, six and a run: the roll that the rules page explains. One die leans on its neighbour, still rolling.
DICE = (
    place(-2.62, 0.30, 6, 0.32),
    place(-1.42, -0.62, 6, -0.35),
    place(-0.98, 0.86, 6, 0.86),
    place(0.16, -0.12, 1, 0.18),
    place(0.98, 1.10, 2, -0.42),
    place(1.42, -0.62, 3, 0.62),
    place(2.30, 0.52, 4, -0.18),
    Die(np.array([3.22, 0.66, -0.52], np.float32), rotation(5, 0.5, -0.42, 1.1)),
)


def box_distance(points: Array, die: Die) -> Array:
    """Signed distance of points to the rounded box of a die."""
    local = np.abs((points - die.centre) @ die.turn) - (HALF - BEVEL)
    outside = np.linalg.norm(np.maximum(local, 0), axis=-1)
    return outside + np.minimum(local.max(-1), 0) - BEVEL


def nearest(points: Array) -> tuple[Array, NDArray[np.int8]]:
    """Distance to the nearest thing and which: 0…7 a die, 8 the felt."""
    best = points[:, 1].copy()
    what = np.full(len(points), len(DICE), np.int8)
    for index, die in enumerate(DICE):
        distance = box_distance(points, die)
        closer = distance < best
        best[closer] = distance[closer]
        what[closer] = index
    return best, what


def march(start: Array, way: Array, reach: float) -> tuple[Array, NDArray[np.int8]]:
    """How far each ray goes before it hits something, and what it hits."""
    gone = np.zeros(len(start), np.float32)
    what = np.full(len(start), len(DICE), np.int8)
    going = np.arange(len(start))
    for _ in range(200):
        distance, hit = nearest(start[going] + way[going] * gone[going, None])
        gone[going] += distance
        what[going] = hit
        going = going[(distance > 0.0008) & (gone[going] < reach)]
        if not len(going):
            break
    return gone, what


def shade_by_light(points: Array, way: Array, softness: float) -> Array:
    """How much of a soft light along `way` reaches each point, 0…1."""
    light = np.ones(len(points), np.float32)
    gone = np.full(len(points), 0.03, np.float32)
    for _ in range(34):
        distance, _ = nearest(points + way * gone[:, None])
        light = np.minimum(light, np.clip(0.5 + 0.5 * softness * distance / gone, 0, 1))
        gone += np.clip(distance, 0.025, 0.22)
    return light * light * (3 - 2 * light)


def openness(points: Array, normals: Array) -> Array:
    """How open the sky is above each point: 1 in the open, towards 0 in a corner."""
    closed = np.zeros(len(points), np.float32)
    for step, weight in ((0.06, 1.0), (0.16, 0.6), (0.34, 0.36), (0.6, 0.2)):
        distance, _ = nearest(points + normals * step)
        closed += weight * np.maximum(step - distance, 0) / step
    return np.clip(1 - 0.62 * closed, 0, 1)


def normals_at(points: Array) -> Array:
    """The outward direction of the surface at each point, from the slope of the distance."""
    slopes = []
    for axis in np.eye(3, dtype=np.float32) * np.float32(0.0015):
        slopes.append(nearest(points + axis)[0] - nearest(points - axis)[0])
    slope = np.stack(slopes, -1)
    return slope / np.linalg.norm(slope, axis=-1, keepdims=True)


def pip_cover(local: Array, edge: Array) -> tuple[Array, Array]:
    """How far each point of a die lies in a pip, 0…1, and how far from the pip's middle, 0…1."""
    cover = np.zeros(len(local), np.float32)
    off = np.ones(len(local), np.float32)
    faces = np.argmax(np.abs(local), -1) * 2 + (
        np.take_along_axis(local, np.abs(local).argmax(-1)[:, None], 1)[:, 0] < 0
    )
    for side, number in enumerate(SIDES):
        on = np.flatnonzero(faces == side)
        across = local[on][:, [a for a in range(3) if a != side // 2]]
        for u, v in PIPS[number]:
            size = PIP * (1.34 if number == 1 else 1.0)
            away = np.hypot(across[:, 0] - u * PIP_AT, across[:, 1] - v * PIP_AT)
            inside = np.clip((size - away) / edge[on] + 0.5, 0, 1)
            deeper = inside > cover[on]
            cover[on[deeper]] = inside[deeper]
            off[on[deeper]] = (away / size)[deeper]
    return cover, off


def studio(way: Array) -> Array:
    """What a mirror would see: a warm softbox overhead, a cool strip behind, dark walls."""
    box = np.exp(-(((way[:, 0] + 0.35) / 0.34) ** 4) - (((way[:, 2] - 0.1) / 0.3) ** 4)) * (way[:, 1] > 0)
    strip = np.exp(-(((way[:, 1] - 0.42) / 0.13) ** 2)) * (way[:, 2] < -0.2)
    warm, cool = np.array([1.0, 0.94, 0.82], np.float32), np.array([0.72, 0.86, 1.0], np.float32)
    return box[:, None] * warm * 1.15 + strip[:, None] * cool * 0.5 + 0.05


def shade_dice(points: Array, normals: Array, way: Array, what: NDArray[np.int8], pixel: Array) -> Array:
    """The colour of ivory dice with dark, slightly hollow pips."""
    local = np.empty_like(points)
    for index, die in enumerate(DICE):
        mine = what == index
        local[mine] = (points[mine] - die.centre) @ die.turn
    cover, off = pip_cover(local, np.maximum(pixel * 1.6, 0.004))
    ivory, pip = np.array([0.92, 0.86, 0.74], np.float32), np.array([0.035, 0.028, 0.024], np.float32)
    key = np.clip(normals @ KEY * 0.85 + 0.15, 0, 1) * shade_by_light(points + normals * 0.01, KEY, 7)
    sky = openness(points, normals) * (0.6 + 0.4 * normals[:, 1])
    bounce = np.clip(0.35 - 0.65 * normals[:, 1], 0, 1) * np.exp(-points[:, 1] * 1.6)
    light = key[:, None] * np.array([1.10, 1.00, 0.83], np.float32)
    light += sky[:, None] * np.array([0.24, 0.265, 0.275], np.float32)
    light += np.clip(normals @ RIM, 0, 1)[:, None] * np.array([0.16, 0.2, 0.25], np.float32)
    light += bounce[:, None] * np.array([0.06, 0.20, 0.11], np.float32)
    mirror = way - 2 * (way * normals).sum(-1, keepdims=True) * normals
    grazing = 0.04 + 0.5 * (1 - np.clip(-(way * normals).sum(-1), 0, 1)) ** 5
    gloss = (
        studio(mirror) * (grazing * np.clip(1.25 - 0.95 * normals[:, 1], 0.2, 1) * openness(points, normals))[:, None]
    )
    hollow = pip + 0.10 * np.clip(off - 0.55, 0, 1)[:, None] * np.clip(key, 0.1, 1)[:, None]
    body = ivory * (1 - cover[:, None]) + hollow * cover[:, None]
    return body * light + gloss * 1.9 * (1 - 0.55 * cover[:, None])


def shade_felt(points: Array) -> tuple[Array, Array]:
    """Green felt and how much of it is there: a pool of light that runs out into the page's own ground."""
    up = np.zeros_like(points)
    up[:, 1] = 1
    light = shade_by_light(points + up * 0.01, KEY, 6) * 0.8 + 0.2
    open_sky = openness(points, up)
    rng = np.random.default_rng(10_000)
    fibre = 1 + 0.015 * rng.standard_normal(len(points)).astype(np.float32)
    away = (points[:, 0] - 0.3) ** 2 / 15.0 + (points[:, 2] - 0.2) ** 2 / 3.4
    bright = 0.34 + 0.66 * np.exp(-away * 1.5)
    felt = np.array([0.030, 0.200, 0.098], np.float32) * (light * open_sky * fibre * bright)[:, None] * 1.4
    there = np.clip((1.28 - away) / 1.1, 0, 1)
    return felt, there * there * (3 - 2 * there)


def frame_rays(width: int, height: int) -> tuple[Array, Array, float]:
    """Where the camera stands, the direction of every pixel, and the angle of one pixel."""
    eye, aim = np.array([0.3, 7.6, 7.7], np.float32), np.array([0.3, 0.22, 0.12], np.float32)
    forward = (aim - eye) / np.linalg.norm(aim - eye)
    right = np.cross(forward, [0, 1, 0])
    right /= np.linalg.norm(right)
    above = np.cross(right, forward)
    spread = np.tan(np.radians(41) / 2)
    xs = (np.arange(width) + 0.5) / width * 2 - 1
    ys = 1 - (np.arange(height) + 0.5) / height * 2
    u, v = np.meshgrid(xs * spread, ys * spread * height / width)
    way = forward + u[..., None] * right + v[..., None] * above
    way /= np.linalg.norm(way, axis=-1, keepdims=True)
    return eye, way.reshape(-1, 3).astype(np.float32), float(2 * spread / width)


def to_screen(colour: Array) -> Array:
    """Linear light to screen values, the brightest tenth eased in so that ivory keeps its colour."""
    start = np.float32(0.76)
    over = np.maximum(colour - start, 0)
    eased = np.minimum(colour, start) + over / (1 + over / (1 - start))
    return np.clip(eased, 0, 1) ** (1 / 2.2)


def edge_fade(width: int, height: int) -> Array:
    """1 in the middle, 0 at the border, so that the picture has no frame on the page."""
    x = np.abs(np.linspace(-1, 1, width))
    y = np.abs(np.linspace(-1, 1, height))
    fade = np.clip((1 - y) / 0.16, 0, 1)[:, None] * np.clip((1 - x) / 0.1, 0, 1)[None, :]
    return (fade * fade * (3 - 2 * fade)).astype(np.float32)


def render(width: int) -> Image.Image:
    """The finished picture."""
    wide, high = width * OVERSAMPLE, int(width / ASPECT) * OVERSAMPLE
    eye, way, pixel_angle = frame_rays(wide, high)
    picture = np.empty((wide * high, 3), np.float32)
    there = np.ones(wide * high, np.float32)
    is_die = np.zeros(wide * high, bool)
    for part in np.array_split(np.arange(wide * high), max(1, wide * high // 200_000)):
        gone, what = march(np.broadcast_to(eye, (len(part), 3)).copy(), way[part], 40)
        points = eye + way[part] * gone[:, None]
        dice = what < len(DICE)
        is_die[part] = dice
        colour = np.empty((len(part), 3), np.float32)
        colour[~dice], there[part[~dice]] = shade_felt(points[~dice])
        at = points[dice]
        if len(at):
            colour[dice] = shade_dice(at, normals_at(at), way[part][dice], what[dice], gone[dice] * pixel_angle)
        picture[part] = colour
    alpha = there.reshape(high, wide)
    alpha = np.where(is_die.reshape(high, wide), 1, alpha * edge_fade(wide, high))
    rgba = np.concatenate([to_screen(picture).reshape(high, wide, 3), alpha[..., None]], 2)
    small = rgba.reshape(high // OVERSAMPLE, OVERSAMPLE, wide // OVERSAMPLE, OVERSAMPLE, 4).mean((1, 3))
    return Image.fromarray(np.round(small * 255).astype(np.uint8), "RGBA")


if __name__ == "__main__":
    image = render(int(sys.argv[1]) if len(sys.argv) > 1 else WIDTH)
    image.save(OUT, "WEBP", quality=62, alpha_quality=75, method=6)
    print(OUT, image.size, OUT.stat().st_size, "bytes")
