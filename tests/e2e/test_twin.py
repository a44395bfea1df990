"""The twin engine as a phone runs it: in Chromium, from the files of the release, against the answers of Python.

Node asks the rest of a normal run's questions (tests/twin); `make soak` asks all of them here as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain

import pytest
from playwright.sync_api import Browser, Page

from app.engine import rulesets
from tests.e2e.visiting import visiting
from tests.serving import Server
from tests.twin.asked import HERE
from tests.twin.questions import Batch, orders_of_all, random_games, random_readings

pytestmark = pytest.mark.browser

SLOWER = 4
"""A cheap phone beside this machine."""
READING_MS = 50.0

BEGIN = """async () => {
  const release = new URL(document.querySelector('script[type=module]').src).pathname.split('/js/')[0];
  window.engine = `${release}/js/engine/`;
  window.check = await (await import('/twin/checked.js')).checker(window.engine);
}"""
ASK = "(line) => check(JSON.parse(line))"
TAP = """async ({ rules, rolls }) => {
  const { newGame } = await import(`${engine}state.js`);
  const { step } = await import(`${engine}reducer.js`);
  const { reading } = await import(`${engine}view.js`);
  const took = [];
  for (const dice of rolls) {
    // Each a game of its own: nothing was worked out before.
    const { state } = step(newGame(rules, 2), { type: 'roll' }, dice);
    if (state.phase !== 'keep') continue;
    const order = [...dice.keys()].sort((a, b) => dice[b] - dice[a] || a - b);
    for (let taps = 1; taps <= dice.length; taps++) {
      const before = performance.now();
      reading(state, order.slice(0, taps));
      took.push(performance.now() - before);
    }
  }
  return took.sort((a, b) => a - b);
}"""


@pytest.fixture
def page(browser: Browser, house: Server) -> Iterator[Page]:
    with visiting(browser, house.url, service_workers="block") as visit:
        checked = (HERE / "checked.mjs").read_text()
        visit.page.route(
            "**/twin/checked.js", lambda route: route.fulfill(body=checked, content_type="text/javascript")
        )
        visit.go("/rules").evaluate(BEGIN)
        yield visit.page


def compared(page: Page, batches: Iterable[Batch]) -> int:
    """How many answers the page's engine gave as Python did; fails at the first that differs."""
    checked = 0
    for batch in batches:
        told = page.evaluate(ASK, batch.line().decode())
        assert told["differences"] == []
        checked += told["checked"]
    return checked


def questions(orders: int, readings: int, games: int) -> Iterator[Batch]:
    """So many tap orders of every multiset, random readings and games, in parts that a page takes at once."""
    progressive = rulesets.load("progressive")
    several = (
        orders_of_all(progressive, min(5, orders), random.Random(f"seen {part}")) for part in range(0, orders, 5)
    )
    read = (random_readings(min(5_000, readings), random.Random(f"seen {part}")) for part in range(0, readings, 5_000))
    return chain(several, read, random_games(games, random.Random("seen")))


def test_the_browser_gives_the_answers_of_python_and_reads_in_time_on_a_slow_phone(page: Page) -> None:
    assert compared(page, questions(orders=1, readings=1_000, games=21)) > 5_000
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    draw = random.Random("slow")
    rolls = [draw.choices(range(1, 7), k=8) for _ in range(40)]
    card = page.evaluate("() => fetch(engine.replace('js/engine', 'rules') + 'presets.json').then((a) => a.json())")
    for rules in card["rulesets"][:1] + [each for each in card["rulesets"] if each["key"] == "trippn"]:
        took = page.evaluate(TAP, {"rules": rules, "rolls": rolls})
        at_95 = took[int(len(took) * 0.95)]
        print(f"{rules['key']}: {len(took)} readings, p50 {took[len(took) // 2]:.1f} ms, p95 {at_95:.1f} ms")
        assert at_95 <= READING_MS


@pytest.mark.soak
def test_the_browser_gives_all_the_answers_of_python(page: Page) -> None:
    assert compared(page, questions(orders=50, readings=100_000, games=2_000)) > 400_000
