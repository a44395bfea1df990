"""How the dice of every set weigh, slide and bounce, by the set's key.

Masses are the material's density times the 3.8 cm³ of a rounded 16 mm cube. All are cut to 16 mm, as the picture draws
them. Elasticity, friction and spring are set by eye: no measured figures for dice were found (research/dice.md §3.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.physics.params import STANDARD_DICE, DiceBody

VOLUME: Final = 3.77
"""cm³ of a 16 mm cube less its rounded edges."""


def _body(density: float, friction: float, elasticity: float, spring: float) -> DiceBody:
    """A body of a material of so many g/cm³."""
    return DiceBody(round(density * VOLUME, 1), 16.0, friction, elasticity, spring)


BODIES: Final[Mapping[str, DiceBody]] = MappingProxyType(
    {
        "house": STANDARD_DICE,
        "gold": _body(19.3, 0.30, 0.80, 0.70),
        "ruby": _body(4.0, 0.20, 0.95, 1.10),
        "emerald": _body(2.76, 0.22, 0.93, 1.05),
        "sapphire": _body(4.0, 0.18, 0.95, 1.10),
        "amethyst": _body(2.65, 0.22, 0.93, 1.05),
        "onyx": _body(2.6, 0.25, 0.92, 1.00),
        "ivory": _body(1.35, 0.35, 0.88, 1.00),
        "porcelain": _body(2.4, 0.20, 0.94, 1.10),
        "smoke": _body(1.19, 0.30, 0.91, 1.05),
        "walnut": _body(0.65, 0.45, 0.84, 0.90),
        "terrazzo": _body(2.3, 0.40, 0.86, 0.85),
        "steel": _body(7.85, 0.22, 0.90, 0.80),
        "slate": _body(2.8, 0.40, 0.85, 0.85),
    }
)
"""The body of every set of dice."""
