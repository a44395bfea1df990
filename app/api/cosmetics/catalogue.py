"""What the shop has: dice sets and moves as records, with their prices in coins."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

STAGES: Final = 4
"""How far a move can be taken; at stage 0 the dice fly as in a plain throw."""


class DiceSet(Struct, frozen=True):
    """A set of dice."""

    key: str
    name: str
    """As the statement of an account calls it; the same as on the pages."""
    collection: str
    price: int
    """Coins; 0 is everybody's."""


class Move(Struct, frozen=True):
    """A way to throw, bought stage by stage for one set."""

    key: str
    name: str
    prices: tuple[int, ...]
    """Coins of each stage from the first on."""


HOUSE: Final = "house"
"""The set that everybody has."""
JEWELS, STUDIO = "jewels", "studio"
COLLECTIONS: Final = (HOUSE, JEWELS, STUDIO)

JEWEL_PRICE: Final = 250
STUDIO_PRICE: Final = 200
STAGE_PRICES: Final = (20, 30, 40, 60)
"""Whoever wins one table at the lowest stake can buy any set (the issue's word)."""

_SETS = (
    DiceSet(HOUSE, "House", HOUSE, 0),
    DiceSet("gold", "Solid gold", JEWELS, JEWEL_PRICE),
    DiceSet("ruby", "Ruby", JEWELS, JEWEL_PRICE),
    DiceSet("emerald", "Emerald", JEWELS, JEWEL_PRICE),
    DiceSet("sapphire", "Sapphire", JEWELS, JEWEL_PRICE),
    DiceSet("amethyst", "Amethyst", JEWELS, JEWEL_PRICE),
    DiceSet("onyx", "Onyx", JEWELS, JEWEL_PRICE),
    DiceSet("ivory", "Ivory resin", STUDIO, STUDIO_PRICE),
    DiceSet("porcelain", "Porcelain", STUDIO, STUDIO_PRICE),
    DiceSet("smoke", "Smoked acrylic", STUDIO, STUDIO_PRICE),
    DiceSet("walnut", "Walnut", STUDIO, STUDIO_PRICE),
    DiceSet("terrazzo", "Terrazzo", STUDIO, STUDIO_PRICE),
    DiceSet("steel", "Brushed steel", STUDIO, STUDIO_PRICE),
    DiceSet("slate", "Slate", STUDIO, STUDIO_PRICE),
)
_MOVES = tuple(Move(key, key.capitalize(), STAGE_PRICES) for key in ("spin", "skip", "arc", "cascade", "swirl", "slam"))

SETS: Final[Mapping[str, DiceSet]] = MappingProxyType({each.key: each for each in _SETS})
MOVES: Final[Mapping[str, Move]] = MappingProxyType({each.key: each for each in _MOVES})
