"""The screen of the table: nothing moves, nothing is too small, no tap is lost, no hasty press counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES, AtTable, at_table
from tests.e2e.visiting import SIZES, cut_texts, wider_than_screen
from tests.serving import Scripted

pytestmark = pytest.mark.browser

TARGETS = """() => [...document.querySelectorAll('button, input, a')].filter((e) => {
  const b = e.getBoundingClientRect();
  return b.width && !e.closest('[inert], dialog:not([open]), .skip') && getComputedStyle(e).visibility !== 'hidden'
    && (b.width < 47.5 || b.height < 47.5);
}).map((e) => e.id + '.' + e.className)"""


def fixed(game: AtTable) -> dict[str, Any]:
    """What must be the same rectangle in every state of a turn."""
    return {name: game.box(f"#{name}") for name in ("felt", "dock", "cell-bank", "cell-roll", "message", "info")}


def fits(game: AtTable) -> None:
    """Targets are large enough and nothing is cut off or sticks out."""
    assert game.page.evaluate(TARGETS) == []
    outside = [each for each in wider_than_screen(game.page) if "score-chip" not in each and "chip-" not in each]
    assert outside == []
    assert [each for each in cut_texts(game.page) if "chip-head" not in each] == []
    boxes = [die.bounding_box() for die in game.dice()]
    for index, one in enumerate(boxes):
        assert one is not None, "dice stand on the felt"
        assert one["width"] >= 64, one
        assert one["height"] >= 64, one
        for other in boxes[index + 1 :]:
            assert other is not None, "dice stand on the felt"
            apart = one["x"] + one["width"] <= other["x"] + 0.5 or other["x"] + other["width"] <= one["x"] + 0.5
            above = one["y"] + one["height"] <= other["y"] + 0.5 or other["y"] + other["height"] <= one["y"] + 0.5
            assert apart or above, (one, other)


def tour(game: AtTable) -> Iterator[str]:
    """Every state of two turns, each at rest."""
    game.at_rest("roll")
    yield "ready"
    game.roll()
    yield "nothing picked"
    game.tap([6])
    yield "a dead die"
    game.press("#keep")
    yield "a refused keep"
    game.page.click("#clear", force=True)
    game.page.click("#undo", force=True)
    game.tap([1, 2, 3, 4, 5, 6, 6, 6])
    yield "an order that does not work"
    game.press("#keep")
    yield "the same, refused"
    game.page.click(".message-action")
    game.read()
    yield "the order that works"
    game.press("#keep")
    game.at_rest("decide")
    yield "an and-roll"
    game.roll()
    game.keep([1, 5], "decide")
    yield "bank or roll"
    game.roll("roll")
    game.take()
    yield "the next player"


@pytest.mark.parametrize("size", SIZES)
def test_the_dock_and_the_felt_stay_where_they_are_in_every_state(
    browser: Browser, scripted: Scripted, size: tuple[int, int]
) -> None:
    server = scripted("66612345/15222334/234624")
    with at_table(browser, server.url, ("Ann", "Ben"), size=size) as game:
        first = None
        for state in tour(game):
            now = fixed(game)
            first = first or now
            assert now == first, state
            fits(game)


def test_the_main_buttons_lie_where_a_thumb_reaches_and_off_the_edges(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url) as game:
        game.roll()
        for name in ("#keep", "#cell-bank", "#cell-roll"):
            box = game.box(name)
            assert box["y"] + box["height"] / 2 > 844 * 0.6, name
            assert box["x"] >= 12, name
            assert box["x"] + box["width"] <= 390 - 12, name
            assert box["y"] + box["height"] <= 844 - 8, name


def test_no_press_counts_in_the_first_350_ms_of_a_new_state(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url) as game:
        game.at_rest("roll")
        game.patience()
        game.page.click("#roll", force=True)
        game.at_rest("keep")
        game.tap([6, 6, 6])
        game.patience()
        # Timed inside the page, from the very change of state on: a picture may come late where much is to be done.
        tried: list[list[Any]] = game.page.evaluate(
            """() => new Promise((done) => {
              const table = document.querySelector('#table');
              const tried = [];
              const changed = new MutationObserver(() => {
                if (table.dataset.phase !== 'decide') return;
                changed.disconnect();
                const began = performance.now();
                const press = () => {
                  const at = performance.now() - began;
                  if (at > 320) return done(tried);
                  document.querySelector('#roll').click();
                  document.querySelector('#bank').click();
                  tried.push([Math.round(at), table.dataset.phase]);
                  setTimeout(press, 20);
                };
                press();
              });
              changed.observe(table, { attributeFilter: ['data-phase'] });
              document.querySelector('#keep').click();
            })"""
        )
        assert len(tried) > 5
        assert {phase for _, phase in tried} == {"decide"}
        assert game.view["phase"] == "decide"
        game.page.wait_for_timeout(120)
        game.page.click("#roll", force=True)
        game.page.wait_for_selector('#table[data-stage="rest"][data-phase="keep"], #cover:visible')
        assert game.view["roll"] == 2


def test_eight_taps_forty_milliseconds_apart_all_count_in_order(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url) as game:
        game.roll()
        for _ in range(20):
            game.page.evaluate(
                """() => new Promise((done) => {
                  const dice = [...document.querySelectorAll('.die-button')].reverse();
                  const next = () => {
                    const die = dice.pop();
                    if (!die) return done();
                    die.click();
                    setTimeout(next, 40);
                  };
                  next();
                })"""
            )
            badges = game.page.evaluate(
                "[...document.querySelectorAll('.die-button')].map((d) => d.getAttribute('aria-pressed'))"
            )
            assert badges == ["true"] * 8
            labels = [die.get_attribute("aria-label") or "" for die in game.dice()]
            assert all(f"picked number {place}" in label for place, label in enumerate(labels, 1))
            game.page.click("#clear")


TAP_IN_THE_GLIDE = """() => {
  window.tapped = new Promise((resolve) => {
    let thrown = false;
    const look = () => {
      const { stage } = document.getElementById('table').dataset;
      const die = document.querySelector('#dice:not(.flying) .die-button');
      thrown ||= document.querySelector('#dice.flying') !== null;
      if (!thrown || !die) return requestAnimationFrame(look);
      die.click();
      // The tap shows with the next drawing.
      const tell = () => resolve({ stage, pressed: die.getAttribute('aria-pressed') });
      requestAnimationFrame(() => requestAnimationFrame(tell));
    };
    look();
  });
}"""


def test_taps_in_the_glide_after_a_throw_count(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url, query="gl=off&speed=full") as game:
        game.at_rest("roll")
        # The glide lasts a third of a second, so the tap is made inside the page, in the first moment that takes one.
        game.page.evaluate(TAP_IN_THE_GLIDE)
        game.press("#roll")
        assert game.page.evaluate("window.tapped") == {"stage": "rolling", "pressed": "true"}
        first = game.page.locator(".die-button").first
        game.at_rest("keep")
        assert first.get_attribute("aria-pressed") == "true"


def test_taps_undo_one_by_one_and_a_removed_badge_renumbers_the_rest(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url) as game:
        game.roll()
        dice = game.page.locator(".die-button")
        for index in (4, 1, 6):
            dice.nth(index).click()
        dice.nth(1).click()
        for place, index in enumerate((4, 6), 1):
            assert f"picked number {place}" in (dice.nth(index).get_attribute("aria-label") or "")
        for _ in range(2):
            game.page.click("#undo")
        assert game.page.locator('.die-button[aria-pressed="true"]').count() == 0
        dice.nth(0).click()
        assert game.page.get_attribute("#clear", "aria-disabled") == "true"
        dice.nth(1).click()
        assert game.page.get_attribute("#clear", "aria-disabled") is None
        game.page.click("#clear")
        assert game.page.locator('.die-button[aria-pressed="true"]').count() == 0


def test_picked_dice_and_groups_differ_by_shape_and_number_not_by_colour_alone(
    browser: Browser, scripted: Scripted
) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url) as game:
        game.roll()
        game.tap([6, 6, 6, 5, 4])
        styles = game.page.evaluate(
            """() => [...document.querySelectorAll('.die-button')]
              .map((d) => [d.className.trim(), d.querySelector('.die-badge').textContent])"""
        )
        kinds = {look.replace("die-button", "").strip() for look, _ in styles}
        assert {"dead"} < kinds, kinds
        game.page.click("#undo")
        game.page.wait_for_selector(".die-button.dashed")
        solid, dashed = (
            game.page.evaluate(
                f"getComputedStyle(document.querySelector('.die-button.{name}'), '::before').borderTopStyle"
            )
            for name in ("solid", "dashed")
        )
        assert (solid, dashed) == ("solid", "dashed")
        assert sorted(badge for _, badge in styles if badge) == ["0", "1", "2", "3", "4"]


def test_at_rest_nothing_is_drawn_and_no_quick_timer_runs(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url, query="gl=off") as game:
        game.roll()
        game.tap([6])
        game.page.wait_for_timeout(1700)
        counted = game.page.evaluate(
            """() => new Promise((done) => {
              let frames = 0; let timers = 0;
              const raf = window.requestAnimationFrame; const later = window.setTimeout;
              window.requestAnimationFrame = (f) => { frames += 1; return raf(f); };
              window.setTimeout = (f, ms, ...rest) => { if (ms < 1000) timers += 1; return later(f, ms, ...rest); };
              later(() => done({ frames, timers }), 3000);
            })"""
        )
        assert counted == {"frames": 0, "timers": 0}


def test_with_reduced_motion_nothing_travels_and_numbers_do_not_count(browser: Browser, scripted: Scripted) -> None:
    server = scripted(f"{EIGHT_ONES}/{FIVE_ONES}")
    with at_table(browser, server.url, query="gl=off", reduced_motion="reduce") as game:
        game.at_rest("roll")
        assert game.page.evaluate("document.documentElement.dataset.motion") == "off"
        game.page.evaluate(
            """() => {
              window.totals = []; window.moved = [];
              const total = document.querySelector('.chip-total');
              new MutationObserver(() => totals.push(total.textContent)).observe(total, { childList: true });
              // A jump is one frame, and a busy machine may show three in a row; what travels moves in many on end.
              const where = new Map();
              const look = () => {
                for (const e of document.querySelectorAll('#table *')) {
                  const b = e.getBoundingClientRect(); const was = where.get(e);
                  const far = b.width && was?.b ? Math.hypot(b.x - was.b.x, b.y - was.b.y) : 0;
                  const frames = far > 0.5 ? was.frames + 1 : 0; const way = far > 0.5 ? was.way + far : 0;
                  if (frames >= 5 && way > 8) moved.push(`${e.parentElement.id} > ${e.outerHTML.slice(0, 80)}`);
                  where.set(e, { b: b.width ? b : null, frames, way });
                }
                requestAnimationFrame(look);
              };
              look();
            }"""
        )
        game.bank_7000()
        game.page.wait_for_selector("#cover:visible")
        assert game.page.evaluate("totals") == ["7,000"]
        assert game.page.evaluate("moved") == []
