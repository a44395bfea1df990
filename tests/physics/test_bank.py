"""The bank of throws for devices: real throws, and as good as those when a device has turned their dice."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.cli.throw_bank import FILE
from app.physics import decode, throw_bytes
from app.physics.bank import BankFormatError, entries, make_bank, pack, unpack
from app.physics.trajectory import sample
from tests.physics import test_quality as quality
from tests.physics.thrown import Thrown

TURNING = Path(__file__).resolve().parents[1] / "static" / "turning.mjs"
BYTES_MAX = 300_000
SOME = range(0, 264, 4)


@pytest.fixture(scope="module")
def bank() -> bytes:
    return FILE.read_bytes()


@pytest.fixture(scope="module")
def records(bank: bytes) -> list[tuple[int, int, bytes]]:
    return unpack(bank)


def faces_of(number: int, dice: int) -> tuple[int, ...]:
    return tuple(1 + (7 * number + 5 * die * die) % 6 for die in range(dice))


@pytest.fixture(scope="module")
def turned() -> list[Thrown]:
    """Throws of the bank whose dice the page's module has turned, every other one in the mirror."""
    specs = entries()
    asked = [
        {
            "n": n,
            "faces": faces_of(n, len(specs[n].faces)),
            "quarters": [(n + die) % 4 for die in range(len(specs[n].faces))],
            "mirrored": n % 8 == 4,
        }
        for n in SOME
    ]
    lines = "".join(f"{json.dumps(each)}\n" for each in asked)
    done = subprocess.run(["node", TURNING], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    blobs = [base64.b64decode(line) for line in done.stdout.splitlines()]
    return [
        Thrown(replace(specs[n], faces=faces_of(n, len(specs[n].faces))), blob, decode(blob))
        for n, blob in zip(SOME, blobs, strict=True)
    ]


def test_the_bank_is_small_and_holds_the_throws_that_it_says(
    bank: bytes, records: list[tuple[int, int, bytes]]
) -> None:
    assert len(bank) <= BYTES_MAX
    found, specs = records, entries()
    assert [(angle, power) for angle, power, _ in found] == [(spec.angle, spec.power) for spec in specs]
    assert [decode(record).faces for _, _, record in found] == [spec.faces for spec in specs]


@pytest.mark.parametrize("number", [0, 95, 168, 200, 263])
def test_a_throw_of_the_bank_is_thrown_again_byte_by_byte(records: list[tuple[int, int, bytes]], number: int) -> None:
    assert records[number][2] == throw_bytes(entries()[number])


@pytest.mark.soak
def test_the_whole_bank_is_made_again_byte_by_byte(bank: bytes) -> None:
    assert make_bank(entries()) == bank


@pytest.mark.parametrize(
    "spoil",
    [lambda b: b[:10], lambda b: b"\x02" + b[1:], lambda b: b[:-900], lambda b: b[:14] + b"\x00" + b[15:]],
    ids=["cut in its head", "of another version", "cut in its body", "with another seal"],
)
def test_what_is_no_bank_is_refused(spoil: Callable[[bytes], bytes]) -> None:
    small = pack([(spec.angle, spec.power, throw_bytes(spec)) for spec in entries()[40:44]])
    assert len(unpack(small)) == 4
    with pytest.raises(BankFormatError):
        unpack(spoil(small))


def test_a_device_turns_a_throw_as_the_house_would_have_thrown_it(turned: list[Thrown]) -> None:
    """The house throws the same spec to other faces along the same paths; bodies alike but for quarter turns."""
    seen = 0
    for throw, n in zip(turned, SOME, strict=True):
        if n % 8 == 4:
            continue
        house = decode(throw_bytes(throw.spec)).motion
        mine = throw.record.motion
        assert mine.cues == house.cues
        for die, (here, there) in enumerate(zip(mine.dice, house.dice, strict=True)):
            assert (here.time == there.time).all()
            assert (here.place == there.place).all()
            assert (here.hop == there.hop).all()
            if (n + die) % 4 == 0:
                close = np.abs((here.turn * there.turn).sum(-1))
                assert np.degrees(2.0 * np.arccos(np.clip(close, -1.0, 1.0))).max() <= 0.75
                seen += 1
    assert seen > 20


def test_in_the_mirror_a_throw_goes_the_other_way(turned: list[Thrown]) -> None:
    for throw, n in zip(turned, SOME, strict=True):
        there = decode(throw_bytes(throw.spec)).motion
        times = np.arange(0.0, there.duration, 50.0)
        (mine, _), (house, _) = sample(throw.record.motion, times), sample(there, times)
        side = -1.0 if n % 8 == 4 else 1.0
        assert np.abs(mine[..., 0] - side * house[..., 0]).max() <= 1e-6
        assert np.abs(mine[..., 1] - house[..., 1]).max() <= 1e-6


CHECKS = [
    quality.test_1_no_two_dice_overlap_at_rest,
    quality.test_2_the_cubes_stay_inside_the_tray_while_they_tumble_and_at_rest,
    quality.test_3_every_die_lies_flat_and_shows_its_drawn_face,
    quality.test_4_a_die_gains_no_speed_after_its_last_touch,
    quality.test_5_nothing_teleports_and_nothing_moves_after_rest,
    quality.test_6_dice_roll_the_way_they_travel_and_never_too_fast_to_follow,
    quality.test_7_no_corner_sinks_into_the_felt,
    quality.test_10_a_throw_lasts_by_its_power,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__[5:])
def test_turned_and_mirrored_throws_pass_the_check(check: Callable[[list[Thrown]], None], turned: list[Thrown]) -> None:
    check(turned)
