"""The settings: each is kept at once, shows or sounds what it does, and holds on every page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.visiting import Visit, open_table, visiting
from tests.serving import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(browser: Browser, house: Server) -> Iterator[Visit]:
    with visiting(browser, house.url, (320, 568)) as visit:
        yield visit


def test_a_setting_is_kept_at_once_and_shows_what_it_does(visit: Visit) -> None:
    page = visit.go("/settings")
    page.check("input[name=pref-hints][value=odds]")
    expect(page.locator(".mini-odds")).to_be_visible()
    page.check("input[name=pref-hand][value=left]")
    left, right = (page.locator(f".mini-{name}").bounding_box() for name in ("roll", "bank"))
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    page.check("input[name=pref-speed][value=fast]")
    flights = page.evaluate("document.getAnimations().map((a) => a.effect.getTiming().duration).filter((d) => d > 300)")
    assert flights == [600] * 5
    page.check("#pref-confirmBank")
    expect(page.locator(".mini-ask")).to_be_visible()
    page = visit.go("/settings")
    for name, value in (("hints", "odds"), ("hand", "left"), ("speed", "fast")):
        assert page.is_checked(f"input[name=pref-{name}][value={value}]")
    assert page.is_checked("#pref-confirmBank")


def test_with_motion_off_nothing_flies(visit: Visit) -> None:
    page = visit.go("/settings")
    page.check("input[name=pref-motion][value=off]")
    page.check("input[name=pref-announce][value=at_once]")
    moving = page.evaluate(
        "document.getAnimations().filter((a) => a.effect.getKeyframes().some((k) => k.transform)).length"
    )
    assert moving == 0
    expect(page.locator("input[name=pref-speed][value=instant]")).to_be_checked()


def test_larger_text_is_larger_at_once_and_on_every_page(visit: Visit) -> None:
    page = visit.go("/settings")
    before = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    page.check("input[name=pref-text][value=largest]")
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == pytest.approx(before * 1.375)
    visit.go("/rules")
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == pytest.approx(before * 1.375)


def test_nothing_sounds_before_the_first_touch_and_mute_lasts(visit: Visit) -> None:
    page = visit.go("/settings")
    page.evaluate("document.querySelector('#pref-master').dispatchEvent(new Event('change', {bubbles: true}))")
    assert visit.heard("audio") == 0
    page.tap("#pref-mute")
    assert visit.heard("audio") == 1
    assert page.is_checked("#pref-mute")
    visit.go("/settings")
    assert page.is_checked("#pref-mute")


def test_table_and_marks_are_seen_in_the_small_table_and_kept(visit: Visit) -> None:
    page = visit.go("/settings")
    cloth = "getComputedStyle(document.querySelector('.mini-felt')).backgroundImage"
    seen = set()
    for surface in ("green", "wine", "navy", "slate", "linen"):
        page.click(f"label:has([name=pref-surface][value={surface}])")
        seen.add(page.evaluate(cloth))
    assert len(seen) == 5
    for marks, pips, number in (("pips", True, False), ("numerals", False, True), ("both", True, True)):
        page.click(f"label:has([name=pref-marks][value={marks}])")
        assert page.locator(".mini .die-pip").first.is_visible() is pips
        assert page.locator(".mini .mini-number").first.is_visible() is number
    page = visit.go("/settings")
    assert page.is_checked("input[name=pref-surface][value=linen]")
    assert page.is_checked("input[name=pref-marks][value=both]")


SENSOR = """
window.DeviceMotionEvent ??= class extends Event {};
DeviceMotionEvent.requestPermission = async () => (navigator.userActivation.isActive ? window.answer : 'no touch');
window.shakePhone = () => {
  const real = performance.now.bind(performance), began = real();
  for (let at = 0; at < 2000; at += 16) {
    performance.now = () => began + at;
    const y = 25 * Math.sin((at / 1000) * 8 * Math.PI);
    dispatchEvent(Object.assign(new Event('devicemotion'), { acceleration: { x: 0, y, z: 0 } }));
  }
  performance.now = real;
};
"""
FLYING = "document.querySelector('.mini-die').getAnimations().length"


def test_shaking_is_off_until_the_switch_has_asked_and_the_small_table_then_feels_it(visit: Visit) -> None:
    visit.page.add_init_script(SENSOR)
    page = visit.go("/settings")
    expect(page.locator("#pref-shake")).not_to_be_checked()
    page.evaluate("shakePhone()")
    assert page.evaluate(FLYING) == 0
    page.evaluate("window.answer = 'denied'")
    page.tap("#pref-shake")
    expect(page.locator("#no-motion")).to_be_visible()
    expect(page.locator("#pref-shake")).not_to_be_checked()
    page.evaluate("window.answer = 'granted'")
    page.tap("#pref-shake")
    expect(page.locator("#pref-shake")).to_be_checked()
    expect(page.locator("#no-motion")).to_be_hidden()
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    page.evaluate("shakePhone()")
    assert page.evaluate(FLYING) == 1


def test_practice_games_can_be_cleared_and_friends_tables_stay(visit: Visit) -> None:
    open_table(visit.page.context, visit.house, "Ann", "Ben")
    open_table(visit.page.context, visit.house, "Cy", "Di")
    open_table(visit.page.context, visit.house, "Eve", kind="friends")
    page = visit.go("/settings")
    page.click("#reset")
    expect(page.locator(".dialog-title")).to_have_text("Clear 2 practice games?")
    page.wait_for_timeout(400)
    page.click("dialog .danger")
    expect(page.locator("#reset-more")).to_have_text("The list is empty.")
    tables = page.context.request.get(visit.house + "/api/mine").json()["tables"]
    assert [table["kind"] for table in tables] == ["friends"]
