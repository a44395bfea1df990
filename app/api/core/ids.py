"""Names that nobody can guess, in an alphabet that nobody misreads."""

from __future__ import annotations

import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's 32 characters: no i, l, o, u."""

TABLE_CHARACTERS = 14
"""70 bits: the address of a table is also the right to watch it."""
INVITE_CHARACTERS = 8
"""40 bits: short enough to be read out, long enough for a limited rate of tries."""

MISREAD = str.maketrans({"i": "1", "l": "1", "o": "0"})


def new_id(characters: int) -> str:
    """A random name of so many characters, five bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(characters))


def new_invite() -> str:
    """A code for an invitation, in capitals as it is printed."""
    return new_id(INVITE_CHARACTERS).upper()


def read_invite(text: str) -> str:
    """An invitation code as somebody typed it, put right: case, `O` for `0`, `I` and `L` for `1`, spaces."""
    return text.strip().replace("-", "").replace(" ", "").lower().translate(MISREAD).upper()
