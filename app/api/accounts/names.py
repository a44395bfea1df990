"""What people and tables may be called, and when two names are the same to the eye."""

from __future__ import annotations

import unicodedata

from app.api.core.languages import say

SHORTEST, LONGEST = 3, 16
"""Characters of an account's name."""
RESERVED = ("deleted-", "house", "admin")
"""Names begin with none of these: they would look like somebody else's."""


def key_of(name: str) -> str:
    """The same for names that differ only in capitals or in forms of the same letters.

    >>> key_of("ＡＮＮ") == key_of("ann")
    True
    """
    # A database may take no zero character in a question; a name never has one.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.replace("\0", "")).casefold())


def fault_of(name: str | None) -> str | None:
    """Why an account cannot have this (tidied) name, in a sentence; None if it can."""
    if name is None or not SHORTEST <= len(name) <= LONGEST:
        return say("A name has {least} to {most} characters.", least=SHORTEST, most=LONGEST)
    if not any(sign.isalnum() for sign in name):
        return say("A name has a letter or a digit.")
    if key_of(name).startswith(RESERVED):
        return say("That name is kept for the house.")
    return None
