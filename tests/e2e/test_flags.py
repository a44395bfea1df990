"""A roll is flagged from the table, without a connection too; the house answers, and the player reads it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.e2e.at_coins import GUARD_MS, signed_up
from tests.e2e.visiting import (
    Visit,
    call,
    cut_texts,
    open_table,
    small_targets,
    visiting,
    wider_than_screen,
)
from tests.serving import ROOT, Server

pytestmark = pytest.mark.browser

NOTE = "<b>Odd</b> \u202eroll"


@pytest.fixture
def visit(browser: Browser, casino: Server) -> Iterator[Visit]:
    with visiting(browser, casino.url, (320, 568)) as visit:
        yield visit
        # What the browser itself says about a line that was cut on purpose.
        visit.troubles[:] = [each for each in visit.troubles if "ERR_INTERNET_DISCONNECTED" not in each]


def rolled(visit: Visit, rolls: int = 3) -> str:
    """A practice table with some rolls."""
    context = visit.page.context
    table: str = open_table(context, visit.house, "Ann", "Zoe")["table"]
    for _ in range(rolls):
        for kind, more in (("roll", {"entropy": uuid4().hex * 2}), ("give_up", {})):
            seq = context.request.get(f"{visit.house}/api/tables/{table}").json()["seq"]
            body = {"cid": str(uuid4()), "type": kind, "expect_seq": seq, **more}
            assert call(context, visit.house, f"/api/tables/{table}/commands", body).ok
    return table


def ask(page: Page, **asked: object) -> None:
    """Open the question, as the list of rolls does."""
    page.evaluate(
        """async (asked) => {
          const own = [...document.scripts].find((each) => each.type === 'module').src;
          const { openFlag } = await import(own.replace(/\\w+\\.js$/, 'flags/ask.js'));
          void openFlag(asked);
        }""",
        {"transcript": None, "auto": False, **asked},
    )
    expect(page.locator("dialog[open] .flag-roll .die").first).to_be_visible()
    page.wait_for_timeout(GUARD_MS)


def in_order(visit: Visit) -> list[str]:
    """What is wrong with how the page stands there."""
    page = visit.page
    return visit.axe() + wider_than_screen(page) + small_targets(page) + cut_texts(page)


def house_role(server: Server, name: str) -> None:
    """The operator lets an account answer for the house."""
    environment = {**os.environ, "TENK_STATE_DIR": str(server.state_dir)}
    words = [sys.executable, "-m", "app", "house", "add", name]
    subprocess.run(words, cwd=ROOT, env=environment, check=True, capture_output=True)


def flag_at_the_table(visit: Visit, table: str) -> None:
    """Two flags: one that arrives, and one that has to wait for the line."""
    page = visit.go(f"/t/{table}?gl=off&speed=instant")
    page.wait_for_selector('#table[data-stage="rest"]', state="attached")
    ask(page, table=table, game=1, n=1)
    assert page.evaluate("document.activeElement.value") == "looks_wrong"
    page.keyboard.press("ArrowDown")
    page.fill("#flag-note", NOTE)
    expect(page.locator("#flag-left")).to_have_text(f"{280 - len(NOTE)} left")
    assert in_order(visit) == []
    page.click("dialog[open] .primary")
    expect(page.get_by_role("heading", name="Flag sent")).to_be_focused()
    expect(page.locator("dialog[open] .flag-verdict")).to_contain_text("Verified")
    expect(page.locator("dialog[open] .flag-odds")).to_contain_text("with 8 dice")
    assert in_order(visit) == []
    page.click("dialog[open] .primary")
    page.context.set_offline(True)
    ask(page, table=table, game=1, n=2, faces=[1, 2, 3])
    page.click("dialog[open] .primary")
    expect(page.get_by_role("heading", name="Flag kept")).to_be_focused()
    page.click("dialog[open] .primary")


def test_a_roll_is_flagged_kept_without_a_line_sent_once_answered_and_read(
    visit: Visit, browser: Browser, casino: Server
) -> None:
    table = rolled(visit)
    flag_at_the_table(visit, table)
    page, sent = visit.page, []

    def heard(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/api/flags"):
            sent.append(request.post_data_json)

    page.on("request", heard)
    page.context.set_offline(False)
    page.wait_for_function("() => !localStorage.getItem('flags-waiting')")
    page = visit.go("/flags")
    assert [(each["roll"], each["reason"]) for each in sent] == [(2, "looks_wrong")]
    expect(page.locator("#flags > .flag")).to_have_count(2)
    expect(page.locator("#waiting")).to_be_hidden()
    assert in_order(visit) == []
    first = page.locator(".flag", has_text="Roll 1")
    expect(first).to_contain_text("<b>Odd</b> roll")
    expect(first).to_contain_text("Score wrong")
    expect(first.get_by_role("link", name="Replay of roll 1")).to_have_attribute("href", f"/replay/{table}/1#1")
    expect(first.get_by_role("link", name="Proof of roll 1")).to_have_attribute("href", f"/verify#{table}/1")
    with visiting(browser, casino.url) as desk:
        the_house_answers(desk, casino)
    page.reload()
    first = page.locator(".flag", has_text="Roll 1")
    expect(first.locator(".flag-answer")).to_contain_text("We looked: <i>it holds</i>.")
    expect(first.locator(".flag-status")).to_have_text("Closed")
    page.locator(".flag", has_text="Roll 2").get_by_role("button", name="Take back").click()
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#flags > .flag")).to_have_count(1)
    page.get_by_role("radio", name="All").check()
    expect(page.locator(".flag").first).to_contain_text("We looked")


def the_house_answers(desk: Visit, casino: Server) -> None:
    """From the account's page to the queue, and an answer to the note."""
    page = desk.go("/house")
    expect(page.locator("#door-go")).to_be_visible()
    name = signed_up(desk, "Boss")
    page = desk.go("/house")
    expect(page.locator("#door")).to_be_visible()
    expect(page.locator("#door-go")).to_be_hidden()
    desk.troubles.clear()
    house_role(casino, name)
    page = desk.go("/account")
    page.get_by_role("link", name="Answer flags for the house").click()
    flag = page.locator(".flag", has_text="<b>Odd</b> roll")
    expect(flag.locator(".flag-verdict")).to_contain_text("Verified")
    assert in_order(desk) == []
    flag.get_by_role("textbox").fill("We looked: <i>it holds</i>.")
    flag.get_by_role("button", name="Send answer").click()
    expect(page.locator("#say")).to_contain_text("Answered.")
    page.get_by_role("radio", name="Answered").check()
    expect(page.locator(".flag", has_text="it holds")).to_have_count(1)
    page.locator(".flag", has_text="it holds").get_by_role("button", name="Close flag").click()
    expect(page.locator("#say")).to_contain_text("Closed.")
    page.get_by_role("radio", name="Closed").check()
    expect(page.locator(".flag", has_text="it holds")).to_have_count(1)


def test_a_game_that_only_the_phone_knows_is_flagged_with_its_record(visit: Visit) -> None:
    table = rolled(visit, 1)
    record = visit.page.context.request.get(f"{visit.house}/api/tables/{table}/transcript/1").json()
    page = visit.go("/flags")
    expect(page.locator("#none")).to_contain_text("No flagged rolls")
    assert in_order(visit) == []
    record["rolls"][0]["faces"][0] = record["rolls"][0]["faces"][0] % 6 + 1
    ask(page, table=None, game=1, n=1, transcript=record, reason="mismatch")
    page.click("dialog[open] .primary")
    expect(page.locator("dialog[open] .flag-verdict")).to_contain_text("Mismatch")
    page.click("dialog[open] a[href='/flags']")
    flag = page.locator("#flags > .flag")
    expect(flag).to_contain_text("Attached")
    expect(flag).to_contain_text("Mismatch")
    with page.expect_download() as saved:
        flag.get_by_role("button", name="Save its record").click()
    with saved.value.path().open() as file:
        assert json.load(file) == record
    ask(page, table=None, game=1, n=1, transcript=record)
    page.click("dialog[open] .primary")
    expect(page.locator("dialog[open] .error")).to_have_text("You have flagged this roll already. It is on your list.")
    visit.troubles[:] = [each for each in visit.troubles if "409" not in each]
    kept = {"key": "t/1 4", "body": {"table": "t", "game": 1, "roll": 4, "reason": "other"}, "at": 1, "refused": "No."}
    page.evaluate("(kept) => localStorage.setItem('flags-waiting', JSON.stringify([kept]))", kept)
    page.reload()
    expect(page.locator("#waiting")).to_contain_text("Roll 4")
    expect(page.locator("#waiting .error")).to_have_text("No.")
    expect(page.locator("#send")).to_be_hidden()
    assert in_order(visit) == []
    page.get_by_role("button", name="Discard: Roll 4").click()
    expect(page.locator("#waiting")).to_be_hidden()


def test_a_roll_of_a_game_on_this_phone_is_flagged_with_its_record_once_there_is_a_line(
    browser: Browser, casino: Server
) -> None:
    with visiting(browser, casino.url) as visit:
        likes = {"quality": "2d", "speed": "instant", "lesson": "done"}
        visit.page.add_init_script(f"localStorage.setItem('prefs', '{json.dumps(likes)}')")
        page = visit.go("/new?kind=one_phone")
        page.locator("button[type=submit]").first.click()
        page.wait_for_url("**/practice?game=*")
        page.wait_for_selector('#table[data-stage="rest"]', state="attached")
        page.wait_for_timeout(GUARD_MS + 60)
        page.click("#roll")
        page.click("#proof")
        page.click('[data-act="flag"]')
        question = page.locator("dialog[aria-labelledby='flag-title']")
        expect(question).to_contain_text("Sent are: the record of this game")
        page.context.set_offline(True)
        page.wait_for_timeout(GUARD_MS)
        question.locator(".primary").click()
        expect(page.get_by_role("heading", name="Flag kept")).to_be_focused()
        page.context.set_offline(False)
        page.wait_for_function("() => !localStorage.getItem('flags-waiting')")
        visit.go("/flags")
        flag = page.locator("#flags > .flag")
        expect(flag).to_have_count(1)
        expect(flag).to_contain_text("this game was kept on a phone")
        expect(flag).to_contain_text("Verified")
        visit.troubles[:] = [each for each in visit.troubles if "ERR_INTERNET_DISCONNECTED" not in each]
    with sqlite3.connect(casino.state_dir / "tenk.db") as books:
        row = books.execute("SELECT table_id, verdict, transcript FROM flag WHERE attached ORDER BY at DESC").fetchone()
    assert row[:2] == (None, "verified")
    assert json.loads(row[2])["secret"] is None, "the game goes on, and so its secret stays on the phone"
