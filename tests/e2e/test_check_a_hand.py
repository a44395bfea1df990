"""The rules page: every game by its card, and a hand to check against the engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from app.engine import rulesets
from app.engine.card import code, score_lines
from tests.e2e.visiting import Visit, cut_texts, small_targets, visiting, wider_than_screen
from tests.serving import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(browser: Browser, house: Server) -> Iterator[Visit]:
    with visiting(browser, house.url, (320, 568)) as visit:
        yield visit


@pytest.fixture
def hand(visit: Visit) -> Page:
    """The sheet, open on Progressive."""
    page = visit.go("/rules")
    page.tap("#check-open-button")
    expect(page.locator("#check")).to_be_visible()
    return page


def press(page: Page, faces: str) -> None:
    """Taps dice, a thumb after the other."""
    for face in faces.split():
        page.tap(f"#check-dice [data-face='{face}']")


def tapped(page: Page) -> str:
    return " ".join(page.locator("#check-taps li").all_inner_texts())


def test_every_game_is_shown_by_its_card(visit: Visit) -> None:
    page = visit.go("/rules")
    for key in rulesets.keys():
        rules = rulesets.load(key)
        page.select_option("#which", key)
        if key == "progressive":
            page.click("#card-fold summary")
        card = page.locator(".rule-card:visible")
        expect(card.locator(".card-name")).to_have_text(rules.name)
        expect(card.locator(".card-win")).to_have_text(rules.how_to_win)
        expect(card.locator(".card-code b")).to_have_text(code(rules))
        told = [(line.part, f"{line.points:,}") for line in score_lines(rules)]
        shown = card.locator(".card-score td").all_inner_texts()
        assert [points for _, points in told] == [points.lstrip("+") for points in shown], key
        assert page.locator("#full").is_visible() == (key in ("progressive", "trippn"))
        assert wider_than_screen(page) == [], key
        assert cut_texts(page) == [], key


def test_what_the_sources_leave_open_is_marked_as_ours(visit: Visit) -> None:
    page = visit.go("/rules?rules=inform")
    marked = page.locator(":is(.card-part, dt):has(.ours)")
    expect(marked).to_have_count(4)
    assert [text.split("\n")[0].removesuffix("ours").strip() for text in marked.all_inner_texts()] == [
        "Three 1s",
        "Three 2s to 6s: face × 100",
        "All dice used",
        "Ties",
    ]
    page.select_option("#which", "trippn")
    expect(page.locator(".card-name:visible")).to_have_text("Trippn 10,000")
    expect(page.locator(".ours:visible")).to_have_count(0)
    expect(page).to_have_url(visit.house + "/rules?rules=trippn")


def test_in_progressive_the_order_decides_and_a_better_one_is_one_tap_away(hand: Page) -> None:
    press(hand, "1 2 3 4 5 6 6 6")
    reading = hand.locator("#check-reading")
    expect(reading).to_contain_text("Not accepted. The two 6s score nothing in this order.")
    hand.tap("#check-reading [data-taps]")
    expect(reading.locator(".check-total")).to_have_text("1,350 points + 1,000")
    assert tapped(hand) == "6 6 6 1 2 3 4 5"
    assert reading.locator("li b").all_inner_texts() == ["600", "750", "+1,000"]
    expect(hand.locator("#check-said")).to_have_text(
        "1,350 points: Three 6s, 600; Straight of five, 750. And 1,000 more for all dice of one roll."
    )


def test_an_accepted_hand_that_could_pay_more_says_so(hand: Page) -> None:
    press(hand, "1 2 3 4 5 6 1 1")
    reading = hand.locator("#check-reading")
    expect(reading.locator(".check-total")).to_have_text("1,700 points + 1,000")
    expect(reading).to_contain_text("In this order they pay more")
    hand.tap("#check-reading [data-taps]")
    expect(reading.locator(".check-total")).to_have_text("1,750 points + 1,000")
    expect(reading.locator("[data-taps]")).to_have_count(0)


def test_in_the_baseline_the_order_does_not_matter(hand: Page) -> None:
    hand.select_option("#check-rules", "baseline")
    expect(hand.locator("#check-reading")).to_contain_text("their order does not matter")
    expect(hand.locator("#check-open")).to_be_hidden()
    for order in ("1 2 2 1 1 1", "2 1 1 1 2 1"):
        press(hand, order)
        expect(hand.locator("#check-reading")).to_contain_text("The two 2s score nothing")
        hand.tap("#check-clear")
    for order in ("5 1 1 1 1 5", "1 5 1 5 1 1"):
        press(hand, order)
        # Four 1s are a triple and a single: 1,100, not the 1,000 of four alike.
        expect(hand.locator(".check-total")).to_have_text("1,200 points")
        expect(hand.locator("#check-reading [data-taps]")).to_have_count(0)
        hand.tap("#check-clear")


def test_what_was_kept_earlier_takes_more_dice(hand: Page) -> None:
    press(hand, "4 4")
    expect(hand.locator("#check-reading")).to_contain_text("The two 4s score nothing")
    hand.click("#check-open summary")
    hand.click("[aria-label='Three 4s kept']")
    expect(hand.locator(".check-total")).to_have_text("800 points")
    hand.click("[aria-label='Three 4s kept']")
    hand.tap("#check-clear")
    hand.click("[aria-label='1-2-3-4-5 kept']")
    press(hand, "6")
    expect(hand.locator(".check-total")).to_have_text("500 points")
    expect(hand.locator(".check-parts")).to_contain_text("Fills the straight")
    hand.tap("#check-clear")
    for face in "234":
        hand.click(f"[aria-label='A pair of {face}s kept']")
        expect(hand.locator("#check-pairs-note")).to_have_text(
            "" if face == "4" else "Choose three faces for three pairs."
        )
    press(hand, "1 1")
    expect(hand.locator(".check-total")).to_have_text("500 points")


def test_a_hand_is_checked_by_keyboard_and_never_outgrows_the_game(hand: Page) -> None:
    hand.keyboard.type("5551")
    expect(hand.locator(".check-total")).to_have_text("600 points")
    hand.keyboard.press("Backspace")
    expect(hand.locator(".check-total")).to_have_text("500 points")
    hand.keyboard.type("22222")
    expect(hand.locator(".check-total")).to_have_text("1,100 points + 1,000")
    hand.keyboard.type("2")
    assert tapped(hand) == "5 5 5 2 2 2 2 2"
    expect(hand.locator("#check-said")).to_have_text("That is all 8 dice.")
    hand.select_option("#check-rules", "inform")
    assert tapped(hand) == "5 5 5 2 2"
    expect(hand.locator("#check-reading")).to_contain_text("The two 2s score nothing")
    hand.keyboard.press("Escape")
    expect(hand.locator("#check")).to_be_hidden()


def test_dice_read_and_cards_are_drawn_without_a_network(visit: Visit, hand: Page) -> None:
    press(hand, "5")
    expect(hand.locator(".check-total")).to_have_text("50 points")
    hand.context.set_offline(True)
    press(hand, "1")
    expect(hand.locator(".check-total")).to_have_text("150 points")
    assert tapped(hand) == "5 1"
    hand.keyboard.press("Escape")
    hand.select_option("#which", "inform")
    expect(hand.locator(".rule-card:visible .card-name")).to_have_text("INFORM five-dice")
    hand.context.set_offline(False)


def test_without_the_rules_on_the_phone_the_house_reads_and_the_dice_are_kept(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url, (320, 568), service_workers="block") as visit:
        visit.page.route("**/js/engine/**", lambda route: route.abort())
        page = visit.go("/rules")
        page.tap("#check-open-button")
        press(page, "5")
        expect(page.locator(".check-total")).to_have_text("50 points")
        page.context.set_offline(True)
        press(page, "1")
        expect(page.locator("#check-reading")).to_contain_text("No connection")
        page.context.set_offline(False)
        expect(page.locator(".check-total")).to_have_text("150 points")
        visit.troubles[:] = [each for each in visit.troubles if "net::ERR" not in each]


def test_the_sheet_breaks_no_rule_of_accessibility_and_fits(visit: Visit, hand: Page) -> None:
    hand.click("#check-open summary")
    for faces in ("", "1 2 3 4 5 6 6 6"):
        press(hand, faces)
        hand.wait_for_timeout(300)
        assert visit.axe() == []
        assert small_targets(hand) == []
        assert wider_than_screen(hand) == []
    hand.evaluate("document.documentElement.style.fontSize = '200%'")
    hand.wait_for_timeout(50)
    assert wider_than_screen(hand) == []
    assert cut_texts(hand) == []
