"""What the client's modules weigh on the wire, as they are served and compressed."""

from __future__ import annotations

from pathlib import Path

import brotli
import pytest

from app.api.pages.assets import STATIC, Assets

DICE = STATIC / "js" / "dice"
KIB = 1024
LATER = ("js/rolls/", "js/flags/", "js/luck/", "js/coins/", "js/sha256.js", "js/rules/")
"""Parts of the table that only a press brings; no table needs them to be played."""


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


def test_a_table_for_coins_needs_at_most_110_kb(assets: Assets) -> None:
    entries = ("js/table.js", "js/table/coins.js", "js/table/fairness.js", "js/table/sharing.js", "js/table/felt.js")
    needed = {module for entry in entries for module in assets.modules(entry)}
    needed |= {name for name in assets.files if name.startswith(("js/dice/", "js/table/", "js/cheer/"))}
    needed -= {name for name in needed if name.startswith(LATER)}
    assert 40_000 < weight(assets, *needed) <= 110_000


def test_what_is_served_is_what_was_written_without_its_comments(assets: Assets) -> None:
    for name, asset in assets.files.items():
        if name.endswith(".js"):
            assert len(asset.body) < Path(assets.root / name).stat().st_size
            assert b"@param" not in asset.body, name
