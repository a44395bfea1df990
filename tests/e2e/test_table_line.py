"""The line breaks, the phone sleeps, the table is open twice, friends come and go: nothing is lost, nothing doubled."""

from __future__ import annotations

import random
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests import serving
from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES, QUICK, AtTable, at_table, sit_down
from tests.e2e.visiting import WHOLE, Visit, call, chromium, open_table
from tests.serving import Launch, Scripted, Server, launch_server

pytestmark = pytest.mark.browser


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Three phones that know nothing of each other."""
    contexts = [browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) for _ in range(3)]
    yield contexts
    for context in contexts:
        context.close()


def leave_quietly(game: AtTable) -> None:
    """The browser itself complains of every socket and every record that fails; these tests make them fail."""
    game.page.goto("about:blank")
    expected = ("WebSocket connection", "Failed to load resource")
    game.visit.troubles[:] = [line for line in game.visit.troubles if not any(word in line for word in expected)]


def restart(server: Server, **settings: object) -> Server:
    """The same house at the same address, after a crash."""
    server.stop(signal.SIGKILL)
    return launch_server(server.state_dir, server.port, **settings)


def test_a_killed_server_is_waited_for_and_the_picks_are_kept(browser: Browser, launch: Launch) -> None:
    server = launch(scripted_dice="66612345/15222334")
    visit_house = server.url
    with at_table(browser, visit_house) as game:
        game.roll()
        game.tap([6, 6, 6])
        began = time.monotonic()
        server.stop(signal.SIGKILL)
        banner = game.page.locator("#banner")
        expect(banner).to_contain_text("Reconnecting… your picks are kept", timeout=4000)
        assert time.monotonic() - began <= 4
        game.press("#keep")
        expect(game.page.locator("#message")).to_contain_text("No connection. Your picks are kept.")
        again = launch_server(server.state_dir, server.port, scripted_dice="66612345/15222334")
        try:
            expect(banner).to_contain_text("Back", timeout=12_000)
            assert game.page.locator('.die-button[aria-pressed="true"]').count() == 3
            game.press("#keep")
            game.at_rest("decide")
            assert game.view["unbanked"] == 600
            assert len([text for text in game.said() if "Reconnecting" in text]) == 1
        finally:
            leave_quietly(game)
            again.stop()


@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.soak)])
def test_commands_are_done_once_whenever_the_server_dies(browser: Browser, launch: Launch, kills: int) -> None:
    """Kills at random moments of a game: what is shown is what the server knows, and nothing happened twice."""
    chance = random.Random(26)
    dice = "/".join([EIGHT_ONES, FIVE_ONES] * 60)
    server = launch(scripted_dice=dice)
    settings = {"scripted_dice": dice}
    current = server
    with at_table(browser, server.url, ("Ann",)) as game:
        try:
            for _ in range(kills):
                phase = game.view["phase"]
                game.at_rest(phase)
                if phase == "keep":
                    game.tap([1])
                game.patience()
                game.page.locator("#keep" if phase == "keep" else "#roll").click(force=True)
                game.page.wait_for_timeout(chance.randrange(0, 60))
                current = restart(current, **settings)
                game.page.wait_for_selector("#banner[data-code=NET3]", timeout=15_000)
                game.page.wait_for_selector('#table[data-stage="rest"]', state="attached")
                # The press was made once, so it is done once, whether the dying server had heard it or not.
                expect(game.page.locator("#table")).not_to_have_attribute("data-phase", phase, timeout=10_000)
                game.page.wait_for_selector('#table[data-stage="rest"]', state="attached")
                told = game.snapshot()
                expect(game.page.locator("#table")).to_have_attribute("data-phase", told["view"]["phase"])
                assert sorted(game.faces()) == sorted(told["view"]["lying"])
                events = [(each["seq"], each["type"]) for each in told["recent"]]
                assert len({seq for seq, _ in events}) == len(events)
                rolls = [each["roll"] for each in told["recent"] if each["type"] == "rolled"]
                assert len(set(rolls)) == len(rolls)
                game.page.wait_for_timeout(100)
        finally:
            leave_quietly(game)
            current.stop()


def test_a_minute_away_lists_every_missed_turn_until_it_is_closed(phones: list[BrowserContext], launch: Launch) -> None:
    server = launch(scripted_dice=f"{EIGHT_ONES}/{EIGHT_ONES}", offline_grace_s=1)
    ann, ben = friends_table(phones, server)
    ben.page.clock.install()
    ben.page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    ben.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ann.bank_7000()
    ann.page.wait_for_selector('.score-chip.on[data-seat="1"]')
    ben.page.clock.run_for(61_000)
    ben.page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })")
    ben.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ben.page.clock.run_for(1000)
    told = ben.page.locator("dialog[open]")
    expect(told).to_contain_text("While you were away")
    expect(told.locator("li")).to_have_text(["Ann banks 7,000 → 7,000"])
    ben.page.clock.run_for(60_000)
    expect(told).to_be_visible()
    told.locator("button").click()
    expect(told).to_have_count(0)
    assert ben.text(".score-chip.on .chip-head") == "Ben's turn"


def friends_table(phones: list[BrowserContext], house: Server) -> tuple[AtTable, AtTable]:
    """Ann opens a table, Ben takes the invitation, Ann starts."""
    first, second = (Visit(context.new_page(), house.url) for context in phones[:2])
    told = open_table(first.page.context, house.url, "Ann", kind="friends")
    ann = sit_down(first, told)
    answer = call(phones[1], house.url, f"/api/tables/{told['table']}/seats", {"invite": told["invite"], "name": "Ben"})
    assert answer.status == 201
    ben = sit_down(second, told)
    expect(ann.page.locator(".seat")).to_have_count(2)
    ann.press("#start")
    ann.at_rest("roll")
    ben.at_rest("roll")
    return ann, ben


def watcher(context: BrowserContext, house: Server, table: str) -> Page:
    page = context.new_page()
    page.goto(f"{house.url}/t/{table}?{QUICK}")
    page.wait_for_selector("#table:not([data-loading])")
    return page


def test_friends_wait_for_each_other_and_see_each_other_pick(phones: list[BrowserContext], house: Server) -> None:
    first, second = (Visit(context.new_page(), house.url) for context in phones[:2])
    told = open_table(phones[0], house.url, "Ann", kind="friends", name="The long table")
    ann = sit_down(first, told)
    assert ann.text("#cover-title") == "The long table"
    assert told["invite"] in ann.text("#invite-link")
    picture = ann.page.locator(".qr")
    assert picture.evaluate("(img) => img.decode().then(() => img.naturalWidth > 0)")
    ann.press("#start")
    assert ann.snapshot()["status"] == "open", "one player is no game"
    call(phones[1], house.url, f"/api/tables/{told['table']}/seats", {"invite": told["invite"], "name": "Ben"})
    ben = sit_down(second, told)
    expect(ben.page.locator("#cover")).to_contain_text("Ann starts the game when everyone is here.")
    expect(ann.page.locator(".seat-note").last).to_have_text("here")
    stranger = watcher(phones[2], house, told["table"])
    expect(stranger.locator("#cover")).to_contain_text("You are watching.")
    assert stranger.locator(".invite").count() == 0
    ann.press("#start")
    ann.roll()
    ben.at_rest("keep")
    assert ben.page.locator(".die-button:not([aria-disabled])").count() == 0
    lying = ann.view["lying"]
    ann.tap([lying[0]])
    expect(ben.page.locator('.die-button[aria-pressed="true"]')).to_have_count(1)
    expect(stranger.locator('.die-button[aria-pressed="true"]')).to_have_count(1)
    expect(ben.page.locator("#wide")).to_have_text("Ann's turn")
    expect(stranger.locator("#banner")).to_have_text("Watching")
    assert stranger.is_visible("#stop")


def test_who_is_away_is_marked_and_after_the_grace_the_others_may_play_for_them(
    phones: list[BrowserContext], launch: Launch
) -> None:
    server = launch(offline_grace_s=1, scripted_dice=EIGHT_ONES)
    ann, ben = friends_table(phones, server)
    ben.page.clock.install()
    ann.page.close()
    expect(ben.page.locator('.score-chip[data-seat="0"] .mark.away')).to_have_count(1)
    assert ben.page.locator("[data-choice=play_for]:visible").count() == 0
    ben.page.wait_for_timeout(1500)
    ben.page.clock.run_for(61_000)
    expect(ben.page.locator("[data-choice=play_for]")).to_have_text("Play for Ann")
    ben.page.locator("[data-choice=play_for]").click()
    ben.page.clock.run_for(2000)
    expect(ben.page.locator("#table")).to_have_attribute("data-phase", "keep")
    assert ben.view["roll"] == 1


def test_a_table_that_is_open_elsewhere_is_taken_back_with_one_press(browser: Browser, launch: Launch) -> None:
    server = launch(sockets_per_device=1)
    with at_table(browser, server.url) as game:
        other = game.page.context.new_page()
        other.goto(game.page.url)
        other.wait_for_selector("#table:not([data-loading])")
        expect(game.page.locator("#banner")).to_contain_text("Open in another window.")
        game.page.locator(".banner-action").click()
        expect(game.page.locator("#banner")).not_to_contain_text("Open in another window.")
        expect(other.locator("#banner")).to_contain_text("Open in another window.")
        game.roll()


def next_release(root: Path) -> Path:
    """The house with one line of one client file changed, as a deploy brings it."""
    for part in ("app", "migrations"):
        shutil.copytree(serving.ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(serving.ROOT / "alembic.ini", root)
    with (root / "app" / "static" / "css" / "pages.css").open("a") as sheet:
        sheet.write("\n.next-release { color: inherit; }\n")
    return root


def test_a_page_left_open_over_a_deploy_plays_on_and_says_that_it_is_out_of_date(
    browser: Browser, launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = launch(scripted_dice=EIGHT_ONES)
    with at_table(browser, server.url) as game:
        game.roll()
        monkeypatch.setattr(serving, "ROOT", next_release(tmp_path / "next"))
        again = restart(server)
        try:
            banner = game.page.locator("#banner")
            expect(banner).to_contain_text("This page is out of date.", timeout=20_000)
            game.keep([1] * 8, "decide")
            assert game.view["unbanked"] == 7000
            game.page.click("#menu")
            game.page.get_by_role("button", name="Settings").click()
            expect(game.page.locator("#message")).to_contain_text("This page is out of date.")
            before = game.page.locator("link[rel=stylesheet]").first.get_attribute("href")
            banner.get_by_role("button", name="Update").click()
            expect(game.page.locator("#bank")).to_contain_text("Bank 7,000")
            expect(banner).to_be_hidden()
            assert game.page.locator("link[rel=stylesheet]").first.get_attribute("href") != before
        finally:
            leave_quietly(game)
            again.stop()


COUNT_LOCKS = """
window.locks = [];
const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async (kind) => { const lock = await ask(kind); locks.push(lock); return lock; };
"""


def test_the_screen_stays_lit_while_a_game_is_open_and_not_after_it(playwright: Playwright, scripted: Scripted) -> None:
    server = scripted(f"{EIGHT_ONES}/{FIVE_ONES}/234")
    # A browser without windows has no screen to keep lit.
    with chromium(playwright, WHOLE) as browser, at_table(browser, server.url, ("Ann",)) as game:
        game.page.add_init_script(COUNT_LOCKS)
        game.page.reload()
        game.at_rest("roll")
        game.page.wait_for_function("() => locks.length === 1 && !locks[0].released")
        game.bank_7000()
        game.at_rest("roll")
        assert game.page.evaluate("locks.length") == 1
        game.reach_10000()
        game.roll("over")
        game.page.wait_for_function("() => locks.every((lock) => lock.released)")


def test_a_phone_that_nobody_takes_grows_dark_until_it_is_touched(browser: Browser, scripted: Scripted) -> None:
    server = scripted(EIGHT_ONES)
    with at_table(browser, server.url) as game:
        game.bank_7000()
        cover = game.page.locator("#cover")
        expect(cover).to_be_visible()
        move = """async (ms) => {
          const { clock } = await import(document.querySelector('link[href$="dice/time.js"]').href);
          clock.advance(ms); clock.thaw();
        }"""
        game.page.evaluate(move, 59_000)
        assert "dim" not in (cover.get_attribute("class") or "")
        game.page.evaluate(move, 60_500)
        assert "dim" in (cover.get_attribute("class") or "")
        game.page.mouse.click(5, 5)
        assert "dim" not in (cover.get_attribute("class") or "")
        game.page.evaluate(move, 60_500)
        game.take()
        assert "dim" not in (cover.get_attribute("class") or "")
