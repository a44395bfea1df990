"""The only source of dice: one secret a game, committed to before it starts, mixed with what players contribute."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from app.engine import fair


class Mixed(Struct, frozen=True):
    """What devices add to a roll, and who vouches for it."""

    contributions: Mapping[int, bytes] = {}
    """By seat."""
    level: int = 1
    """2 where other players' phones took part."""
    by: str = "player"
    """Whose hand it falls from: `player`, `autopilot`, `bot`, or `withheld` if it never fell."""
    promises: Mapping[int, bytes] = {}
    """Level 2: the commitments to what was to be added, told before anything was."""


UNMIXED = Mixed()
SCRIPT = "script"
"""Tests only: the dice were set. No verifier takes such a roll for a fair one."""


class Draw(Struct, frozen=True):
    """One roll as it was drawn."""

    game: str
    n: int
    roller: int
    key: bytes
    """The server's share, told with the result."""
    mixed: Mixed
    dice: int
    faces: tuple[int, ...]

    def motion(self) -> bytes:
        """Seed of the way the dice fly; it is asked for only when the throw is made."""
        return fair.motion_seed(self.key, self.game, self.n, self.roller, self.dice, self.mixed.contributions)

    def record(self) -> dict[str, object]:
        """What everybody needs to check the roll."""
        mixed = self.mixed
        told: dict[str, object] = {
            "n": self.n,
            "roller": self.roller,
            "ndice": self.dice,
            "key": self.key.hex(),
            "contributions": [{"seat": seat, "r": r.hex()} for seat, r in sorted(mixed.contributions.items())],
            "level": mixed.level,
            "by": mixed.by,
        }
        if mixed.level > 1:
            told["promises"] = [
                {"seat": seat, "commitment": each.hex()} for seat, each in sorted(mixed.promises.items())
            ]
            told["absent"] = sorted(set(mixed.promises) - set(mixed.contributions))
        return told


class GameDice:
    """The dice of one game. Same inputs, same roll: a crash changes nothing."""

    __slots__ = ("_keys", "commitment", "game", "script", "secret")

    def __init__(self, table: str, number: int, secret: bytes, script: Script | None = None) -> None:
        self.game = game_id(table, number)
        self.secret = secret
        self.commitment = fair.game_commitment(self.game, secret).hex()
        self.script = script
        self._keys: tuple[int, bytes, str] = (-1, b"", "")

    def key(self, n: int) -> tuple[bytes, str]:
        """The key of roll `n` and the commitment to it, in hex; the last one asked for is remembered."""
        if self._keys[0] != n:
            key = fair.roll_key(self.secret, self.game, n)
            self._keys = (n, key, fair.key_commitment(self.game, n, key).hex())
        return self._keys[1], self._keys[2]

    def table_roll(self, seats: int, contributions: Mapping[int, bytes]) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Roll 0: one die for each seat, in rounds until one is highest."""
        seed = fair.roll_seed(self.key(0)[0], self.game, 0, fair.SERVER, seats, contributions)
        return fair.table_roll(seed, seats)

    def draw(self, n: int, roller: int, dice: int, mixed: Mixed) -> Draw:
        """Roll `n` of the game: so many dice for the seat that rolls."""
        key, _ = self.key(n)
        seed = fair.roll_seed(key, self.game, n, roller, dice, mixed.contributions)
        faces = fair.faces(seed, dice)
        if self.script is not None:
            drawn, faces = faces, self.script.over(n, faces)
            mixed = mixed if faces == drawn else replace(mixed, by=SCRIPT)
        return Draw(self.game, n, roller, key, mixed, dice, faces)

    def unfallen(self, n: int, roller: int, dice: int, mixed: Mixed) -> Draw:
        """Roll `n` as it will never fall: its key is told, and no dice are."""
        return Draw(self.game, n, roller, self.key(n)[0], mixed, dice, ())


def game_id(table: str, number: int) -> str:
    """The game's name in all commitments and keys: table and number, like `k3v9…/1`."""
    return f"{table}/{number}"


def new_secret() -> bytes:
    """A secret for one game, from the operating system."""
    return secrets.token_bytes(fair.SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class Script:
    """Tests only: faces that stand in for drawn ones, by roll number from 1. Production refuses to start with it."""

    rolls: tuple[tuple[int, ...], ...]

    def over(self, n: int, drawn: tuple[int, ...]) -> tuple[int, ...]:
        """The faces of roll `n`: scripted as far as the script goes, then as drawn."""
        scripted = self.rolls[n - 1] if 0 < n <= len(self.rolls) else ()
        return (scripted + drawn[len(scripted) :])[: len(drawn)]


def read_script(text: str) -> Script:
    """A script given as the name of a file or in full: rolls parted by `/` or line ends, digits of faces.

    >>> read_script("66612345/11 5").rolls
    ((6, 6, 6, 1, 2, 3, 4, 5), (1, 1, 5))
    """
    if not set(text) <= set("123456 /\n"):
        text = Path(text).read_text()
    rolls = tuple(
        tuple(int(face) for face in line if not face.isspace()) for line in text.strip().replace("/", "\n").split("\n")
    )
    if any(face not in range(1, 7) for roll in rolls for face in roll):
        raise ValueError("a script holds faces from 1 to 6, parted by / or line ends")
    return Script(rolls)
