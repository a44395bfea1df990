"""Writes the throw vectors anew; only for a new version of the record (docs/throw-format.md).

    python -m tests.vectors.throws.make

`by_hand` is put together here byte by byte, with values worked out on paper; it leans on no encoder and no decoder.
The others are real throws, with the values the Python reader finds in them.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from app.physics import DecodedThrow, DiceBody, Move, ThrowSpec, decode, throw_bytes
from app.physics.trajectory import sample

HERE = Path(__file__).parent
KINDS = ("felt", "wall", "dice", "settle")
SAMPLES = 9


def sealed(body: bytes) -> bytes:
    return body + struct.pack("<I", zlib.crc32(body))


def by_hand() -> tuple[bytes, dict[str, Any]]:
    """Two dice: one slides from corner to corner and turns a quarter, one lies still under a hop that ends."""
    h, full = math.sqrt(0.5), 1023
    half = 1.0 / 4095 / 2  # the place unit nearest the middle lies half a unit off it
    header = struct.pack("<BBHQHHHHBBBB", 1, 2, 513, 2**64 - 2, 65535, 200, 288, 384, 160, 30, 2, 0)
    dice = struct.pack("<BBH", 1, 2, 16384) + struct.pack("<BBH", 6, 3, 0)
    quarter_yaw = 2 << 30 | 512 << 20 | 512 << 10 | full  # x, y about 0, w = √½, z the rest
    flat_one = 3 << 30 | 512 << 20 | 512 << 10 | 512
    flat_six = 0 << 30 | 512 << 20 | 512 << 10 | 512
    keys = struct.pack("<BII", 0, 0 << 20 | 0 << 8 | 40, flat_one)
    keys += struct.pack("<BII", 200, 4095 << 20 | 4095 << 8, quarter_yaw)
    keys += struct.pack("<BII", 0, 2048 << 20 | 2048 << 8 | 255, flat_six)
    keys += struct.pack("<BII", 50, 2048 << 20 | 2048 << 8 | 1, flat_six)
    keys += struct.pack("<BII", 100, 2048 << 20 | 2048 << 8, flat_six)
    cues = struct.pack("<HBB", 50, 0 << 6 | 1 << 3 | 1, 51) + struct.pack("<HBB", 200, 1 << 6 | 0 << 3 | 2, 255)
    near = (512 / full * 2 - 1) / math.sqrt(2)
    rest = math.sqrt(1 - 3 * near * near)
    values = {
        "version": 1, "table": str(2**64 - 2), "game": 513, "roll": 65535, "durationMs": 200,
        "trayW": 144.0, "trayH": 192.0, "edge": 16.0,
        "dice": [
            {
                "face": 1, "finalYaw": math.pi / 2, "times": [0, 200],
                "places": [-72.0, -96.0, 10.0, 72.0, 96.0, 0.0],
                "turns": [near, near, near, rest, 0.0, 0.0, h, h],
            },
            {
                "face": 6, "finalYaw": 0.0, "times": [0, 50, 150],
                "places": [144 * half, 192 * half, 63.75, 144 * half, 192 * half, 0.25, 144 * half, 192 * half, 0.0],
                "turns": [rest, near, near, near, rest, near, near, near, 1.0, 0.0, 0.0, 0.0],
            },
        ],
        "cues": [
            {"tMs": 50, "kind": "felt", "a": 1, "b": 1, "intensity": 51 / 255},
            {"tMs": 200, "kind": "wall", "a": 0, "b": 2, "intensity": 1.0},
        ],
        "poses": [
            {"tMs": 200, "values": [72, 96, 8, 0, 0, h, h, 144 * half, 192 * half, 8, 1, 0, 0, 0]},
            {"tMs": 5000, "values": [72, 96, 8, 0, 0, h, h, 144 * half, 192 * half, 8, 1, 0, 0, 0]},
        ],
    }  # fmt: skip
    return sealed(header + dice + keys + cues), values


HEAVY = {"dice_set": DiceBody(mass=9.0, edge=15.0), "move": Move(lift=1.4, twist=6.0)}
REAL = {
    "one_soft": ThrowSpec(1, 1, 1, (5,), 0, 0, b"vector one soft throw"),
    "three_left": ThrowSpec(2**63 + 11, 40_000, 65_535, (1, 2, 3), -45, 60, b"vector three to the left"),
    "five_moved": ThrowSpec(77, 2, 19, (6, 6, 4, 1, 2), 30, 45, b"vector five with a move", **HEAVY),
    "eight_hard": ThrowSpec(0, 0, 0, (1, 2, 3, 4, 5, 6, 6, 1), 45, 100, b"vector eight thrown hard"),
}


def values_of(record: DecodedThrow) -> dict[str, Any]:
    """The decoded values under the names the browser's reader gives them."""
    motion = record.motion
    times = [round(motion.duration * k / (SAMPLES - 1), 1) for k in range(SAMPLES)]
    centre, turn = sample(motion, np.array(times))
    return {
        "version": record.version, "table": str(record.table), "game": record.game, "roll": record.roll,
        "durationMs": motion.duration, "trayW": motion.tray_width, "trayH": motion.tray_depth, "edge": motion.edge,
        "dice": [
            {
                "face": track.face, "finalYaw": track.yaw, "times": track.time.tolist(),
                "places": _nine(np.column_stack((track.place, track.hop))), "turns": _nine(track.turn),
            }
            for track in motion.dice
        ],
        "cues": [
            {"tMs": cue.time, "kind": KINDS[cue.kind], "a": cue.a, "b": cue.b, "intensity": cue.intensity / 255}
            for cue in motion.cues
        ],
        "poses": [
            {"tMs": t, "values": _nine(np.concatenate((centre[k], turn[k]), axis=1))} for k, t in enumerate(times)
        ],
    }  # fmt: skip


def _nine(values: np.ndarray) -> list[float]:
    return [round(float(value), 9) for value in values.ravel()]


def main() -> None:
    vectors = {name: throw_bytes(spec) for name, spec in REAL.items()}
    texts = {name: values_of(decode(blob)) for name, blob in vectors.items()}
    vectors["by_hand"], texts["by_hand"] = by_hand()
    for name, blob in vectors.items():
        (HERE / f"{name}.bin").write_bytes(blob)
        (HERE / f"{name}.json").write_text(json.dumps(texts[name]) + "\n")


if __name__ == "__main__":
    main()
