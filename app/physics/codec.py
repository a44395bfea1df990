"""The bytes of a throw, version 1: docs/throw-format.md, little endian, length-checked and sealed by a CRC-32."""

from __future__ import annotations

import math
import struct
import zlib
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.physics.faces import Array, at_rest
from app.physics.params import KEY_RATE, MAX_DICE, STANDARD_TRAY, ThrowSpec, Tray
from app.physics.trajectory import WALL_HIT, Cue, DieTrack, Trajectory, Whole, compose

VERSION: Final = 1
HEADER: Final = struct.Struct("<BBHQHHHHBBBB")
DIE: Final = struct.Struct("<BBH")
CUE: Final = struct.Struct("<HBB")
SEAL: Final = struct.Struct("<I")
KEY: Final = np.dtype([("wait", "u1"), ("place", "<u4"), ("turn", "<u4")])

FULL_PLACE: Final = 4095
HOP_STEP: Final = 0.25
"""mm, one unit of the eight bits of a hop."""

FULL_TURN: Final = 1023
FULL_YAW: Final = 65536

Words = npt.NDArray[np.uint32]
Records = npt.NDArray[np.void]


class ThrowFormatError(ValueError):
    """These bytes are not a throw record of a version known here."""


@dataclass(frozen=True, slots=True)
class DecodedThrow:
    """A throw record read back: which roll it belongs to, and its motion."""

    version: int
    table: int
    game: int
    roll: int
    motion: Trajectory

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces the dice come to rest on."""
        return tuple(track.face for track in self.motion.dice)


def throw_bytes(spec: ThrowSpec, tray: Tray = STANDARD_TRAY) -> bytes:
    """Simulate and record one throw; the same spec and tray give the same bytes on the same platform and wheel."""
    return encode(spec.table, spec.game, spec.roll, compose(spec, tray))


def encode(table: int, game: int, roll: int, motion: Trajectory) -> bytes:
    """Write a throw record; tray and edge must fit their fields, which `ThrowSpec` and `Tray` see to."""
    head = HEADER.pack(
        VERSION,
        len(motion.dice),
        game,
        table,
        roll,
        motion.duration,
        round(2.0 * motion.tray_width),
        round(2.0 * motion.tray_depth),
        round(10.0 * motion.edge),
        KEY_RATE,
        len(motion.cues),
        0,
    )
    dice = b"".join(
        DIE.pack(track.face, len(track.time), round(track.yaw / (2.0 * math.pi) * FULL_YAW) % FULL_YAW)
        for track in motion.dice
    )
    cues = b"".join(CUE.pack(cue.time, cue.kind << 6 | cue.a << 3 | cue.b, cue.intensity) for cue in motion.cues)
    body = head + dice + _keys(motion) + cues
    return body + SEAL.pack(zlib.crc32(body))


def _keys(motion: Trajectory) -> bytes:
    """All keys, die after die."""
    place = np.concatenate([track.place for track in motion.dice])
    size = np.array([motion.tray_width, motion.tray_depth])
    x, y = np.rint((place / size + 0.5) * FULL_PLACE).clip(0, FULL_PLACE).astype(np.uint32).T
    hop = np.rint(np.concatenate([track.hop for track in motion.dice]) / HOP_STEP).clip(0, 255).astype(np.uint32)
    turn = np.concatenate([track.turn for track in motion.dice])
    keys = np.zeros(len(place), KEY)
    keys["wait"] = np.concatenate([np.diff(track.time, prepend=0) for track in motion.dice])
    keys["place"] = x << 20 | y << 8 | hop
    keys["turn"] = _pack_turn(turn)
    return keys.tobytes()


def _pack_turn(turn: Array) -> Words:
    """Smallest three: which of x, y, z, w is largest, and the other three in order, ten bits each."""
    largest = np.abs(turn).argmax(axis=1)
    rows = np.arange(len(turn))
    turn = turn * np.where(turn[rows, largest] < 0.0, -1.0, 1.0)[:, None]
    others = turn[np.arange(4) != largest[:, None]].reshape(-1, 3)
    units = np.rint((others * math.sqrt(2.0) + 1.0) / 2.0 * FULL_TURN).clip(0, FULL_TURN).astype(np.uint32)
    packed: Words = largest.astype(np.uint32) << 30 | units[:, 0] << 20 | units[:, 1] << 10 | units[:, 2]
    return packed


def decode(blob: bytes) -> DecodedThrow:
    """Read a throw record.

    Raises ThrowFormatError for anything but a whole, unaltered record of a version known here.
    """
    if len(blob) < HEADER.size + SEAL.size:
        raise ThrowFormatError("A throw record is longer than this.")
    if blob[0] != VERSION:
        raise ThrowFormatError(f"Version {blob[0]} of the throw record is not known here.")
    body = blob[: -SEAL.size]
    if SEAL.unpack_from(blob, len(body))[0] != zlib.crc32(body):
        raise ThrowFormatError("The seal of the throw record does not fit its bytes.")
    _, count, game, table, roll, duration, wide, deep, edge, rate, cue_count, zero = HEADER.unpack_from(body)
    _require(1 <= count <= MAX_DICE, f"A throw has 1 to {MAX_DICE} dice.")
    _require(wide > 0 and deep > 0 and edge > 0, "Tray and dice have a size.")
    _require(rate > 0 and zero == 0, "The header of the throw record is wrong.")
    _require(len(body) >= HEADER.size + count * DIE.size, "The throw record ends inside its dice.")
    dice = [DIE.unpack_from(body, HEADER.size + i * DIE.size) for i in range(count)]
    start = HEADER.size + count * DIE.size
    whole = start + sum(keys for _, keys, _ in dice) * KEY.itemsize + cue_count * CUE.size
    _require(len(body) == whole, "The throw record has the wrong length for its keys and cues.")
    tracks = []
    for face, keys, yaw in dice:
        _require(1 <= face <= 6, "A die shows a face from 1 to 6.")
        _require(keys >= 2, "A die has at least two keys.")
        tracks.append(_track(np.frombuffer(body, KEY, keys, start), face, yaw, (wide / 2.0, deep / 2.0)))
        start += keys * KEY.itemsize
    _require(max(int(track.time[-1]) for track in tracks) == duration, "The last key ends the throw.")
    cues = _read_cues(body, start, cue_count, count, duration)
    motion = Trajectory(duration, wide / 2.0, deep / 2.0, edge / 10.0, tuple(tracks), cues)
    return DecodedThrow(VERSION, table, game, roll, motion)


def _track(keys: Records, face: int, yaw_units: int, size: tuple[float, float]) -> DieTrack:
    """One die's keys; its last orientation is the exact one of its face and yaw."""
    wait = keys["wait"].astype(np.int64)
    _require(wait[0] == 0 and bool((wait[1:] > 0).all()), "Keys start at 0 and move on in time.")
    place = keys["place"]
    hop: Array = (place & 255).astype(np.float64) * HOP_STEP
    _require(hop[-1] == 0.0, "A die at rest lies on the felt.")
    units = np.stack((place >> 20, place >> 8 & FULL_PLACE), axis=1)
    turn = _unpack_turn(keys["turn"])
    yaw = yaw_units / FULL_YAW * 2.0 * math.pi
    rest = at_rest(face, yaw)
    _require(abs(float(turn[-1] @ rest)) > 0.9998, "The last key of a die shows its face.")
    turn[-1] = rest
    times: Whole = np.cumsum(wait)
    return DieTrack(face, yaw, times, (units / FULL_PLACE - 0.5) * np.array(size), hop, turn)


def _unpack_turn(packed: Words) -> Array:
    """Quaternions from smallest three; the largest component is the positive rest to one."""
    units = np.stack((packed >> 20 & FULL_TURN, packed >> 10 & FULL_TURN, packed & FULL_TURN), axis=1)
    others = (units / FULL_TURN * 2.0 - 1.0) / math.sqrt(2.0)
    squares = (others * others).sum(axis=1)
    _require(bool((squares < 0.76).all()), "A key has an orientation that is none.")
    largest = (packed >> 30).astype(np.int64)
    turn = np.empty((len(packed), 4))
    turn[np.arange(4) != largest[:, None]] = others.ravel()
    turn[np.arange(len(packed)), largest] = np.sqrt(1.0 - squares)
    return turn


def _read_cues(body: bytes, start: int, cue_count: int, count: int, duration: int) -> tuple[Cue, ...]:
    cues: list[Cue] = []
    for time, packed, intensity in CUE.iter_unpack(body[start : start + cue_count * CUE.size]):
        kind, a, b = packed >> 6, packed >> 3 & 7, packed & 7
        _require(time <= duration and (not cues or time >= cues[-1].time), "Cues stand in order of time.")
        _require(a < count, "A cue names a die of this throw.")
        _require(b < 4 if kind == WALL_HIT else b < count, "A cue names a wall or a die of this throw.")
        cues.append(Cue(time, kind, a, b, intensity))
    return tuple(cues)


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise ThrowFormatError(sentence)
