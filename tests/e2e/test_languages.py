"""The game in German, and in a language longer than any: chosen, kept, and nowhere cut off on the smallest phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from app.api.core.languages import PSEUDO
from tests.e2e.at_table import AtTable, sit_down
from tests.e2e.visiting import Visit, cut_texts, open_table, visiting, wider_than_screen
from tests.serving import Server, end, launch_server

pytestmark = pytest.mark.browser

PAGES = ("/", "/new", "/rules", "/settings", "/shop", "/coins", "/account")
FEW_PAGES = ("/", "/new", "/settings", "/account")
SCALES = ("100%", "200%")
BUST_SOON = "66612345/234"
"""Three dice are left after 6 6 6 5 1, and score nothing."""
SCROLLED = "#strip, .heading"
"""Scores scroll in their own strip, and a table's name ends in dots; both say it whole to ears."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with dice that bust at once."""
    server = launch_server(tmp_path_factory.mktemp("languages"), scripted_dice=BUST_SOON, posts_per_window=1_000_000)
    yield server
    assert server.complaints() == []
    end(server)


def speaking(visit: Visit, language: str) -> Visit:
    visit.page.context.add_cookies([{"name": "lang", "value": language, "url": visit.house}])
    return visit


def assert_whole(page: Page, what: str) -> None:
    """At the usual size and at twice that: nothing is cut off, nothing reaches out of the screen."""
    for scale in SCALES:
        page.evaluate("(scale) => { document.documentElement.style.fontSize = scale; }", scale)
        page.wait_for_timeout(60)
        inside = page.evaluate(
            "(places) => [...document.querySelectorAll(places)].map((e) => e.outerHTML).join()", SCROLLED
        )
        cut = [text for text in cut_texts(page) if text not in inside]
        wide = [each for each in wider_than_screen(page) if not each.startswith(("LI.score-chip", "SPAN.chip-"))]
        assert (what, scale, cut, wide) == (what, scale, [], [])
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")


def assert_reachable(page: Page, *names: str) -> None:
    """Twice as large, each control can be scrolled to and pressed on the width of the screen."""
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    for name in names:
        control = page.locator(name)
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box is not None, name
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 320.5, name
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")


def play_to_the_hand_over(table: AtTable, language: str) -> None:
    """A turn of every state, each looked at: ready, picked, a die too many, kept, bust, passed on."""
    page = table.page

    def look(state: str) -> None:
        assert_whole(page, f"{language}: {state}")

    look("ready")
    assert_reachable(page, "#roll", "#bank", "#angle", "#power")
    table.roll()
    table.tap([6, 6, 6, 5, 1])
    expect(page.locator("#keep")).to_contain_text("750")
    look("picked")
    assert_reachable(page, "#keep", "#undo", "#clear")
    table.tap([4])
    expect(page.locator("#keep")).not_to_contain_text("750")
    look("a die too many")
    table.pick([4])[0].click()
    expect(page.locator("#keep")).to_contain_text("750")
    table.press("#keep")
    table.at_rest("decide")
    look("kept")
    assert_reachable(page, "#roll", "#bank")
    table.press("#roll")
    page.wait_for_selector(".take")
    page.wait_for_timeout(300)
    look("passed on")
    assert_reachable(page, ".take")
    table.take()
    table.press("#menu")
    page.wait_for_selector("dialog[open]")
    look("the menu")


@pytest.mark.parametrize(
    ("language", "pages"),
    [("de", PAGES), (PSEUDO, FEW_PAGES), pytest.param(PSEUDO, PAGES, marks=pytest.mark.soak)],
)
def test_on_the_smallest_phone_no_text_is_cut_and_every_control_is_reached(
    browser: Browser, house: Server, language: str, pages: tuple[str, ...]
) -> None:
    with visiting(browser, house.url, (320, 568)) as visit:
        speaking(visit, language)
        for path in pages:
            page = visit.go(path)
            assert page.locator("html").get_attribute("lang") == language
            assert_whole(page, f"{language}: {path}")
        told = open_table(visit.page.context, house.url, "Ann", "Ben")
        play_to_the_hand_over(sit_down(visit, told), language)


def test_a_language_is_chosen_in_the_settings_and_holds_everywhere_also_without_a_network(
    browser: Browser, house: Server
) -> None:
    with visiting(browser, house.url, (390, 844), keeps=True) as visit:
        page = visit.go("/settings")
        expect(page.locator("input[name=language][value=en]")).to_be_checked()
        expect(page.get_by_text("Deutsch", exact=True)).to_have_attribute("lang", "de")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        with page.expect_navigation():
            page.check("input[name=language][value=de]")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator("h1")).to_have_text("Einstellungen")
        expect(page.locator("input[name=language][value=de]")).to_be_checked()
        assert visit.axe() == []
        page.wait_for_function("() => caches.match('/rules', { ignoreSearch: true }).then((a) => a.text())"
                               ".then((text) => text.includes('lang=\"de\"'))")  # fmt: skip
        page.context.set_offline(True)
        page.goto(house.url + "/rules")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.get_by_role("heading", name="Landen auf 10.000")).to_be_visible()
        page.context.set_offline(False)
    with visiting(browser, house.url, (390, 844), locale="de-AT") as visit:
        page = visit.go("/")
        expect(page.locator("h1")).to_have_text("Lande genau auf 10.000")
        told = open_table(page.context, house.url, "Ann", "Ben")
        table = sit_down(visit, told)
        expect(page.locator("#message")).to_have_text("Du bist dran. 8 Würfel.")
        table.roll()
        table.tap([6, 6, 6, 5])
        expect(page.locator("#keep")).to_have_text("Behalten · 650")
