"""The fairness page with days behind it, and the luck at the end of a game."""

from __future__ import annotations

import random
import sqlite3
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.visiting import call, cut_texts, open_table, small_targets, visiting, wider_than_screen
from tests.serving import Launch, Server

pytestmark = pytest.mark.browser

DAY_MS = 86_400_000
ADD = (
    "insert into roll (table_id, game, n, day, at, seat, account, bot, faces, stake, ahead, level)"
    " values (?, ?, ?, ?, ?, ?, null, 0, ?, null, ?, 1)"
)


def roll_days(server: Server, table: str, weights: list[list[int]]) -> None:
    """Rolls of today and the days before it, the last of them today's; a day falls by its weights."""
    draw = random.Random(5)
    today = int(time.time() * 1000) // DAY_MS
    with sqlite3.connect(server.state_dir / "tenk.db") as database:
        for back, weight in enumerate(reversed(weights)):
            day = today - back
            for n in range(1, 501):
                faces = "".join(draw.choices("123456", weights=weight, k=8 - n % 8))
                database.execute(ADD, (table, 1000 + back, n, day, day * DAY_MS + n, n % 4, faces, n % 3 == 0))
    database.close()


def test_the_fairness_page_shows_its_days_and_says_which_test_failed(
    browser: Browser, launch: Launch, tmp_path: Path
) -> None:
    server = launch()
    with visiting(browser, server.url) as visit:
        visit.go("/")
        table = open_table(visit.page.context, server.url, "Ann")["table"]
        visit.go("/fairness")
        expect(visit.page.locator("#sum")).to_contain_text("No day is over yet")
        expect(visit.page.locator("#how-title")).to_be_visible()
    server.stop()
    even = [1, 1, 1, 1, 1, 1]
    roll_days(server, table, [[1, 1, 1, 1, 1, 2], even, even])
    server = launch()
    with visiting(browser, server.url, (320, 568)) as visit:
        for _ in range(20):
            page = visit.go("/fairness")
            if "on 2 days" in page.locator("#sum").inner_text():
                break
            page.wait_for_timeout(250)
        expect(page.locator("#sum .verdict")).to_contain_text("failed")
        expect(page.locator(".failures li").first).to_contain_text("All faces equally often, chance")
        # The day before yesterday is over and failed; yesterday is the last day, and today is only counted.
        expect(page.locator("#last .plot rect.plot-bar")).to_have_count(6)
        expect(page.locator("#last .figures", has_text="All pairs of neighbours")).to_be_visible()
        expect(page.locator("#today")).to_contain_text("counted and not tested")
        assert page.locator("#every .plot-fail").count() >= 1
        for plot in page.locator(".plot svg").all():
            assert plot.locator("title").text_content()
            assert plot.locator("desc").text_content()
        assert page.locator(".plot").count() == page.locator(".plot table").count() == 3
        assert wider_than_screen(page) == []
        assert cut_texts(page) == []
        assert small_targets(page) == []
        assert visit.axe() == []
        page.emulate_media(forced_colors="active")
        colours = """() => [getComputedStyle(document.querySelector('.plot-bar')).fill,
          getComputedStyle(document.querySelector('.plot text')).fill,
          getComputedStyle(document.querySelector('.plot')).backgroundColor]"""
        bar, text, ground = page.evaluate(colours)
        assert bar == text != ground, "in forced colours bars and figures are written in the reader's own ink"


def test_a_finished_game_tells_its_luck_and_leads_to_its_proof_and_replay(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url, (320, 568)) as visit:
        visit.go("/")
        context = visit.page.context
        table = open_table(context, house.url, "Ann", "Ben")["table"]
        where = f"/api/tables/{table}/commands"
        snapshot = context.request.get(f"{house.url}/api/tables/{table}").json()
        cid = "6f1c2c1e-5a0e-4a52-9b57-0000000000{:02d}"
        roll = {"cid": cid.format(1), "type": "roll", "expect_seq": snapshot["seq"], "entropy": "ab" * 32}
        assert call(context, house.url, where, roll).ok
        for seat in range(2):
            call(context, house.url, where, {"cid": cid.format(2 + seat), "type": "leave", "seat": seat})
        page = visit.go(f"/t/{table}")
        line = page.locator(".luck-line")
        expect(line).to_contain_text("Luck: Ann")
        assert page.locator(f"a[href='/verify#{table}/1']").inner_text() == "Verify this game"
        assert page.locator(f"a[href='/replay/{table}/1']").inner_text() == "Replay"
        assert visit.axe() == []
        line.click()
        sheet = page.locator("#luck-sheet")
        expect(sheet.locator(".luck-scale tbody tr")).to_have_count(2)
        expect(sheet).to_contain_text("Too few rolls to tell whether the faces fall evenly: 8 dice so far")
        expect(sheet).not_to_contain_text("expected band")
        assert visit.axe() == []
        assert cut_texts(page) == []
        page.keyboard.press("Escape")
        expect(line).to_be_focused()
