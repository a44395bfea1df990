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

ROUND = (
    '<radialGradient id="f" cx=".4" cy=".3" r=".9"><stop stop-color="#2a8557"/>'
    '<stop offset="1" stop-color="#0d2f1f"/></radialGradient>'
)
SHORTCUTS = {
    # Two dice, a coin, and an open book, on the felt of the launcher icon.
    "practice": '<rect x="9" y="27" width="25" height="25" rx="6" transform="rotate(-9 21 40)" fill="#f4eddc"/>'
    '<circle cx="16" cy="46" r="3"/><circle cx="21.5" cy="39.5" r="3"/><circle cx="27" cy="33" r="3"/>'
    '<rect x="32" y="12" width="23" height="23" rx="6" transform="rotate(11 43 23)" fill="#f4eddc"/>'
    '<circle cx="43.5" cy="23.5" r="3.4"/>',
    "coins": '<circle cx="32" cy="32" r="20" fill="#f2c14e" stroke="#c9922a" stroke-width="3.5"/>'
    '<circle cx="32" cy="32" r="13" fill="none" stroke="#c9922a" stroke-width="2"/>'
    '<path d="M27 26.5l6-4v20" fill="none" stroke="#231803" stroke-width="4.4" stroke-linecap="round" '
    'stroke-linejoin="round"/>',
    "rules": '<path d="M32 20c-5-4-12-5-19-5v31c7 0 14 1 19 5 5-4 12-5 19-5V15c-7 0-14 1-19 5z" fill="#f4eddc"/>'
    '<path d="M32 20v31M19 24c3 0 6 .6 8 1.600M19 31c3 0 6 .6 8 1.600M45 24c-3 0-6 .6-8 1.600M45 31c-3 0-6 .6-8 1.600" '
    'fill="none" stroke="#1d1a16" stroke-width="2.6" stroke-linecap="round"/>',
}
"""What the launcher's shortcuts show, on a square of 64 units."""


def shortcut(shape: str) -> str:
    """A shortcut's picture on a round of felt."""
    return f'<svg viewBox="0 0 64 64">{ROUND}<circle cx="32" cy="32" r="32" fill="url(#f)"/>{shape}</svg>'


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
        **{f"shortcut-{name}-96.png": (96, shortcut(shape)) for name, shape in SHORTCUTS.items()},
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
