"""Names that nobody can guess, in an alphabet that nobody misreads."""

from __future__ import annotations

import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's 32 characters: no i, l, o, u."""

TABLE_BITS = 64
"""The address of a table is also the right to watch it; a throw record holds it as one number."""
TABLE_CHARACTERS = 13
INVITE_CHARACTERS = 8
"""40 bits: short enough to be read out, long enough for a limited rate of tries."""

MISREAD = str.maketrans({"i": "1", "l": "1", "o": "0"})


def new_id(characters: int) -> str:
    """A random name of so many characters, five bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(characters))


def new_table() -> str:
    """A table's address: a number of 64 bits, written in 13 characters."""
    return table_address(secrets.randbits(TABLE_BITS))


def table_address(number: int) -> str:
    """The address of a table with this number.

    >>> table_address(31)
    '000000000000z'
    """
    return "".join(ALPHABET[number >> shift & 31] for shift in range(5 * (TABLE_CHARACTERS - 1), -1, -5))


def table_number(table: str) -> int:
    """The number that a table's address writes.

    >>> table_number("000000000000z"), table_number("fzzzzzzzzzzzz") == 2**64 - 1
    (31, True)
    """
    number = 0
    for character in table:
        number = number << 5 | ALPHABET.index(character)
    return number


def new_invite() -> str:
    """A code for an invitation, in capitals as it is printed."""
    return new_id(INVITE_CHARACTERS).upper()


def read_invite(text: str) -> str:
    """An invitation code as somebody typed it, put right: case, `O` for `0`, `I` and `L` for `1`, spaces."""
    return text.strip().replace("-", "").replace(" ", "").lower().translate(MISREAD).upper()
