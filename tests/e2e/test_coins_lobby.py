"""The list of coin tables: what stands in it, and every way to a seat, on a real server with real accounts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.at_coin_table import command, open_coins
from tests.e2e.at_coins import (
    GUARD_MS,
    OUT,
    SETTINGS,
    adjust,
    agree,
    finish_a_game,
    in_lobby,
    row,
    signed_up,
    snapshot,
    stake,
    you,
)
from tests.e2e.visiting import Visit, visiting
from tests.serving import Launch, Server

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(browser: Browser, casino: Server) -> Iterator[Visit]:
    with visiting(browser, casino.url) as visit:
        yield visit
        refused_as_planned(visit)


@pytest.fixture
def other(browser: Browser, casino: Server) -> Iterator[Visit]:
    """A second phone."""
    with visiting(browser, casino.url) as visit:
        yield visit
        refused_as_planned(visit)


def refused_as_planned(visit: Visit) -> None:
    """Browsers write every refusal into their console."""
    visit.troubles[:] = [each for each in visit.troubles if "409" not in each and "401" not in each]


def to_table(page: Page) -> str:
    """Wait until the page is at a table; answers which."""
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


# Taking a seat.


def test_the_first_seat_is_offered_with_the_notice_then_asked_for_then_paid(visit: Visit, other: Visit) -> None:
    ann = signed_up(other, "Ann")
    told = open_coins(other.page.context, visit.house, stake=500, size=3)
    signed_up(visit, notice=False)
    page = in_lobby(visit)
    row(page, ann).get_by_role("button", name="Sit down with").click()
    notice = page.locator("#notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("cannot be bought, sold or cashed out")
    expect(notice).to_contain_text("The house may adjust a balance")
    expect(notice).to_contain_text("your stake stays in the pot")
    expect(notice).to_contain_text("every stake goes back to whoever paid it")
    assert you(visit.page.context, visit.house)["notice"] is False
    page.wait_for_timeout(GUARD_MS)
    page.click("#notice-yes")
    question = page.locator("dialog[open]:not(.sheet)")
    expect(question).to_contain_text("Pay 500 of 2,000. Pot goes to the winner, no house cut.")
    expect(question).to_contain_text(f"Progressive, 3 seats, with {ann}.")
    expect(question.get_by_role("button", name="Not now")).to_be_focused()
    assert you(visit.page.context, visit.house)["coins"] == 2_000
    agree(page)
    assert to_table(page) == told["table"]
    assert you(visit.page.context, visit.house)["coins"] == 1_500
    assert len(snapshot(visit.page.context, visit.house, told["table"])["seats"]) == 2


def test_the_notice_is_asked_for_once_and_can_be_read_again(visit: Visit, other: Visit) -> None:
    ann = signed_up(other, "Ann")
    open_coins(other.page.context, visit.house)
    signed_up(visit)
    page = in_lobby(visit)
    page.click("text=About coins")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#notice-yes")).to_be_hidden()
    page.keyboard.press("Escape")
    row(page, ann).get_by_role("button", name="Sit down with").click()
    expect(page.locator("dialog[open]")).to_contain_text("Pay 500 of 2,000")


def test_whoever_does_not_accept_the_notice_or_the_price_has_paid_nothing(visit: Visit, other: Visit) -> None:
    ann = signed_up(other, "Ann")
    open_coins(other.page.context, visit.house)
    signed_up(visit, notice=False)
    page = in_lobby(visit)
    sit = row(page, ann).get_by_role("button", name="Sit down with")
    sit.click()
    page.click("#notice-foot >> text=Not now")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert you(visit.page.context, visit.house)["notice"] is False
    sit.click()
    page.wait_for_timeout(GUARD_MS)
    page.click("#notice-yes")
    page.wait_for_selector("dialog[open]:not(.sheet)")
    page.wait_for_timeout(GUARD_MS)
    page.click("dialog[open]:not(.sheet) >> text=Not now")
    expect(page.locator("dialog[open]")).to_have_count(0)
    told = you(visit.page.context, visit.house)
    assert (told["notice"], told["coins"], told["seat"]) == (True, 2_000, None)


def test_a_hasty_second_tap_pays_nothing(visit: Visit, other: Visit) -> None:
    ann = signed_up(other, "Ann")
    open_coins(other.page.context, visit.house)
    signed_up(visit)
    page = in_lobby(visit)
    page.evaluate(
        """(name) => {
          const row = [...document.querySelectorAll('.seat-row')].find((each) => each.textContent.includes(name));
          row.querySelector('.sit').click();
          document.querySelector('dialog[open] .primary')?.click();
        }""",
        ann,
    )
    expect(page.locator("dialog[open]")).to_have_count(1)
    assert you(visit.page.context, visit.house)["coins"] == 2_000


def test_a_quick_seat_opens_a_table_of_four_and_the_next_one_joins_it(browser: Browser, launch: Launch) -> None:
    server = launch(**SETTINGS)
    with visiting(browser, server.url) as first, visiting(browser, server.url) as second:
        tables = []
        for visit, names in ((first, "else you are the first"), (second, "You sit with others if a table waits")):
            signed_up(visit)
            page = in_lobby(visit)
            page.check("input[name=shown][value=trippn]")
            stake(page, 250).get_by_role("button", name="Quick seat").click()
            expect(page.locator("dialog[open]")).to_contain_text("Trippn. You sit")
            expect(page.locator("dialog[open]")).to_contain_text(names)
            agree(page)
            tables.append(to_table(page))
        told = snapshot(second.page.context, server.url, tables[1])
        assert tables[0] == tables[1]
        assert (told["size"], told["stake"], told["rules"]["key"], len(told["seats"])) == (4, 250, "trippn", 2)


def test_with_both_games_shown_a_quick_seat_goes_where_somebody_waits(visit: Visit, other: Visit) -> None:
    signed_up(other, "Ann")
    told = open_coins(other.page.context, visit.house, stake=250, rules="trippn", size=8)
    signed_up(visit)
    page = in_lobby(visit)
    assert page.is_checked("input[name=shown][value=both]")
    stake(page, 250).get_by_role("button", name="Quick seat").click()
    expect(page.locator("dialog[open]")).to_contain_text("Trippn.")
    agree(page)
    assert to_table(page) == told["table"]


def test_a_table_is_opened_as_chosen_and_the_choice_is_there_next_time(visit: Visit) -> None:
    signed_up(visit)
    page = in_lobby(visit)
    page.click("#open")
    for name, value in (("stake", "250"), ("rules", "trippn"), ("size", "6"), ("who", "private")):
        page.check(f"input[name=open-{name}][value='{value}']")
    expect(page.locator("#opening-pay")).to_have_text("Pay 250 of 2,000. Pot goes to the winner, no house cut.")
    expect(page.locator("#opening-pot")).to_have_text("Full, the pot is 1,500.")
    expect(page.locator("#opening-go")).to_have_text("Pay 250 and open")
    page.wait_for_timeout(GUARD_MS)
    page.click("#opening-go")
    told = snapshot(page.context, visit.house, to_table(page))
    assert (told["stake"], told["size"], told["listed"], told["rules"]["key"]) == (250, 6, False, "trippn")
    assert told["table"] not in [each["table"] for each in lobby_tables(visit)]
    # The invitation's picture is for those who sit there.
    page.wait_for_load_state("networkidle")
    assert command(page.context, visit.house, told["table"], "leave", seat=0).ok
    page = in_lobby(visit)
    page.click("#open")
    assert [page.is_checked(f"input[name=open-{each}]") for each in ("stake][value='250'", "size][value='6'")] == [
        True,
        True,
    ]


def lobby_tables(visit: Visit) -> list[dict[str, object]]:
    tables: list[dict[str, object]] = visit.page.context.request.get(f"{visit.house}/api/lobby").json()["tables"]
    return tables


def test_a_seat_is_taken_by_keyboard_alone(visit: Visit, other: Visit) -> None:
    ann = signed_up(other, "Ann")
    told = open_coins(other.page.context, visit.house)
    signed_up(visit)
    page = in_lobby(visit)
    for _ in range(60):
        page.keyboard.press("Tab")
        here = page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
        assert page.evaluate(
            """() => { const e = document.activeElement; const shown = e.type === 'radio' ? e.nextElementSibling : e;
              return parseFloat(getComputedStyle(shown).outlineWidth); }"""
        ), here
        if here == f"Sit down with {ann} for 500 coins":
            break
    page.keyboard.press("Enter")
    page.wait_for_timeout(GUARD_MS)
    assert page.evaluate("document.activeElement.textContent") == "Not now"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert to_table(page) == told["table"]


# Signed out.


def test_without_an_account_the_list_is_seen_and_a_seat_leads_to_the_door_and_back(visit: Visit, other: Visit) -> None:
    ann = signed_up(other, "Ann")
    open_coins(other.page.context, visit.house)
    page = in_lobby(visit)
    expect(page.locator("#out")).to_be_visible()
    expect(page.locator("#out")).to_contain_text("A new account starts with 2,000 coins")
    expect(page.locator("#open")).to_be_hidden()
    row(page, ann).get_by_role("link", name="Sit").click()
    page.wait_for_url("**/account?next=%2Fcoins")
    page.fill("#name", f"New {ann}")
    page.fill("#password", "seven green teacups")
    page.click("#go")
    page.wait_for_url(visit.house + "/coins")
    expect(page.locator("#purse-coins")).to_have_text("2,000")
    expect(row(page, ann).get_by_role("button", name="Sit down with")).to_be_visible()


def test_signing_out_elsewhere_leaves_the_list_with_a_door_in_it(visit: Visit, other: Visit) -> None:
    ann = signed_up(other, "Ann")
    open_coins(other.page.context, visit.house)
    signed_up(visit)
    page = in_lobby(visit)
    second = visit.page.context.new_page()
    second.goto(visit.house + "/account", wait_until="networkidle")
    second.click("#leave")
    expect(page.locator("#out")).to_be_visible(timeout=15_000)
    expect(row(page, ann).get_by_role("link", name="Sit")).to_have_attribute("href", "/account?next=%2Fcoins")


# The list is alive.


def test_what_others_do_is_seen_without_asking(visit: Visit, other: Visit) -> None:
    signed_up(visit)
    page = in_lobby(visit)
    ann = signed_up(other, "Ann")
    table = open_coins(other.page.context, visit.house, stake=500, size=2)["table"]
    mine = row(page, ann)
    expect(mine).to_contain_text("1 seat free", timeout=3_000)
    expect(mine).to_contain_text("Pot 500")
    assert command(visit.page.context, visit.house, table, "buy_in", stake=500).ok
    expect(mine).to_contain_text("Pot 1,000", timeout=3_000)
    expect(mine.locator(".row-state")).to_have_text("Starts in 3", timeout=3_000)
    expect(mine.locator(".row-state")).to_have_text("Starts in 2", timeout=3_000)
    expect(mine.locator(".row-state")).to_have_text("Your seat", timeout=5_000)
    expect(page.locator("#shout")).to_have_text("Your 500 table has started.")
    with visiting(page.context.browser, visit.house) as third:  # type: ignore[arg-type]
        seen = row(in_lobby(third), ann)
        expect(seen).to_contain_text("Playing")
        seen.get_by_role("link", name="Watch").click()
        assert to_table(third.page) == table


def test_a_focused_button_keeps_the_focus_while_the_list_changes(visit: Visit, other: Visit, browser: Browser) -> None:
    ann = signed_up(other, "Ann")
    told = open_coins(other.page.context, visit.house)
    signed_up(visit)
    page = in_lobby(visit)
    row(page, ann).get_by_role("button", name="Sit down with").focus()
    with visiting(browser, visit.house) as third:
        ben = signed_up(third, "Ben")
        assert command(third.page.context, visit.house, told["table"], "buy_in", stake=500).ok
        expect(row(page, ann)).to_contain_text(ben, timeout=3_000)
    assert (
        page.evaluate("document.activeElement.getAttribute('aria-label')")
        == f"Sit down with {ann} and {ben} for 500 coins"
    )


def test_ones_own_seat_stands_on_top_on_every_device_and_is_gone_when_it_is_left(
    visit: Visit, browser: Browser
) -> None:
    name = signed_up(visit)
    table = open_coins(visit.page.context, visit.house)["table"]
    page = in_lobby(visit)
    expect(page.locator("#yours")).to_contain_text("You sit at a 500 table. It waits for players.")
    expect(row(page, name)).to_contain_text("Your seat")
    assert page.locator(".sit").all_inner_texts() == ["Return"]
    for hidden in ("#open", "button.quick >> visible=true", "button.first >> visible=true"):
        expect(page.locator(hidden)).to_have_count(1 if hidden == "#open" else 0)
    expect(page.locator("#open")).to_be_hidden()
    assert command(page.context, visit.house, table, "leave", seat=0).ok
    expect(page.locator("#yours")).to_be_hidden(timeout=3_000)
    expect(page.locator("#purse-coins")).to_have_text("2,000")
    open_coins(visit.page.context, visit.house)
    expect(page.locator("#yours")).to_be_visible(timeout=3_000)
    page.click("#yours-go")
    to_table(page)


# What stands in the way is said before the tap.


def test_newcomers_read_what_opens_when_and_after_five_games_everything_is_open(
    browser: Browser, launch: Launch
) -> None:
    server = launch(**{**SETTINGS, "countdown_s": 0.1, "scripted_dice": OUT})
    with visiting(browser, server.url) as visit, visiting(browser, server.url) as other:
        signed_up(visit)
        signed_up(other)
        page = in_lobby(visit)
        expect(page.locator("#newcomer")).to_have_text("Your first five games are at 250 and 500: 5 to go.")
        expect(stake(page, 1000)).to_contain_text("Opens to you after 5 more games.")
        assert page.locator("button.quick >> visible=true").count() == 2
        page.click("#open")
        shut = "[...document.querySelectorAll('input[name=open-stake]:disabled')].map((each) => each.value)"
        assert page.evaluate(shut) == ["1000", "2000", "5000"]
        for played in range(5):
            finish_a_game(visit.page.context, other.page.context, server.url)
            assert you(visit.page.context, server.url)["games_left"] == 4 - played
        adjust(server, you(visit.page.context, server.url)["name"], 2_000)
        page = in_lobby(visit)
        expect(page.locator("#newcomer")).to_be_hidden()
        expect(stake(page, 1000).locator("button.quick")).to_be_visible()


def test_who_is_short_of_a_stake_reads_how_much_and_where_play_is_free(visit: Visit, casino: Server) -> None:
    adjust(casino, signed_up(visit), -1_600)
    page = in_lobby(visit)
    expect(stake(page, 500)).to_contain_text("You have 400. 100 short.")
    expect(stake(page, 250).locator("button.quick")).to_be_visible()
    expect(stake(page, 500).locator("button.quick")).to_be_hidden()
    assert "buy" not in page.inner_text("main").lower()
    stake(page, 500).get_by_role("link", name="Practice is free").click()
    page.wait_for_url("**/new?kind=one_phone")


def test_who_cannot_pay_any_stake_is_told_kindly(visit: Visit, casino: Server) -> None:
    adjust(casino, signed_up(visit), -1_880)
    page = in_lobby(visit)
    expect(page.locator("#poor")).to_contain_text("You have 120 coins, and the smallest seat costs 250.")
    expect(page.locator("#poor a")).to_have_attribute("href", "/new?kind=one_phone")
    expect(page.locator("#open")).to_be_hidden()


def test_an_empty_house_offers_to_open_a_table_of_each_stake_that_one_can_pay(browser: Browser, launch: Launch) -> None:
    server = launch(**SETTINGS)
    with visiting(browser, server.url) as visit:
        signed_up(visit)
        page = in_lobby(visit)
        assert page.locator("button.first >> visible=true").all_inner_texts() == [
            "Open a 250 table",
            "Open a 500 table",
        ]
        page.click("text=Open a 500 table")
        assert page.is_checked("input[name=open-stake][value='500']")
        page.wait_for_timeout(GUARD_MS)
        page.click("#opening-go")
        told = snapshot(page.context, server.url, to_table(page))
        assert (told["stake"], told["size"], told["listed"]) == (500, 4, True)


def test_while_the_books_are_checked_nobody_sits_and_the_page_says_why(browser: Browser, launch: Launch) -> None:
    server = launch(**SETTINGS, verify_s=0.2)
    with visiting(browser, server.url) as visit:
        signed_up(visit)
        page = in_lobby(visit)
        expect(page.locator("#halted")).to_be_hidden()
        for change, shown in ((1, True), (-1, False)):
            with sqlite3.connect(server.state_dir / "tenk.db", timeout=10) as books:
                books.execute("UPDATE purse SET balance = balance + ? WHERE kind = 'account'", (change,))
            expect(page.locator("#halted")).to_be_visible(visible=shown, timeout=15_000)
            expect(page.locator("#open")).to_be_visible(visible=not shown)
