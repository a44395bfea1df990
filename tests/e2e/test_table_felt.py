"""Hands and luck on the felt of a real table: a shaken phone, trembling dice, a lost picture, four sets locked in."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, Playwright, WebSocketRoute, expect

from tests.e2e.at_table import AtTable, at_table
from tests.e2e.dice_page import chromium
from tests.e2e.test_table_alive import CHEERED, COUNT, box_of, colour, tries, wears
from tests.e2e.test_table_rules import changed
from tests.serving import Launch, Scripted

pytestmark = pytest.mark.browser

OUT = "11122346/22346"
"""Three ones reach 1,000 exactly; the roll for nothing scores nothing."""
LOCKS = "22233344/11/44466623"
"""Sets of 2s and 3s, two ones so that all dice are used, sets of 4s and 6s."""

# The phone goes up and down in the hand (m/s² without gravity) until Roll is on its way, while the clock of the dice
# stands still. Answers whether a frame was drawn once the camera stood back, while dice may tremble, and after that.
SHAKE = """async () => {
  const { clock } = await import(document.querySelector('link[href$="dice/time.js"]').href);
  const drawn = (ms) => {
    clock.advance(ms);
    const { frames } = clock;
    clock.advance(50);
    return clock.frames > frames;
  };
  clock.freeze();
  for (let k = 0; k < 40 && !document.querySelector('#roll[data-waiting]'); k += 1) {
    const acceleration = { x: 0, y: k % 2 ? -24 : 24, z: 2 };
    window.dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration, interval: 60 }));
    await new Promise((done) => setTimeout(done, 60));
  }
  const told = [drawn(500), drawn(1000)];
  clock.thaw();
  return told;
}"""
LOSE = "document.querySelector('#canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"


class Held:
    """What the house says to a phone, kept back while `back` is a list."""

    def __init__(self, page: Page) -> None:
        self.back: list[str | bytes] | None = None
        page.route_web_socket("**/ws", self.connect)

    def connect(self, phone: WebSocketRoute) -> None:
        house = phone.connect_to_server()
        self.phone = phone
        house.on_message(lambda told: phone.send(told) if self.back is None else self.back.append(told))

    def release(self) -> None:
        told, self.back = self.back, None
        for each in told or []:
            self.phone.send(each)


def goes_out(game: AtTable) -> None:
    game.roll()
    game.keep([1, 1, 1], "roll")
    game.press("#roll")


def test_four_sets_in_a_roll_off_lock_in_and_are_celebrated(browser: Browser, launch: Launch) -> None:
    house = launch(scripted_dice="/".join([OUT, OUT, LOCKS])).url
    opening = changed("trippn", target=1000)
    with at_table(browser, house, ("Ann", "Ben"), "gl=off&speed=fast", opening=opening) as game:
        page = game.page
        page.wait_for_selector("#table[data-picture]", state="attached")
        for _ in range(2):
            goes_out(game)
            game.take()
        game.at_rest("vote")
        game.answer("vote_no")
        page.wait_for_timeout(400)
        page.click("dialog[open] .danger")
        game.at_rest("order")
        game.answer("order_first")
        game.roll()
        game.keep([2, 2, 2, 3, 3, 3])
        game.at_rest()
        game.roll()
        game.keep([1, 1])
        game.at_rest()
        game.roll()
        game.tap([4, 4, 4, 6, 6, 6])
        game.press("#keep")
        page.wait_for_selector(CHEERED.format("locked-in"))
        assert page.locator("canvas.cheer-sky").is_visible()
        page.wait_for_selector("#felt:not([data-cheer])", timeout=4000)
        page.wait_for_selector("#cover:visible")
        assert page.evaluate(COUNT, 1200) == 0


def test_a_shaken_phone_throws_dice_that_trembled_and_a_lost_picture_comes_back_in_the_worn_set(
    playwright: Playwright, scripted: Scripted
) -> None:
    house = scripted("11223346/22334466").url
    with chromium(playwright) as browser, at_table(browser, house, ("Ann",), "speed=full", has_touch=True) as game:
        page = game.page
        held = Held(page)
        prefs = json.dumps({"quality": "low", "shake": True})
        page.evaluate("(prefs) => localStorage.setItem('prefs', prefs)", prefs)
        page.reload()
        page.wait_for_selector('#table[data-picture="low"]', state="attached")
        tries(game, 0, "ruby")
        wears(game, "ruby")
        game.at_rest("roll")
        game.patience()
        held.back = []
        trembled, after = page.evaluate(SHAKE)
        assert trembled, "the dice tremble in the hand"
        assert not after, "and lie still when nothing comes"
        held.release()
        page.wait_for_selector('#table[data-stage="rolling"]', state="attached")
        page.wait_for_timeout(500)
        # What draws then is not here yet and cannot be fetched: the dice are numbers, and pictures once it comes.
        page.route("**/canvas2d.js*", lambda route: route.abort())
        page.evaluate(LOSE)
        page.wait_for_selector("#table:not([data-picture])", state="attached")
        expect(page.locator(".die-face").first).to_be_visible()
        page.unroute_all()
        page.wait_for_selector('#table[data-picture="2d"]', state="attached")
        game.visit.troubles[:] = [each for each in game.visit.troubles if "net::ERR_FAILED" not in each]
        game.at_rest("keep")
        assert sorted(game.faces()) == [1, 1, 2, 2, 3, 3, 4, 6]
        wears(game, "ruby")
        red, green, blue = colour(page, box_of(page, ".die-button"))
        assert red > 1.25 * max(green, blue), "and they are red as before"
        game.keep([1, 1], "decide")
        expect(page.locator(".kept-die")).to_have_count(2)
