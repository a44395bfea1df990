"""The felt alive: everybody sees the dice of whoever plays, kept ones fly to the tray, what is rare is celebrated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Browser, BrowserContext, FloatRect, Page, expect

from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES, AtTable, at_table, sit_down
from tests.e2e.visiting import Visit, call, open_table, watch
from tests.serving import Launch

pytestmark = pytest.mark.browser

CHEERED = '#felt[data-cheer="{}"]'
# How many animation frames and quick timers the page asks for in so many ms.
COUNT = """(ms) => new Promise((done) => {
  let asked = 0;
  const raf = window.requestAnimationFrame; const later = window.setTimeout;
  window.requestAnimationFrame = (f) => { asked += 1; return raf(f); };
  window.setTimeout = (f, wait, ...rest) => { if (wait < 1000) asked += 1; return later(f, wait, ...rest); };
  later(() => { window.requestAnimationFrame = raf; window.setTimeout = later; done(asked); }, ms);
})"""
PREFER = """async ([name, value]) => {
  const files = performance.getEntriesByType('resource').map((each) => each.name);
  (await import(files.find((file) => file.endsWith('/js/prefs.js')))).prefs.set(name, value);
}"""
# A happening that takes four sets in a roll-off is drawn as it is by the module that the table fetched for the others.
LOCK_IN = """async () => {
  const files = performance.getEntriesByType('resource').map((each) => each.name);
  const at = (end) => files.find((file) => file.endsWith(end));
  const { Cheer } = await import(at('/js/cheer/cheer.js'));
  const { HOUSE } = await import(at('/js/dice/skins.js'));
  const { clock } = await import(at('/js/dice/time.js'));
  const cheer = new Cheer(document.querySelector('#felt'));
  clock.freeze();
  cheer.start('locked-in', { ms: 1900, text: '', still: false, skin: HOUSE, boxes: [] });
  clock.advance(900);
  const sky = [...document.querySelectorAll('.cheer-sky')].find((each) => !each.hidden);
  const { data } = sky.getContext('2d').getImageData(0, 0, sky.width, sky.height);
  let drawn = 0;
  for (let k = 3; k < data.length; k += 4) drawn += data[k] > 60;
  clock.advance(1200);
  clock.thaw();
  return [drawn / (data.length / 4), sky.hidden, 'cheer' in document.querySelector('#felt').dataset];
}"""


@contextmanager
def phones(browser: Browser) -> Iterator[tuple[BrowserContext, BrowserContext]]:
    one, other = (browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) for _ in "ab")
    yield one, other
    one.close()
    other.close()


def wears(each: AtTable, dice_set: str) -> None:
    expect(each.page.locator("#table")).to_have_attribute("data-set", dice_set)


def tries(each: AtTable, seat: int, dice_set: str) -> None:
    body = {"seat": seat, "set": dice_set, "move": "spin", "stage": 2}
    answer = call(each.page.context, each.visit.house, f"/api/tables/{each.table}/look", body)
    assert answer.ok, answer.text()


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box


def colour(page: Page, box: FloatRect) -> list[int]:
    """Mean red, green and blue of what is seen beside the middle of a box, where no low face has a pip."""
    shown = Image.open(BytesIO(page.screenshot())).convert("RGB")
    x, y = box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.45
    shown = shown.crop((round(x), round(y), round(x + box["width"] * 0.12) + 1, round(y + box["height"] * 0.1) + 1))
    return [round(part) for part in ImageStat.Stat(shown).mean]


def test_everybody_sees_the_dice_of_whoever_plays_and_each_phone_its_own_cloth(
    browser: Browser, launch: Launch
) -> None:
    house = launch(scripted_dice=f"{FIVE_ONES}/22334466").url
    with phones(browser) as (hers, his):
        told = open_table(hers, house, "Ann", kind="friends")
        asked = {"invite": told["invite"], "name": "Ben"}
        assert call(his, house, f"/api/tables/{told['table']}/seats", asked).status == 201
        visits = [Visit(phone.new_page(), house) for phone in (hers, his)]
        for visit in visits:
            watch(visit)
        ann, ben = (sit_down(visit, told, "gl=off&speed=fast") for visit in visits)
        expect(ann.page.locator(".seat")).to_have_count(2)
        ann.press("#start")
        for each in (ann, ben):
            each.at_rest("roll")
            each.page.wait_for_selector("#table[data-picture]", state="attached")
            wears(each, "house")
        tries(ann, 0, "ruby")
        tries(ben, 1, "sapphire")
        for each in (ann, ben):
            wears(each, "ruby")
        ann.roll()
        ben.at_rest("keep")
        for each in (ann, ben):
            wears(each, "ruby")
            red, green, blue = colour(each.page, box_of(each.page, ".die-button"))
            assert red > 1.25 * max(green, blue), "the dice are red on both phones"
        ben.page.evaluate(PREFER, ["surface", "navy"])
        red, green, blue = colour(ben.page, box_of(ben.page, "#felt"))
        assert blue > max(red, green), "his cloth is blue at once"
        red, green, blue = colour(ann.page, box_of(ann.page, "#felt"))
        assert green > max(red, blue), "hers stays green"
        place = box_of(ben.page, '.die-button[aria-label^="1,"]')
        ann.keep([1] * 5, "decide")
        for each in (ann, ben):
            expect(each.page.locator(".tray-chip.dice .kept-die")).to_have_count(5)
            expect(each.page.locator(".tray-chip.dice")).to_have_text("5 × 1 = 3,0003,000")
            each.page.wait_for_function("() => !document.querySelector('#tray').getAnimations({subtree: true}).length")
            red, green, blue = colour(each.page, box_of(each.page, ".kept-die"))
            assert red > 1.25 * max(green, blue), "small ones are of the same set"
        for name, value in (("hints", "off"), ("quality", "low")):
            ben.page.evaluate(PREFER, [name, value])
            ben.page.wait_for_timeout(300)
            red, green, blue = colour(ben.page, place)
            assert blue > max(red, green), "what was kept does not come back with another wish"
        ann.bank()
        for each in (ann, ben):
            each.at_rest("roll")
            wears(each, "sapphire")
            assert each.page.evaluate(COUNT, 1200) == 0
            assert each.visit.troubles == []
        # Seen again, her roll falls in the dice it fell in.
        ann.page.goto(f"{house}/replay/{told['table']}/1?gl=off&motion=off#1")
        ann.page.wait_for_selector('#table[data-stop="1"]')
        wears(ann, "ruby")


def test_all_eight_and_going_out_even_are_celebrated_end_at_a_tap_and_leave_nothing_behind(
    browser: Browser, launch: Launch
) -> None:
    house = launch(scripted_dice=f"{EIGHT_ONES}/{FIVE_ONES}/246").url
    with at_table(browser, house, ("Ann",), "gl=off&speed=full") as game:
        page = game.page
        page.wait_for_selector("#table[data-picture]", state="attached")
        game.roll()
        game.tap([1] * 8)
        game.press("#keep")
        page.wait_for_selector(CHEERED.format("all-eight"))
        expect(page.locator(".cheer-number")).to_have_text("+1,000")
        expect(page.locator("#message")).to_contain_text("Kept 7,000.")
        assert page.locator("canvas.cheer-sky").is_visible()
        page.locator("#felt").click(position={"x": 30, "y": 120})
        page.wait_for_selector("#felt:not([data-cheer])")
        assert page.evaluate("document.querySelector('#tray').getAnimations({subtree: true}).length") == 0
        game.at_rest("decide")
        expect(page.locator(".kept-die")).to_have_count(8)
        assert page.evaluate(COUNT, 1200) == 0
        game.bank()
        game.at_rest("roll")
        game.reach_10000()
        game.at_rest("roll")
        game.press("#roll")
        page.wait_for_selector(CHEERED.format("out-even"))
        expect(page.locator(".cheer-number")).to_have_text("10,000")
        expect(page.locator("#card")).to_contain_text("Out even!")
        card, number = box_of(page, "#card"), box_of(page, ".cheer-number")
        assert number["y"] >= card["y"] + card["height"], "nothing lies over what is to be read"
        page.wait_for_selector("#felt:not([data-cheer])", timeout=4000)
        page.wait_for_selector("#cover:visible")
        share, hidden, cheers = page.evaluate(LOCK_IN)
        assert share > 0.02, "a frame and four medals"
        assert (hidden, cheers) == (True, False)
        assert page.evaluate(COUNT, 1200) == 0


def test_where_nothing_should_move_a_celebration_is_a_still_frame(browser: Browser, launch: Launch) -> None:
    house = launch(scripted_dice=EIGHT_ONES).url
    with at_table(browser, house, ("Ann",), "gl=off", size=(320, 568), reduced_motion="reduce") as game:
        page = game.page
        page.wait_for_selector("#table[data-picture]", state="attached")
        game.roll()
        game.tap([1] * 8)
        game.press("#keep")
        page.wait_for_selector(CHEERED.format("all-eight"))
        moving = "document.querySelector('#felt').getAnimations({subtree: true}).length"
        assert page.evaluate(moving) == 0
        assert page.locator(".cheer-sky, .cheer-number").filter(visible=True).count() == 0
        assert page.evaluate("getComputedStyle(document.querySelector('#felt'), '::after').borderTopWidth") == "4px"
        game.at_rest("decide")
        page.wait_for_selector("#felt:not([data-cheer])")
        assert page.evaluate(COUNT, 1200) == 0
