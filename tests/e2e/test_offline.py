"""The game without a network: what a phone keeps, how a new release comes, and what happens where that goes wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.bench.sizes import TIER_1
from tests.e2e.at_practice import PLAYED, PREFS, AtPractice, game_in, play_out
from tests.e2e.at_table import sit_down
from tests.e2e.broken_line import Line
from tests.e2e.test_check_a_hand import press
from tests.e2e.visiting import Visit, cut_texts, open_table, visiting, watch, wider_than_screen
from tests.serving import ROOT, Server, end, launch_server

pytestmark = pytest.mark.browser

READY_MS = 60_000
KEPT = """async () => { const kept = {};
  for (const name of await caches.keys()) kept[name] = (await (await caches.open(name)).keys()).length;
  return kept; }"""
RELEASES = """() => [...new Set(performance.getEntriesByType('resource')
  .map((each) => /\\/s\\/(\\w+)\\//.exec(each.name)?.[1]).filter(Boolean))]"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
UPDATE = """async () => { const all = await navigator.serviceWorker.getRegistration('/'); await all.update();
  const worker = all.installing ?? all.waiting;
  if (worker.state !== 'installed') await new Promise((go) => worker.addEventListener('statechange', go)); }"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole service in a folder of its own, where a file may be changed as by a deploy."""
    root = tmp_path_factory.mktemp("copy")
    for name in ("app", "migrations"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "alembic.ini", root)
    return root


@pytest.fixture(scope="module")
def server(copy: Path) -> Iterator[Server]:
    limits = {"messages_per_window": 100_000, "posts_per_window": 100_000}
    server = launch_server(copy / "state", root=copy, scripted_dice="111223/223346/111223", **limits)
    yield server
    assert server.complaints() == []
    end(server)


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    line = Line(server.port)
    yield line
    line.close()


@contextmanager
def keeping(browser: Browser, line: Line, size: tuple[int, int] = (390, 844)) -> Iterator[Visit]:
    """A phone that keeps the game. That a line is broken, its browser may say; nothing else."""
    with visiting(browser, line.url, size, keeps=True) as visit:
        yield visit
        visit.troubles[:] = [each for each in visit.troubles if "net::ERR_" not in each]
        assert visit.troubles == []


def another(visit: Visit) -> Page:
    """The page is thrown away, as a phone does, and the game is opened afresh."""
    visit.page.close()
    visit.page = visit.page.context.new_page()
    watch(visit)
    return visit.page


def make_ready(visit: Visit) -> Page:
    page = visit.go("/settings")
    expect(page.locator("#offline-state")).to_contain_text("Ready. Takes", timeout=READY_MS)
    return page


def fits(page: Page) -> list[str]:
    """What does not fit at 200 % text."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    found = wider_than_screen(page) + cut_texts(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def await_all_kept(page: Page, release: str) -> None:
    """What this game may still load is kept before a deploy takes it from the house: all of the second tier."""
    kept = "async (paths) => (await Promise.all(paths.map((path) => caches.match(path)))).every(Boolean)"
    late = [f"/s/{release}/js/{name}.js" for name in ("cheer/cheer", "view/room", "table/sharing")]
    before = None
    for _ in range(60):
        now = page.evaluate(KEPT)
        if now == before and page.evaluate(kept, late):
            return
        before = now
        page.wait_for_timeout(700)
    raise AssertionError("the second tier did not come")


def start_practice(page: Page) -> None:
    """From the front door to the first roll, as a player does it."""
    page.get_by_role("link", name="Practice").first.click()
    page.locator("#go").click()
    page.wait_for_url("**/practice?game=*")
    page.wait_for_selector("#roll:visible")


def roll(page: Page) -> None:
    page.wait_for_timeout(450)
    page.locator("#roll").click()
    page.wait_for_selector('#table[data-stage="rest"][data-phase="keep"]', state="attached")


def test_what_came_before_the_line_broke_is_kept_but_not_used_until_all_of_it_is_there(
    browser: Browser, line: Line
) -> None:
    with keeping(browser, line, (320, 568)) as visit:
        line.cut(after=330_000)
        page = visit.page
        page.goto(line.url + "/settings")
        expect(page.locator("#offline-state")).to_contain_text("Not ready", timeout=READY_MS)
        assert visit.heard("violations") == []
        (half,) = page.evaluate(KEPT).values()
        assert half > 0
        assert not page.evaluate("async () => (await navigator.serviceWorker.getRegistration('/'))?.active ?? null")
        assert fits(page) == []
        line.mend()
        before = line.down
        page.locator("#offline-retry").click()
        expect(page.locator("#offline-state")).to_contain_text("Ready. Takes", timeout=READY_MS)
        assert visit.axe() == []
        assert page.evaluate(CONTROLLED)
        assert 0 < line.down - before < TIER_1.most - 100_000, "only the rest was fetched"


def test_a_phone_starts_without_a_network_and_without_a_house(browser: Browser, line: Line) -> None:
    with keeping(browser, line) as visit:
        make_ready(visit)
        # A heart that cannot be sent now.
        page = visit.go("/shop/walnut")
        sent: list[str] = []
        page.context.on("response", lambda each: sent.append(each.url) if each.url.endswith("/favorite") else None)
        page.context.set_offline(True)
        page.locator("#favorite .heart").click()
        expect(page.locator("#favorite-more")).to_contain_text("Kept here")
        assert sent == []

        page = another(visit)
        page.goto(line.url + "/")
        expect(page.locator(".news")).to_contain_text("Offline. Practice works")
        expect(page.locator("#coins-more")).to_have_text("Need a connection")
        assert visit.axe() == []
        start_practice(page)
        roll(page)
        assert len(page.evaluate(RELEASES)) == 1
        for path, name in (("/rules", "Rules"), ("/verify", "Check the dice"), ("/settings", "Settings")):
            page.goto(line.url + path)
            expect(page.get_by_role("heading", name=name).first).to_be_visible()
        page.goto(line.url + "/coins")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        assert visit.axe() + fits(page) == []
        page.get_by_role("link", name="Practice").click()
        page.wait_for_selector('#table[data-phase="keep"]', state="attached")

        # The phone has a network again and knows it, but the house is not there.
        line.cut()
        page.context.set_offline(False)
        page = another(visit)
        page.goto(line.url + "/coins")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        page.goto(line.url + "/")
        expect(page.locator(".news")).to_contain_text("Offline. Practice works", timeout=20_000)
        line.mend()
        page.goto(line.url + "/")
        page.wait_for_function("() => !localStorage.getItem('favorites-waiting')")
        expect(page.locator(".news")).to_have_count(0)
        visit.go("/shop/walnut")
        assert len(sent) == 1, "sent once"


def test_a_whole_game_is_played_and_checked_without_a_network(browser: Browser, line: Line) -> None:
    with keeping(browser, line) as visit:
        page = make_ready(visit)
        page.context.add_init_script(PREFS % json.dumps({**PLAYED, "speed": "instant"}))
        page.context.set_offline(True)
        page = another(visit)
        page.goto(line.url + "/new?rules=bc_society&target=1000&opening=0&ending=sudden")
        page.locator("#go").click()
        page.wait_for_url("**/practice?game=*")
        game = AtPractice(visit, game_in(page))
        game.settle()
        play_out(game)
        expect(page.locator("#cover h2")).to_contain_text("win")
        page.click(".ending-links a >> nth=0")
        expect(page.locator("#verdict")).to_have_attribute("data-state", "ok")
        page.goto(line.url + "/rules")
        page.locator("#check-open-button").click()
        press(page, "6 6 6")
        expect(page.locator("#check")).to_contain_text("600")
        page.goto(line.url + "/settings")
        expect(page.locator("#offline-state")).to_contain_text("Ready. Takes")


@pytest.mark.parametrize("where", ["lobby", "table"])
def test_a_page_too_old_for_the_house_asks_for_its_update_and_for_nothing_else(
    browser: Browser, server: Server, where: str
) -> None:
    with visiting(browser, server.url, (320, 568)) as visit:
        page = visit.page
        page.route_web_socket("**/ws", lambda line: line.close(code=4010))
        path = "/coins" if where == "lobby" else open_table(page.context, server.url, "Ann", "Ben")["page"]
        page.goto(server.url + path)
        gate = page.get_by_role("alertdialog").or_(page.locator("dialog[open]")).first
        expect(gate).to_contain_text("Update", timeout=15_000)
        expect(gate.get_by_role("button")).to_have_count(1)
        assert visit.axe() == []
        # The table's name, behind it, ends in dots where text is twice as large.
        assert [each for each in fits(page) if each != "Practice"] == []


def test_a_new_release_waits_for_the_end_of_the_game_and_brings_only_what_changed(
    browser: Browser, line: Line, copy: Path
) -> None:
    with keeping(browser, line) as visit:
        page = make_ready(visit)
        page.goto(line.url + "/")
        start_practice(page)
        page.wait_for_load_state("networkidle")
        (old,) = page.evaluate(RELEASES)
        await_all_kept(page, old)
        page.evaluate("() => { window.same = true; }")

        sheet = copy / "app" / "static" / "css" / "verify.css"
        sheet.write_text(sheet.read_text() + "\n.page { --a-new-release: 1; }\n")
        before = line.down
        page.evaluate(UPDATE)
        fetched = line.down - before
        assert 0 < fetched <= sheet.stat().st_size / 3 + 10_000, "the worker, its list and one file"
        roll(page)
        page.locator("#menu").click()
        assert page.evaluate("() => window.same"), "nothing was loaded again"
        assert page.evaluate(RELEASES) == [old]
        assert len(page.evaluate(KEPT)) == 2

        page.goto(line.url + "/")
        bar = page.locator(".news")
        expect(bar).to_contain_text("Update ready")
        assert visit.axe() == []
        loads: list[str] = []
        page.on("domcontentloaded", lambda loaded: loads.append(loaded.url))
        bar.get_by_role("button", name="Update now").click()
        expect(bar).to_contain_text("Updated")
        assert len(loads) == 1
        (new,) = page.evaluate(RELEASES)
        assert new != old
        kept = list(page.evaluate(KEPT))
        assert len(kept) == 2, "the old release stays for a page that may still be playing with it"
        page.context.set_offline(True)
        page.goto(line.url + "/practice")
        page.wait_for_selector('#table[data-phase="keep"]', state="attached")
        assert page.evaluate(RELEASES) == [new]
        page.context.set_offline(False)

        # The next one is taken by starting a game, without a further load.
        sheet.write_text(sheet.read_text() + "\n.page { --a-newer-release: 1; }\n")
        page.goto(line.url + "/new?kind=one_phone")
        page.wait_for_load_state("networkidle")
        page.evaluate(UPDATE)
        loads.clear()
        page.locator("#go").click()
        page.wait_for_selector("#roll:visible")
        assert len(loads) == 1
        assert page.evaluate(RELEASES) != [new]
        assert len(page.evaluate(RELEASES)) == 1
        assert (kept[0] in page.evaluate(KEPT), len(page.evaluate(KEPT))) == (False, 2), "the one before it is gone"


def test_at_a_table_an_update_is_told_of_between_players_and_comes_with_the_next_game(
    browser: Browser, line: Line, copy: Path
) -> None:
    rules = {"preset": "baseline", "changes": {"target": 1000, "opening": 0}}
    with keeping(browser, line) as visit:
        page = make_ready(visit)
        game = sit_down(visit, open_table(page.context, line.url, "Ann", "Ben", rules=rules))
        (old,) = page.evaluate(RELEASES)
        await_all_kept(page, old)
        sheet = copy / "app" / "static" / "css" / "verify.css"
        sheet.write_text(sheet.read_text() + "\n.page { --for-the-next-game: 1; }\n")
        page.evaluate(UPDATE)
        game.roll()
        game.keep([1, 1, 1], "decide")
        game.bank()
        expect(page.locator("#cover .update-note")).to_have_text("Update ready. It comes with the next game.")
        game.take()
        expect(page.locator(".update-note")).to_have_count(0)
        loads: list[str] = []
        page.on("domcontentloaded", lambda loaded: loads.append(loaded.url))
        game.roll(None)
        page.wait_for_selector("#cover[data-kind=ending] .update-note")
        assert loads == []
        assert page.evaluate(RELEASES) == [old]
        page.wait_for_timeout(450)
        page.locator("#cover [data-cover=rematch]").click()
        page.wait_for_function(f"() => !document.querySelector('script[src*=\"{old}\"]')")
        game.at_rest("roll")
        assert len(loads) == 1
        assert old not in page.evaluate(RELEASES)


def test_a_phone_without_room_says_so_and_plays_on(browser: Browser, line: Line) -> None:
    with keeping(browser, line, (320, 568)) as visit:
        page = visit.page
        devtools = page.context.new_cdp_session(page)
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": line.url, "quotaSize": 300_000})
        page.goto(line.url + "/settings")
        expect(page.locator("#offline-state")).to_contain_text("no room left", timeout=READY_MS)
        assert sum(page.evaluate(KEPT).values()) == 0, "what is half there takes no room"
        assert fits(page) == []
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": line.url})
        page.locator("#offline-retry").click()
        expect(page.locator("#offline-state")).to_contain_text("Ready. Takes", timeout=READY_MS)
