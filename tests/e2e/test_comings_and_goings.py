"""Whoever comes and goes: the back button, the phone turned on its side, the page put away in the middle of a throw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.at_practice import AtPractice, at_practice, kept_game, start_at
from tests.e2e.at_table import EIGHT_ONES, LISTEN_TO_REGIONS, AtTable, sit_down
from tests.e2e.broken_line import Line
from tests.e2e.visiting import call, cut_texts, open_table, visiting, wider_than_screen
from tests.serving import Server, end, launch_server

pytestmark = pytest.mark.browser

UPRIGHT, ON_ITS_SIDE = (390, 844), (844, 390)
# When sounds begin, in ms of the page.
LISTEN_TO_SOUNDS = """
window.sounds = [];
const begin = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) { sounds.push(performance.now()); begin.apply(this, when); };
"""
HIDE = """(away) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => away });
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (away ? 'hidden' : 'visible') });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
WELL_AGAIN = "#banner[hidden], #banner[data-code=NET3]"
SHOW_AGAIN = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = launch_server(tmp_path_factory.mktemp("comings"), scripted_dice=f"{EIGHT_ONES}/{EIGHT_ONES}")
    yield server
    assert server.complaints() == []
    end(server)


def turn(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(150)


def hands(table: AtTable) -> list[tuple[str | None, str | None]]:
    """What lies there and what is picked of it."""
    return [(die.get_attribute("aria-label"), die.get_attribute("aria-pressed")) for die in table.dice()]


def assert_in_place(table: AtTable) -> None:
    """Dice lie on the felt and apart, buttons on the screen, and no text is cut off or out of it."""
    felt = table.box("#felt")
    boxes = [die.bounding_box() for die in table.dice()]
    for box in boxes:
        assert box is not None, "a die is on the screen"
        assert felt["x"] - 1 <= box["x"] <= felt["x"] + felt["width"] - box["width"] + 1, (box, felt)
        assert felt["y"] - 1 <= box["y"] <= felt["y"] + felt["height"] - box["height"] + 1, (box, felt)
    for one, other in combinations([box for box in boxes if box], 2):
        apart = abs(one["x"] - other["x"]) >= one["width"] - 1 or abs(one["y"] - other["y"]) >= one["height"] - 1
        assert apart, (one, other)
    size = table.page.viewport_size
    assert size is not None, "every visit has a size"
    for name in ("#cell-bank", "#cell-roll", "#menu", "#leave"):
        box = table.box(name)
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= size["width"] + 1, name
        assert box["y"] + box["height"] <= size["height"] + 1, name
    assert [each for each in wider_than_screen(table.page) if "chip" not in each] == []
    dots: str = table.page.evaluate(
        "() => document.querySelector('.bar').innerHTML + document.querySelector('#strip').innerHTML"
    )
    assert [text for text in cut_texts(table.page) if text not in dots] == []


def throw(table: AtPractice) -> None:
    """Roll, and come back with the dice in the air."""
    table.press("#roll")
    table.page.wait_for_selector("#dice.flying", state="attached")
    table.page.wait_for_timeout(250)


def test_back_and_forward_lead_to_the_same_game_at_the_same_place(browser: Browser, server: Server) -> None:
    with at_practice(browser, server.url) as visit:
        visit.go("/")
        table = start_at(visit, "Ann, Ben", "/new?kind=one_phone")
        page = table.page
        table.roll()
        table.keep_something()
        table.roll()
        before = (page.url, table.faces(), page.inner_text("#info"), kept_game(page)["log"])
        for back in ("/new", "/"):
            page.go_back()
            page.wait_for_url(f"{server.url}{back}*")
        expect(page.locator(".waiting")).to_have_count(1)
        page.go_forward()
        page.wait_for_url("**/new*")
        page.go_forward()
        table.settle()
        assert (page.url, table.faces(), page.inner_text("#info"), kept_game(page)["log"]) == before
        # From the card it is one step back, however often.
        visit.go("/")
        page.tap(".waiting-open")
        table.settle()
        for _ in range(2):
            page.go_back()
            expect(page.locator(".waiting")).to_have_count(1)
            page.go_forward()
            table.settle()
            assert (page.url, table.faces()) == before[:2]
        table.keep_something()
        assert len(kept_game(page)["log"]) > len(before[3])


def test_a_phone_turned_in_mid_flight_and_at_rest_keeps_dice_picks_and_buttons(
    browser: Browser, server: Server
) -> None:
    with at_practice(browser, server.url, speed="full") as visit:
        table = start_at(visit, "Ann, Ben")
        page = table.page
        for size in (ON_ITS_SIDE, UPRIGHT):
            page.wait_for_selector("#table[data-picture]")
            throw(table)
            turn(page, size)
            table.at_rest("keep")
            assert table.faces() == [
                kept_game(page)["state"]["lying"][int(die.get_attribute("data-die") or 0)] for die in table.dice()
            ]
            assert_in_place(table)
            table.dice()[0].click()
            table.read()
            picked = hands(table)
            assert sum(pressed == "true" for _, pressed in picked) == 1
            for again in (UPRIGHT, ON_ITS_SIDE, size):
                turn(page, again)
                assert sorted(map(str, hands(table))) == sorted(map(str, picked))
                assert_in_place(table)
            page.click("#undo")
            if size == ON_ITS_SIDE:
                table.keep_something()
                assert_in_place(table)


PUT_AWAY: dict[str, Callable[[Page], None]] = {
    "hidden and seen again": lambda page: (
        page.evaluate(HIDE, True),
        page.wait_for_timeout(700),
        page.evaluate(HIDE, False),
    )[-1],
    "kept and shown again": lambda page: page.evaluate(SHOW_AGAIN),
}


def test_a_page_put_away_in_mid_throw_has_one_roll_one_word_and_no_second_sound(
    browser: Browser, server: Server
) -> None:
    with at_practice(browser, server.url, speed="full") as visit:
        visit.page.context.add_init_script(LISTEN_TO_SOUNDS)
        table = start_at(visit, "Ann, Ben")
        page = table.page
        page.wait_for_selector("#table[data-picture]")
        for rolls, (name, put_away) in enumerate(PUT_AWAY.items(), 1):
            page.evaluate("said.length = sounds.length = 0")
            throw(table)
            put_away(page)
            table.at_rest("keep")
            heard = page.evaluate("sounds.length")
            assert heard > 0, name
            put_away(page)
            page.wait_for_timeout(600)
            said = [text for text in page.evaluate("said") if text.startswith("Rolled")]
            game = kept_game(page)
            assert (len(said), page.evaluate("sounds.length") - heard, game["wish"]) == (1, 0, None), name
            assert sum(event["type"] == "rolled" for event in game["log"]) == rolls, name
            assert sorted(table.faces()) == sorted(game["state"]["lying"]), name
            table.keep_something()


@contextmanager
def two_phones(browser: Browser, server: Server, line: Line) -> Iterator[tuple[AtTable, AtTable]]:
    """Ann and Ben in a game; Ben's phone is at the end of a line that can be cut."""
    with visiting(browser, server.url) as first, visiting(browser, line.url) as second:
        second.page.add_init_script(LISTEN_TO_REGIONS)
        told = open_table(first.page.context, server.url, "Ann", kind="friends")
        ann = sit_down(first, told)
        seat = {"invite": told["invite"], "name": "Ben"}
        assert call(second.page.context, line.url, f"/api/tables/{told['table']}/seats", seat).ok
        ben = sit_down(second, told, "gl=off&speed=full")
        expect(ann.page.locator(".seat")).to_have_count(2)
        ann.press("#start")
        yield ann, ben
        # That a line is broken, its browser may say.
        broken = ("WebSocket connection", "Failed to load resource")
        second.troubles[:] = [each for each in second.troubles if not any(word in each for word in broken)]


def test_a_live_table_put_away_while_the_line_is_down_is_right_when_both_are_back(
    browser: Browser, server: Server
) -> None:
    line = Line(server.port)
    with closing(line), two_phones(browser, server, line) as (ann, ben):
        ben.at_rest("roll")
        ben.page.evaluate(HIDE, True)
        line.cut()
        ann.bank_7000()
        line.mend()
        ben.page.evaluate(HIDE, False)
        ben.page.wait_for_selector('.score-chip.on[data-seat="1"]', timeout=15_000)
        assert ben.text('.score-chip[data-seat="0"] .chip-total') == "7,000"
        # The line goes and the page is put away with the own dice in the air.
        ben.page.wait_for_selector("#table[data-picture]")
        ben.press("#roll")
        ben.page.wait_for_selector("#dice.flying", state="attached")
        ben.page.evaluate("said.length = 0")
        line.cut()
        PUT_AWAY["hidden and seen again"](ben.page)
        expect(ben.page.locator("#banner")).to_contain_text("Reconnecting", timeout=10_000)
        line.mend()
        ben.page.wait_for_selector(WELL_AGAIN, state="attached", timeout=15_000)
        ben.at_rest("keep")
        assert (ben.faces(), ben.view["roll"]) == ([1] * 8, 2)
        assert len([text for text in ben.said() if text.startswith("Rolled")]) <= 1
        ben.keep([1] * 8, "decide")
        assert ben.view["unbanked"] == 7000
