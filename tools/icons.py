"""Draws the launcher icons from app/static/img/favicon.svg with Debian's Chromium: python tools/icons.py"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

IMG = Path(__file__).parent.parent / "app" / "static" / "img"
FELT = "radial-gradient(80% 80% at 50% 30%, #2a8557, #0d2f1f)"
SHAPE = (
    '<svg viewBox="0 0 64 64"><path fill="#fff" fill-rule="evenodd" d="M20 8h24a12 12 0 0 1 12 12v24a12 12 0 0 1-12 '
    "12H20A12 12 0 0 1 8 44V20A12 12 0 0 1 20 8z{pips}"
    '"/></svg>'
)


def hole(x: float, y: float, r: float = 5) -> str:
    """A round hole as a path."""
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def pages() -> dict[str, tuple[int, str]]:
    """Every icon: its size in pixels and the page that shows it."""
    svg = (IMG / "favicon.svg").read_text()
    square = svg.replace('rx="14"', 'rx="0"')
    bare = svg[: svg.index("<rect")] + svg[svg.index("<g transform") :]
    holes = "".join(hole(x, y) for x, y in ((21, 21), (43, 21), (32, 32), (21, 43), (43, 43)))
    return {
        "icon-180.png": (180, square),
        "icon-192.png": (192, svg),
        "icon-512.png": (512, svg),
        # A launcher may cut a maskable icon down to the middle 80 %: ground to the edge, the die well inside.
        "icon-mask-512.png": (512, f'<div style="background:{FELT};padding:8%;box-sizing:border-box">{bare}</div>'),
        "icon-mono-96.png": (96, SHAPE.format(pips=holes)),
    }


def main() -> None:
    """Writes them all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (size, body) in pages().items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}body>*{{display:block;width:{size}px;height:{size}px}}</style>{body}"
            )
            picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
            picture.save(IMG / name, optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
