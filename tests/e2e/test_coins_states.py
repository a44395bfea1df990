"""The list of coin tables when something is wrong, and how every state of it looks and reads."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.at_coin_table import open_coins, sign_up
from tests.e2e.at_coins import (
    GUARD_MS,
    SETTINGS,
    adjust,
    agree,
    fresh,
    in_lobby,
    row,
    signed_up,
    stake,
    texts_over_texts,
    you,
)
from tests.e2e.visiting import (
    SIZES,
    Visit,
    call,
    cut_texts,
    small_targets,
    visiting,
    wider_than_screen,
)
from tests.serving import Launch, Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def table(browser: Browser, casino: Server) -> Iterator[tuple[str, dict[str, Any]]]:
    """A table at 500 where Ann waits: her name, and the table."""
    with browser.new_context() as phone:
        name = fresh("Ann")
        sign_up(phone, casino.url, name)
        yield name, open_coins(phone, casino.url, stake=500, size=8)


@pytest.fixture
def visit(browser: Browser, casino: Server) -> Iterator[Visit]:
    with visiting(browser, casino.url) as visit:
        yield visit
        # Browsers write every refusal into their console.
        visit.troubles[:] = [each for each in visit.troubles if "409" not in each]


def trouble(page: Page) -> Any:
    """What is told about a refusal, in the part of the list that it belongs to."""
    return stake(page, 500).locator(".trouble")


def press_sit(page: Page, name: str) -> None:
    row(page, name).get_by_role("button", name="Sit down with").click()
    agree(page)


# Refused after all: the list was older than the truth.


def test_who_sits_elsewhere_is_led_there(visit: Visit, table: tuple[str, dict[str, Any]]) -> None:
    signed_up(visit)
    page = in_lobby(visit)
    private = open_coins(visit.page.context, visit.house, private=True)["table"]
    press_sit(page, table[0])
    expect(trouble(page)).to_contain_text("You already sit at another coin table. One at a time.")
    trouble(page).get_by_role("link", name="Go to that table").click()
    page.wait_for_url(f"**/t/{private}")


def test_two_accounts_of_one_phone_do_not_share_a_pot(visit: Visit) -> None:
    first = signed_up(visit)
    open_coins(visit.page.context, visit.house)
    assert call(visit.page.context, visit.house, "/api/logins/leave", {}).status == 204
    signed_up(visit)
    page = in_lobby(visit)
    press_sit(page, first)
    expect(trouble(page)).to_contain_text("Somebody on this device already sits there with another account.")
    assert you(page.context, visit.house)["coins"] == 2_000


def test_who_has_too_few_coins_by_now_reads_how_many_are_missing(
    visit: Visit, casino: Server, table: tuple[str, dict[str, Any]]
) -> None:
    name = signed_up(visit)
    page = in_lobby(visit)
    adjust(casino, name, -1_700)
    press_sit(page, table[0])
    expect(trouble(page)).to_contain_text("You have 300. 200 short.")
    expect(trouble(page).get_by_role("link")).to_have_attribute("href", "/new?kind=one_phone")
    expect(page.locator("#purse-coins")).to_have_text("300")


def test_a_notice_that_is_not_accepted_after_all_is_asked_for_then(
    visit: Visit, table: tuple[str, dict[str, Any]]
) -> None:
    signed_up(visit, notice=False)
    accepted = lambda route: route.fulfill(json=with_notice(route))  # noqa: E731
    visit.page.route("**/api/lobby", accepted)
    page = in_lobby(visit)
    press_sit(page, table[0])
    expect(page.locator("#notice-yes")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    page.click("#notice-yes")
    page.wait_for_url("**/t/*")
    assert you(page.context, visit.house)["coins"] == 1_500


def with_notice(route: Route) -> Any:
    """The lobby as told to somebody who has accepted the notice."""
    told = route.fetch().json()
    return {**told, "you": {**told["you"], "notice": True}}


# The line.


def test_without_network_the_list_says_so_and_is_whole_again_afterwards(
    visit: Visit, table: tuple[str, dict[str, Any]]
) -> None:
    signed_up(visit)
    page = in_lobby(visit)
    page.context.set_offline(True)
    expect(page.locator("#age")).to_contain_text("No connection. You see the last list that arrived.")
    expect(page.locator("#say")).to_contain_text("No connection.")
    expect(row(page, table[0])).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#age")).to_be_hidden()
    visit.troubles.clear()  # what the browser says about its network


def test_a_list_older_than_ten_seconds_says_so_and_a_seat_can_be_asked_for_again(
    browser: Browser, launch: Launch
) -> None:
    server = launch(**SETTINGS)
    with visiting(browser, server.url) as visit, browser.new_context() as phone:
        name = fresh("Ann")
        sign_up(phone, server.url, name)
        open_coins(phone, server.url)
        signed_up(visit)
        page = in_lobby(visit)
        server.stop(signal.SIGKILL)
        press_sit(page, name)
        expect(trouble(page)).to_contain_text("No connection to the game.", timeout=10_000)
        expect(page.locator("#age-text")).to_have_text("This list is more than 10 seconds old.", timeout=15_000)
        launch(port=server.port, **SETTINGS)
        expect(page.locator("#age")).to_be_hidden(timeout=10_000)
        trouble(page).get_by_role("button", name="Try again").click()
        agree(page)
        page.wait_for_url("**/t/*")
        visit.troubles.clear()  # what the browser says about its network


def test_a_house_that_does_not_answer_is_asked_again(visit: Visit, table: tuple[str, dict[str, Any]]) -> None:
    visit.page.route("**/api/lobby", lambda route: route.abort())
    page = visit.page
    page.goto(visit.house + "/coins")
    expect(page.get_by_role("heading", name="The coin tables could not be reached")).to_be_visible(timeout=10_000)
    assert visit.axe() == []
    page.unroute("**/api/lobby")
    page.click("#lost-again")
    expect(row(page, table[0])).to_be_visible()
    visit.troubles.clear()  # the calls that were cut


def test_a_slow_answer_is_waited_for_in_words(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route("**/api/lobby", lambda route: held.append(route))
    visit.page.goto(visit.house + "/coins", wait_until="load")
    expect(visit.page.locator("#loading")).to_be_visible()
    visit.page.wait_for_timeout(600)
    assert visit.page.evaluate("getComputedStyle(document.querySelector('#loading')).opacity") == "1"
    held[0].continue_()
    expect(visit.page.locator("#lobby")).to_be_visible()
    expect(visit.page.locator("#loading")).to_be_hidden()


# How it looks and reads.


def looked_at(visit: Visit, what: str) -> None:
    """Nothing is too wide, too small, cut off, or against the rules of accessibility."""
    page = visit.page
    page.evaluate("scrollTo(0, 0)")
    assert (visit.axe(), wider_than_screen(page), cut_texts(page), small_targets(page)) == ([], [], [], []), what


def states(visit: Visit) -> Iterator[str]:
    """The list from signed out to seated, each state standing on the screen when it is named."""
    page = in_lobby(visit)
    yield "signed out"
    signed_up(visit, notice=False)
    page = in_lobby(visit)
    yield "signed in"
    page.click("text=About coins")
    yield "the notice to read"
    page.keyboard.press("Escape")
    stake(page, 250).get_by_role("button", name="Quick seat").click()
    yield "the notice to accept"
    page.wait_for_timeout(GUARD_MS)
    page.click("#notice-yes")
    page.wait_for_selector("dialog[open]:not(.sheet)")
    yield "the question"
    page.keyboard.press("Escape")
    page.click("#open")
    yield "opening a table"
    page.keyboard.press("Escape")
    open_coins(page.context, visit.house, stake=250)
    expect(page.locator("#yours")).to_be_visible(timeout=5_000)
    yield "seated"


@pytest.mark.parametrize("size", SIZES)
def test_every_state_fits_the_screen_and_a_thumb_and_reads_well(
    browser: Browser, casino: Server, table: tuple[str, dict[str, Any]], size: tuple[int, int]
) -> None:
    with visiting(browser, casino.url, size) as visit:
        for what in states(visit):
            looked_at(visit, what)


def test_twice_the_text_on_the_smallest_phone_is_not_cut_off(
    browser: Browser, casino: Server, table: tuple[str, dict[str, Any]]
) -> None:
    with visiting(browser, casino.url, (320, 568)) as visit:
        for what in states(visit):
            page = visit.page
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            page.wait_for_timeout(50)
            assert (wider_than_screen(page), cut_texts(page), texts_over_texts(page)) == ([], [], []), what
            page.evaluate("document.documentElement.style.fontSize = ''")


@pytest.mark.parametrize("size", [(320, 568), (412, 823)])
def test_nothing_moves_when_the_list_comes_late(
    browser: Browser, casino: Server, table: tuple[str, dict[str, Any]], size: tuple[int, int]
) -> None:
    with visiting(browser, casino.url, size) as visit:
        visit.page.route("**/api/**", late)
        visit.go("/coins")
        assert visit.heard("shift") <= 0.02, visit.heard("moved")
        signed_up(visit)
        open_coins(visit.page.context, visit.house, stake=250)
        visit.go("/coins")
        assert visit.heard("shift") <= 0.02, visit.heard("moved")


def late(route: Route) -> None:
    """An answer that comes well after the first paint."""
    time.sleep(0.4)
    route.continue_()


def test_the_seats_survive_forced_colours(browser: Browser, casino: Server, table: tuple[str, dict[str, Any]]) -> None:
    with visiting(browser, casino.url, forced_colors="active") as visit:
        page = in_lobby(visit)
        free, taken = (
            row(page, table[0]).locator(f".dots i{which}").first.evaluate("(e) => getComputedStyle(e).backgroundColor")
            for which in (":not(.taken)", ".taken")
        )
        assert free != taken
        assert "of 8 seats taken" in row(page, table[0]).locator(".row-taken").inner_text()
