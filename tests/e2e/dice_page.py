"""The felt alone in Chromium: a page of the repository served as it is, with handles to throw, wait and measure."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, Playwright

from app.physics import ThrowSpec, throw_bytes
from tests.e2e.visiting import ARGUMENTS, CHROMIUM

ROOT = Path(__file__).resolve().parents[2]
GL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
"""WebGL2 drawn by the processor."""
FELTS = [(320, 248), (360, 320), (390, 524), (412, 595)]


class QuietFiles(SimpleHTTPRequestHandler):
    """The repository's files, without a log line for each."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript"}

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, directory=str(ROOT), **more)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    """The repository over HTTP on a free port of this machine; answers the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), QuietFiles)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


@contextmanager
def chromium(playwright: Playwright, path: str = CHROMIUM) -> Iterator[Browser]:
    """Debian's Chromium, with WebGL2 drawn by the processor."""
    browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS + GL)
    yield browser
    browser.close()


@contextmanager
def dice_page(browser: Browser, query: str = "") -> Iterator[Page]:
    """The test page, ready, with its clock standing still; fails on any error the page reports."""
    with served() as address:
        page = browser.new_page(viewport={"width": 480, "height": 640})
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}/tests/e2e/pages/dice.html{query}")
        page.wait_for_function("window.table?.ready")
        page.evaluate("table.clock.freeze()")
        yield page
        assert errors == []
        page.close()


def opened(page: Page, size: tuple[int, int], **wish: object) -> str:
    """Put an empty felt of this size on the page; answers what draws it."""
    kind = page.evaluate("(wish) => table.open(wish)", {"w": size[0], "h": size[1], **wish})
    assert isinstance(kind, str)
    return kind


def thrown(faces: tuple[int, ...], angle: int = 12, power: int = 45, seed: int = 1) -> str:
    """A real throw record, as the page takes it."""
    spec = ThrowSpec(1, 1, 1, faces, angle, power, sha256(bytes([seed])).digest())
    return base64.b64encode(throw_bytes(spec)).decode()


def play(page: Page, faces: tuple[int, ...], **gesture: int) -> int:
    """Start a real throw; answers its recorded time in ms."""
    page.evaluate("(bytes) => { table.load(bytes); table.play(); }", thrown(faces, **gesture))
    duration = page.evaluate("table.thr.durationMs")
    assert isinstance(duration, int)
    return duration


def passing(page: Page, ms: int, step: int = 50) -> None:
    """Move the page's frozen time on in steps."""
    page.evaluate(
        "([ms, step]) => { for (let left = ms; left > 0; left -= step) table.clock.advance(Math.min(step, left)); }",
        [ms, step],
    )


def picture(page: Page) -> Image.Image:
    """What the felt looks like, one pixel a CSS pixel."""
    return Image.open(BytesIO(page.locator("#felt").screenshot())).convert("RGB")


def luminance(pixel: tuple[int, ...]) -> float:
    """Relative luminance of an sRGB pixel. Source: WCAG 2.2."""
    parts = [part / 255 for part in pixel]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: float, other: float) -> float:
    """Contrast ratio of two luminances. Source: WCAG 2.2."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
