"""What a throw is asked for, and every constant of its motion with its unit.

Lengths are millimetres, masses grams, times seconds, angles degrees where a player sets them and radians elsewhere.
The dice play at about two and a half times slow motion: real 16 mm dice settle in half a second, too quick to enjoy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import shake_256
from typing import Final

MAX_DICE: Final = 8
MAX_ANGLE: Final = 45
MAX_POWER: Final = 100
MIN_SEED_BYTES: Final = 16

GRAVITY: Final = 1570.0
"""mm/s² as seen: 9810 divided by the square of the slow motion (2.5)."""

SHORTEST: Final = 1.06
LONGEST: Final = 1.84
"""s, the stored motion aimed for at power 0 and 100."""

MAX_STRETCH: Final = 1.35
"""The playback clock may be stretched or squeezed by at most this factor to meet the time aimed for."""

KEY_RATE: Final = 30
"""Hz, keys of a die that moves; its own impacts add timed keys."""


def _within(what: str, value: float, low: float, high: float, unit: str = "") -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError(f"{what} is between {low:g} and {high:g}{' ' + unit if unit else ''}, not {value!r}.")


def _whole(what: str, value: int, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{what} is a whole number from {low} to {high}, not {value!r}.")


@dataclass(frozen=True, slots=True)
class Tray:
    """The walled tray the dice land in, mm; elasticity and friction multiply with the die's."""

    width: float = 144.0
    depth: float = 192.0
    elasticity: float = 0.95
    friction: float = 0.5

    def __post_init__(self) -> None:
        _within("The width of a tray", self.width, 130.0, 400.0, "mm")
        _within("The depth of a tray", self.depth, 130.0, 400.0, "mm")
        _within("The elasticity of a tray", self.elasticity, 0.3, 1.0)
        _within("The friction of a tray", self.friction, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class DiceBody:
    """How one set of dice weighs and bounces: g, mm, two unit-less surface numbers, and `spring` on felt (house: 1)."""

    mass: float = 4.8
    edge: float = 16.0
    friction: float = 0.35
    elasticity: float = 0.9
    spring: float = 1.0

    def __post_init__(self) -> None:
        _within("The mass of a die", self.mass, 2.0, 80.0, "g")
        _within("The edge of a die", self.edge, 12.0, 17.0, "mm")
        _within("The friction of a die", self.friction, 0.0, 1.0)
        _within("The elasticity of a die", self.elasticity, 0.7, 0.95)
        _within("The spring of a die", self.spring, 0.5, 1.2)


MOVE_RANGES: Final[dict[str, tuple[float, float, str]]] = {
    "speed": (0.6, 1.15, ""),
    "lift": (0.5, 1.5, ""),
    "spread": (0.3, 2.5, ""),
    "tumble": (0.2, 1.15, ""),
    "bounce": (0.4, 1.4, ""),
    "twist": (-26.0, 26.0, "rad/s"),
    "whirl": (0.0, 1.0, ""),
    "lob": (-400.0, 400.0, "mm/s"),
    "first": (1.0, 3.0, ""),
    "ceiling": (8.0, 50.0, "mm"),
    "skim": (0.0, 180.0, "mm/s"),
    "lag": (0.0, 0.1, "s"),
    "curl": (0.0, 25.0, "per metre"),
    "hurry": (0.0, 0.6, ""),
}
"""What each number of a move may be; within these every quality check of a throw holds."""


@dataclass(frozen=True, slots=True)
class Move:
    """A way to throw: changes how the dice fly and nothing else. The defaults are the plain throw.

    `speed lift spread tumble bounce` multiply what the plain throw has. `twist` (rad/s) is the flat spin out of the
    hand and `whirl` the part of it that outlasts the travel; `lob` (mm/s) is rise out of the hand, `first` multiplies
    the spring of the first landing, `ceiling` (mm) is as high as any spring goes, `skim` (mm/s) the rise with which a
    die that is under way leaves the felt again at every touch; `lag` (s) parts the dice of a full hand as they leave,
    `curl` (1/m) bends the paths, and `hurry` is the part of its longer time that a hard throw does without.
    """

    speed: float = 1.0
    lift: float = 1.0
    spread: float = 1.0
    tumble: float = 1.0
    bounce: float = 1.0
    twist: float = 0.0
    whirl: float = 0.0
    lob: float = 0.0
    first: float = 1.0
    ceiling: float = 20.0
    skim: float = 0.0
    lag: float = 0.0
    curl: float = 0.0
    hurry: float = 0.0

    def __post_init__(self) -> None:
        for name, (low, high, unit) in MOVE_RANGES.items():
            _within(f"The {name} of a move", getattr(self, name), low, high, unit)


STANDARD_TRAY: Final = Tray()
STANDARD_DICE: Final = DiceBody()
PLAIN_MOVE: Final = Move()


@dataclass(frozen=True, slots=True)
class ThrowSpec:
    """One throw: which roll it is, the faces already drawn, the gesture, and the seed of its motion.

    Raises ValueError with a sentence that names the first thing wrong.
    """

    table: int
    game: int
    roll: int
    faces: tuple[int, ...]
    angle: int
    power: int
    seed: bytes
    dice_set: DiceBody = field(default=STANDARD_DICE)
    move: Move = field(default=PLAIN_MOVE)

    def __post_init__(self) -> None:
        _whole("The table number", self.table, 0, 2**64 - 1)
        _whole("The game number", self.game, 0, 2**16 - 1)
        _whole("The roll number", self.roll, 0, 2**16 - 1)
        if not isinstance(self.faces, tuple) or not 1 <= len(self.faces) <= MAX_DICE:
            raise ValueError(f"A throw has a tuple of 1 to {MAX_DICE} faces.")
        for face in self.faces:
            _whole("A face", face, 1, 6)
        _whole("The angle", self.angle, -MAX_ANGLE, MAX_ANGLE)
        _whole("The power", self.power, 0, MAX_POWER)
        if not isinstance(self.seed, bytes) or len(self.seed) < MIN_SEED_BYTES:
            raise ValueError(f"The motion seed is at least {MIN_SEED_BYTES} bytes.")


class MotionStream:
    """Uniform numbers for the motion, from the motion seed alone; the faces have a stream of their own.

    SHAKE-256 over a label and the seed, 48 bits a number, so the same seed gives the same numbers everywhere.
    """

    __slots__ = ("_bytes", "_used")

    def __init__(self, seed: bytes, label: str) -> None:
        self._bytes = shake_256(b"throw-motion/1/" + label.encode() + b"/" + seed).digest(6 * 256)
        self._used = 0

    def unit(self) -> float:
        """The next number in 0 … 1."""
        start = self._used
        self._used = start + 6
        if self._used > len(self._bytes):
            raise RuntimeError("A throw drew more motion numbers than its stream holds.")
        return int.from_bytes(self._bytes[start : start + 6], "little") / 2.0**48

    def around(self, spread: float) -> float:
        """The next number in −spread … +spread, even."""
        return (2.0 * self.unit() - 1.0) * spread

    def between(self, low: float, high: float) -> float:
        """The next number in low … high, even."""
        return low + (high - low) * self.unit()
