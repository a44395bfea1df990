"""The account page: opened, signed in to, recovered, changed and deleted, as people do it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.visiting import Visit, cut_texts, small_targets, visiting, wider_than_screen
from tests.serving import Server

pytestmark = pytest.mark.browser

PASSWORD = "seven green teacups"
NUMBERS = count(1)


@pytest.fixture
def visit(browser: Browser, house: Server) -> Iterator[Visit]:
    with visiting(browser, house.url) as visit:
        yield visit
        # A wrong password answers 401, and the browser says so in its console.
        visit.troubles[:] = [trouble for trouble in visit.troubles if "401" not in trouble and "409" not in trouble]


def opened(visit: Visit, password: str = PASSWORD) -> str:
    """A fresh account on this phone."""
    name = f"Guest {next(NUMBERS)}a"
    page = visit.go("/account")
    page.fill("#name", name)
    page.fill("#password", password)
    page.click("#go")
    expect(page.locator("#coins")).to_have_text("2,000")
    return name


def enter(page: Page, name: str, password: str) -> None:
    page.check("input[name=way][value=enter]")
    page.fill("#name", name)
    page.fill("#password", password)
    page.click("#go")


def test_an_account_is_opened_and_shows_its_first_coins(visit: Visit) -> None:
    name = opened(visit)
    page = visit.page
    expect(page.locator("#who")).to_have_text(name)
    expect(page.locator("#transfers li")).to_have_count(1)
    expect(page.locator("#transfers li")).to_contain_text("Starting coins")
    expect(page.locator("#logins li")).to_contain_text("this device")
    assert visit.axe() == []


def test_a_name_is_checked_while_it_is_typed(visit: Visit) -> None:
    name = opened(visit)
    with visit.page.context.browser.new_context() as other:
        page = other.new_page()
        page.goto(visit.house + "/account")
        page.locator("#name").press_sequentially(name.upper())
        expect(page.locator("#name-note")).to_have_text("That name is taken.")
        page.fill("#name", "Al")
        expect(page.locator("#name-note")).to_have_text("A name has 3 to 16 characters.")
        page.fill("#name", name + "x")
        expect(page.locator("#name-note")).to_contain_text("is free")


@pytest.mark.parametrize(
    ("name", "password", "field", "says"),
    [
        ("Al", PASSWORD, "name", "3 to 16"),
        ("Alistair", "short", "password", "at least 8"),
        ("Alistair", "password1", "password", "one of the first"),
    ],
)
def test_what_is_wrong_stands_under_its_field_and_nothing_typed_is_lost(
    visit: Visit, name: str, password: str, field: str, says: str
) -> None:
    page = visit.go("/account")
    page.fill("#name", name)
    page.fill("#password", password)
    page.click("#go")
    expect(page.locator(f"#{field}-note")).to_contain_text(says)
    expect(page.locator(f"#{field}")).to_be_focused()
    assert (page.input_value("#name"), page.input_value("#password")) == (name, password)
    visit.troubles[:] = [trouble for trouble in visit.troubles if "422" not in trouble]


def test_signing_out_and_in_again(visit: Visit) -> None:
    name = opened(visit)
    page = visit.page
    page.click("#leave")
    expect(page.locator("#door")).to_be_visible()
    enter(page, name, "not this password")
    expect(page.locator("#failed")).to_contain_text("do not belong together")
    enter(page, name.lower(), PASSWORD)
    expect(page.locator("#who")).to_have_text(name)


def test_recovery_codes_are_shown_once_and_bring_the_account_back(visit: Visit) -> None:
    name = opened(visit)
    page = visit.page
    expect(page.locator("#codes-left")).to_contain_text("none yet")
    page.click("#codes")
    codes = page.locator("dialog .codes li")
    expect(codes).to_have_count(10)
    code = codes.first.text_content() or ""
    assert visit.axe() == []
    page.wait_for_timeout(400)
    page.click("dialog button:has-text('written them down')")
    expect(page.locator("#codes-left")).to_have_text("10 codes are left.")
    with visit.page.context.browser.new_context() as other:
        found = other.new_page()
        found.goto(visit.house + "/account")
        found.check("input[name=way][value=recover]")
        found.fill("#name", name)
        found.fill("#code", code.lower())
        found.fill("#password", "nine red teacups")
        found.click("#go")
        expect(found.locator("#codes-left")).to_have_text("9 codes are left.")
    page.reload()
    expect(page.locator("#door")).to_be_visible()


def test_a_name_is_changed_and_a_password_too(visit: Visit) -> None:
    name = opened(visit)
    page = visit.page
    page.fill("#new-name", f"{name}z")
    page.click("#rename button")
    expect(page.locator("#who")).to_have_text(f"{name}z")
    page.fill("#new-password", "eight blue teacups")
    page.click("#password-form button")
    expect(page.locator("#new-password-note")).to_contain_text("Password changed")
    page.click("#leave")
    enter(page, f"{name}z", "eight blue teacups")
    expect(page.locator("#who")).to_have_text(f"{name}z")


def test_deleting_asks_for_the_name_and_leads_home(visit: Visit) -> None:
    name = opened(visit)
    page = visit.page
    page.click("#delete")
    page.fill("dialog input", "somebody else")
    page.wait_for_timeout(400)
    page.click("dialog button:has-text('Delete for good')")
    expect(page.locator("#failed")).to_contain_text("Type the account's name")
    page.click("#delete")
    page.fill("dialog input", name)
    page.wait_for_timeout(400)
    page.click("dialog button:has-text('Delete for good')")
    page.wait_for_url(visit.house + "/")
    page.goto(visit.house + "/account")
    enter(page, name, PASSWORD)
    expect(page.locator("#failed")).to_contain_text("do not belong together")
    visit.troubles[:] = [trouble for trouble in visit.troubles if "422" not in trouble]


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_the_page_fits_and_reads_well(browser: Browser, house: Server, size: tuple[int, int]) -> None:
    with visiting(browser, house.url, size) as visit:
        page = visit.go("/account")
        for way in ("open", "enter", "recover"):
            page.check(f"input[name=way][value={way}]")
            assert (visit.axe(), wider_than_screen(page), cut_texts(page), small_targets(page)) == ([], [], [], [])
        page.check("input[name=way][value=open]")
        opened(visit)
        assert (visit.axe(), wider_than_screen(page), cut_texts(page), small_targets(page)) == ([], [], [], [])
