"""Throws: drawn faces and a gesture in, one binary record of the motion out. Knows no rules, no database."""

from app.physics.codec import DecodedThrow, ThrowFormatError, decode, encode, throw_bytes
from app.physics.params import PLAIN_MOVE, STANDARD_DICE, STANDARD_TRAY, DiceBody, Move, ThrowSpec, Tray

__all__ = [
    "PLAIN_MOVE",
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
    "throw_bytes",
]
