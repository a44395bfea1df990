"""What the phones at a table have promised and opened for its rolls; in memory only, for a phone can say it again."""

from __future__ import annotations

from collections.abc import Container

from msgspec import Struct

from app.api.core.refusals import Refused
from app.api.fairness.dice import game_id
from app.api.play.standing import PLAYING, Standing
from app.engine import fair


class Pledge(Struct, frozen=True):
    """One phone's promise for one roll."""

    commitment: str
    socket: object
    """Who made it; whoever is gone is not waited for."""


class Pledges:
    """The promises for the next rolls of a table's game, and what has been opened for the one on its way."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.kept: dict[tuple[int, int, int], Pledge] = {}
        """By game, roll and seat."""
        self.opened: dict[int, str] = {}
        self.of = (0, 0)
        """Game and roll of what was opened."""

    def promise(self, standing: Standing, seat: int, n: int, commitment: str, socket: object) -> None:
        """Take a promise for the next roll, or for the one after it. Of two phones of a seat the last one counts."""
        rolls = standing.state.rolls if standing.state is not None else 0
        if standing.status != PLAYING or not rolls < n <= rolls + 2:
            raise Refused("wrong_phase", "This roll is not awaited.")
        self.kept = {key: kept for key, kept in self.kept.items() if key[0] == standing.game and key[1] > rolls}
        self.kept[standing.game, n, seat] = Pledge(commitment, socket)

    def witnesses(self, standing: Standing, n: int, here: Container[object]) -> dict[int, str]:
        """The commitments for a roll of those whose phones are still here, by seat."""
        found: dict[int, str] = {}
        for (game, roll, seat), pledge in sorted(self.kept.items()):
            if (game, roll) == (standing.game, n) and pledge.socket in here and not standing.sittings[seat].gone:
                found[seat] = pledge.commitment
        return found

    def open(self, standing: Standing, seat: int, n: int, r: str) -> bool:
        """Take what a witness opens; answers whether all of them have. What comes too late is let go."""
        opening = standing.opening
        if opening is None or opening.n != n or opening.sealed:
            return False
        if seat not in opening.witnesses:
            raise Refused("wrong_phase", "This phone promised nothing for the roll.")
        game = game_id(self.table, standing.game)
        if fair.commitment("r", game, seat, n, bytes.fromhex(r)).hex() != opening.promises[seat]:
            raise Refused("malformed", "This is not what the phone promised.", field="r")
        self.reveals(standing)[seat] = r
        return len(self.opened) == len(opening.witnesses)

    def reveals(self, standing: Standing) -> dict[int, str]:
        """What was opened for the roll on its way, so far."""
        opening = standing.opening
        key = (standing.game, opening.n if opening is not None else 0)
        if self.of != key:
            self.of, self.opened = key, {}
        return self.opened
