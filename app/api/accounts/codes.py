"""Recovery codes: ten that open an account once each when its password is lost. There is no e-mail to ask."""

from __future__ import annotations

import hashlib
import secrets

from app.api.core.ids import ALPHABET, MISREAD

CODES = 10
CHARACTERS = 25
"""125 bits: too many to be tried out, so a plain digest is enough to keep."""
GROUP = 5


def new_codes() -> list[str]:
    """Fresh codes, written in groups as people copy them."""
    return [grouped("".join(secrets.choice(ALPHABET) for _ in range(CHARACTERS))) for _ in range(CODES)]


def grouped(signs: str) -> str:
    """A code as it is shown.

    >>> grouped("0123456789ab")
    '01234-56789-ab'
    """
    return "-".join(signs[start : start + GROUP] for start in range(0, len(signs), GROUP))


def digest_of(code: str) -> bytes:
    """What is kept of a code; capitals, gaps and misread signs make no difference."""
    signs = "".join(code.lower().translate(MISREAD).replace("-", "").split())
    return hashlib.sha256(b"code/v1" + signs.encode()).digest()
