"""trippn-roll/v1: how the faces of a roll follow from a secret and what the players' devices contributed.

The server commits to one secret a game before anybody sits down, and to the key of each roll before that roll.
Devices contribute 32 random bytes they made for this very roll. Faces follow from key and contributions alone, so
nobody who lacks one of them can foresee a roll, and everybody can check it once the key is told.

    lp(x1 … xn) = for each: 4-byte big-endian length, then the bytes (numbers as 8 bytes big-endian, text as UTF-8)
    commit(tag, game, seat, n, secret) = SHA256(lp("trippn/v1/commit", tag, game, seat, n, secret))
    key(n)  = HMAC(secret of the game, lp("trippn/v1/roll-key", game, n))
    seed(n) = HMAC(key(n), lp("trippn/v1/roll", game, n, roller, dice, count, seat 1, r 1, …)), seats ascending
    faces   = bytes of HMAC(seed, lp("trippn/v1/dice", j)), j = 0, 1, …; bytes below 252; byte % 6 + 1
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import count
from struct import Struct

SECRET_BYTES = 32
SERVER = 255
"""The seat number in the server's own commitments."""

_EIGHT = (8).to_bytes(4, "big")
"""The length of a number."""

_FOUR = Struct(">IQIQIQIQ")
"""Four numbers of an encoding."""

_SHARE = Struct(">IQI")
"""A seat, and the length of what it contributed."""

_BLOCK = 64
"""Bytes that SHA-256 takes at a time."""
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
"""The two masks of HMAC, as translations of each byte of a key."""

_EVEN = 252
"""The largest multiple of 6 in a byte: bytes from here on would favour low faces."""
_UNEVEN = bytes(range(_EVEN, 256))
_FACE_OF = bytes(byte % 6 + 1 for byte in range(256))


def lp(*parts: int | str | bytes) -> bytes:
    """Canonical bytes: no two lists of parts have the same.

    >>> lp("a", 1).hex()
    '0000000161000000080000000000000001'
    """
    out: list[bytes] = []
    for part in parts:
        if isinstance(part, int):
            out += (_EIGHT, part.to_bytes(8, "big"))
        else:
            piece = part.encode() if isinstance(part, str) else part
            out += (len(piece).to_bytes(4, "big"), piece)
    return b"".join(out)


@lru_cache(maxsize=32768)
def _head(*parts: int | str) -> bytes:
    """The beginning that many encodings of one game share."""
    return lp(*parts)


def _number(value: int) -> bytes:
    return _EIGHT + value.to_bytes(8, "big")


def _hmac(key: bytes, message: bytes) -> bytes:
    """HMAC with SHA-256 (RFC 2104), for keys of at most one block.

    The library's own gives the interpreter's lock away in every call: where another thread waits for it, each of the
    three of a roll costs a hand-over there and back.
    """
    block = key.ljust(_BLOCK, b"\0")
    return sha256(block.translate(_OUTER) + sha256(block.translate(_INNER) + message).digest()).digest()


def commitment(tag: str, game: str, seat: int, n: int, secret: bytes) -> bytes:
    """What can be published about a secret before it is told. Tags: `S` game, `k` roll key, `r` contribution."""
    return sha256(_head("trippn/v1/commit", tag, game, seat) + lp(n, secret)).digest()


def game_commitment(game: str, secret: bytes) -> bytes:
    """The commitment to a game's secret."""
    return commitment("S", game, SERVER, 0, secret)


def roll_key(secret: bytes, game: str, n: int) -> bytes:
    """The server's share of roll `n`, told with its result."""
    return _hmac(secret, _head("trippn/v1/roll-key", game) + _number(n))


def key_commitment(game: str, n: int, key: bytes) -> bytes:
    """The commitment to a roll's key, told with the result before it."""
    return commitment("k", game, SERVER, n, key)


def roll_seed(
    key: bytes, game: str, n: int, roller: int, dice: int, contributions: Mapping[int, bytes], label: str = "roll"
) -> bytes:
    """Mix the key with all contributions (by seat). Another label gives an independent seed of the same inputs."""
    mixed = _head(f"trippn/v1/{label}", game) + _FOUR.pack(8, n, 8, roller, 8, dice, 8, len(contributions))
    for seat in sorted(contributions):
        mixed += _SHARE.pack(8, seat, len(contributions[seat])) + contributions[seat]
    return _hmac(key, mixed)


def faces(seed: bytes, dice: int) -> tuple[int, ...]:
    """The faces of a roll, in the order of the dice on the table."""
    found = b""
    for block in count():
        found += _hmac(seed, _head("trippn/v1/dice", block)).translate(_FACE_OF, _UNEVEN)
        if len(found) >= dice:
            break
    return tuple(found[:dice])


def table_roll(seed: bytes, seats: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Roll 0, which says who starts: one die for each seat, and again for those who are level at the top.

    Each round is its seats and their faces, in the order of the seats; the last one has a single highest. The faces
    are those of one stream, so everybody who knows the seed can repeat it.

    >>> table_roll(bytes(32), 2)
    (((0, 2), (1, 4)),)
    """
    rounds: list[tuple[tuple[int, int], ...]] = []
    ahead, drawn = tuple(range(seats)), 0
    while len(ahead) > 1 or not rounds:
        stream = faces(seed, drawn + len(ahead))[drawn:]
        drawn += len(ahead)
        rounds.append(tuple(zip(ahead, stream, strict=True)))
        highest = max(stream)
        ahead = tuple(seat for seat, face in rounds[-1] if face == highest)
    return tuple(rounds)


def motion_seed(key: bytes, game: str, n: int, roller: int, dice: int, contributions: Mapping[int, bytes]) -> bytes:
    """The seed of the way the dice fly, of its own stream: it tells nothing about the faces."""
    return roll_seed(key, game, n, roller, dice, contributions, "motion")
