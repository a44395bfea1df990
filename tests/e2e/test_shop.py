"""Dice from the shop: bought once, worn, seen by others; short of coins, without a line, and tried for one game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.e2e.at_coin_table import open_coins
from tests.e2e.at_coins import GUARD_MS, adjust, signed_up, texts_over_texts
from tests.e2e.at_table import LISTEN_TO_REGIONS, AtTable, sit_down
from tests.e2e.visiting import (
    Visit,
    call,
    cut_texts,
    open_table,
    small_targets,
    visiting,
    wider_than_screen,
)
from tests.serving import Server

pytestmark = pytest.mark.browser

FLAT = "?gl=off"
OWN_WORDS = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "GL Driver Message", "CONTEXT_LOST_WEBGL")
"""What the browser itself says about a line that was cut on purpose, and about a processor that draws."""
# Counts the frames and the WebGL contexts that the page asks for.
COUNT = """
window.frames_asked = 0;
window.contexts = [];
const ask = requestAnimationFrame.bind(window);
window.requestAnimationFrame = (act) => { frames_asked += 1; return ask(act); };
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  const made = getContext.call(this, kind, ...more);
  if (kind === 'webgl2' && made && !contexts.includes(made)) contexts.push(made);
  return made;
};
"""

# Presses Buy, and in the same breath what stands in its place then.
HASTY = """async () => {
  document.querySelector('#offer-acts button').click();
  await Promise.resolve();
  document.querySelector('dialog[open] .primary').click();
}"""


@contextmanager
def shopping(browser: Browser, casino: Server, size: tuple[int, int] = (390, 844), **how: Any) -> Iterator[Visit]:
    """Somebody with a phone who may lose the line."""
    with visiting(browser, casino.url, size, **how) as visit:
        visit.page.add_init_script(COUNT)
        yield visit
        visit.troubles[:] = [each for each in visit.troubles if not any(cut in each for cut in OWN_WORDS)]


def close_up(visit: Visit, key: str, query: str = FLAT) -> Page:
    """One set's page, as soon as its die is drawn."""
    page = visit.go(f"/shop/{key}{query}")
    expect(page.locator("#felt[data-mode]")).to_be_visible()
    return page


def in_order(visit: Visit) -> list[str]:
    """What is wrong with how the page stands there."""
    page = visit.page
    # The felt stays in sight while the rest scrolls under it.
    page.evaluate("scrollTo(0, 0)")
    return visit.axe() + wider_than_screen(page) + small_targets(page) + cut_texts(page) + texts_over_texts(page)


def agree(page: Page, times: int = 1) -> None:
    """Say yes to the question that stands open, as often as a hasty finger does."""
    page.wait_for_selector("dialog[open]")
    page.wait_for_timeout(GUARD_MS)
    page.locator("dialog[open] .primary").click(click_count=times)


def coins(visit: Visit) -> int:
    told: int = visit.page.context.request.get(f"{visit.house}/api/looks").json()["coins"]
    return told


def number_of(purchase: Request) -> str:
    """The number by which a purchase is known."""
    body = purchase.post_data_json
    assert body is not None, "a purchase says what is bought"
    number: str = body["cid"]
    return number


def looks_of(visit: Visit, key: str) -> dict[str, Any]:
    sets = visit.page.context.request.get(f"{visit.house}/api/looks").json()["sets"]
    found: dict[str, Any] = next(each for each in sets if each["key"] == key)
    return found


@contextmanager
def friends_table(visit: Visit, browser: Browser) -> Iterator[tuple[AtTable, AtTable]]:
    """A game of this player, who begins, and a guest on another phone."""
    told = open_table(visit.page.context, visit.house, "Ann", kind="friends")
    with visiting(browser, visit.house) as guest:
        for each in (visit, guest):
            each.page.add_init_script(LISTEN_TO_REGIONS)
        asked = {"invite": told["invite"], "name": "Ben"}
        assert call(guest.page.context, visit.house, f"/api/tables/{told['table']}/seats", asked).status == 201
        ann, ben = sit_down(visit, told), sit_down(guest, told)
        expect(ann.page.locator(".seat")).to_have_count(2)
        ann.press("#start")
        yield ann, ben


def changed_at_a_coin_table(visit: Visit) -> None:
    """The sheet has what this account owns; the move of a set is still known when the set is taken up again."""
    told = open_coins(visit.page.context, visit.house, stake=250, size=2)
    page = visit.go(told["page"] + FLAT)
    page.evaluate(
        """async (asked) => {
          const own = [...document.scripts].find((each) => each.type === 'module').src;
          const { openLooks } = await import(own.replace(/\\w+\\.js$/, 'looks/sheet.js'));
          await openLooks(asked);
        }""",
        {"table": told["table"], "kind": "coins", "seats": [{"seat": told["seat"], "name": "Ann"}]},
    )
    expect(page.locator(".look-tile")).to_have_count(2)
    for key, said in (("house", "You throw House."), ("ruby", "You throw Ruby with Spin, stage 2.")):
        page.locator(f".look-tile[data-set={key}]").click()
        expect(page.locator("#say")).to_have_text(said)
        assert page.context.request.get(f"{visit.house}/api/looks").json()["wearing"] == key
    assert page.locator(".move:visible").evaluate_all("(all) => all.map((each) => each.dataset.move)") == ["spin"]


def test_a_set_is_bought_once_by_a_double_tap_worn_and_thrown_before_the_eyes_of_a_friend(
    browser: Browser, casino: Server
) -> None:
    with shopping(browser, casino) as visit:
        signed_up(visit, "Buyer")
        page = visit.go(f"/shop{FLAT}")
        page.locator(".set-card[data-set=ruby] a").click()
        expect(page.get_by_role("button", name="Buy for 250")).to_be_visible()
        page.evaluate(HASTY)
        assert page.locator("dialog[open]").is_visible(), "too soon for a finger that meant the button below"
        assert page.evaluate("document.activeElement.textContent") == "Not now"
        expect(page.locator("dialog[open]")).to_contain_text("You have 2,000 coins. 1,750 remain.")
        agree(page, times=2)
        expect(page.locator("dialog[open]")).to_contain_text("Ruby is yours")
        assert coins(visit) == 1_750
        agree(page)
        expect(page.locator("#offer-title")).to_have_text("You wear Ruby")
        page.get_by_role("button", name="Spin, stage 2 of 4, 30 coins").click()
        expect(page.locator("#felt[data-mode=throw]")).to_be_visible()
        page.get_by_role("button", name="Buy Spin 2 for 50").click()
        agree(page)
        expect(page.locator("dialog[open]")).to_contain_text("Spin, stage 2 is yours")
        agree(page)
        expect(page.locator("#offer-title")).to_have_text("You wear Ruby with Spin")
        expect(page.locator("#purse-coins")).to_have_text("1,700")
        assert in_order(visit) == []
        page.click("#back")
        expect(page.locator(".set-card[data-set=ruby]")).to_contain_text("Wearing")
        changed_at_a_coin_table(visit)
        with friends_table(visit, browser) as (ann, ben):
            for each in (ann, ben):
                expect(each.page.locator("#table[data-set=ruby]")).to_be_visible()
            assert ann.snapshot()["seats"][0]["look"] == {"set": "ruby", "move": "spin", "stage": 2}
        for language, bought in (
            ("en", ["Spin for Ruby, stages 1 to 2", "Dice set: Ruby"]),
            ("de", ["Dreher für Rubin, Stufen 1 bis 2", "Würfelset: Rubin"]),
        ):
            visit.page.context.add_cookies([{"name": "lang", "value": language, "url": visit.house}])
            lines = visit.go("/account").locator("#transfers small:first-of-type")
            expect(lines).to_contain_text(bought)


def test_without_an_answer_nothing_is_paid_twice_and_who_is_short_is_told_where_coins_come_from(
    browser: Browser, casino: Server
) -> None:
    with shopping(browser, casino) as visit:
        name = signed_up(visit, "Unlucky")
        numbers: list[str] = []

        def lose(route: Route) -> None:
            """The house hears the first of the calls, and no answer comes back from any."""
            if not numbers:
                route.fetch()
            numbers.append(number_of(route.request))
            route.abort()

        page = close_up(visit, "slate")
        page.route("**/api/looks/purchase", lose)
        page.get_by_role("button", name="Buy for 200").click()
        agree(page)
        expect(page.locator("#trouble")).to_have_text("No answer came. Try again: it is paid once at most.")
        assert len(numbers) == 4
        assert coins(visit) == 1_800
        page.unroute("**/api/looks/purchase")
        with page.expect_request("**/api/looks/purchase") as again:
            page.get_by_role("button", name="Buy for 200").click()
            agree(page)
        assert {number_of(again.value), *numbers} == {numbers[0]}
        expect(page.locator("dialog[open]")).to_contain_text("1,800 coins remain.")
        page.get_by_role("button", name="Later").click()
        expect(page.locator("#offer-title")).to_have_text("Yours")
        assert coins(visit) == 1_800

        page = close_up(visit, "gold")
        adjust(casino, name, -1_612)
        page.get_by_role("button", name="Buy for 250").click()
        agree(page)
        expect(page.locator("#trouble")).to_contain_text("No coins were taken.")
        expect(page.locator("#offer-title")).to_have_text("62 more coins needed")
        expect(page.locator("#offer-more")).to_contain_text("one pot at 250 buys any set")
        expect(page.get_by_role("link", name="To the coin tables")).to_have_attribute("href", "/coins")
        assert in_order(visit) == []
        assert (coins(visit), looks_of(visit, "gold")["owned"]) == (188, False)
        visit.troubles[:] = [each for each in visit.troubles if "409" not in each]


def test_a_favorite_given_without_a_line_is_sent_once_with_its_note(browser: Browser, casino: Server) -> None:
    with shopping(browser, casino, (320, 568)) as visit:
        sent: list[Any] = []

        def heard(request: Request) -> None:
            if request.url.endswith("/api/looks/favorite"):
                sent.append(request.post_data_json)

        visit.page.on("request", heard)
        page = close_up(visit, "walnut")
        before = looks_of(visit, "walnut")["hearts"]
        assert in_order(visit) == []
        page.context.set_offline(True)
        expect(page.locator("#trouble")).to_contain_text("No connection")
        page.locator("#favorite .heart").click()
        expect(page.locator("#favorite-more")).to_have_text("Kept here. It is sent when there is a connection.")
        page.fill("#note-text", " Smells of <b>wood</b>. ")
        page.get_by_role("button", name="Send").click()
        expect(page.locator("#note-text")).to_have_value("")
        assert sent == []
        page.context.set_offline(False)
        page.wait_for_function("() => !localStorage.getItem('favorites-waiting')")
        page.reload()
        expect(page.locator("#favorite .heart")).to_have_attribute("aria-pressed", "true")
        assert sent == [{"set": "walnut", "loved": True, "note": "Smells of <b>wood</b>."}]
        assert looks_of(visit, "walnut")["hearts"] == before + 1
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert wider_than_screen(page) + cut_texts(page) == []
        page = visit.go("/shop")
        page.get_by_role("radio", name="Studio Collection").check()
        page.locator(".set-card[data-set=walnut] .heart").click()
        expect(page.locator("#favorite-line")).to_have_text("Heart taken back.")
        assert in_order(visit) == []
        page.get_by_role("radio", name="Mine").check()
        expect(page.locator(".set-card:visible")).to_have_count(1)
        expect(page.locator("#mine")).to_contain_text("try every set, one game at a time")
        page.locator("label", has=page.get_by_role("radio", name="Navy felt")).click()
        assert in_order(visit) == []


def test_a_die_turns_by_finger_and_button_on_one_context_and_where_nothing_moves_no_frame_is_asked_for(
    browser: Browser, casino: Server
) -> None:
    with shopping(browser, casino, reduced_motion="reduce") as visit:
        page = close_up(visit, "onyx")
        up = page.locator(".face[aria-pressed=true]")
        expect(up).to_have_attribute("value", "5")
        expect(page.locator("#flat")).to_be_visible()
        for face in "314":
            page.get_by_role("button", name=f"Side {face}").click()
            expect(up).to_have_attribute("value", face)
        page.get_by_role("button", name="Turn right").click()
        expect(up).to_have_attribute("value", "4")
        asked = page.evaluate("frames_asked")
        page.wait_for_timeout(300)
        assert page.evaluate("frames_asked") == asked
    with shopping(browser, casino) as visit:
        visit.page.add_init_script("localStorage.setItem('prefs', JSON.stringify({ quality: 'low', speed: 'fast' }))")
        page = close_up(visit, "onyx", "")
        expect(page.locator("#felt[data-kind=low]")).to_be_visible()
        page.wait_for_timeout(2800)
        box = page.locator("#felt").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 12, y + 110, steps=6)
        page.mouse.up()
        expect(page.locator(".face[aria-pressed=true]")).not_to_have_attribute("value", "5")
        page.get_by_role("button", name="Try a roll").click()
        expect(page.locator("#felt[data-mode=throw]")).to_be_visible()
        expect(page.locator("#say")).to_contain_text("Rolled")
        page.wait_for_timeout(600)
        asked = page.evaluate("frames_asked")
        page.wait_for_timeout(300)
        assert page.evaluate("frames_asked") == asked, "0 frames at rest"
        page.get_by_role("button", name="Side 2").click()
        expect(page.locator(".face[aria-pressed=true]")).to_have_attribute("value", "2")
        assert page.evaluate("contexts.length") == 1
        page.evaluate("contexts[0].getExtension('WEBGL_lose_context').loseContext()")
        expect(page.locator("#felt[data-kind='2d']")).to_be_visible()


def test_a_guest_tries_a_set_and_a_move_for_one_game_at_the_table(browser: Browser, casino: Server) -> None:
    with shopping(browser, casino, (320, 568)) as visit:
        told = open_table(visit.page.context, visit.house, "Ann", "Zoe")
        game = sit_down(visit, told)
        page = game.page
        page.click("#menu")
        page.get_by_role("button", name="Dice & table").click()
        expect(page.locator(".look-tile")).to_have_count(14)
        assert in_order(visit) == []
        page.locator(".look-tile[data-set=sapphire]").click()
        expect(page.locator("#say")).to_have_text("Ann throws Sapphire.")
        page.get_by_role("button", name="Swirl, stage 3 of 4").click()
        expect(page.locator("#say")).to_have_text("Ann throws Sapphire with Swirl, stage 3.")
        page.get_by_role("radio", name="Zoe").check()
        expect(page.locator(".look-tile[data-set=house]")).to_have_attribute("aria-pressed", "true")
        page.locator("label", has=page.get_by_role("radio", name="Linen")).click()
        page.locator("#looks-sheet [data-close]").click()
        expect(page.locator("#table[data-set=sapphire][data-surface=linen]")).to_be_visible()
        seats = game.snapshot()["seats"]
        assert [seat.get("look") for seat in seats] == [{"set": "sapphire", "move": "swirl", "stage": 3}, None]
        assert looks_of(visit, "sapphire")["owned"] is False
