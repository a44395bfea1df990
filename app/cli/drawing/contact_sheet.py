"""Sheets of throws: for each the tray from above with every die's path, and strips of tilt, height and sound."""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from app.physics import MOVES, DecodedThrow, ThrowSpec, decode, move_at, throw_bytes
from app.physics.faces import FACE_NORMALS, upward
from app.physics.trajectory import WALL_HIT, DieTrack, sample

Array = npt.NDArray[np.float64]

SCALE: Final = 2.0
"""Pixels a millimetre."""

STEP: Final = 1000.0 / 120.0
"""ms between two samples of a path."""

MARGIN, STRIP_W, STRIP_H, TITLE, COLUMNS = 14, 300, 112, 26, 4
SHOWN_MS: Final = 2000.0
MOST_TILT, MOST_HEIGHT = 56.0, 60.0
"""Degrees and mm at the top of a strip; a cube on its corner is tilted by 54.7°."""

FELT, PAPER, INK, GRID = (31, 92, 64), (247, 244, 236), (40, 36, 32), (222, 216, 204)
DICE: Final = (
    (235, 94, 85), (246, 174, 45), (127, 209, 120), (84, 190, 219),
    (141, 140, 240), (232, 127, 199), (240, 240, 240), (168, 132, 92),
)  # fmt: skip
KINDS: Final = ((90, 120, 90), (200, 120, 40), (190, 50, 60), (60, 70, 160))
"""Colours of the sounds: felt, wall, dice, settling."""

PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """One throw of the sheet."""

    spec: ThrowSpec
    record: DecodedThrow
    size: int
    label: str = ""


def twenty(series: str) -> list[Shown]:
    """One, two, five and eight dice, soft to hard in five rows, left to right."""
    shown = []
    for row, power in enumerate((0, 25, 50, 75, 100)):
        for column, count in enumerate((1, 2, 5, 8)):
            digest = sha256(f"{series}/{row}/{column}".encode()).digest()
            faces = tuple(1 + byte % 6 for byte in digest[:count])
            angle = (-45, 20, 0, 45, -20)[(row + 2 * column) % 5]
            spec = ThrowSpec(1, 1, row * COLUMNS + column, faces, angle, power, digest)
            blob = throw_bytes(spec)
            shown.append(Shown(spec, decode(blob), len(blob)))
    return shown


def every_move(series: str) -> list[Shown]:
    """The same five dice and gesture: a row a move, its four stages from left to right; plain throws above."""
    digest = sha256(f"{series}/moves".encode()).digest()
    shown = []
    for row, key in enumerate((None, *MOVES)):
        for column in range(COLUMNS):
            seed = digest if key else sha256(digest + bytes([column])).digest()
            stage = column + 1 if key else 0
            spec = ThrowSpec(1, 1, row * COLUMNS + column, (6, 2, 3, 1, 5), 15, 60, seed, move=move_at(key, stage))
            blob = throw_bytes(spec)
            shown.append(Shown(spec, decode(blob), len(blob), f"{key} {stage}: " if key else "plain: "))
    return shown


def draw_sheet(throws: list[Shown]) -> Image.Image:
    """All throws, four in a row."""
    tray = throws[0].record.motion
    wide = round(tray.tray_width * SCALE) + STRIP_W + 3 * MARGIN
    high = round(tray.tray_depth * SCALE) + TITLE + 2 * MARGIN
    rows = math.ceil(len(throws) / COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * wide, rows * high), PAPER)
    for index, shown in enumerate(throws):
        sheet.paste(_draw_throw(shown, wide, high), (index % COLUMNS * wide, index // COLUMNS * high))
    return sheet


def _draw_throw(shown: Shown, wide: int, high: int) -> Image.Image:
    motion, spec = shown.record.motion, shown.spec
    cell = Image.new("RGB", (wide, high), PAPER)
    pen = ImageDraw.Draw(cell)
    dice = "die" if len(spec.faces) == 1 else "dice"
    title = shown.label + (
        f"{len(spec.faces)} {dice}, power {spec.power}, angle {spec.angle}: {motion.duration} ms, {shown.size} bytes"
    )
    pen.text((MARGIN, MARGIN - 2), title, fill=INK, font=ImageFont.load_default(14))
    times = np.arange(0.0, motion.duration + STEP, STEP)
    centre, turn = sample(motion, times)
    _draw_tray(pen, shown, centre)
    left = 2 * MARGIN + round(motion.tray_width * SCALE)
    top = TITLE + MARGIN
    tilt = np.degrees(np.arccos(np.clip(np.abs(upward(turn)).max(axis=-1), 0.0, 1.0)))
    _draw_strip(pen, (left, top), "tilt from flat, 0 to 55 degrees", times, tilt / MOST_TILT)
    lift = (centre[..., 2] - motion.edge / 2.0) / MOST_HEIGHT
    _draw_strip(pen, (left, top + STRIP_H + MARGIN), "centre over its rest, 0 to 60 mm", times, lift)
    _draw_sounds(pen, (left, top + 2 * (STRIP_H + MARGIN)), shown)
    return cell


def _draw_tray(pen: ImageDraw.ImageDraw, shown: Shown, centre: Array) -> None:
    """The felt from above, the player below: paths, ring where a die starts, die where it lies."""
    motion = shown.record.motion
    half_w, half_d = motion.tray_width / 2.0, motion.tray_depth / 2.0
    origin = MARGIN, TITLE + MARGIN

    def pixel(x: float, y: float) -> tuple[float, float]:
        return origin[0] + (x + half_w) * SCALE, origin[1] + (half_d - y) * SCALE

    pen.rectangle((*pixel(-half_w, half_d), *pixel(half_w, -half_d)), fill=FELT)
    for die, track in enumerate(motion.dice):
        path = [pixel(x, y) for x, y in centre[:, die, :2]]
        pen.line(path, fill=DICE[die], width=2)
        for x, y in track.place:
            _dot(pen, pixel(x, y), 1.6, DICE[die])
        _ring(pen, path[0], 5.0, DICE[die])
    for cue in motion.cues:
        if cue.kind == WALL_HIT:
            track = motion.dice[cue.a]
            x, y = (float(np.interp(cue.time, track.time, track.place[:, k])) for k in (0, 1))
            _ring(pen, pixel(x, y), 4.0, (255, 255, 255))
    for die, track in enumerate(motion.dice):
        _draw_die(pen, track, motion.edge, pixel(*track.place[-1]), DICE[die])


def _draw_die(
    pen: ImageDraw.ImageDraw, track: DieTrack, edge: float, at: tuple[float, float], colour: tuple[int, int, int]
) -> None:
    """The upper face as the last key turns it: its outline and pips."""
    half = edge / 2.0 * SCALE
    x, y, z, w = track.turn[-1]
    up = np.array(FACE_NORMALS[track.face], dtype=np.float64)
    across = np.roll(up, 1)
    side = across + 2.0 * np.cross((x, y, z), np.cross((x, y, z), across) + w * across)
    c, s = side[0], side[1]

    def corner(a: float, b: float) -> tuple[float, float]:
        return at[0] + half * (a * c - b * s), at[1] - half * (a * s + b * c)

    pen.polygon([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], fill=PAPER, outline=colour, width=3)
    for a, b in PIPS[track.face]:
        _dot(pen, corner(0.52 * a, 0.52 * b), 2.6, INK)


def _draw_strip(pen: ImageDraw.ImageDraw, at: tuple[int, int], title: str, times: Array, values: Array) -> None:
    """One line a die over two seconds; values run from 0 to 1."""
    x, y = at
    pen.rectangle((x, y, x + STRIP_W, y + STRIP_H), outline=GRID)
    for half_second in range(1, 4):
        right = x + STRIP_W * 500.0 * half_second / SHOWN_MS
        pen.line((right, y, right, y + STRIP_H), fill=GRID)
    for die in range(values.shape[1]):
        line = [
            (x + STRIP_W * t / SHOWN_MS, y + STRIP_H - 1 - (STRIP_H - 4) * min(1.0, v))
            for t, v in zip(times, values[:, die], strict=True)
        ]
        pen.line(line, fill=_darker(DICE[die]), width=1)
    pen.text((x + 4, y + 1), title, fill=INK, font=ImageFont.load_default(11))


def _draw_sounds(pen: ImageDraw.ImageDraw, at: tuple[int, int], shown: Shown) -> None:
    """Every cue as a line as long as it is loud."""
    x, y = at
    high = STRIP_H - 2 * MARGIN
    pen.rectangle((x, y, x + STRIP_W, y + high), outline=GRID)
    for cue in shown.record.motion.cues:
        right = x + STRIP_W * cue.time / SHOWN_MS
        pen.line((right, y + high, right, y + high - (high - 14) * cue.intensity / 255), fill=KINDS[cue.kind], width=2)
    words = f"{len(shown.record.motion.cues)} sounds: felt green, wall orange, dice red, settling blue"
    pen.text((x + 4, y + 1), words, fill=INK, font=ImageFont.load_default(11))


def _dot(pen: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, colour: tuple[int, int, int]) -> None:
    pen.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), fill=colour)


def _ring(pen: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, colour: tuple[int, int, int]) -> None:
    pen.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), outline=colour, width=2)


def _darker(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """The same colour, dark enough for paper."""
    red, green, blue = (round(0.72 * part) for part in colour)
    return red, green, blue
