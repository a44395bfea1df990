"""Passwords: which are taken, and how they are kept. Hashing is slow on purpose, so it never runs on the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from app.api.core.languages import say

SHORTEST, LONGEST = 8, 128
"""Characters; all of them count."""
MEMORY_KIB, ROUNDS, LANES = 19_456, 2, 1
"""argon2id: 42 ms on a small machine, as the application security standard allows."""
AT_ONCE = 2
"""Hashes worked out at the same time; more wait, so that games go on meanwhile."""
COMMON = ("passwords", "male_names", "female_names", "surnames", "english_wikipedia")


def weakness(password: str, name: str) -> str | None:
    """Why a password is not taken, in a sentence; None if it is."""
    if len(password) < SHORTEST:
        return say("A password has at least {n} characters.", n=SHORTEST)
    if len(password) > LONGEST:
        return say("A password has at most {n} characters.", n=LONGEST)
    if password.casefold() in common():
        return say("That password is one of the first that others would try.")
    if name and name.casefold() in password.casefold() and len(password) - len(name) < 4:
        return say("A password that is almost the name is easy to guess.")
    return None


@cache
def common() -> frozenset[str]:
    """Passwords that turned up most often in leaks, and words that long ones are made of."""
    return frozenset(word for key in COMMON for word in FREQUENCY_LISTS[key] if len(word) >= SHORTEST)


class Passwords:
    """Hashes and checks in threads of their own."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=LANES)
        self.threads = ThreadPoolExecutor(AT_ONCE, "password")
        self.nobody = self.hasher.hash("nobody has this")
        """Checked where there is no account, so that it takes as long as where there is one."""

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.hasher.hash, password)

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether a password is the one that was kept; takes as long where nothing was."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, self._fits, password, kept)

    def _fits(self, password: str, kept: str | None) -> bool:
        try:
            return self.hasher.verify(kept or self.nobody, password) and kept is not None
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with weaker parameters than today's."""
        return self.hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Let running hashes finish."""
        self.threads.shutdown(wait=True)
