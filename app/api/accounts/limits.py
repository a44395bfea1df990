"""How often somebody may try to enter or open accounts. Nobody is ever locked out of an own account by others."""

from __future__ import annotations

from app.api.accounts.names import key_of
from app.api.core.limits import Windows
from app.api.core.refusals import Refused

TRIES, TRIES_S = 10, 60.0
"""Tries for one account from one address; the owner elsewhere is not held up by them."""
OPENED, OPENED_S = 3, 3600.0
"""Accounts that one address may open."""
ASKED, ASKED_S = 60, 60.0
"""Names that one address may ask about."""


class AccountLimits:
    """Windows for tries, for new accounts and for questions about names."""

    def __init__(self, opened: int = OPENED) -> None:
        self.tries = Windows(TRIES, TRIES_S)
        self.opened = Windows(opened, OPENED_S)
        self.asked = Windows(ASKED, ASKED_S)

    def a_try(self, address: str, name: str, now: float) -> None:
        """Count a try to enter. Refuses with `rate`."""
        self._count(self.tries, f"{address}\n{key_of(name)}", now)

    def an_account(self, address: str, now: float) -> None:
        """Count a new account."""
        self._count(self.opened, address, now)

    def a_question(self, address: str, now: float) -> None:
        """Count a question about a name."""
        self._count(self.asked, address, now)

    @staticmethod
    def _count(windows: Windows, sender: str, now: float) -> None:
        if not windows.admits(sender.encode(), now):
            raise Refused("rate")
