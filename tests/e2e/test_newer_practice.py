"""A practice game that a later release of the game has kept: it waits untouched, and nothing is played over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.at_practice import at_practice, kept_games, start_at
from tests.serving import Server

pytestmark = pytest.mark.browser

TAKEN_FURTHER = """() => new Promise((resolve) => { const asked = indexedDB.open('tenk'); asked.onsuccess = () => {
  const deed = asked.result.transaction('practice', 'readwrite'), store = deed.objectStore('practice');
  const all = store.getAll();
  all.onsuccess = () => all.result.forEach((each) => store.put({ ...each, format: 2, rev: each.rev + 9, state: 0 }));
  deed.oncomplete = () => (asked.result.close(), resolve()); }; })"""
STORAGE_CHANGED = """() => new Promise((resolve) => { const asked = indexedDB.open('tenk', 2);
  asked.onsuccess = () => (asked.result.close(), resolve()); })"""


def asks_for_the_update(page: Page) -> None:
    gate = page.locator("dialog.gate[open]")
    expect(gate.locator("h2")).to_have_text("Update to play this game")
    expect(gate.get_by_role("button", name="Update")).to_be_focused()
    gate.get_by_role("link", name="Home").click()
    page.wait_for_url("**/")


def test_a_game_of_a_later_release_waits_and_is_not_played_over(browser: Browser, house: Server) -> None:
    with at_practice(browser, house.url, size=(320, 568)) as visit:
        table = start_at(visit, "Ann, Ben")
        page = table.page
        page.evaluate(TAKEN_FURTHER)
        before = kept_games(page)
        # The open table plays no further, and says so on its banner at once.
        table.press("#roll")
        expect(page.locator("#banner")).to_contain_text("This page is out of date.")
        visit.go("/")
        expect(page.locator(".waiting-open")).to_have_text("Ann, BenA newer version of the game is needed.")
        expect(page.locator(".waiting-drop")).to_be_visible()
        page.click(".waiting-open")
        asks_for_the_update(page)
        assert kept_games(page) == before
        # A storage that only a later release can open is not taken for none: no game begins beside the real ones.
        page.evaluate(STORAGE_CHANGED)
        visit.go("/")
        expect(page.locator(".waiting-open")).to_have_text("Practice gamesA newer version of the game is needed.")
        expect(page.locator(".waiting-drop")).to_have_count(0)
        visit.go("/new?kind=one_phone")
        page.fill("#names", "Cleo")
        page.tap("#go")
        asks_for_the_update(page)
        assert kept_games(page) == before
