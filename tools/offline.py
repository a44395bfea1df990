"""Takes the strip of frames of the README: a phone without a network, from its cold start to a checked roll.

python -m tools.offline
"""

from __future__ import annotations

import io
import json
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.at_practice import SAME_CHANCE, AtPractice, game_in
from tests.e2e.visiting import ARGUMENTS, CHROMIUM, KEEPS, LISTEN, Visit
from tests.serving import end, launch_server
from tools.pictures import GL, PICTURES

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1, "has_touch": True, "is_mobile": True}
FRAME, GAP, IN_A_ROW = (260, 563), 8, 5
BYTES_MOST = 120_000
READY_MS = 90_000
FLIGHT_MS = 700
SEED = 13
PREFS = "if (!localStorage.prefs) localStorage.prefs = JSON.stringify(%s);"
QUIETLY = {"quality": "high", "handover": "off"}


def main() -> None:
    """Write `without-network.webp`."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = launch_server(Path(folder) / "state")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *GL])
        frames = taken(browser, server.url)
        browser.close()
        end(server)
    (PICTURES / "without-network.webp").write_bytes(packed(strip(frames)))


def made_ready(browser: Browser, house: str) -> Visit:
    """A phone that keeps the game and then has no network: its page is closed, and its next one is a cold start."""
    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    for script in (KEEPS, LISTEN, SAME_CHANCE % SEED, PREFS % json.dumps(QUIETLY)):
        context.add_init_script(script)
    visit = Visit(context.new_page(), house)
    page = visit.go("/settings")
    expect(page.locator("#offline-state")).to_contain_text("Ready. Takes", timeout=READY_MS)
    visit.go("/new").wait_for_timeout(6000)
    page.close()
    context.set_offline(True)
    visit.page = context.new_page()
    return visit


def taken(browser: Browser, house: str) -> list[Image.Image]:
    """The frames in their order: start, new game, lesson, skipped, in flight, fallen, picked, kept, banked, proof."""
    visit = made_ready(browser, house)
    page = visit.page
    page.goto(house + "/")
    expect(page.locator(".news")).to_contain_text("Offline. Practice works")
    frames = [seen(page)]
    page.get_by_role("link", name="Practice").first.tap()
    page.wait_for_selector("#go")
    frames.append(seen(page))
    page.locator("#go").tap()
    page.wait_for_selector("#lesson")
    table = AtPractice(visit, game_in(page))
    table.settle()
    page.wait_for_selector("#table[data-picture=high]")
    frames.append(seen(page))
    table.press(".lesson-skip")
    page.wait_for_selector("#lesson", state="detached")
    frames.append(seen(page))
    table.press("#roll")
    page.wait_for_selector("#dice.flying", state="attached")
    page.wait_for_timeout(FLIGHT_MS)
    frames.append(seen(page, 0))
    table.at_rest("keep")
    frames.append(seen(page))
    return frames + to_the_proof(table)


def to_the_proof(table: AtPractice) -> list[Image.Image]:
    """Picked, kept, banked while the bot takes the dice, and the proof of the roll."""
    page = table.page
    faces = table.faces()
    sets = [face for face in faces if faces.count(face) > 2]
    table.tap(sets + [face for face in faces if face in (1, 5) and face not in sets])
    frames = [seen(page)]
    table.press("#keep")
    table.at_rest("decide")
    frames.append(seen(page))
    table.press("#proof")
    expect(page.locator("dialog[open]")).to_be_visible()
    proof = seen(page, 1500)
    page.keyboard.press("Escape")
    table.press("#bank")
    page.wait_for_selector('#table:not([data-phase="decide"])', state="attached")
    return [*frames, seen(page), proof]


def seen(page: Page, still_ms: int = 700) -> Image.Image:
    """What the phone shows, once it is still."""
    page.wait_for_timeout(still_ms)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def strip(frames: list[Image.Image]) -> Image.Image:
    """All frames in rows, from left to right."""
    wide, high = FRAME
    rows = -(-len(frames) // IN_A_ROW)
    sheet = Image.new("RGB", (IN_A_ROW * (wide + GAP) - GAP, rows * (high + GAP) - GAP), "white")
    for place, frame in enumerate(frames):
        at = (place % IN_A_ROW * (wide + GAP), place // IN_A_ROW * (high + GAP))
        sheet.paste(frame.resize(FRAME, Image.Resampling.LANCZOS), at)
    return sheet


def packed(picture: Image.Image) -> bytes:
    """As good as fits into its bytes."""
    for quality in range(88, 30, -4):
        body = io.BytesIO()
        picture.save(body, "webp", quality=quality, method=6)
        if body.tell() <= BYTES_MOST:
            break
    return body.getvalue()


if __name__ == "__main__":
    main()
