"""People in the lobby of the coin tables: signed up, seated, and with the coins and games that a test wants."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from itertools import count
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.at_coin_table import LIMITS, command, open_coins, sign_up
from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES
from tests.e2e.visiting import Visit
from tests.serving import ROOT, Server

SETTINGS: dict[str, object] = {
    **LIMITS,
    "sockets_per_device": 1_000,
    "countdown_s": 4,
    "reveal_s": 0.1,
    "throw_backlog": 0,
}
"""A house where starting takes four seconds and many may look on."""
OUT = f"{EIGHT_ONES}/{FIVE_ONES}/234"
"""Dice with which whoever starts goes out even in one turn."""
GUARD_MS = 400
"""Longer than a question ignores taps."""
NUMBERS = count(1)


def fresh(name: str) -> str:
    """A name that nobody has yet."""
    return f"{name} {next(NUMBERS)}"


def signed_up(visit: Visit, name: str = "Nina", notice: bool = True) -> str:
    """An account on this phone; answers its name."""
    name = fresh(name)
    sign_up(visit.page.context, visit.house, name, notice)
    return name


def in_lobby(visit: Visit, query: str = "") -> Page:
    """The list, as soon as it stands there."""
    page = visit.go(f"/coins{query}")
    expect(page.locator("#lobby")).to_be_visible()
    return page


def stake(page: Page, coins: int) -> Locator:
    """The part of the list with the tables of one stake."""
    return page.locator(f".stake[data-stake='{coins}']")


def row(page: Page, name: str) -> Locator:
    """The table at which somebody sits."""
    return page.locator(".seat-row", has_text=name)


def agree(page: Page) -> None:
    """Pay, once the question takes taps."""
    page.wait_for_selector("dialog[open]:not(.sheet)")
    page.wait_for_timeout(GUARD_MS)
    page.click("dialog[open]:not(.sheet) .primary")


def you(context: BrowserContext, house: str) -> dict[str, Any]:
    """What the lobby tells this account about itself."""
    told: dict[str, Any] = context.request.get(f"{house}/api/lobby").json()["you"]
    return told


def adjust(server: Server, name: str, coins: int, reason: str = "For a test") -> None:
    """The house changes a balance, as its operator does it."""
    environment = {**os.environ, "TENK_STATE_DIR": str(server.state_dir)}
    words = ["coins", "adjust", "--reason", reason, name, "--", str(coins)]
    subprocess.run([sys.executable, "-m", "app", *words], cwd=ROOT, env=environment, check=True, capture_output=True)


def finish_a_game(first: BrowserContext, second: BrowserContext, house: str) -> None:
    """A game at 250, played to its end in a house with the dice of `OUT`: who starts goes out in the first turn."""
    table = open_coins(first, house, stake=250, size=2)["table"]
    joined = command(second, house, table, "buy_in", stake=250)
    assert joined.ok, joined.text()
    while (told := snapshot(first, house, table))["status"] != "playing":
        time.sleep(0.05)
    players = {told["you"]["seats"][0]: first, 1 - told["you"]["seats"][0]: second}
    starts = told["view"]["seat"]

    def does(seat: int, kind: str, **fields: Any) -> None:
        seq = snapshot(first, house, table)["seq"]
        answer = command(players[seat], house, table, kind, expect_seq=seq, **fields)
        assert answer.ok, answer.text()

    for kept in (range(8), range(5)):
        does(starts, "roll", entropy="ab" * 32)
        does(starts, "keep", dice=list(kept))
    does(starts, "roll", entropy="ab" * 32)
    does(1 - starts, "roll", entropy="ab" * 32)
    does(1 - starts, "give_up")
    assert snapshot(first, house, table)["status"] == "over"


def snapshot(context: BrowserContext, house: str, table: str) -> dict[str, Any]:
    """A table as this phone is told it."""
    told: dict[str, Any] = context.request.get(f"{house}/api/tables/{table}").json()
    return told


def texts_over_texts(page: Page) -> list[str]:
    """Pairs of texts that lie on each other, in what scrolls together; of an open dialog, only its own."""
    found: list[str] = page.evaluate(
        """() => {
          const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
          const pinned = (e) => e.closest('.bar, .pinned, .sheet-head, .sheet-foot, .your-seat, .news');
          const shown = (e) => e.offsetParent && e.checkVisibility({ visibilityProperty: true }) &&
            getComputedStyle(e).clipPath === 'none';
          const seen = [...within.querySelectorAll('*')].filter((e) => shown(e) && !e.closest('.unseen, svg') &&
            (within === document.body ? !e.closest('dialog') : true) &&
            [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
          const boxes = seen.map((e) => {
            const text = document.createRange();
            text.selectNodeContents(e);
            return text.getBoundingClientRect();
          });
          const inOneLine = (a, b) => a.parentElement === b.parentElement && getComputedStyle(a).display === 'inline';
          return seen.flatMap((a, i) => seen.slice(i + 1).filter((b, j) => {
            const [x, y] = [boxes[i], boxes[i + 1 + j]];
            if (a.contains(b) || pinned(a) !== pinned(b) || inOneLine(a, b)) return false;
            const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
            const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
            return wide > 2 && high > 4;
          }).map((b) => `${a.textContent.trim().slice(0, 20)} | ${b.textContent.trim().slice(0, 20)}`));
        }"""
    )
    return found
