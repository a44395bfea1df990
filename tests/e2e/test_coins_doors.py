"""The ways to the coin tables and what is told about coins elsewhere: home, account, invitations, rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from app.api.core.settings import Settings
from app.api.ledger.coins import STAKES, START_COINS
from app.api.ledger.models import ADJUST, REVERSAL, ROUTES
from app.api.pages.routes import same_site
from app.api.play.coin_seats import NEWCOMER_GAMES, NEWCOMER_STAKE
from tests.e2e.at_coin_table import PASSWORD, command, open_coins, sign_up
from tests.e2e.at_coins import GUARD_MS, OUT, SETTINGS, adjust, agree, finish_a_game, fresh, signed_up, snapshot, you
from tests.e2e.visiting import (
    Visit,
    cut_texts,
    open_table,
    small_targets,
    visiting,
    wider_than_screen,
)
from tests.serving import Launch, Server

pytestmark = pytest.mark.browser

TEXTS = Path(__file__).resolve().parents[2] / "app" / "static" / "text" / "en"
SMALL_AND_USUAL = [(320, 568), (390, 844)]


@pytest.fixture
def visit(browser: Browser, casino: Server) -> Iterator[Visit]:
    with visiting(browser, casino.url) as visit:
        yield visit


@pytest.fixture
def other(browser: Browser, casino: Server) -> Iterator[Visit]:
    """A second phone."""
    with visiting(browser, casino.url) as visit:
        yield visit


def looked_at(visit: Visit, what: str) -> None:
    """Nothing is too wide, too small, cut off, or against the rules of accessibility."""
    page = visit.page
    assert (visit.axe(), wider_than_screen(page), cut_texts(page), small_targets(page)) == ([], [], [], []), what


# Home.


def test_home_tells_who_is_signed_in_and_what_they_hold_at_the_door_to_the_coin_tables(visit: Visit) -> None:
    page = visit.go("/")
    door = page.locator("#coin-tables")
    expect(door).to_have_text(re.compile(r"Coin tables\s+Winner takes the pot"))
    box = door.bounding_box()
    assert box is not None
    assert box["height"] >= 56
    name = signed_up(visit)
    page = visit.go("/")
    expect(door).to_contain_text(f"{name}: 2,000 coins")
    assert "coins" not in page.locator(".start .primary").inner_text()
    open_coins(page.context, visit.house, stake=250)
    page = visit.go("/")
    expect(door).to_contain_text("Your seat at 250 waits")
    expect(page.locator(".waiting")).to_contain_text("Waiting for players · 250 coins a seat")
    page.context.set_offline(True)
    expect(door).to_contain_text("Need a connection")
    page.context.set_offline(False)
    expect(door).to_contain_text("Your seat at 250 waits")
    door.click()
    page.wait_for_url("**/coins")


def test_a_game_for_coins_that_waits_for_you_stands_first_with_its_stake(browser: Browser, launch: Launch) -> None:
    server = launch(**{**SETTINGS, "countdown_s": 0.1, "scripted_dice": OUT})
    with visiting(browser, server.url) as visit, visiting(browser, server.url) as other:
        signed_up(visit)
        signed_up(other, "Olaf")
        table = open_coins(visit.page.context, server.url, stake=500, size=2)["table"]
        assert command(other.page.context, server.url, table, "buy_in", stake=500).ok
        page = visit.page
        while snapshot(page.context, server.url, table)["status"] != "playing":
            page.wait_for_timeout(50)
        told = snapshot(page.context, server.url, table)
        own = told["view"]["seat"] in told["you"]["seats"]
        acting = visit if own else other
        acting.go("/")
        expect(acting.page.locator(".waiting")).to_contain_text("Your turn · 500 coins a seat")
        expect(acting.page.locator("#coin-tables")).to_contain_text("Your 500 table plays")


# The account.


@pytest.mark.parametrize(
    ("asked", "led_to"),
    [
        ("/coins", "/coins"),
        ("/j/ABCD2345", "/j/ABCD2345"),
        ("/t/0123456789abc?gl=off", "/t/0123456789abc?gl=off"),
        ("/", "/"),
        (None, None),
        ("", None),
        ("coins", None),
        ("//evil.example", None),
        ("/\\evil.example", None),
        ("/\t/evil.example", None),
        ("https://evil.example/", None),
        ("javascript:alert(1)", None),
        ("/coins\n", None),
        (" /coins", None),
        ("/ä", None),
    ],
)
def test_after_signing_in_one_is_led_on_within_this_site_only(asked: str | None, led_to: str | None) -> None:
    assert same_site(asked) == led_to


@pytest.mark.parametrize("way", ["open", "enter"])
def test_the_door_leads_back_to_where_one_came_from(visit: Visit, other: Visit, way: str) -> None:
    name = fresh("Nina")
    if way == "enter":
        sign_up(other.page.context, visit.house, name)
    page = visit.go("/account?next=/coins")
    expect(page.locator(".lead")).to_contain_text("A seat at a coin table needs an account.")
    looked_at(visit, way)
    page.check(f"input[name=way][value={way}]")
    page.fill("#name", name)
    page.fill("#password", PASSWORD)
    page.click("#go")
    page.wait_for_url(visit.house + "/coins")
    expect(page.locator("#purse-coins")).to_have_text("2,000")


def test_a_foreign_address_is_no_way_back(visit: Visit) -> None:
    page = visit.go("/account?next=https://evil.example/")
    page.fill("#name", fresh("Nina"))
    page.fill("#password", PASSWORD)
    page.click("#go")
    expect(page.locator("#coins")).to_have_text("2,000")
    assert page.url.startswith(visit.house + "/account")


def test_a_new_account_is_welcomed_with_its_coins_and_the_notice_can_be_read(visit: Visit, casino: Server) -> None:
    name = signed_up(visit)
    page = visit.go("/account")
    expect(page.locator("#new-coins")).to_have_text("Welcome! 2,000 starting coins are yours.")
    page.click("text=About coins")
    expect(page.locator("#notice")).to_be_visible()
    looked_at(visit, "the notice")
    page.keyboard.press("Escape")
    adjust(casino, name, 5, "Lost two minutes to a fault of ours")
    page = visit.go("/account")
    expect(page.locator("#new-coins")).to_be_hidden()
    first = page.locator("#transfers li").first
    expect(first).to_contain_text("Adjusted by the house")
    expect(first).to_contain_text("Lost two minutes to a fault of ours")
    expect(first).to_contain_text("+5")


@pytest.mark.parametrize("size", SMALL_AND_USUAL)
def test_guest_seats_are_kept_with_the_account(browser: Browser, casino: Server, size: tuple[int, int]) -> None:
    with visiting(browser, casino.url, size) as visit:
        for name in ("Kitchen", "Sunday"):
            open_table(visit.page.context, visit.house, "Nina", kind="friends", name=name)
        signed_up(visit)
        page = visit.go("/account")
        expect(page.locator("#guest-title")).to_have_text("You sit at 2 tables as a guest")
        looked_at(visit, "before")
        page.click("#guest-keep")
        expect(page.locator("#guest-title")).to_have_text("2 seats are now yours on every device")
        expect(page.locator("#guest-title")).to_be_focused()
        assert sorted(page.locator("#guest-seats b").all_inner_texts()) == ["Kitchen", "Sunday"]
        looked_at(visit, "after")
        page.reload(wait_until="networkidle")
        expect(page.locator("#guest")).to_be_hidden()
        expect(page.locator("#coins")).to_have_text("2,000")


def test_every_line_of_a_balance_is_told_in_words_and_games_are_linked(browser: Browser, launch: Launch) -> None:
    texts = json.loads((TEXTS / "account.json").read_text())
    for code in [*ROUTES, ADJUST, REVERSAL]:
        assert texts[f"account.transfer.{code}"], code
    server = launch(**{**SETTINGS, "countdown_s": 0.1, "scripted_dice": OUT})
    with visiting(browser, server.url) as visit, visiting(browser, server.url) as other:
        signed_up(visit)
        signed_up(other)
        finish_a_game(visit.page.context, other.page.context, server.url)
        given_back = open_coins(visit.page.context, server.url, stake=500)["table"]
        assert command(visit.page.context, server.url, given_back, "leave", seat=0).ok
        lines = {
            tuple(line.split("\n")[:1]): line
            for phone in (visit, other)
            for line in phone.go("/account").locator("#transfers li").all_inner_texts()
        }
        assert {words for (words,) in lines} == {
            "Starting coins",
            "Paid for a seat",
            "Stake given back",
            "Won from the pot",
        }
        link = visit.page.locator("#transfers li", has_text="Stake given back").get_by_role("link")
        expect(link).to_have_attribute("href", f"/t/{given_back}")


# Invitations.


@pytest.mark.parametrize("size", SMALL_AND_USUAL)
def test_an_invitation_to_a_coin_table_leads_through_the_door_to_the_seat(
    browser: Browser, casino: Server, size: tuple[int, int]
) -> None:
    with browser.new_context() as phone, visiting(browser, casino.url, size) as visit:
        ann = fresh("Ann")
        sign_up(phone, casino.url, ann)
        told = open_coins(phone, casino.url, stake=500, size=3, private=True)
        page = visit.go(f"/j/{told['invite']}")
        assert page.inner_text("h1") == f"{ann} invites you"
        expect(page.locator("#price")).to_contain_text("500 coins a seat")
        expect(page.locator("#price")).to_contain_text("The winner takes up to 1,500.")
        expect(page.locator("#free")).to_have_text("2 seats are free")
        expect(page.locator("#who")).to_be_hidden()
        expect(page.locator("#sit")).to_be_hidden()
        looked_at(visit, "signed out")
        assert visit.heard("shift") <= 0.02, visit.heard("moved")
        page.click("text=Sign in to sit")
        page.fill("#name", fresh("Nina"))
        page.fill("#password", PASSWORD)
        page.click("#go")
        page.wait_for_url(f"**/j/{told['invite']}")
        expect(page.locator("#price")).to_contain_text("You have 2,000 coins.")
        looked_at(visit, "signed in")
        page.click("text=Sit for 500")
        page.wait_for_timeout(GUARD_MS)
        page.click("#notice-yes")
        expect(page.locator("dialog[open]:not(.sheet)")).to_contain_text("Pay 500 of 2,000.")
        agree(page)
        page.wait_for_url(f"**/t/{told['table']}")
        assert you(page.context, casino.url)["coins"] == 1_500
        page = visit.go(f"/j/{told['invite']}")
        expect(page.locator("#told")).to_have_text("You already sit here.")
        expect(page.locator("#sit")).to_be_hidden()


def test_an_invitation_says_what_is_in_the_way(visit: Visit, other: Visit, casino: Server) -> None:
    signed_up(other, "Ann")
    told = open_coins(other.page.context, visit.house, private=True)
    name = signed_up(visit)
    adjust(casino, name, -1_600)
    page = visit.go(f"/j/{told['invite']}")
    expect(page.locator("#trouble")).to_contain_text("You have 400. 100 short.")
    expect(page.locator("#sit")).to_be_hidden()
    expect(page.locator("#watch")).to_be_visible()
    looked_at(visit, "short")
    mine = open_coins(page.context, visit.house, stake=250)["table"]
    page = visit.go(f"/j/{told['invite']}")
    page.locator("#trouble").get_by_role("link", name="Go to that table").click()
    page.wait_for_url(f"**/t/{mine}")


def test_an_invitation_whose_table_closed_meanwhile_says_so_in_place(visit: Visit, other: Visit) -> None:
    signed_up(other, "Ann")
    told = open_coins(other.page.context, visit.house, private=True)
    signed_up(visit)
    page = visit.go(f"/j/{told['invite']}")
    expect(page.locator("#sit")).to_be_visible()
    assert command(other.page.context, visit.house, told["table"], "leave", seat=0).ok
    page.click("#sit")
    agree(page)
    expect(page.locator("#trouble")).to_contain_text("That table is no longer there.")
    expect(page.locator("#told")).to_contain_text("This game is over.")
    visit.troubles.clear()  # the refusal itself


# Rules.


def test_the_rules_have_an_address_for_every_question_about_coins(visit: Visit) -> None:
    anchors = "coins play-value house coin-seats coin-start coin-clock autopilot coin-away coin-leaving coin-split"
    for anchor in anchors.split():
        page = visit.go(f"/rules#{anchor}")
        top = page.evaluate(f"document.getElementById('{anchor}').getBoundingClientRect().top")
        assert 40 <= top <= 844, f"{anchor} is in sight, and not under the bar"


def test_the_figures_of_the_rules_are_those_that_the_house_plays_by() -> None:
    texts = {key: text for key, text in json.loads((TEXTS / "rules.json").read_text()).items() if ".coins" in key}
    usual = {name: field.default for name, field in Settings.model_fields.items()}
    said = {
        "rules.coins.text": [f"{START_COINS:,}", *(f"{each:,}" for each in STAKES)],
        "rules.coins.clock.text": [f"{usual[name]:.0f} seconds" for name in ("decision_s", "bank_s", "lost_s")],
        "rules.coins.start.text": [f"{usual['wait_s'] / 60:.0f} minutes"],
        "rules.coins.seats.text": ["five games" if NEWCOMER_GAMES == 5 else "?", f"250 and {NEWCOMER_STAKE}"],
        "rules.coins.away.text": ["ten minutes" if usual["pause_s"] == 600 else "?"],
    }
    for key, figures in said.items():
        for figure in figures:
            assert figure in texts[key], (key, figure)


def test_the_price_list_of_the_page_is_that_of_the_house(visit: Visit) -> None:
    page = visit.go("/coins")
    assert page.evaluate("[...document.querySelectorAll('.stake')].map((each) => Number(each.dataset.stake))") == list(
        STAKES
    )
