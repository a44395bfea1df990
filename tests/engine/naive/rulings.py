"""The point values and switches of the two progressive rule sets, as the rules page lists them."""

from collections.abc import Mapping

Ruling = Mapping[str, int | bool]

_PROGRESSIVE: dict[str, int | bool] = {
    "dice": 8,
    "single_one": 100,
    "single_five": 50,
    "triple_ones": 1000,
    "triple_times_face": 100,
    "run_full": 1500,
    "run_five": 750,
    "fill": 500,
    "three_pairs": 1100,
    "three_pairs_seq": 1500,
    "four_pairs": 1750,
    "four_pairs_seq": 2000,
    "all_dice_bonus": 1000,
    "progressive": True,
    "survives_and_roll": False,
}

RULINGS: dict[str, Ruling] = {
    "progressive": _PROGRESSIVE,
    "trippn": {**_PROGRESSIVE, "survives_and_roll": True},
}


def ruling_of(rules: str | Ruling) -> Ruling:
    """The record of a rule set, given its key or the record itself. Raises KeyError for an unknown key."""
    return RULINGS[rules] if isinstance(rules, str) else rules
