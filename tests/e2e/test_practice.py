"""Practice on one phone: the phone holds the game, rolls its dice and proves them, and loses nothing it has shown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.at_practice import AtPractice, at_practice, kept_game, kept_games, play_out, start_at
from tests.serving import ROOT, Server

pytestmark = pytest.mark.browser

NO_STORAGE = """Object.defineProperty(window, 'indexedDB', {
  value: { open() { throw new DOMException('', 'SecurityError'); } } });"""
STORAGE_OUT_OF_ORDER = """Object.defineProperty(window, 'indexedDB', { value: { open() {
  const asked = { error: new DOMException('', 'UnknownError') };
  setTimeout(() => asked.onerror());
  return asked; } } });"""
ROLL_AND_LEAVE = "ms => { document.querySelector('#roll').click(); setTimeout(() => location.reload(), ms); }"


def rolled(page: Page) -> list[Any]:
    """The rolls of the game as they are kept: who, and what fell."""
    return [(event["seat"], event["dice"]) for event in kept_game(page)["log"] if event["type"] == "rolled"]


def reload(table: AtPractice) -> None:
    table.page.reload()
    table.settle()


def test_a_game_is_started_played_by_touch_left_and_resumed_with_the_same_dice(browser: Browser, house: Server) -> None:
    with at_practice(browser, house.url) as visit:
        table = start_at(visit, "Ann, Ben")
        page = table.page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.removeprefix(house.url)))
        assert table.view["phase"] == "roll"
        table.roll()
        assert [len(dice) for _, dice in rolled(page)] == [8]
        faces = table.faces()
        assert faces == kept_game(page)["state"]["lying"]
        reload(table)
        assert table.faces() == faces
        table.keep_something()
        assert table.page.get_attribute("#table", "data-phase") == "decide"
        banked = kept_game(page)["state"]["unbanked"]
        table.bank()
        assert kept_game(page)["state"]["banked"] == [banked, 0]
        # Closed in the very moment of the roll, over and over: what was asked for falls, and falls once.
        for ms in (0, 5, 20):
            before = rolled(page)
            if table.view["phase"] == "keep":
                table.keep_something()
            table.patience()
            page.evaluate(ROLL_AND_LEAVE, ms)
            page.wait_for_timeout(ms + 250)
            table.settle()
            after = rolled(page)
            assert after[: len(before)] == before
            assert len(after) - len(before) in (0, 1)
            assert kept_game(page)["wish"] is None
        # A phone whose clock is set back by two days goes on where it was.
        page.context.add_init_script("{ const real = Date.now; Date.now = () => real() - 2 * 86_400_000; }")
        before = rolled(page)
        reload(table)
        if table.view["phase"] == "keep":
            table.keep_something()
        table.roll(None)
        assert rolled(page)[: len(before)] == before
        assert len(rolled(page)) == len(before) + 1
        visit.go("/")
        card = page.locator(".waiting").first
        expect(card).to_contain_text(f"Ann {banked}")
        card.locator("a").click()
        table.settle()
        assert not [url for url in asked if url.startswith("/api/tables/") or url == "/ws"]
        # Held by this phone alone: nobody has ever heard of it.
        assert page.context.request.get(f"{house.url}/api/mine").json()["tables"] == []


def test_bots_play_a_short_game_to_its_end_it_proves_itself_and_the_next_one_follows(
    browser: Browser, house: Server, tmp_path: Path
) -> None:
    with at_practice(browser, house.url, seed=5) as visit:
        table = start_at(visit, "Ann", "/new?rules=bc_society&target=1000&opening=0&ending=sudden", bots=True)
        page = table.page
        play_out(table)
        expect(page.locator("#cover h2")).to_contain_text("win")
        game = kept_game(page)
        assert game["status"] == "over"
        expect(page.locator(".ending-proof")).to_contain_text("on this phone alone")
        page.click(".ending-links a >> nth=0")
        page.wait_for_selector("#result:not([hidden])")
        with page.expect_download() as download:
            page.click("#save")
        record = tmp_path / "record.json"
        download.value.save_as(record)
        checked = subprocess.run([sys.executable, "-m", "app", "verify", str(record)], cwd=ROOT, capture_output=True)
        assert checked.returncode == 0, checked.stdout.decode()
        page.go_back()
        table.settle()
        page.wait_for_timeout(700)
        page.locator("#cover button", has_text="Rematch").first.click()
        page.wait_for_selector("#cover", state="hidden")
        again = kept_game(page)
        assert (again["game"], again["status"], again["commitment"] != game["commitment"]) == (2, "playing", True)


def test_a_second_tab_says_where_the_game_is_and_takes_it_over_whole(browser: Browser, house: Server) -> None:
    with at_practice(browser, house.url) as visit:
        table = start_at(visit, "Ann, Ben")
        table.roll()
        faces = table.faces()
        second = table.page.context.new_page()
        second.goto(table.page.url)
        expect(second.locator("#banner")).to_contain_text("Open in another window")
        second.locator("#banner button").click()
        second.wait_for_selector("#banner", state="hidden")
        expect(table.page.locator("#banner")).to_contain_text("Open in another window")
        labels = [die.get_attribute("aria-label") or "" for die in second.query_selector_all(".die-button")]
        assert [int(label[0]) for label in labels] == faces
        table.page.locator("#banner button").click()
        expect(second.locator("#banner")).to_contain_text("Open in another window")
        table.keep_something()
        assert kept_game(table.page)["state"]["unbanked"] > 0
        second.close()


def test_where_the_browser_keeps_nothing_the_game_is_played_in_the_window(browser: Browser, house: Server) -> None:
    with at_practice(browser, house.url) as visit:
        visit.page.context.add_init_script(NO_STORAGE)
        table = start_at(visit, "Ann, Ben")
        expect(table.page.locator("#message")).to_contain_text("keeps nothing")
        table.roll()
        faces = table.faces()
        table.keep_something()
        expect(table.page.locator("#message")).not_to_contain_text("keeps nothing")
        assert len(faces) == 8
        table.bank()
        table.roll()


def test_games_go_to_another_phone_in_a_file_and_what_was_cleared_is_said(
    browser: Browser, house: Server, tmp_path: Path
) -> None:
    file = tmp_path / "games.json"
    with at_practice(browser, house.url) as visit:
        table = start_at(visit, "Ann, Ben")
        table.roll()
        [game] = kept_games(table.page)
        page = visit.go("/settings")
        with page.expect_download() as download:
            page.click("#practice-export")
        download.value.save_as(file)
        page.evaluate("new Promise((done) => { indexedDB.deleteDatabase('tenk').onsuccess = done; })")
        page = visit.go("/")
        expect(page.locator(".news")).to_contain_text("cleared our data: 1 practice game is gone")
        visit.go("/")
        expect(page.locator(".news")).to_have_count(0)
    with at_practice(browser, house.url, seed=9) as visit:
        page = visit.go("/settings")
        page.set_input_files("#practice-file", file)
        expect(page.locator("#practice-said")).to_have_text("1 game loaded.")
        page.set_input_files("#practice-file", {"name": "x.json", "mimeType": "application/json", "buffer": b"[]"})
        expect(page.locator("#practice-said")).to_contain_text("no practice games")
        page = visit.go("/")
        page.locator(".waiting a").click()
        table = AtPractice(visit, game["id"])
        table.settle()
        assert kept_game(page)["state"]["lying"] == game["state"]["lying"] == table.faces()
        visit.go("/")
        page.click("[aria-label='Discard the game of Ann, Ben']")
        page.wait_for_timeout(400)
        page.click("dialog >> text=Discard >> nth=-1")
        expect(page.locator(".waiting")).to_have_count(0)
        assert kept_games(page) == []
        page = visit.go(f"/practice?game={game['id']}")
        expect(page.locator("#gone")).to_contain_text("No game here")
        assert visit.axe() == []
        page.add_init_script(STORAGE_OUT_OF_ORDER)
        visit.go("/")
        address = json.dumps({"rules": "progressive", "seats": [{"name": "Ann"}]})
        page.goto(f"{house.url}/practice?game={game['id']}#{quote(address)}")
        expect(page.locator("#gone")).to_contain_text("did not work. Please try again")
        expect(page.locator("#gone button")).to_have_text("Try again")
        assert visit.axe() == []
    assert json.loads(file.read_text())["format"] == "tenk-practice/1"
