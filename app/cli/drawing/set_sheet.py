"""One sheet of every dice set on every table, and the still pictures of the shop's cards, by the shipped renderer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page

from app.cli.drawing.felt_page import ROOT, drawn

CELL: Final = (320, 240)
AT_REST: Final = (390, 240)
NAME, GAP = 26, 4
PAPER, INK = (247, 244, 236), (40, 36, 32)
FACES: Final = [6, 2, 3, 1, 2, 5, 4, 5]
NAMES: Final = ROOT / "app" / "static" / "text" / "en" / "looks.json"
CARDS: Final = ROOT / "app" / "static" / "img" / "looks"
CARD_BYTES_MAX: Final = 14_000


def draw_sets(page: Page) -> Image.Image:
    """A row a set: eight dice at rest on the green table, then five close by on each table."""
    keys = page.evaluate("scenes.keys()")
    texts: dict[str, str] = json.loads(NAMES.read_text())
    wide = AT_REST[0] + len(keys["surfaces"]) * (CELL[0] + GAP)
    sheet = Image.new("RGB", (wide, len(keys["sets"]) * (CELL[1] + NAME)), PAPER)
    pen = ImageDraw.Draw(sheet)
    for row, key in enumerate(keys["sets"]):
        top = row * (CELL[1] + NAME)
        name = texts.get(f"look.set.{key}", key)
        pen.text((8, top + 4), f"{name} on {', '.join(keys['surfaces'])}", fill=INK, font=ImageFont.load_default(15))
        sheet.paste(_at_rest(page, key), (0, top + NAME))
        for column, surface in enumerate(keys["surfaces"]):
            left = AT_REST[0] + GAP + column * (CELL[0] + GAP)
            sheet.paste(_close(page, key, surface, 1.0), (left, top + NAME))
    return sheet


def draw_cards(page: Page) -> Iterator[tuple[Path, int]]:
    """Write a card's picture for each set; answers the files and how many bytes each has."""
    CARDS.mkdir(parents=True, exist_ok=True)
    for key in page.evaluate("scenes.keys().sets"):
        # Drawn at twice the size, then halved: smoother than the renderer's own edges.
        seen = _close(page, key, "green", 2.0).resize(CELL, Image.Resampling.LANCZOS)
        body = _small_enough(seen)
        path = CARDS / f"{key}.webp"
        path.write_bytes(body)
        yield path, len(body)


def _close(page: Page, key: str, surface: str, density: float) -> Image.Image:
    return drawn(page, "group", set=key, surface=surface, w=CELL[0], h=CELL[1], dpr=density)


def _at_rest(page: Page, key: str) -> Image.Image:
    return drawn(page, "grid", set=key, surface="green", w=AT_REST[0], h=AT_REST[1], faces=FACES)


def _small_enough(seen: Image.Image) -> bytes:
    """WebP at the best quality that keeps the card light."""
    for quality in range(90, 20, -5):
        file = BytesIO()
        seen.save(file, "WEBP", quality=quality, method=6)
        if file.tell() <= CARD_BYTES_MAX:
            break
    return file.getvalue()
