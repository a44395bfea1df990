"""Throws: drawn faces and a gesture in, one binary record of the motion out. Knows no rules, no database."""

from app.physics.bodies import BODIES
from app.physics.codec import DecodedThrow, ThrowFormatError, decode, encode, throw_bytes
from app.physics.moves import MOVES, STAGES, move_at
from app.physics.params import PLAIN_MOVE, STANDARD_DICE, STANDARD_TRAY, DiceBody, Move, ThrowSpec, Tray

__all__ = [
    "BODIES",
    "MOVES",
    "PLAIN_MOVE",
    "STAGES",
    "STANDARD_DICE",
    "STANDARD_TRAY",
    "DecodedThrow",
    "DiceBody",
    "Move",
    "ThrowFormatError",
    "ThrowSpec",
    "Tray",
    "decode",
    "encode",
    "move_at",
    "throw_bytes",
]
