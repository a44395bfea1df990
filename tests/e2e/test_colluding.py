"""Houses that take sides, met by real phones: each is noticed, said aloud, marked and flagged by itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.at_table import LISTEN_TO_REGIONS, AtTable, sit_down
from tests.e2e.visiting import Visit, call, cut_texts, open_table, small_targets, watch, wider_than_screen
from tests.serving import ROOT, Server, end

pytestmark = pytest.mark.browser

DROPPED = "Your phone's part was left out of roll 1. It has been flagged."
CLOSED_EARLY = "Roll 1 was closed too soon. Your phone gave nothing to it and has flagged it."
NAMES = ("Ann", "Ben", "Cleo")
SIZES = ((390, 844), (320, 568), (390, 844))


@contextmanager
def colluding(cheats: str, state: Path) -> Iterator[Server]:
    """A house of its own that cheats."""
    log = state / "server.log"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TENK_")}
    with log.open("a") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.colluding", cheats, "serve", "--port", "0"],
            cwd=ROOT,
            env={**environment, "TENK_STATE_DIR": str(state)},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert process.stdout is not None, "it was asked for"
    line = process.stdout.readline()
    assert line.startswith("Listening on http://"), log.read_text()
    server = Server(line.split()[-1], state, process, log)
    try:
        yield server
        assert server.complaints() == []
    finally:
        end(server)


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[BrowserContext]]:
    contexts = [
        browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
        for width, height in SIZES
    ]
    yield contexts
    for context in contexts:
        context.close()


def friends(phones: list[BrowserContext], house: Server) -> list[AtTable]:
    """A game of friends, each with a phone; the first has the turn."""
    visits = [Visit(phone.new_page(), house.url) for phone in phones]
    for visit in visits:
        watch(visit)
        visit.page.add_init_script(LISTEN_TO_REGIONS)
    told = open_table(phones[0], house.url, NAMES[0], kind="friends")
    for phone, name in zip(phones[1:], NAMES[1:], strict=False):
        asked = {"invite": told["invite"], "name": name}
        assert call(phone, house.url, f"/api/tables/{told['table']}/seats", asked).status == 201
    seated = [sit_down(visit, told) for visit in visits]
    for each in seated:
        expect(each.page.locator(".seat")).to_have_count(len(phones))
    seated[0].press("#start")
    for each in seated:
        each.at_rest("roll")
        # It takes part once its promise for the first roll is kept.
        each.page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('part '))")
    return seated


def flags_of(phone: BrowserContext, house: Server) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone.request.get(f"{house.url}/api/flags?whose=mine").json()["flags"]
    return found


def says(at: AtTable, *sentences: str) -> None:
    """One of the loud sentences is read out and stands there, the mark is turned, and nothing is out of place."""
    expect(at.page.locator("#message")).to_have_text(re.compile("|".join(map(re.escape, sentences))))
    sentence = at.text("#message")
    at.page.wait_for_function("(sentence) => said.includes('! ' + sentence)", arg=sentence)
    expect(at.page.locator("#proof")).to_have_attribute("data-state", "mismatch")
    expect(at.page.locator("#proof")).to_have_attribute("aria-label", "A roll does not match its proof. Show which one")
    assert wider_than_screen(at.page) + small_targets(at.page) + cut_texts(at.page) == []


def flagged_by_itself(at: AtTable, house: Server, note: str) -> None:
    """Asks again and again, for the flag goes its own way."""
    until = time.monotonic() + 10
    while not (found := flags_of(at.page.context, house)) and time.monotonic() < until:
        at.page.wait_for_timeout(50)
    (flag,) = found
    assert (flag["reason"], flag["note"], flag["roll"], flag["auto"]) == ("mismatch", note, 1, True)


def roll(at: AtTable) -> None:
    at.at_rest("roll")
    at.press("#roll")


def test_a_part_that_is_left_out_is_noticed_by_its_phone_and_a_game_rewritten_later_by_the_one_that_saw_it(
    phones: list[BrowserContext], tmp_path: Path
) -> None:
    with colluding("drop,rewrite", tmp_path) as house:
        ann, ben, cleo = friends(phones, house)
        roll(ann)
        says(cleo, DROPPED)
        flagged_by_itself(cleo, house, "dropped")
        assert cleo.visit.axe() == []
        for each in (ann, ben):
            expect(each.page.locator("#proof")).to_have_attribute("data-state", "matches")
            assert flags_of(each.page.context, house) == []
        saw = next(each["dice"] for each in ann.snapshot()["recent"] if each["type"] == "rolled")

        for seat, each in enumerate((ann, ben)):
            assert command(each, "leave", seat=seat)["ok"]
        assert ben.snapshot()["status"] == "over"
        for each in (ann, cleo):
            page = each.visit.go(f"/verify#{each.table}/1")
            expect(page.locator("#verdict")).to_have_attribute("data-state", "fails")
            finding = page.locator("#findings li").first
            expect(finding).to_contain_text("Roll 1 · seen on this phone: This phone saw another roll at the time")
            page.locator("#findings a").first.tap()
            expect(page.locator("#roll-1 .roll-seen")).to_contain_text("This phone saw another roll")
            assert " ".join(map(str, saw)) in page.locator("#roll-1 .roll-seen").inner_text()
            assert wider_than_screen(page) + cut_texts(page) == []
        assert [each.visit.troubles for each in (ann, ben, cleo)] == [[], [], []]
        stranger = phones[0].browser.new_context() if phones[0].browser else None
        assert stranger is not None
        page = stranger.new_page()
        page.goto(f"{house.url}/verify#{ann.table}/1")
        # Whoever saw nothing has only the record, and the record fits together.
        expect(page.locator("#verdict")).to_have_attribute("data-state", "ok")
        stranger.close()


def command(at: AtTable, kind: str, **more: Any) -> dict[str, Any]:
    context, house = at.page.context, at.visit.house
    seq = at.snapshot()["seq"]
    body = {"cid": os.urandom(16).hex(), "expect_seq": seq, "type": kind, **more}
    answer: dict[str, Any] = call(context, house, f"/api/tables/{at.table}/commands", body).json()
    return answer


def test_a_list_that_is_closed_before_phones_could_answer_gets_no_part_of_the_roller(
    phones: list[BrowserContext], tmp_path: Path
) -> None:
    with colluding("early", tmp_path) as house:
        ann, ben = friends(phones[:2], house)
        roll(ann)
        says(ann, CLOSED_EARLY)
        flagged_by_itself(ann, house, "sealed_early")
        # Whether Ben's phone had spoken when the list was closed depends on a moment.
        says(ben, "Roll 1 was closed before every phone could answer. It has been flagged.", DROPPED)
        told = ann.snapshot()
        assert told["opening"]["sealed"]
        assert [each["type"] for each in told["recent"] if each["type"] == "rolled"] == []
        ann.page.reload()
        ann.page.wait_for_selector("#table:not([data-loading])")
        # Not even a reloaded page opens it.
        ann.page.wait_for_function("() => JSON.parse(localStorage.getItem('asked-roll')).wrong === true")
        assert ann.snapshot()["view"]["roll"] == 0
        assert [each.visit.troubles for each in (ann, ben)] == [[], []]
