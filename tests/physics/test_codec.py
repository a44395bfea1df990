"""The throw record: both ways, held to the vectors the browser's reader is held to, and hostile bytes refused."""

from __future__ import annotations

import json
import random
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.physics import DecodedThrow, ThrowFormatError, decode, encode, throw_bytes
from app.physics.trajectory import compose, sample
from tests.physics.thrown import Thrown, spec
from tests.vectors.throws.make import by_hand, values_of

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "throws"
NAMES = sorted(path.stem for path in VECTORS.glob("*.bin"))
EIGHT = (VECTORS / "eight_hard.bin").read_bytes()
HAND = (VECTORS / "by_hand.bin").read_bytes()


def _resealed(blob: bytes) -> bytes:
    return blob[:-4] + struct.pack("<I", zlib.crc32(blob[:-4]))


def _close(found: Any, wanted: Any, where: str = "") -> None:
    if isinstance(wanted, dict):
        assert sorted(found) == sorted(wanted), where
        for key in wanted:
            _close(found[key], wanted[key], f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), where
        for index, each in enumerate(wanted):
            _close(found[index], each, f"{where}[{index}]")
    elif isinstance(wanted, float):
        assert found == pytest.approx(wanted, abs=1e-6), where
    else:
        assert found == wanted, where


def test_there_are_vectors() -> None:
    assert {"by_hand", "one_soft", "three_left", "five_moved", "eight_hard"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_vector_reads_as_its_values_say(name: str) -> None:
    record = decode((VECTORS / f"{name}.bin").read_bytes())
    wanted = json.loads((VECTORS / f"{name}.json").read_text())
    poses = wanted.pop("poses")
    found = values_of(record)
    found.pop("poses")
    _close(found, wanted, name)
    centre, turn = sample(record.motion, np.array([pose["tMs"] for pose in poses], float))
    for index, pose in enumerate(poses):
        found = np.concatenate((centre[index], turn[index]), axis=1).ravel().tolist()
        _close(found, pose["values"], f"{name} {pose['tMs']}")


def test_the_vector_made_by_hand_is_the_one_on_file() -> None:
    blob, values = by_hand()
    assert blob == HAND
    _close(json.loads(json.dumps(values)), json.loads((VECTORS / "by_hand.json").read_text()))


@pytest.mark.parametrize("name", NAMES)
def test_a_record_written_again_reads_alike(name: str) -> None:
    """Byte for byte but for orientations with two equal largest components, of which either may be left out."""
    blob = (VECTORS / f"{name}.bin").read_bytes()
    record = decode(blob)
    again = encode(record.table, record.game, record.roll, record.motion)
    assert len(again) == len(blob)
    assert again[:24] == blob[:24]
    for a, b in zip(record.motion.dice, decode(again).motion.dice, strict=True):
        assert (a.face, a.yaw) == (b.face, b.yaw)
        assert np.array_equal(a.time, b.time)
        assert np.array_equal(a.place, b.place)
        assert np.array_equal(a.hop, b.hop)
        assert np.abs((a.turn * b.turn).sum(axis=1)).min() > 0.999995


def test_table_game_and_roll_stand_in_the_header() -> None:
    record = decode((VECTORS / "three_left.bin").read_bytes())
    assert (record.table, record.game, record.roll, record.faces) == (2**63 + 11, 40_000, 65_535, (1, 2, 3))


def test_rounding_moves_a_key_by_less_than_a_twentieth_millimetre_and_a_quarter_degree() -> None:
    for number in range(6):
        wanted = compose(spec(number, 8, 20 * number, 15 * number - 40))
        found = decode(encode(1, 1, 1, wanted)).motion
        for a, b in zip(wanted.dice, found.dice, strict=True):
            assert (a.time == b.time).all()
            assert np.abs(a.place - b.place).max() <= 0.024
            assert np.abs(a.hop - b.hop).max() <= 0.126
            cosine = np.abs((a.turn * b.turn).sum(axis=1)).clip(0.0, 1.0)
            assert np.degrees(2.0 * np.arccos(cosine)).max() <= 0.25


def test_between_keys_a_client_is_near_the_run_it_was_cut_from(throws: list[Thrown]) -> None:
    far = [_distances(throw) for throw in throws[::6]]
    assert np.percentile(np.concatenate(far), 99) < 1.5
    assert max(each.max() for each in far) < 5.0


def _distances(throw: Thrown) -> np.ndarray:
    run = throw.truth.run
    inside = (run.time * 1000.0) <= throw.record.motion.duration
    centre, _ = sample(throw.record.motion, run.time[inside] * 1000.0)
    return np.linalg.norm(centre[..., :2] - run.place[inside], axis=2).ravel()


@pytest.mark.parametrize("case", json.loads((VECTORS / "refused.json").read_text()), ids=lambda case: case["why"])
def test_a_record_with_a_wrong_field_is_refused_even_under_a_right_seal(case: dict[str, Any]) -> None:
    decode(HAND)
    with pytest.raises(ThrowFormatError):
        decode(_resealed(_altered(HAND, case)))


def _altered(blob: bytes, case: dict[str, Any]) -> bytes:
    changed = bytearray(blob)
    size = next(key for key in case if key.startswith("u"))
    changed[case["at"] : case["at"] + int(size[1:]) // 8] = case[size].to_bytes(int(size[1:]) // 8, "little")
    assert bytes(changed) != blob
    return bytes(changed)


def test_every_shortened_record_is_refused() -> None:
    for length in range(len(HAND)):
        with pytest.raises(ThrowFormatError):
            decode(HAND[:length])
    for length in range(0, len(EIGHT), 7):
        with pytest.raises(ThrowFormatError):
            decode(EIGHT[:length])


def test_a_record_with_bytes_behind_it_is_refused() -> None:
    with pytest.raises(ThrowFormatError):
        decode(EIGHT + b"\0")
    with pytest.raises(ThrowFormatError):
        decode(_resealed(EIGHT + b"\0"))


def test_every_single_altered_byte_is_noticed() -> None:
    rng = random.Random(1)
    for at in range(len(HAND)):
        changed = bytearray(HAND)
        changed[at] ^= 1 << rng.randrange(8)
        with pytest.raises(ThrowFormatError):
            decode(bytes(changed))


@pytest.mark.parametrize("source", [HAND, EIGHT], ids=["by_hand", "eight_hard"])
def test_resealed_noise_is_read_or_refused_and_nothing_else(source: bytes) -> None:
    """Whatever an attacker writes and seals: a sound record or ThrowFormatError, never another error."""
    rng = random.Random(2)
    refused = 0
    for _ in range(3000):
        changed = bytearray(source)
        for _ in range(rng.choice((1, 1, 1, 2, 8, 64))):
            changed[rng.randrange(1, 60 if rng.random() < 0.6 else len(changed) - 4)] = rng.randrange(256)
        cut = len(changed) - rng.choice((0, 0, 0, 1, 4, 9, 40))
        try:
            _sound(decode(_resealed(bytes(changed[:cut]))))
        except ThrowFormatError:
            refused += 1
    assert 300 < refused < 3000


def _sound(record: DecodedThrow) -> None:
    motion = record.motion
    centre, turn = sample(motion, np.linspace(-5.0, motion.duration + 5.0, 7))
    assert np.isfinite(centre).all()
    assert np.linalg.norm(turn, axis=2) == pytest.approx(1.0)
    assert all(cue.a < len(motion.dice) for cue in motion.cues)


def test_random_bytes_are_refused() -> None:
    rng = random.Random(3)
    for length in (0, 1, 23, 24, 28, 60, 500):
        for _ in range(50):
            noise = bytearray(rng.randbytes(length))
            noise[:1] = b"\x01"[: len(noise)]
            with pytest.raises(ThrowFormatError):
                decode(_resealed(bytes(noise)) if length > 4 else bytes(noise))


def test_no_record_holds_more_keys_of_a_die_than_its_byte_counts() -> None:
    longest = max(len(track.time) for track in decode(throw_bytes(spec(1, 1, 100, 0))).motion.dice)
    assert 40 < longest < 120
