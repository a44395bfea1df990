"""A short game for the replays to show, and an eye on every picture of the dice that the page paints."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from playwright.sync_api import BrowserContext, Page

from tests.e2e.visiting import call

Picture = list[Any]

SCRIPT = "11111111/11111234/246/11111234/234/11111234/246"
"""Ann banks 7,000, Ben busts, Ann goes out even, and Ben's last turn is another bust."""
COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("keep", {"dice": [0, 2, 1, 3, 4, 5, 6, 7]}), ("bank", {}),
    ("roll", {"gesture": {"angle": 12, "power": 80}}), ("keep", {"dice": [4, 3, 2, 1, 0]}), ("roll", {}),
    ("roll", {}), ("keep", {"dice": [0, 1, 2, 3, 4]}), ("roll", {}),
    ("roll", {}), ("keep", {"dice": [0, 1, 2, 3, 4]}), ("roll", {}),
]  # fmt: skip
"""The whole of it, from the keep of the first roll on."""

# Every picture of the dice: the time since the first one, what is thrown, where it lies, how far the camera is, and
# how large the felt is. The page's clock stands still from here on.
WATCH = """async () => {
  const files = performance.getEntriesByType('resource').map((each) => each.name);
  const at = (end) => files.find((name) => name.endsWith(end));
  const { clock } = await import(at('/js/dice/time.js'));
  const { Board } = await import(at('/js/dice/board.js'));
  const paint = Board.prototype.paint;
  window.pictures = [];
  window.flying = false;
  window.clock = clock;
  Board.prototype.paint = function (moving) {
    const { n, poses, wide, layout, order } = this;
    window.flying ||= moving;
    pictures.push([clock.now(), n, [...poses.subarray(0, n * 7)], wide, layout.w, layout.h, [...order]]);
    return paint.call(this, moving);
  };
  clock.freeze();
}"""

# What a moment leaves on the screen is its last picture.
FLY = """() => {
  for (let k = 0; k < 150; k += 1) clock.advance(17);
  const seen = pictures.filter(([time], k) => time !== pictures[k + 1]?.[0]);
  return seen.map(([time, ...rest]) => [Math.round(1000 * (time - pictures[0][0])), ...rest]);
}"""


def watch_dice(page: Page) -> None:
    """Stop the page's clock, and write down each picture of the dice from now on."""
    page.evaluate(WATCH)


def flight(page: Page) -> list[Picture]:
    """The pictures of a throw that has just begun, frame by frame until it lies in the grid."""
    page.wait_for_function("() => flying")
    pictures: list[Picture] = page.evaluate(FLY)
    return pictures


def play_to_the_end(context: BrowserContext, house: str, table: str) -> None:
    """Play the rest of the short game over HTTP, on the phone that opened its table."""
    for kind, more in COMMANDS:
        seq = context.request.get(f"{house}/api/tables/{table}").json()["seq"]
        entropy = {"entropy": "5a" * 32} if kind == "roll" else {}
        body = {"cid": str(uuid4()), "expect_seq": seq, "type": kind, **entropy, **more}
        answer = call(context, house, f"/api/tables/{table}/commands", body)
        assert answer.ok, (kind, answer.text())
    assert context.request.get(f"{house}/api/tables/{table}").json()["status"] == "over"
