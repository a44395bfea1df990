"""Practice games that a phone holds itself: how tests find them there, and play them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Page

from tests.e2e.at_table import LISTEN_TO_REGIONS, AtTable
from tests.e2e.visiting import Visit, visiting

KEPT = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open('tenk');
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const database = asked.result;
    const got = database.transaction('practice').objectStore('practice').getAll();
    got.onsuccess = () => { database.close(); resolve(got.result); };
  };
})"""

FREE_OR_OVER = '#table[data-stage="rest"]:has(#roll:not([hidden])), #cover[data-kind="ending"]'

# The same bytes in the same order on every page: 32 at a time are a secret or a player's part, 13 a table's name.
SAME_CHANCE = """
{ let drawn = 0;
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => {
    if (!(array instanceof Uint8Array) || ![13, 32].includes(array.length)) return real(array);
    drawn += 1;
    return array.map((_, i) => (i * 31 + drawn * 17 + %d) & 255);
  }; }
"""

PREFS = "if (!localStorage.prefs) localStorage.prefs = JSON.stringify(%s);"
PLAYED = {"quality": "2d", "handover": "off", "lesson": "skipped"}
"""What a player chose who has seen the first lesson."""


def kept_games(page: Page) -> list[dict[str, Any]]:
    """All practice games of this phone, as they are stored."""
    games: list[dict[str, Any]] = page.evaluate(KEPT)
    return games


def game_in(page: Page) -> str:
    """The game that the page's address names."""
    return parse_qs(urlsplit(page.url).query)["game"][0]


def kept_game(page: Page) -> dict[str, Any]:
    """The practice game that this page plays, as it is stored."""
    page.wait_for_url("**/practice?game=*")
    wanted = game_in(page)
    return next(game for game in kept_games(page) if game["id"] == wanted)


class AtPractice(AtTable):
    """One phone with a game of its own."""

    def snapshot(self) -> dict[str, Any]:
        """The game as the phone keeps it, in the words of the server's snapshot."""
        game = kept_game(self.page)
        return {**game, "view": game["state"]}

    def settle(self) -> None:
        """Wait until the table shows the game."""
        self.page.wait_for_selector("#table:not([data-loading])")
        self.page.wait_for_selector('#table[data-stage="rest"]', state="attached")

    def keep_something(self) -> None:
        """Keep the first dice that score: a 1, a 5, or three alike."""
        faces = self.faces()
        few = next(([face] for face in (1, 5) if face in faces), None)
        self.keep(few or [next(face for face in range(1, 7) if faces.count(face) > 2)] * 3)
        self.page.wait_for_selector('#table[data-stage="rest"]:not([data-phase="keep"])', state="attached")


def start_at(visit: Visit, names: str, path: str = "/new?kind=one_phone", bots: bool = False) -> AtPractice:
    """Start a game from the new game page."""
    page = visit.go(path)
    if not bots:
        page.click("[data-bot] [data-do=remove]")
    page.fill("#names", names)
    page.tap("#go")
    page.wait_for_url("**/practice?game=*")
    table = AtPractice(visit, game_in(page))
    table.settle()
    return table


@contextmanager
def at_practice(
    browser: Browser, house: str, seed: int = 0, size: tuple[int, int] = (390, 844), speed: str = "instant", **how: Any
) -> Iterator[Visit]:
    """A phone whose chance is always the same, and that shows its dice quickly."""
    with visiting(browser, house, size, **how) as visit:
        context = visit.page.context
        context.add_init_script(SAME_CHANCE % seed)
        context.add_init_script(PREFS % json.dumps({**PLAYED, "speed": speed}))
        context.add_init_script(LISTEN_TO_REGIONS)
        yield visit


def play_on(table: AtPractice) -> None:
    """One careless step of whoever's turn it is, or patience while a bot plays."""
    phase = table.page.get_attribute("#table", "data-phase")
    game = kept_game(table.page)
    if game["seats"][game["state"]["seat"] or 0]["bot"]:
        table.page.wait_for_timeout(150)
    elif phase == "keep":
        table.keep_something()
    elif phase == "decide":
        table.bank()
    else:
        table.press("#roll")
        table.page.wait_for_timeout(250)


def play_out(table: AtPractice) -> None:
    """Play a short game with bots to its end."""
    for _ in range(200):
        table.page.wait_for_selector(FREE_OR_OVER, state="attached")
        if table.page.locator('#cover[data-kind="ending"]').count():
            return
        play_on(table)
    raise AssertionError("the game does not end")
