"""Takes the README's pictures: a flight and a picked hand, at 390 by 844, from the real service with given dice.

python -m tools.pictures
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.at_table import AtTable, sit_down
from tests.e2e.visiting import ARGUMENTS, CHROMIUM, Visit, open_table
from tests.serving import end, launch_server

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
FLIGHT_MS = 900
GL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]


def main() -> None:
    """Write `flight.png` and `picked.png`."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = launch_server(Path(folder) / "state", scripted_dice="11255346/66612345/66612345")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *GL])
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=1
        )
        visit = Visit(context.new_page(), server.url)
        table = sit_down(visit, open_table(context, server.url, "Ann", "Ben", "Chloé"), query="quality=high")
        take(table)
        browser.close()
        end(server)


def thrown(table: AtTable, flight_ms: int) -> None:
    """Bank once, so that the score means something, then throw; so long later the dice still fly."""
    table.roll()
    table.keep([1, 1, 5, 5], "decide")
    table.bank()
    table.take()
    table.at_rest()
    table.press("#roll")
    table.page.wait_for_selector('#table[data-stage="rolling"]', state="attached")
    table.page.wait_for_timeout(flight_ms)


def take(table: AtTable) -> None:
    """A flight, and a hand picked from it."""
    page = table.page
    thrown(table, FLIGHT_MS)
    page.screenshot(path=PICTURES / "flight.png")
    table.at_rest("keep")
    table.tap([6, 6, 6, 1, 2, 3, 4, 5])
    page.wait_for_timeout(600)
    page.screenshot(path=PICTURES / "picked.png")


if __name__ == "__main__":
    main()
