"""What the dice weigh on the wire, compressed as a server would, comments and all."""

from __future__ import annotations

from pathlib import Path

import brotli

DICE = Path(__file__).resolve().parents[2] / "app" / "static" / "js" / "dice"
KIB = 1024


def weight(*names: str) -> int:
    """Bytes of these modules, each compressed by itself, as each is its own request."""
    return sum(len(brotli.compress((DICE / name).read_bytes())) for name in names)


def test_what_only_webgl_needs_weighs_at_most_8_kib() -> None:
    assert weight("webgl.js", "shaders.js", "geometry.js") <= 8 * KIB


def test_the_dice_weigh_at_most_30_kib_and_22_in_one_piece() -> None:
    modules = sorted(path.name for path in DICE.glob("*.js"))
    assert weight(*modules) <= 30 * KIB
    own = [name for name in modules if name != "trajectory.js"]
    assert len(brotli.compress(b"".join((DICE / name).read_bytes() for name in own))) <= 22 * KIB
