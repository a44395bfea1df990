"""Every state of the table for everybody: the rules of accessibility, large text, forced colours, a lost picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES, QUICK, AtTable, at_table, bots, sit_down
from tests.e2e.dice_page import GL
from tests.e2e.visiting import ARGUMENTS, CHROMIUM, call, open_table, visiting
from tests.serving import Launch, Scripted, Server

pytestmark = pytest.mark.browser

TURN = "11122346/23446"
"""A thousand, then a bust."""


def early_states(game: AtTable) -> Iterator[str]:
    """A first turn with every kind of selection, up to the hand-over."""
    game.at_rest("roll")
    yield "ready"
    game.roll()
    yield "nothing picked"
    game.tap([4])
    yield "a dead die"
    game.press("#keep")
    yield "a refused keep"
    game.page.click("#undo")
    game.tap([1, 2, 3, 4, 5, 6, 6, 6])
    game.press("#keep")
    yield "refused, with an order that works"
    game.page.click(".message-action")
    game.read()
    yield "eight dice in two groups"
    game.press("#keep")
    game.at_rest("decide")
    yield "bank or roll"
    game.page.click("#menu")
    yield "the menu"
    game.page.click("[data-item=rules]")
    expect(game.page.locator("#rules-sheet")).to_be_visible()
    yield "the rules"
    game.page.keyboard.press("Escape")
    game.page.click("#menu")
    game.page.click("[data-item=settings]")
    expect(game.page.locator("#settings-sheet")).to_be_visible()
    yield "the settings"
    game.page.keyboard.press("Escape")
    game.bank()
    game.page.wait_for_selector(".take")
    yield "the hand-over"


@pytest.mark.parametrize("size", [(320, 568), pytest.param((390, 844), marks=pytest.mark.soak)])
def test_the_first_turn_breaks_no_rule_of_accessibility(
    browser: Browser, scripted: Scripted, size: tuple[int, int]
) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url, size=size) as game:
        for state in early_states(game):
            assert game.visit.axe() == [], state


def test_the_endgame_breaks_no_rule_of_accessibility(browser: Browser, scripted: Scripted) -> None:
    out = f"{FIVE_ONES}/234"
    server = scripted(f"{EIGHT_ONES}/{EIGHT_ONES}/15222334/234624/{out}/{out}/{TURN}/{TURN}")
    # At full speed what happens is held long enough to be looked at.
    with at_table(browser, server.url, query="gl=off&speed=full&motion=off") as game:

        def look(state: str) -> None:
            assert game.visit.axe() == [], state

        for _ in range(2):
            game.bank_7000()
            game.take()
        game.roll()
        game.keep([1, 5], "decide")
        game.press("#roll")
        game.page.wait_for_selector(".card.bust")
        look("a bust")
        game.take()
        game.reach_10000()
        look("the roll for nothing")
        game.press("#roll")
        game.page.wait_for_selector(".card.cheer")
        look("out even")
        game.take()
        game.at_rest("roll")
        look("the last turn")
        game.reach_10000()
        game.press("#roll")
        game.take()
        look("the vote")
        game.answer("vote_no")
        game.page.wait_for_timeout(400)
        look("a question")
        game.page.click("dialog[open] .danger")
        game.at_rest("order")
        look("the order")
        game.answer("order_first")
        game.at_rest("roll")
        look("a roll-off turn")
        for _ in range(2):
            game.roll()
            game.keep([1, 1, 1], "roll")
            game.press("#roll")
            game.take()
        look("sharing")
        game.answer("share_yes")
        game.take()
        game.answer("share_yes")
        game.page.wait_for_selector("#cover[data-kind=ending]")
        look("the end")


def test_waiting_watching_and_bots_break_no_rule_of_accessibility(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url) as visit, visiting(browser, house.url) as stranger:
        told = open_table(visit.page.context, house.url, "Ann", kind="friends")
        sit_down(visit, told)
        assert visit.axe() == [], "the lobby"
        call(
            visit.page.context,
            house.url,
            f"/api/tables/{told['table']}/seats",
            {"invite": told["invite"], "name": "Ben"},
        )
        sit_down(stranger, told)
        assert stranger.axe() == [], "a stranger in the lobby"
    seats = [*bots("R1", "R2"), {"name": "Ann"}]
    with at_table(browser, house.url, query="gl=off&speed=full", opening={"seats": seats}) as game:
        game.page.wait_for_selector("[data-choice=skip_bots]")
        assert game.visit.axe() == [], "bots"


@pytest.mark.parametrize("scale", ["137.5%", "200%"])
def test_text_twice_as_large_cuts_nothing_off_and_scrolls_one_way(
    browser: Browser, scripted: Scripted, scale: str
) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url, size=(320, 568)) as game:
        game.page.evaluate("(scale) => { document.documentElement.style.fontSize = scale; }", scale)

        def reachable(*names: str) -> None:
            assert game.page.evaluate("document.querySelector('#table').scrollWidth") <= 320
            for name in names:
                game.page.locator(name).scroll_into_view_if_needed()
                box = game.box(name)
                assert box["x"] >= 0, name
                assert box["x"] + box["width"] <= 320.5, name
                inner = game.page.locator(name).evaluate(
                    "(e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
                )
                assert max(inner) <= 1, (name, inner)

        game.at_rest("roll")
        reachable("#roll", "#bank", "#angle", "#power", "#message", "#info")
        game.roll()
        game.tap([6, 6, 6, 5])
        reachable("#keep", "#undo", "#clear", "#bank", "#message", "#info")
        game.tap([4])
        reachable("#keep", "#message")
        game.page.click("#undo")
        game.press("#keep")
        game.at_rest("decide")
        reachable("#roll", "#bank", "#message")


def test_in_forced_colours_picked_and_dead_dice_still_differ(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url, forced_colors="active") as game:
        game.roll()
        game.tap([6, 6, 6, 5, 4])
        edges = game.page.evaluate(
            """() => [...document.querySelectorAll('.die-button')].map((d) => {
              const s = getComputedStyle(d, '::before'); const b = d.querySelector('.die-badge');
              return [d.getAttribute('aria-pressed'), s.borderTopColor !== 'rgba(0, 0, 0, 0)', b.offsetWidth > 0]; })"""
        )
        assert all(edge and badge for pressed, edge, badge in edges if pressed == "true")
        assert not any(edge or badge for pressed, edge, badge in edges if pressed == "false")


def test_a_picture_lost_in_mid_roll_is_drawn_flat_and_the_game_goes_on(browser: Browser, launch: Launch) -> None:
    server = launch(scripted_dice="66612345")
    painter = browser.browser_type.launch(executable_path=CHROMIUM, args=ARGUMENTS + GL)
    with visiting(painter, server.url) as visit:
        visit.page.add_init_script("localStorage.setItem('prefs', JSON.stringify({ quality: 'low' }))")
        game = sit_down(visit, open_table(visit.page.context, server.url, "Ann"), "speed=full")
        game.page.wait_for_selector("#table[data-picture=low]", state="attached")
        game.press("#roll")
        game.page.wait_for_selector("#dice.flying", state="attached")
        game.page.evaluate(
            "document.querySelector('#canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"
        )
        game.page.wait_for_selector("#table[data-picture='2d']", state="attached", timeout=1500)
        game.at_rest("keep")
        game.keep([6, 6, 6], "decide")
        assert game.view["unbanked"] == 600
        assert game.page.locator("#felt canvas:visible").count() == 1
    painter.close()


def test_a_record_that_never_comes_does_not_hold_the_game_up(browser: Browser, launch: Launch) -> None:
    """Without a single throw record the dice lie there and can be kept."""
    server = launch(scripted_dice="66612345", throw_backlog=0)
    with at_table(browser, server.url, query="gl=off&speed=full") as game:
        game.page.route("**/throws/**", lambda route: route.abort())
        game.roll()
        assert game.faces().count(6) == 3
        game.keep([6, 6, 6], "decide")
        game.visit.troubles[:] = [line for line in game.visit.troubles if "Failed to load resource" not in line]


def test_the_picture_can_be_changed_in_the_middle_of_a_game(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url, query=QUICK.replace("gl=off&", "")) as game:
        game.roll()
        game.page.click("#menu")
        game.page.click("[data-item=settings]")
        game.page.locator("[name=pref-quality][value='2d']").check()
        game.page.keyboard.press("Escape")
        game.page.wait_for_selector("#table[data-picture='2d']", state="attached")
        game.keep([6, 6, 6], "decide")


def test_a_picture_chosen_while_the_dice_are_on_their_way_is_the_one_that_comes(
    browser: Browser, scripted: Scripted
) -> None:
    server = scripted("66612345")
    painter = browser.browser_type.launch(executable_path=CHROMIUM, args=ARGUMENTS + GL)
    with closing(painter), visiting(painter, server.url) as visit:
        page = visit.page
        page.add_init_script("localStorage.getItem('prefs') ?? localStorage.setItem('prefs', '{\"quality\":\"low\"}')")
        page.route("**/js/dice/animator.js", lambda route: None)
        with page.expect_request("**/js/dice/animator.js"):
            sit_down(visit, open_table(page.context, server.url, "Ann"), "speed=instant")
        page.evaluate("""async () => {
          const { prefs } = await import(document.querySelector('link[href$="js/prefs.js"]').href);
          prefs.set('quality', '2d');
        }""")
        # What is held back goes on with it.
        page.unroute("**/js/dice/animator.js")
        page.wait_for_selector("#table[data-picture='2d']", state="attached")
        assert page.locator("#felt canvas:visible").count() == 1


def test_where_no_picture_can_be_loaded_the_dice_are_their_numbers(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with visiting(browser, server.url) as visit:
        visit.page.route("**/js/dice/renderer.js", lambda route: route.abort())
        game = sit_down(visit, open_table(visit.page.context, server.url, "Ann"), "speed=instant")
        game.roll()
        shown = sorted(game.page.locator(".die-face:visible").all_inner_texts())
        assert shown == ["1", "2", "3", "4", "5", "6", "6", "6"]
        game.keep([6, 6, 6], "decide")
        visit.troubles[:] = [line for line in visit.troubles if "Failed to load resource" not in line]
