"""The bank of throws that goes along to devices: real throws of plain house dice, packed into one file.

Without a connection a device takes a throw from here and turns its dice to the faces that were drawn
(docs/throw-format.md §5). Every entry is thrown to ones and to the right; turning and mirroring come later. The same
numbers make the same bank on the same platform and wheels.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

import numpy as np

from app.physics.codec import CUE, DIE, FULL_TURN, HEADER, KEY, SEAL, VERSION, Records, throw_bytes
from app.physics.params import ThrowSpec

BANK_VERSION: Final = 1
HEAD: Final = struct.Struct("<BBHHHBBII")
"""Version, edge, number of throws, width, depth, key rate, 0, bytes of the body, CRC-32 of the records in order."""

SERIES: Final = "tenk throw bank/1"
"""The motion seed of an entry is the SHA-256 of this and its number."""

ANGLES: Final = ((0, 9), (9, 27), (27, 46))
POWERS: Final = ((0, 25), (25, 50), (50, 75), (75, 101))
"""Degrees to the right, and power: from, and up to but without."""

DEPTHS: Final = (4, 3, 3, 2, 2, 2, 2, 4)
"""Throws in each bucket of angle and power, by the number of dice: few dice cost little, and eight fly most often."""

SLOWEST_GUESS: Final = 3.0
"""A turn is guessed at most so many times as far on as it went between the two keys before."""

PLANES: Final = ("wait", "x", "x2", "y", "y2", "hop", "largest", "a", "a2", "b", "b2", "c", "c2")
"""Of the keys, one byte each; the second of a number is its high byte."""

MEMORIES: Final = range(5, 10)
STRATEGIES: Final = (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE)
"""What is tried for every column: zlib's memory levels, after which a new code begins, and what it looks for."""

Turn = list[float]


class BankFormatError(ValueError):
    """These bytes are not a bank of throws of a version known here."""


def entries(depths: Sequence[int] = DEPTHS) -> list[ThrowSpec]:
    """What is thrown for the bank, in its order: by number of dice, then angle, then power."""
    specs: list[ThrowSpec] = []
    for dice, depth in enumerate(depths, start=1):
        for right in ANGLES:
            for power in POWERS:
                for row in range(depth):
                    seed = sha256(f"{SERIES}/{len(specs)}".encode()).digest()
                    # Each has a row of the bucket's powers to itself and, in another order, of its angles.
                    aim = _within(right, (3 * row + 1) % depth, depth, seed[0]), _within(power, row, depth, seed[1])
                    specs.append(ThrowSpec(0, 0, 0, (1,) * dice, *aim, seed))
    return specs


def _within(bucket: tuple[int, int], row: int, rows: int, byte: int) -> int:
    """A whole number in one of the even rows of a bucket.

    >>> [_within((75, 101), row, 2, byte) for row in (0, 1) for byte in (0, 255)]
    [75, 87, 88, 100]
    """
    low, high = bucket
    return low + (256 * row + byte) * (high - low) // (256 * rows)


def make_bank(specs: Sequence[ThrowSpec]) -> bytes:
    """Throw every entry and pack the records: the bytes of the file. All specs have the same dice and tray."""
    return pack([(spec.angle, spec.power, throw_bytes(spec)) for spec in specs])


@dataclass(slots=True)
class Columns:
    """The bytes of a bank's body, column by column."""

    throws: tuple[bytearray, ...] = field(default_factory=lambda: tuple(bytearray() for _ in range(4)))
    """Number of dice, angle, power, number of cues."""
    dice: tuple[bytearray, ...] = field(default_factory=lambda: tuple(bytearray() for _ in range(3)))
    """Number of keys, yaw and its high byte."""
    keys: tuple[bytearray, ...] = field(default_factory=lambda: tuple(bytearray() for _ in PLANES))
    cues: tuple[bytearray, ...] = field(default_factory=lambda: tuple(bytearray() for _ in range(4)))
    """Time since the cue before and its high byte, what, intensity."""

    def each(self) -> list[bytes]:
        """All columns, one after another."""
        return [bytes(column) for group in (self.throws, self.dice, self.keys, self.cues) for column in group]


def pack(records: Iterable[tuple[int, int, bytes]]) -> bytes:
    """Pack angle, power and record of throws of ones into the bytes of a bank."""
    columns, count, seal, wide, deep, edge, rate = Columns(), 0, 0, 0, 0, 0, 0
    for angle, power, record in records:
        _, dice, *_, wide, deep, edge, rate, cues, _ = HEADER.unpack_from(record)
        _add(columns.throws, (dice, angle, power, cues))
        at = HEADER.size + dice * DIE.size
        for die in range(dice):
            _, keys, yaw = DIE.unpack_from(record, HEADER.size + die * DIE.size)
            _add(columns.dice, (keys, yaw & 255, yaw >> 8))
            _pack_die(columns.keys, np.frombuffer(record, KEY, keys, at))
            at += keys * KEY.itemsize
        before = 0
        for time, what, intensity in CUE.iter_unpack(record[at : -SEAL.size]):
            _add(columns.cues, (time - before & 255, time - before >> 8, what, intensity))
            before = time
        seal = zlib.crc32(record, seal)
        count += 1
    body = columns.each()
    head = HEAD.pack(BANK_VERSION, edge, count, wide, deep, rate, 0, sum(map(len, body)), seal)
    return head + b"".join(map(_squeezed, body)) + zlib.compressobj(wbits=-15).flush()


def _squeezed(column: bytes) -> bytes:
    """One column as blocks of deflate with a code of their own: columns differ more than one code can follow.

    >>> stream = _squeezed(b"aaaaaaaa") + _squeezed(b"abcdefgh") + zlib.compressobj(wbits=-15).flush()
    >>> zlib.decompress(stream, wbits=-15)
    b'aaaaaaaaabcdefgh'
    """
    ways = [zlib.compressobj(9, zlib.DEFLATED, -15, memory, strategy) for memory in MEMORIES for strategy in STRATEGIES]
    return min((way.compress(column) + way.flush(zlib.Z_FULL_FLUSH) for way in ways), key=len)


def _add(columns: tuple[bytearray, ...], values: Sequence[int]) -> None:
    for column, value in zip(columns, values, strict=True):
        column.append(value)


def _pack_die(columns: tuple[bytearray, ...], keys: Records) -> None:
    """Write the keys of one die as what they differ by from a guess."""
    guess = Guess()
    for wait, place, turn in keys.tolist():
        x, y, hop = guess.place(wait)
        largest, turned = guess.turn(wait)
        real, units = turn >> 30, (turn >> 20 & FULL_TURN, turn >> 10 & FULL_TURN, turn & FULL_TURN)
        a, b, c = (folded(unit - near, 1024) for unit, near in zip(units, guess.units(turned, real), strict=True))
        dx, dy = folded((place >> 20) - x, 4096), folded((place >> 8 & 4095) - y, 4096)
        values = (wait, dx & 255, dx >> 8, dy & 255, dy >> 8, folded((place & 255) - hop, 256), (real - largest) % 4)
        _add(columns, (*values, a & 255, a >> 8, b & 255, b >> 8, c & 255, c >> 8))
        guess.learn(wait, (place >> 20, place >> 8 & 4095, place & 255), real, units)


def folded(value: int, span: int) -> int:
    """A difference as a small number that is never negative, round `span`: 0 −1 1 −2 2 … as 0 1 2 3 4 …

    >>> [folded(value, 256) for value in (0, -1, 1, -2, 255)]
    [0, 1, 2, 3, 1]
    """
    value = (value + span // 2) % span - span // 2
    return 2 * value if value >= 0 else -2 * value - 1


def unfolded(value: int) -> int:
    """The difference that was folded."""
    return -(value + 1) // 2 if value & 1 else value // 2


class Guess:
    """Where a die will be at its next key, from its last two: it goes on as it went. Twin of js/practice/bank.js."""

    __slots__ = ("_places", "_turns", "_wait")

    def __init__(self) -> None:
        self._places: list[tuple[int, int, int]] = []
        self._turns: list[Turn] = []
        self._wait = 0

    def place(self, wait: int) -> tuple[int, ...]:
        """The units of x, y and hop `wait` ms after the last key."""
        if not self._places:
            return 0, 0, 0
        last = self._places[-1]
        if self._wait == 0:
            return last
        span = 2 * self._wait
        return tuple(
            now + (2 * (now - old) * wait + self._wait) // span for old, now in zip(self._places[0], last, strict=True)
        )

    def turn(self, wait: int) -> tuple[int, Turn]:
        """The orientation `wait` ms after the last key, and its largest component."""
        turned = self._turned(wait)
        return max(range(4), key=lambda part: abs(turned[part])), turned

    def _turned(self, wait: int) -> Turn:
        if not self._turns:
            return [0.0, 0.0, 0.0, 1.0]
        last = self._turns[-1]
        if self._wait == 0:
            return last
        old = self._turns[0]
        dot = old[0] * last[0] + old[1] * last[1] + old[2] * last[2] + old[3] * last[3]
        angle = math.acos(min(1.0, abs(dot)))
        whole = math.sin(angle)
        if whole < 1e-3:
            return last
        part = min(wait / self._wait, SLOWEST_GUESS)
        on = math.sin((1.0 + part) * angle) / whole
        back = math.sin(part * angle) / whole * (-1.0 if dot < 0.0 else 1.0)
        return [on * now - back * then for now, then in zip(last, old, strict=True)]

    @staticmethod
    def units(turned: Turn, largest: int) -> list[int]:
        """The three components beside `largest` as a key writes them."""
        sign = -1.0 if turned[largest] < 0.0 else 1.0
        parts = [sign * turned[part] for part in range(4) if part != largest]
        return [
            min(FULL_TURN, max(0, math.floor((part * math.sqrt(2.0) + 1.0) / 2.0 * 1023.0 + 0.5))) for part in parts
        ]

    def learn(self, wait: int, place: tuple[int, int, int], largest: int, units: Sequence[int]) -> None:
        """Take in the key that really came."""
        others = [(unit / 1023.0 * 2.0 - 1.0) / math.sqrt(2.0) for unit in units]
        a, b, c = others
        turned = [*others[:largest], math.sqrt(max(0.0, 1.0 - (a * a + b * b + c * c))), *others[largest:]]
        self._places = [*self._places[-1:], place]
        self._turns = [*self._turns[-1:], turned]
        self._wait = wait


def unpack(bank: bytes) -> list[tuple[int, int, bytes]]:
    """Angle, power and record of every throw in a bank.

    Raises BankFormatError where the bytes are no bank, or not the whole of one.
    """
    if len(bank) < HEAD.size or bank[0] != BANK_VERSION:
        raise BankFormatError("This is not a bank of throws known here.")
    _, edge, count, wide, deep, rate, _, length, seal = HEAD.unpack_from(bank)
    try:
        body = zlib.decompress(bank[HEAD.size :], wbits=-15)
    except zlib.error as error:
        raise BankFormatError("The bank of throws cannot be unpacked.") from error
    if len(body) != length:
        raise BankFormatError("The bank of throws has the wrong length.")
    found = list(_records(body, count, (wide, deep, edge, rate)))
    if seal != zlib.crc32(b"".join(record for _, _, record in found)):
        raise BankFormatError("The seal of the bank does not fit its throws.")
    return found


def _records(body: bytes, count: int, house: tuple[int, int, int, int]) -> Iterator[tuple[int, int, bytes]]:
    at = 0

    def columns(width: int, rows: int) -> list[bytes]:
        nonlocal at
        taken = [body[at + k * rows : at + (k + 1) * rows] for k in range(width)]
        at += width * rows
        return taken

    throws = columns(4, count)
    dice = columns(3, sum(throws[0]))
    keys = columns(len(PLANES), sum(dice[0]))
    cues = zip(*columns(4, sum(throws[3])), strict=True)
    die_rows, key_rows = zip(*dice, strict=True), zip(*keys, strict=True)
    for number, angle, power, cue_count in zip(*throws, strict=True):
        heads, tracks, duration = b"", b"", 0
        for _ in range(number):
            key_count, low, high = next(die_rows)
            track, lasts = _unpack_die([next(key_rows) for _ in range(key_count)])
            heads += DIE.pack(1, key_count, high << 8 | low)
            tracks += track
            duration = max(duration, lasts)
        told, time = b"", 0
        for low, high, what, intensity in (next(cues) for _ in range(cue_count)):
            time += high << 8 | low
            told += CUE.pack(time, what, intensity)
        head = HEADER.pack(VERSION, number, 0, 0, 0, duration, *house, cue_count, 0)
        record = head + heads + tracks + told
        yield angle, power, record + SEAL.pack(zlib.crc32(record))


def _unpack_die(rows: Sequence[tuple[int, ...]]) -> tuple[bytes, int]:
    """The keys of one die as a record has them, and how long they last in ms."""
    guess, keys, duration = Guess(), np.zeros(len(rows), KEY), 0
    for row, (wait, x, x2, y, y2, hop, step, *turns) in enumerate(rows):
        near = guess.place(wait)
        moved = unfolded(x2 << 8 | x), unfolded(y2 << 8 | y), unfolded(hop)
        across, along, up = (
            (unit + more) % span for unit, more, span in zip(near, moved, (4096, 4096, 256), strict=True)
        )
        largest, turned = guess.turn(wait)
        real = (largest + step) % 4
        more = [unfolded(turns[k + 1] << 8 | turns[k]) for k in (0, 2, 4)]
        a, b, c = ((unit + by) % 1024 for unit, by in zip(guess.units(turned, real), more, strict=True))
        keys[row] = (wait, across << 20 | along << 8 | up, real << 30 | a << 20 | b << 10 | c)
        guess.learn(wait, (across, along, up), real, (a, b, c))
        duration += wait
    return keys.tobytes(), duration
