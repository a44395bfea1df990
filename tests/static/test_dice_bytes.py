"""What the client's modules weigh on the wire, as they are served and compressed."""

from __future__ import annotations

from pathlib import Path

import brotli
import pytest

from app.api.pages.assets import STATIC, Assets

DICE = STATIC / "js" / "dice"
KIB = 1024
LATER = ("js/rolls/", "js/flags/", "js/luck/", "js/coins/", "js/rules/", "js/looks/", "js/fair/words.js")
LATER += ("js/sending.js", "js/memory.js", "js/settings_form.js", "js/shake.js", "js/sha256.js", "js/shapes.js")
"""Parts of the table that only a press or a setting brings, or a page without its own cryptography; no table needs them
to be played."""


@pytest.fixture(scope="module")
def assets() -> Assets:
    return Assets()


def weight(assets: Assets, *names: str) -> int:
    """Bytes of these modules, each compressed by itself, as each is its own request."""
    return sum(len(brotli.compress(assets.files[name].body)) for name in names)


def test_what_only_webgl_needs_weighs_at_most_8_kib(assets: Assets) -> None:
    assert weight(assets, *(f"js/dice/{name}.js" for name in ("webgl", "shaders", "geometry"))) <= 8 * KIB


def test_the_dice_weigh_at_most_30_kib_and_22_in_one_piece(assets: Assets) -> None:
    modules = sorted(name for name in assets.files if name.startswith("js/dice/"))
    assert weight(assets, *modules) <= 30 * KIB
    own = [name for name in modules if name != "js/dice/trajectory.js"]
    assert len(brotli.compress(b"".join(assets.files[name].body for name in own))) <= 22 * KIB


PAINTERS = {"WebGL": "js/dice/webgl.js", "canvas 2D": "js/dice/canvas2d.js"}
"""A phone draws with one of them, and loads the other only when a context is lost."""


@pytest.mark.parametrize("painter", PAINTERS)
def test_a_table_for_coins_needs_at_most_110_kb(assets: Assets, painter: str) -> None:
    reachable = set(assets.reachable("js/table.js"))
    for other in PAINTERS.values():
        reachable -= set(assets.modules(other)) - set(assets.modules("js/dice/renderer.js"))
    needed = {name for name in reachable if not name.startswith(LATER)} | set(assets.modules(PAINTERS[painter]))
    assert {"js/table/coins.js", "js/dice/renderer.js", "js/cheer/cheer.js"} <= needed
    assert 40_000 < weight(assets, *needed) <= 110_000


@pytest.mark.parametrize("painter", PAINTERS)
def test_practice_needs_at_most_110_kb_until_its_first_roll_has_fallen(assets: Assets, painter: str) -> None:
    dice = ("js/dice/renderer.js", "js/dice/animator.js", "js/dice/trajectory.js", "js/table/wardrobe.js")
    entries = ("js/practice.js", *dice, PAINTERS[painter])
    needed = {module for entry in entries for module in assets.modules(entry)}
    assert {"js/engine/reducer.js", "js/practice/throws.js", "js/table/screen.js"} <= needed
    # What speaks to the house comes only where it is wanted.
    assert not [name for name in needed if name.startswith(("js/socket", "js/coins", "js/table/coin"))]
    assert 60_000 < weight(assets, *needed) <= 110_000


def test_what_is_served_is_what_was_written_without_its_comments(assets: Assets) -> None:
    for name, asset in assets.files.items():
        if name.endswith(".js"):
            assert len(asset.body) < Path(assets.root / name).stat().st_size
            assert b"@param" not in asset.body, name
