"""The shipped dice renderer in a browser without a server, to draw sets and tables as players see them."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page, Route, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[3]
HOUSE: Final = "http://dice.test"
BROWSER: Final = "/usr/bin/chromium"
ARGUMENTS: Final = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
MEDIA: Final = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
BLANK: Final = (
    '<!doctype html><link rel="stylesheet" href="/app/static/css/tokens.css"><body>'
    '<script type="module" src="/app/cli/drawing/scenes.js"></script>'
)


@contextmanager
def felt_page() -> Iterator[Page]:
    """A page on which `scenes` draws; its files come from the work tree, and nothing else is answered."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        try:
            page = browser.new_page()
            page.route("**/*", _answer)
            page.goto(HOUSE + "/")
            page.wait_for_function("() => window.scenes")
            page.evaluate("() => document.fonts.load('800 16px Figtree')")
            yield page
        finally:
            browser.close()


def drawn(page: Page, scene: str, **wish: Any) -> Image.Image:
    """One picture of `scenes`: `grid` needs `faces`; both need a set, a surface, a size and what is left out here."""
    wish = {"quality": "high", "dpr": 1, "marks": "pips", **wish}
    told: str = page.evaluate("([scene, wish]) => scenes[scene](wish)", [scene, wish])
    return Image.open(BytesIO(base64.b64decode(told.partition(",")[2]))).convert("RGB")


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(HOUSE)
    if path == "/":
        route.fulfill(body=BLANK, content_type="text/html")
        return
    file = ROOT / path.lstrip("/")
    if file.is_file():
        route.fulfill(body=file.read_bytes(), content_type=MEDIA.get(file.suffix, "application/octet-stream"))
    else:
        route.fulfill(status=404)
