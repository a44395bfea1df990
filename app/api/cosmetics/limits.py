"""How often one device may change, try and love looks."""

from __future__ import annotations

import asyncio

from app.api.core.limits import Windows
from app.api.core.refusals import Refused

A_MINUTE = 60.0
CHANGES, TRIALS, HEARTS = 20, 40, 20
LOOSE_THROWS, LOOSE_THROWS_AN_ADDRESS = 60, 240
"""In a minute. Behind one address may sit a whole pub."""


class LookLimits:
    """Windows for changes of looks, for trial throws, for throws of games on devices, and for hearts."""

    def __init__(self) -> None:
        self.changes = Windows(CHANGES, A_MINUTE)
        self.trials = Windows(TRIALS, A_MINUTE)
        self.hearts = Windows(HEARTS, A_MINUTE)
        self.loose_throws = Windows(LOOSE_THROWS, A_MINUTE)
        self.addresses = Windows(LOOSE_THROWS_AN_ADDRESS, A_MINUTE)

    def a_change(self, sender: bytes) -> None:
        """Count a look that somebody puts on. Refuses with `rate`."""
        count(self.changes, sender)

    def a_trial(self, sender: bytes) -> None:
        """Count a throw to look at. Refuses with `rate`."""
        count(self.trials, sender)

    def a_loose_throw(self, sender: bytes, address: bytes) -> None:
        """Count a throw of a game that a device holds, for the device and for its address. Refuses with `rate`."""
        # The address first: a device is whatever cookie somebody sends, and must not cost memory once that is too much.
        count(self.addresses, address)
        count(self.loose_throws, sender)

    def a_heart(self, sender: bytes) -> None:
        """Count a heart given or taken back. Refuses with `rate`."""
        count(self.hearts, sender)


def count(windows: Windows, sender: bytes) -> None:
    """Count one call. Refuses with `rate`."""
    if not windows.admits(sender, asyncio.get_running_loop().time()):
        raise Refused("rate")
