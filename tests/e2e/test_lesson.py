"""The lesson of the first turn, as somebody meets it on a new phone: a hand before the game that counts nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.at_table import GUARD_MS, LISTEN_TO_REGIONS
from tests.e2e.visiting import Visit, cut_texts, small_targets, visiting, wider_than_screen
from tests.serving import Server, end, launch_server

pytestmark = pytest.mark.browser

# Keeps when the table's stage changed to what.
LISTEN_TO_STAGES = """
window.stages = [];
addEventListener('DOMContentLoaded', () => {
  const table = document.querySelector('#table');
  const note = () => stages.push([table.dataset.stage, performance.now()]);
  if (table) new MutationObserver(note).observe(table, { attributeFilter: ['data-stage'] });
});
"""
FRESH = "if (!localStorage.getItem('prefs')) localStorage.setItem('prefs', JSON.stringify(%s));"
STAGES = ("rolling", "rest")
DAY_MS = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = launch_server(tmp_path_factory.mktemp("lesson"))
    yield server
    assert server.complaints() == []
    end(server)


def start_game(visit: Visit, prefs: dict[str, Any]) -> Page:
    """Start a practice game as players do."""
    page = visit.page
    page.add_init_script("if (location.protocol !== 'about:') {" + FRESH % json.dumps(prefs) + "}")
    page.add_init_script(LISTEN_TO_REGIONS)
    page.add_init_script(LISTEN_TO_STAGES)
    visit.go("/new?kind=one_phone")
    page.locator("button[type=submit]").first.click()
    page.wait_for_url("**/practice?game=*")
    page.wait_for_selector("#lesson")
    return page


def press(page: Page, selector: str) -> None:
    page.wait_for_timeout(GUARD_MS + 60)
    page.click(selector)


def at_rest(page: Page, phase: str) -> None:
    page.wait_for_selector(f'#table[data-stage="rest"][data-phase="{phase}"]', state="attached")


def tap(page: Page, *dice: int) -> None:
    for die in dice:
        page.click(f'.die-button[data-die="{die}"]', force=True)


def note(page: Page) -> str:
    return page.inner_text(".lesson-text").replace("\n", "")


def waits_for(page: Page, words: str) -> None:
    page.wait_for_function("(words) => document.querySelector('.lesson-text')?.textContent.includes(words)", arg=words)


def rolls_kept(page: Page) -> list[int]:
    """How many rolls each practice game on this phone has had."""
    rolls: list[int] = page.evaluate(
        """() => new Promise((resolve, reject) => {
          const opening = indexedDB.open('tenk');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const all = opening.result.transaction('practice').objectStore('practice').getAll();
            all.onsuccess = () => (opening.result.close(), resolve(all.result.map(({ state }) => state.rolls)));
          };
        })"""
    )
    return rolls


def learn(visit: Visit) -> None:
    """Go through the lesson up to its last choice, looking at what is shown."""
    page = visit.page
    assert note(page) == "Eight dice to begin with. Press Roll."
    assert page.is_hidden("#strip"), "nobody has points in a lesson"
    press(page, "#roll")
    at_rest(page, "keep")
    waits_for(page, "Tap the 1")
    tap(page, 3)
    waits_for(page, "three 5s")
    assert page.inner_text(".message-sum") == "100"
    tap(page, 0, 1, 2)
    waits_for(page, "Tap a 2")
    assert page.inner_text("#keep") == "Keep · 600"
    tap(page, 4)
    waits_for(page, "scores nothing")
    assert "You need three 2s" in page.inner_text("#message")
    assert (visit.axe(), wider_than_screen(page), cut_texts(page), small_targets(page)) == ([], [], [], [])
    press(page, "#undo")
    waits_for(page, "Press Keep")
    press(page, "#keep")
    waits_for(page, "Bank 600, or roll 4")
    # What the player did is told first, then the note.
    page.wait_for_function("() => said.at(-1).startsWith('Bank 600, or roll 4') && said.at(-2).startsWith('Kept 600')")
    press(page, "#roll")
    at_rest(page, "keep")
    waits_for(page, "Once more")
    tap(page, 0, 1)
    press(page, "#keep")
    waits_for(page, "800 now")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert wider_than_screen(page) == []
    page.evaluate("document.documentElement.style.fontSize = ''")


def test_a_whole_lesson_at_the_smallest_phone_and_then_the_game_untouched(browser: Browser, house: Server) -> None:
    prefs = {"quality": "2d", "speed": "instant"}
    with visiting(browser, house.url, (320, 568), taught=False) as visit:
        page = start_game(visit, prefs)
        learn(visit)
        press(page, "#bank")
        page.wait_for_selector("#lesson", state="detached")
        assert "land on exactly 10,000" in page.inner_text("#message")
        at_rest(page, "roll")
        assert {chip.strip() for chip in page.locator("#strip .chip-total").all_inner_texts()} == {"0"}
        assert rolls_kept(page) == [0]
        # The game itself begins, and the lesson does not come again.
        press(page, "#roll")
        at_rest(page, "keep")
        page.wait_for_selector("#proof:not([hidden])")
        visit.go("/practice")
        at_rest(page, "keep")
        assert page.locator("#lesson").count() == 0
        assert page.evaluate("JSON.parse(localStorage.prefs).lesson") == "done"
        # Until it is asked for, over a game that waits.
        visit.go("/settings")
        page.click("#lesson-again")
        page.wait_for_selector("#lesson")
        at_rest(page, "roll")
        press(page, "#roll")
        at_rest(page, "keep")
        tap(page, 3)
        waits_for(page, "three 5s")
        page.focus(".lesson-skip")
        page.keyboard.press("Enter")
        page.wait_for_selector("#lesson", state="detached")
        at_rest(page, "keep")
        # As many dice lie there, but none of them was picked.
        assert page.locator(".die-button[aria-pressed=true]").count() == 0
        assert page.evaluate("JSON.parse(localStorage.prefs).lesson") == "done"
        assert rolls_kept(page) == [1]


def test_who_skips_is_not_asked_again_and_is_greeted_after_a_month_and_throws_fly_without_the_house(
    browser: Browser, house: Server
) -> None:
    prefs = {"quality": "2d"}
    with visiting(browser, house.url, (390, 844), taught=False) as visit:
        visit.page.context.route("**/api/throws", lambda route: route.abort())
        page = start_game(visit, prefs)
        page.wait_for_selector("#table[data-picture]")
        visit.troubles.clear()
        press(page, "#roll")
        at_rest(page, "keep")
        rolled, lay = (page.evaluate("(stage) => stages.findLast(([to]) => to === stage)[1]", to) for to in STAGES)
        assert lay - rolled > 1200, "the dice flew, and did not simply lie there"
        press(page, ".lesson-skip")
        page.wait_for_selector("#lesson", state="detached")
        assert "Skipped" in page.inner_text("#message")
        at_rest(page, "roll")
        page.reload(wait_until="networkidle")
        at_rest(page, "roll")
        assert page.locator("#lesson").count() == 0
        assert "Good to have you back" not in page.inner_text("#message")
        page.evaluate("(ago) => localStorage.setItem('practised', String(Date.now() - ago))", 31 * DAY_MS)
        page.reload(wait_until="networkidle")
        page.wait_for_function("() => document.querySelector('#message').textContent.includes('only exactly 10,000')")
        # The call that was cut off is told by the browser itself.
        visit.troubles[:] = [each for each in visit.troubles if "ERR_FAILED" not in each]


def test_the_hand_to_try_can_be_played_where_no_game_waits(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url, (390, 844), reduced_motion="reduce") as visit:
        page = visit.go("/practice?lesson=again")
        page.wait_for_selector("#lesson")
        press(page, "#roll")
        at_rest(page, "keep")
        press(page, ".lesson-skip")
        page.wait_for_url("**/new?kind=one_phone")
