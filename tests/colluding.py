"""The service as a house would build it that takes sides, to show that the phones at its tables notice.

python -m tests.colluding CHEAT[,CHEAT…] serve --port 0
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from sqlalchemy.orm import Session

from app.api.play import messages, records
from app.api.play.actor import TableActor
from app.api.play.opening import Opening
from app.api.play.service import Play
from app.cli.main import main
from app.engine import fair
from app.engine.transcript import digest

Record = dict[str, Any]


def victim(opening: Opening) -> int:
    """The phone that is cheated: that of the last seat among those that are asked."""
    return max(opening.witnesses)


def drop() -> None:
    """One phone's part is left out, as if it had been silent for the whole time."""
    honest = Play.witness

    def witness(self: Play, actor: TableActor, seat: int, n: int, r: str) -> None:
        opening = actor.standing.opening
        if opening is None or seat != victim(opening):
            honest(self, actor, seat, n, r)

    Play.witness = witness  # type: ignore[method-assign]


def early() -> None:
    """The list is closed as soon as the dice are lifted; the roller's part is asked for before anybody could answer."""

    def opened(self: Play, actor: TableActor, late: bool) -> None:
        opening = actor.standing.opening
        if opening is not None and not opening.sealed:
            self.ask(actor, messages.Seal(actor.standing.game, opening.n))

    Play._opened = opened  # type: ignore[method-assign]


def rewrite() -> None:
    """Once a game is over its first roll becomes another one; everything in the record fits together again."""
    honest = records.transcript

    def transcript(session: Session, table: str, game: int) -> Record | None:
        told = honest(session, table, game)
        if told is None or told["secret"] is None:
            return told
        whole = {name: value for name, value in told.items() if name != "digest"}
        whole["rolls"] = [another(whole["id"], whole["rolls"][0]), *whole["rolls"][1:]]
        return {**whole, "digest": digest(whole)}

    records.transcript = transcript


def another(game: str, roll: Record) -> Record:
    """The same roll with another part of its first phone, the promise to it, and the dice that come of it."""
    seat, n = roll["contributions"][0]["seat"], roll["n"]
    part = bytes(range(fair.SECRET_BYTES))
    given = [{"seat": seat, "r": part.hex()}, *roll["contributions"][1:]]
    sealed = fair.commitment("r", game, seat, n, part).hex()
    promises = [each if each["seat"] != seat else {"seat": seat, "commitment": sealed} for each in roll["promises"]]
    parts = {each["seat"]: bytes.fromhex(each["r"]) for each in given}
    seed = fair.roll_seed(bytes.fromhex(roll["key"]), game, n, roll["roller"], roll["ndice"], parts)
    faces = list(fair.faces(seed, roll["ndice"]))
    return {**roll, "contributions": given, "promises": promises, "faces": faces}


CHEATS: dict[str, Callable[[], None]] = {"drop": drop, "early": early, "rewrite": rewrite}

if __name__ == "__main__":
    for cheat in sys.argv[1].split(","):
        CHEATS[cheat]()
    sys.exit(main(sys.argv[2:]))
