"""What people do on the pages: set up a game, come back to it, take an invitation, look a rule up."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.at_practice import kept_games
from tests.e2e.at_rules import table
from tests.e2e.visiting import Visit, call, open_table, visiting
from tests.serving import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(browser: Browser, house: Server) -> Iterator[Visit]:
    with visiting(browser, house.url, (320, 568)) as visit:
        yield visit


def seats_at(visit: Visit) -> list[tuple[str, str | None]]:
    """Who sits there."""
    return [(seat["name"], seat["bot"]) for seat in table(visit)["seats"]]


def names(page: Page) -> list[str]:
    """The rows of the new game screen, by what stands in them."""
    rows: list[str] = page.evaluate(
        """Array.from(document.querySelectorAll('.seat'),
          (row) => row.querySelector('input')?.value ?? row.querySelector('b').innerText)"""
    )
    return rows


def test_the_first_set_up_is_one_player_and_a_bot_and_two_taps_start_it(visit: Visit) -> None:
    visit.go("/")
    visit.page.click("text=Practice")
    visit.page.wait_for_selector("[data-bot]")
    visit.page.tap("#go")
    assert seats_at(visit) == [("Player 1", None), ("Roger", "roger")]


def test_names_with_commas_become_players_in_that_order(visit: Visit) -> None:
    page = visit.go("/new")
    page.click("[data-bot] [data-do=remove]")
    page.fill("#names", "Ann, Ben ,, Ben, Bartholomew the Great")
    assert names(page) == ["Ann", "Ben", "Ben", "Bartholomew the Great"]
    assert page.inner_text(".seat:nth-child(3) .seat-note") == "Shown as Ben 2"
    assert page.get_attribute(".seat:nth-child(4) input", "title") == "Bartholomew the Great"
    expect(page.locator("#note")).to_contain_text("Pass the phone each turn")
    expect(page.locator("#go-more")).to_have_text("4 players")
    page.tap("#go")
    assert [name for name, _ in seats_at(visit)] == ["Ann", "Ben", "Ben 2", "Bartholomew the"]


def test_rows_and_the_field_say_the_same(visit: Visit) -> None:
    page = visit.go("/new")
    page.fill("#names", "Ann, Ben")
    page.click("#add-person")
    page.keyboard.type("Cy")
    assert page.input_value("#names") == "Ann, Ben, Cy"
    page.click("[aria-label='Move Cy up']")
    page.click("[aria-label='Remove Ann']")
    assert page.input_value("#names") == "Ben, Cy"
    assert names(page) == ["Ben", "Cy", "Roger"]


def test_eight_is_the_most_and_the_rest_is_named(visit: Visit) -> None:
    page = visit.go("/new")
    page.fill("#names", "A, B, C, D, E, F, G, H, I")
    expect(page.locator("#names-error")).to_have_text("8 is the most. Left out: H, I.")
    expect(page.locator("#add-person")).to_be_hidden()
    expect(page.locator("#note")).to_contain_text("8 is the most.")
    page.tap("#go")
    assert len(seats_at(visit)) == 8


def test_alone_it_is_a_race_against_oneself(visit: Visit) -> None:
    page = visit.go("/new")
    page.click("[data-bot] [data-do=remove]")
    expect(page.locator("#note")).to_contain_text("Race yourself")
    page.check("input[value=trippn]")
    page.tap("#go")
    assert seats_at(visit) == [("Player 1", None)]
    assert table(visit)["rules"]["key"] == "trippn"


def test_a_bot_is_chosen_by_what_it_does(visit: Visit) -> None:
    page = visit.go("/new")
    page.click("#add-bot")
    offered = page.locator("#bot-list button")
    expect(offered).to_have_count(3)
    published = page.context.request.get(visit.house + "/api/rules").json()["bots"]
    assert [text.split("\n") for text in offered.all_inner_texts()] == [[bot["name"], bot["line"]] for bot in published]
    offered.nth(1).click()
    expect(page.locator("#bots")).to_be_hidden()
    assert names(page)[-1] == published[1]["name"]
    expect(page.locator("#note")).to_contain_text("With bots it is always practice.")


def test_the_last_set_up_is_there_again(visit: Visit) -> None:
    page = visit.go("/new")
    page.fill("#names", "Ann, Ben")
    page.check("input[value=trippn]")
    page.tap("#go")
    visit.page.wait_for_url("**/practice?game=*")
    page = visit.go("/new")
    assert names(page) == ["Ann", "Ben", "Roger"]
    assert page.is_checked("input[value=trippn]")
    assert page.input_value("#names") == "Ann, Ben"


def test_a_house_that_cannot_be_reached_is_said_and_nothing_typed_is_lost(visit: Visit) -> None:
    page = visit.go("/new?kind=friends")
    page.fill("#mine", "Ann")
    page.context.set_offline(True)
    page.tap("#go")
    expect(page.locator("#failed")).to_contain_text("No connection")
    assert page.input_value("#mine") == "Ann"
    page.context.set_offline(False)
    page.tap("#go")
    assert seats_at(visit) == [("Ann", None)]
    visit.troubles[:] = [each for each in visit.troubles if "ERR_INTERNET_DISCONNECTED" not in each]


def test_start_pressed_twice_opens_one_table(visit: Visit) -> None:
    page = visit.go("/new")
    page.evaluate("for (let i = 0; i < 3; i++) document.getElementById('go').click()")
    visit.page.wait_for_url("**/practice?game=*")
    assert len(kept_games(page)) == 1


def test_a_game_is_set_up_and_started_by_keyboard_alone(visit: Visit) -> None:
    page = visit.go("/new")
    page.locator("body").press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    reached: list[str] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "document.activeElement.id || document.activeElement.name || document.activeElement.tagName"
        )
        reached.append(here)
        ring = page.evaluate("""() => { const e = document.activeElement;
          const shown = e.type === 'radio' ? e.nextElementSibling : e;
          return parseFloat(getComputedStyle(shown).outlineWidth); }""")
        assert ring >= 2, here
        if here == "names":
            page.keyboard.type("Ann, Ben")
        if here == "go":
            break
    assert reached[-1] == "go"
    assert {"kind", "rules", "names", "add-person", "add-bot"} <= set(reached)
    page.keyboard.press("Enter")
    assert [name for name, _ in seats_at(visit)] == ["Ann", "Ben", "Roger"]


def test_moving_a_row_keeps_the_focus_on_the_same_button(visit: Visit) -> None:
    page = visit.go("/new")
    page.fill("#names", "Ann, Ben, Cy")
    page.focus(".seat:nth-child(3) [data-do=up]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move Cy up"
    expect(page.locator("#say")).to_have_text("Cy is now number 2.")
    page.keyboard.press("Enter")
    assert page.input_value("#names") == "Cy, Ann, Ben"


def test_friends_get_a_table_that_others_can_join(visit: Visit, browser: Browser, house: Server) -> None:
    visit.go("/")
    page = visit.page
    page.click("text=Play with friends")
    page.fill("#mine", "Ann")
    page.fill("#place", "Kitchen")
    page.tap("#go")
    assert seats_at(visit) == [("Ann", None)]
    told = table(visit)
    with visiting(browser, house.url) as guest:
        invited = guest.go(f"/j/{told['invite']}")
        assert invited.inner_text("h1") == "Ann invites you"
        expect(invited.locator("#place")).to_contain_text("Kitchen")
        expect(invited.locator("#free")).to_have_text("7 seats are free")
        invited.fill("#name", "Ben")
        invited.tap("#sit")
        assert seats_at(guest) == [("Ann", None), ("Ben", None)]
        again = guest.go(f"/j/{told['invite']}")
        expect(again.locator("#told")).to_have_text("You already sit here.")
        again.click("text=Go to the table")
        guest.page.wait_for_url("**/t/*")


def test_an_invitation_says_when_there_is_no_seat(visit: Visit, browser: Browser, house: Server) -> None:
    told = open_table(visit.page.context, house.url, "Ann", kind="friends")
    for number in range(7):
        with browser.new_context() as other:
            sat = call(
                other, house.url, f"/api/tables/{told['table']}/seats", {"invite": told["invite"], "name": f"F{number}"}
            )
            assert sat.status == 201
    with visiting(browser, house.url) as guest:
        page = guest.go(f"/j/{told['invite']}")
        expect(page.locator("#told")).to_have_text("Every seat is taken. You can watch.")
        expect(page.locator("#sit")).to_be_hidden()
        start = {"cid": "00000000-0000-4000-8000-000000000001", "type": "start"}
        assert call(visit.page.context, house.url, f"/api/tables/{told['table']}/commands", start).status == 200
        page = guest.go(f"/j/{told['invite']}")
        expect(page.locator("#told")).to_contain_text("already started")
        page.click("text=Just watch")
        assert page.url.endswith(told["page"])


def test_an_invitation_that_is_not_valid_leads_somewhere(visit: Visit) -> None:
    page = visit.go("/j/NOSUCH")
    visit.troubles.clear()  # the 404 itself
    assert page.inner_text("h1") == "This invitation is not valid"
    assert visit.axe() == []
    page.click("text=Play your own game")
    assert page.url == visit.house + "/"


def test_home_resumes_and_discards_what_waits(visit: Visit) -> None:
    told = open_table(visit.page.context, visit.house, "Ann", "Ben")
    open_table(visit.page.context, visit.house, "Cy", kind="friends")
    page = visit.go("/")
    cards = page.locator(".waiting")
    expect(cards).to_have_count(2)
    expect(cards.filter(has_text="Ann 0 · Ben 0")).to_contain_text("Ann to roll")
    expect(cards.filter(has_text="Cy")).to_contain_text("Waiting for players")
    expect(cards.filter(has_text="Cy").locator("button")).to_have_count(0)
    page.click("[aria-label='Discard the game of Ann, Ben']")
    page.wait_for_timeout(400)
    page.click("text=Keep it")
    expect(cards).to_have_count(2)
    page.click("[aria-label='Discard the game of Ann, Ben']")
    page.wait_for_timeout(400)
    page.click("dialog >> text=Discard >> nth=-1")
    expect(cards).to_have_count(1)
    assert told["table"] not in str(page.context.request.get(visit.house + "/api/mine").json())


def test_a_question_ignores_a_tap_in_its_first_third_of_a_second(visit: Visit) -> None:
    open_table(visit.page.context, visit.house, "Ann", "Ben")
    page = visit.go("/")
    page.evaluate("document.querySelector('.waiting-drop').click(); document.querySelector('dialog .danger').click()")
    expect(page.locator("dialog[open]")).to_be_visible()
    assert page.evaluate("document.activeElement.textContent") == "Keep it"
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".waiting")).to_have_count(1)


def test_one_step_back_leaves_the_rules_however_much_was_looked_up(visit: Visit) -> None:
    page = visit.go("/")
    page.click("text=Rules")
    page.wait_for_url("**/rules")
    for anchor in ("trippn", "tap-order", "score"):
        page.click(f".rules-jump a[href='#{anchor}']")
        assert page.url.endswith(f"#{anchor}")
    page.click("header [data-back]")
    page.wait_for_url(visit.house + "/")


def test_every_question_has_an_address(visit: Visit) -> None:
    anchors = (
        "score turn tap-order one-to-six dead-dice growing bust and-roll all-eight landing for-nothing over dead-end "
    )
    anchors += "last-round ties split roll-off share trippn locked-in alone leaving away fair-dice"
    for anchor in anchors.split():
        page = visit.go(f"/rules#{anchor}")
        top = page.evaluate(f"document.getElementById('{anchor}').getBoundingClientRect().top")
        assert 40 <= top <= 568, f"{anchor} is in sight, and not under the bar"


def test_printed_rules_show_every_detail_on_white(visit: Visit) -> None:
    page = visit.go("/rules")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.evaluate("document.querySelector('.rules details').open")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    expect(page.locator(".rules-jump")).to_be_hidden()


def test_the_choices_survive_forced_colours(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url, forced_colors="active") as visit:
        page = visit.go("/new")
        chosen, other = (
            page.evaluate(f"getComputedStyle(document.querySelector('input[value={value}] + *')).outlineStyle")
            for value in ("one_phone", "friends")
        )
        assert (chosen, other) == ("solid", "none")
        assert re.fullmatch(r"\d+ players?", page.inner_text("#go-more"))
