"""Takes the pictures that a browser shows before it installs the game: app/static/img/screens, from the real service.

python -m tools.screens
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.at_table import AtTable, sit_down
from tests.e2e.visiting import ARGUMENTS, CHROMIUM, LISTEN, Visit, open_table
from tests.serving import end, launch_server
from tools.pictures import GL, thrown

SCREENS = Path(__file__).resolve().parents[1] / "app" / "static" / "img" / "screens"
NARROW = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1280, "height": 720}, "device_scale_factor": 1}
BYTES_MOST = 120_000
FLIGHT_MS = 250
DICE = "11255346/66612345/66612345"


def main() -> None:
    """Write them all."""
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = launch_server(Path(folder) / "state", scripted_dice=DICE)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *GL])
        phone = opened(browser, server.url, NARROW)
        pages(phone)
        played(phone, "flight", "picked")
        played(opened(browser, server.url, WIDE), None, "wide")
        browser.close()
        end(server)


def opened(browser: Browser, house: str, how: dict[str, object]) -> Visit:
    """A fresh phone, or a fresh screen on a desk."""
    context = browser.new_context(**how)  # type: ignore[arg-type]
    context.add_init_script(LISTEN)
    return Visit(context.new_page(), house)


def pages(visit: Visit) -> None:
    """The front door and the shop."""
    for name, path in (("home", "/"), ("shop", "/shop")):
        page = visit.go(path)
        page.wait_for_timeout(600)
        keep(page, name)


def played(visit: Visit, flight: str | None, picked: str) -> None:
    """A flight, and a hand picked from it."""
    table: AtTable = sit_down(
        visit, open_table(visit.page.context, visit.house, "Ann", "Ben", "Chloé"), query="quality=high"
    )
    thrown(table, FLIGHT_MS)
    if flight:
        keep(table.page, flight)
    table.at_rest("keep")
    table.tap([6, 6, 6, 1, 2, 3, 4, 5])
    table.page.wait_for_timeout(600)
    keep(table.page, picked)


def keep(page: Page, name: str) -> None:
    """One picture, as good as fits into its bytes."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    for quality in range(88, 40, -6):
        body = io.BytesIO()
        picture.save(body, "webp", quality=quality, method=6)
        if body.tell() <= BYTES_MOST:
            break
    (SCREENS / f"{name}.webp").write_bytes(body.getvalue())


if __name__ == "__main__":
    main()
