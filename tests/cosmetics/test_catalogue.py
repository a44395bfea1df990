"""The same sets, moves and tables in the shop, in the physics, in the renderer and in the texts."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

from app.api.cosmetics.catalogue import COLLECTIONS, HOUSE, MOVES, SETS, STAGES
from app.physics import BODIES, PLAIN_MOVE, STANDARD_DICE, move_at
from app.physics import MOVES as MOTIONS

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "app" / "static"
SURFACES = ["green", "wine", "navy", "slate", "linen"]
SOUNDS = {"resin", "metal", "gem", "stone", "wood", "ceramic"}
LOOK = """
const { SETS } = await import(process.argv[1] + "/skins.js");
const { SURFACES } = await import(process.argv[1] + "/surfaces.js");
const sounds = Object.fromEntries([...SETS].map(([key, skin]) => [key, skin.sound]));
console.log(JSON.stringify({ sounds, surfaces: [...SURFACES.keys()] }));
"""


def drawn() -> dict[str, object]:
    """What the renderer knows."""
    node = ["node", "--input-type=module", "-e", LOOK, str(STATIC / "js" / "dice")]
    told: dict[str, object] = json.loads(subprocess.run(node, check=True, capture_output=True, text=True).stdout)
    return told


def texts() -> dict[str, str]:
    """The words of looks."""
    found: dict[str, str] = json.loads((STATIC / "text" / "en" / "looks.json").read_text())
    return found


def names(kind: str, keys: Iterable[str]) -> dict[str, str]:
    """What pages call some of them."""
    return {key: texts()[f"look.{kind}.{key}"] for key in keys}


def test_every_set_of_the_shop_has_a_body_a_skin_with_a_sound_and_a_name_and_no_other_has() -> None:
    sounds = drawn()["sounds"]
    assert isinstance(sounds, dict)
    assert sorted(BODIES) == sorted(sounds) == sorted(SETS)
    assert set(sounds.values()) <= SOUNDS
    assert names("set", SETS) == {key: each.name for key, each in SETS.items()}
    assert {each.collection for each in SETS.values()} == set(names("collection", COLLECTIONS))
    assert BODIES[HOUSE] == STANDARD_DICE


def test_every_move_of_the_shop_can_be_thrown_at_each_stage_and_has_a_name() -> None:
    assert sorted(MOTIONS) == sorted(MOVES)
    assert names("move", MOVES) == {key: each.name for key, each in MOVES.items()}
    assert move_at(None, 0) == PLAIN_MOVE
    for key, move in MOVES.items():
        assert len(move.prices) == STAGES
        every = [move_at(key, stage) for stage in range(STAGES + 1)]
        assert (every[0], every[-1]) == (PLAIN_MOVE, MOTIONS[key])
        assert len(set(map(repr, every))) == STAGES + 1


def test_every_table_has_a_surface_and_a_name() -> None:
    assert drawn()["surfaces"] == SURFACES
    assert len(set(names("surface", SURFACES).values())) == len(SURFACES)
