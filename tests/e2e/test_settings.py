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
    page.check("input[name=pref-hints][value=odds]", force=True)
    expect(page.locator(".mini-odds")).to_be_visible()
    page.check("input[name=pref-hand][value=left]", force=True)
    left, right = (page.locator(f".mini-{name}").bounding_box() for name in ("roll", "bank"))
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    page.check("input[name=pref-speed][value=fast]", force=True)
    flights = page.evaluate("document.getAnimations().map((a) => a.effect.getTiming().duration).filter((d) => d > 300)")
    assert flights == [600] * 5
    page.check("#pref-confirmBank", force=True)
    expect(page.locator(".mini-ask")).to_be_visible()
    page = visit.go("/settings")
    for name, value in (("hints", "odds"), ("hand", "left"), ("speed", "fast")):
        assert page.is_checked(f"input[name=pref-{name}][value={value}]")
    assert page.is_checked("#pref-confirmBank")


def test_with_motion_off_nothing_flies(visit: Visit) -> None:
    page = visit.go("/settings")
    page.check("input[name=pref-motion][value=off]", force=True)
    page.check("input[name=pref-announce][value=at_once]", force=True)
    moving = page.evaluate(
        "document.getAnimations().filter((a) => a.effect.getKeyframes().some((k) => k.transform)).length"
    )
    assert moving == 0
    expect(page.locator("input[name=pref-speed][value=instant]")).to_be_checked()


def test_larger_text_is_larger_at_once_and_on_every_page(visit: Visit) -> None:
    page = visit.go("/settings")
    before = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    page.check("input[name=pref-text][value=largest]", force=True)
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


RENDER = """async (name) => {
  // The page's own sounds, rendered to samples instead of to a loudspeaker.
  let desk;
  window.AudioContext = function () { return (desk ??= new OfflineAudioContext(1, 44100 * 3, 44100)); };
  const { sound } = await import(name.module + '?' + name.sound);
  sound.prime();
  dispatchEvent(new Event('pointerup'));
  sound.play(name.sound, { order: 3 });
  const samples = (await desk.startRendering()).getChannelData(0);
  const loud = (from) => samples.findIndex((s, i) => i >= from && Math.abs(s) > 0.002);
  return { peak: samples.reduce((peak, s) => Math.max(peak, Math.abs(s)), 0), begins: loud(0) / 44100,
    ends: samples.findLastIndex((s) => Math.abs(s) > 0.002) / 44100 };
}"""


def test_every_sound_is_heard_and_none_is_harsh_or_long(visit: Visit) -> None:
    page = visit.go("/settings")
    module = page.evaluate("document.querySelector('[rel=modulepreload][href*=sound]').href")
    names = ["hit-felt", "hit-die", "slide", "tap", "keep", "bank", "bust", "for-nothing", "your-turn", "win"]
    for name in names:
        heard = page.evaluate(RENDER, {"module": module, "sound": name})
        assert 0.04 < heard["peak"] < 0.6, (name, heard)
        assert heard["begins"] < 0.06, (name, heard)
        assert heard["ends"] < (2.3 if name == "win" else 1.3), (name, heard)
