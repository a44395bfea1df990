"""A look: the set that somebody's dice are of, and the move with which they are thrown."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from app.api.core.refusals import Refused
from app.api.cosmetics.catalogue import HOUSE, MOVES, SETS, STAGES


class Look(Struct, frozen=True):
    """A set, and how it is thrown: no move at stage 0, else one at stage 1 to 4."""

    set: str = HOUSE
    move: str | None = None
    stage: int = 0

    def record(self) -> dict[str, Any]:
        """The look as it is told."""
        return {"set": self.set, "move": self.move, "stage": self.stage}

    def more(self) -> dict[str, Any]:
        """What a seat or a roll tells besides: nothing where it looks as everything does at first."""
        return {} if self == PLAIN_LOOK else {"look": self.record()}


PLAIN_LOOK: Final = Look()
"""House dice, plainly thrown."""


def look_of(dice_set: str, move: str | None, stage: int) -> Look:
    """A look by its words; a move at stage 0 is none. Refuses what is not in the shop with `unknown_look`.

    >>> look_of("ruby", "spin", 0)
    Look(set='ruby', move=None, stage=0)
    """
    known = dice_set in SETS and (move is None or move in MOVES) and 0 <= stage <= STAGES
    if not known or (move is None and stage):
        raise Refused("unknown_look")
    return Look(dice_set, move if stage else None, stage)


def written(look: Look | None) -> str | None:
    """A look as a seat's row keeps it.

    >>> written(Look("ruby", "spin", 2)), written(Look("gold"))
    ('ruby/spin/2', 'gold')
    """
    if look is None:
        return None
    return look.set if look.move is None else f"{look.set}/{look.move}/{look.stage}"


def read_look(text: str | None) -> Look | None:
    """The same, read.

    >>> read_look("ruby/spin/2"), read_look("gold")
    (Look(set='ruby', move='spin', stage=2), Look(set='gold', move=None, stage=0))
    """
    if text is None:
        return None
    dice_set, *thrown = text.split("/")
    return Look(dice_set, thrown[0], int(thrown[1])) if thrown else Look(dice_set)
