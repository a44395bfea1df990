"""One turn by touch: what a refused keep says, orders that work, dice that keep their faces, strokes, and bots."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from app.engine import rulesets
from app.engine.open_parts import Open
from app.engine.orders import best_order
from app.engine.reading import Reading, read
from tests.e2e.at_table import at_table, bots, face_of
from tests.serving import Scripted

pytestmark = pytest.mark.browser

PROGRESSIVE = rulesets.load("progressive")


def test_a_refused_keep_names_the_dice_keeps_the_taps_and_moves_the_focus_there(
    browser: Browser, scripted: Scripted
) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url) as game:
        game.roll()
        before = game.view
        game.tap([1, 4])
        game.press("#keep")
        expect(game.page.locator(".message-text")).to_have_text(
            "The 4 scores nothing on its own. You need three 4s, or take it off."
        )
        assert game.page.locator('.die-button[aria-pressed="true"]').count() == 2
        assert "scores nothing" in game.page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert game.view == before
        loud = [sentence for sentence in game.said() if sentence.startswith("! The 4 scores nothing")]
        assert len(loud) == 1


def test_an_order_that_works_is_offered_whenever_there_is_one_and_then_keeps(
    browser: Browser, scripted: Scripted
) -> None:
    """Point 9, over selections of one roll; the engine is asked which of them have such an order."""
    server = scripted("55512346")
    with at_table(browser, server.url) as game:
        game.roll()
        wanted = 0
        for taps in (
            [5, 5, 5, 1, 2, 3, 4],
            [5, 5, 5, 2],
            [1, 2, 3],
            [2, 3, 4, 5, 5, 5, 6],
            [5, 1, 2, 3, 4, 5, 5],
            [5, 5, 3],
        ):
            game.tap(taps)
            verdict = read(tuple(taps), 8, Open(), PROGRESSIVE)
            order = None if isinstance(verdict, Reading) else best_order(tuple(sorted(taps)), 8, Open(), PROGRESSIVE)
            offer = game.page.locator(".message-action")
            assert offer.count() == (1 if order else 0), taps
            if order:
                wanted += 1
                offer.click()
                expect(game.page.locator("#keep")).to_have_text(f"Keep · {order.reading.points:,}")
                assert game.view["phase"] == "keep", "nothing is kept by looking"
            game.page.click("#clear")
        assert wanted >= 2
        game.tap([5, 5, 5, 1, 2, 3, 4])
        game.page.click(".message-action")
        game.read()
        game.press("#keep")
        game.at_rest("decide")
        assert game.view["unbanked"] == 850


def test_a_keep_right_after_taps_that_outran_the_line_is_told_which_dice_came_first(
    browser: Browser, scripted: Scripted
) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url) as game:
        game.roll()
        game.patience()
        taps = game.pick([1, 2, 3, 4, 5, 6, 6, 6])
        # All of them and the press in one breath: no answer can come between.
        game.page.evaluate("(dice) => { for (const die of dice) die.click(); keep.click(); }", taps)
        expect(game.page.locator(".card.refused .card-text")).to_have_text(
            "1-2-3-4-5-6 came first: large straight (1,500). Then two 6s score nothing."
        )
        assert game.page.locator('.die-button[aria-pressed="true"]').count() == 8
        assert game.view["phase"] == "keep"


def test_every_die_keeps_the_face_it_was_given_before_it_flew(browser: Browser, scripted: Scripted) -> None:
    server = scripted("52316646/4316246/623146/41362")
    with at_table(browser, server.url, ("Ann",), query="gl=off&speed=fast") as game:
        game.at_rest("roll")
        game.page.evaluate(
            """() => {
              window.written = [];
              new MutationObserver((changes) => {
                for (const { target } of changes)
                  if (target.matches?.('.die-button')) written.push([document.querySelector('#table').dataset.stage,
                    target.dataset.die, target.getAttribute('aria-label')[0]]);
              }).observe(document.querySelector('#dice'),
                { subtree: true, attributes: true, attributeFilter: ['aria-label'] });
            }"""
        )
        for _ in range(4):
            game.page.evaluate("written.length = 0")
            game.roll()
            lying = game.view["lying"]
            seen = {int(die.get_attribute("data-die") or -1): face_of(die) for die in game.dice()}
            assert [seen[die] for die in sorted(seen)] == lying
            written = game.page.evaluate("written")
            assert all(int(face) == lying[int(die)] for _, die, face in written), written
            game.keep([1], "decide")


def test_a_flick_throws_with_its_angle_and_power_and_a_slow_or_short_one_does_not(
    browser: Browser, scripted: Scripted
) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url) as game:
        game.at_rest("roll")
        touch = game.page.context.new_cdp_session(game.page)
        game.page.evaluate(
            """() => {
              const note = (e) => (window[e.type] = { x: e.clientX, y: e.clientY, at: e.timeStamp });
              for (const name of ['pointerdown', 'pointerup']) addEventListener(name, note, true);
            }"""
        )

        def stroke(dx: float, dy: float, ms: float) -> None:
            game.patience()
            x, y = 195.0, 500.0
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            for step in range(1, 4):
                game.page.wait_for_timeout(ms / 4)
                point = {"x": x + dx * step / 3, "y": y + dy * step / 3}
                touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        game.patience()
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 195, "y": 500}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 195, "y": 380}]})
        expect(game.page.locator("#message")).to_contain_text("Release to throw")
        ring = game.page.locator(".aim-ring").bounding_box()
        assert game.page.locator("#aim.shown").count() == 1
        assert ring is not None, "the ring is drawn"
        assert ring["width"] > 60, "the ring is drawn"
        touch.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
        stroke(0, -30, 120)
        stroke(0, -200, 560)
        game.page.wait_for_timeout(200)
        assert game.view["phase"] == "roll"
        expect(game.page.locator("#message")).to_have_text("Flick faster, or press Roll.")
        for _ in range(6):
            # A busy machine may draw the stroke out until it is too slow: then it throws nothing, as above.
            stroke(70, -121, 90)
            game.page.wait_for_timeout(300)
            if game.text("#message") != "Flick faster, or press Roll.":
                break
        game.at_rest("keep")
        down, up = game.page.evaluate("[pointerdown, pointerup]")
        way = ((up["x"] - down["x"]) ** 2 + (up["y"] - down["y"]) ** 2) ** 0.5
        power = 100 * min(1.0, max(0.0, (way / (up["at"] - down["at"]) - 0.3) / 2.2))
        rolled = next(each for each in reversed(game.snapshot()["recent"]) if each["type"] == "rolled")
        assert abs(rolled["angle"] - 30) <= 5
        assert abs(rolled["power"] - power) <= 10
        assert (game.page.input_value("#angle"), game.page.input_value("#power")) != ("0", "30")


def test_bots_take_their_time_and_seven_of_them_are_skipped_in_a_second(browser: Browser, scripted: Scripted) -> None:
    server = scripted("15222334/234624")
    seats = [{"name": "Ann"}, *bots(*(f"Roger {n}" for n in range(1, 8)))]
    with at_table(browser, server.url, query="gl=off&speed=full&motion=off", opening={"seats": seats}) as game:
        game.roll()
        game.keep([1, 5], "decide")
        game.page.evaluate(
            """() => { window.steps = []; const send = WebSocket.prototype.send;
              WebSocket.prototype.send = function (text) {
                if (String(text).includes('"play_for"')) steps.push(performance.now());
                return send.call(this, text); }; }"""
        )
        game.bank()
        game.page.wait_for_selector("[data-choice=skip_bots]")
        game.page.evaluate(
            """() => new Promise((done) => {
              const look = () => (steps.length >= 3 ? done() : setTimeout(look, 20)); look(); })"""
        )
        sent = game.page.evaluate("steps")
        assert all(later - earlier >= 850 for earlier, later in pairwise(sent)), sent
        began = game.page.evaluate("steps.length = 0; performance.now()")
        game.page.locator("[data-choice=skip_bots]").click()
        game.page.wait_for_selector('.score-chip.on[data-seat="0"]')
        steps = game.page.evaluate("steps")
        gaps = [later - earlier for earlier, later in pairwise([began, *steps])]
        assert len(steps) >= 14
        assert sorted(gaps)[len(gaps) // 2] < 150, "no pause stands between the steps"


def test_what_trippn_keeps_working_is_told_and_survives_the_and_roll(browser: Browser, scripted: Scripted) -> None:
    server = scripted("66612345/66222334")
    with at_table(browser, server.url, ("Ann",), opening={"rules": "trippn"}) as game:
        game.roll()
        game.keep([6, 6, 6, 1, 2, 3, 4, 5], "decide")
        working = game.page.locator(".tray-row.working")
        expect(working).to_contain_text("6s +600")
        expect(working).to_contain_text("6 fills +500")
        expect(game.page.locator("#message")).to_contain_text("Your sets keep working.")
        game.roll()
        game.tap([6, 6])
        expect(game.page.locator("#keep")).to_have_text("Keep · 1,200")
        assert game.page.is_hidden("#lock")
