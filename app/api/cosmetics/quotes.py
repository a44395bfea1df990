"""What somebody who wants to buy a look has to pay for it."""

from __future__ import annotations

from msgspec import Struct

from app.api.core.refusals import Refused
from app.api.cosmetics.catalogue import MOVES, SETS
from app.api.cosmetics.look import look_of
from app.api.cosmetics.owned import Wardrobe
from app.api.cosmetics.schemas import Purchase


class Quote(Struct, frozen=True):
    """What would be bought, and for how much."""

    set: str
    price: int
    """Coins for all of it."""
    words: str
    """What the account's statement says."""
    move: str | None = None
    stages: tuple[tuple[int, int], ...] = ()
    """Stages of the move, each with its price."""


def quote(has: Wardrobe, said: Purchase) -> Quote:
    """The price of a set, or of the stages of a move that are not bought yet.

    Refuses what is not in the shop, what is owned, a move for a set that is not, and another price than was shown.
    """
    look_of(said.set, said.move, said.stage)
    found = of_set(has, said) if said.move is None else of_stages(has, said, said.move)
    if found.price != said.price:
        raise Refused("price_changed", price=found.price)
    return found


def of_set(has: Wardrobe, said: Purchase) -> Quote:
    """A set, with the plain throw."""
    if said.set in has.sets:
        raise Refused("already_owned")
    bought = SETS[said.set]
    return Quote(bought.key, bought.price, f"Dice set {bought.name}")


def of_stages(has: Wardrobe, said: Purchase, key: str) -> Quote:
    """Stages of a move, for a set."""
    if not said.stage:
        raise Refused("unknown_look")
    if said.set not in has.sets:
        raise Refused("not_owned", "A move belongs to a set: get the set first.")
    bought = has.stages.get((said.set, key), 0)
    if said.stage <= bought:
        raise Refused("already_owned")
    move = MOVES[key]
    stages = tuple((stage, move.prices[stage - 1]) for stage in range(bought + 1, said.stage + 1))
    first, last = stages[0][0], stages[-1][0]
    which = f"stage {last}" if first == last else f"stages {first} to {last}"
    words = f"Move {move.name} for {SETS[said.set].name}, {which}"
    return Quote(said.set, sum(price for _, price in stages), words, key, stages)
