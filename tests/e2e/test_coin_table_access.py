"""Every state that only coin tables have, for everybody: accessible, nothing cut, nothing wider than the phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_coin_table import LIMITS, CoinPlayer, be_ready, coin_table, in_turn_order
from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES
from tests.e2e.visiting import cut_texts, small_targets, wider_than_screen
from tests.serving import Launch

pytestmark = pytest.mark.browser

SLOW = "gl=off&speed=full&motion=off"
OUT = f"{FIVE_ONES}/234"
TIED = "11122346/23446"
SIZES = [(320, 568), pytest.param((390, 844), marks=pytest.mark.soak)]
"""The smaller screen is the harder one; each story takes most of a minute."""


def look(player: CoinPlayer, state: str) -> None:
    page = player.visit.page
    page.wait_for_timeout(150)
    assert player.visit.axe() == [], state
    assert small_targets(page) == [], state
    assert cut_texts(page) == [], state
    assert wider_than_screen(page) == [], state


def sit_and_start(ann: CoinPlayer, ben: CoinPlayer) -> None:
    """From the empty room to the first turn."""
    ann.sees("room", "Waiting for another player.")
    look(ann, "alone")
    look(ben, "a spectator who may sit")
    ben.press("sit")
    ben.visit.page.wait_for_selector("dialog[open]")
    look(ben, "the price")
    ben.agree()
    ann.sees("room", "2 of 4 seated")
    look(ann, "two wait")
    ann.press("ready")
    ann.sees("room", "Waiting until Ben is ready.")
    look(ann, "ready")
    ben.press("ready")
    ben.sees("room", "The game starts.")
    look(ben, "the countdown")
    ann.visit.page.wait_for_selector(".draw-dice .die")
    look(ann, "who starts")
    for player in (ann, ben):
        player.plays()
        player.game.at_rest("roll")


@pytest.mark.parametrize("size", SIZES)
def test_from_the_waiting_room_over_the_roll_off_to_the_pay_out(
    browser: Browser, launch: Launch, size: tuple[int, int]
) -> None:
    script = f"{EIGHT_ONES}/{EIGHT_ONES}/{OUT}/{OUT}/{TIED}/{TIED}"
    server = launch(scripted_dice=script, countdown_s=4, decision_s=600, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben"), seated=1, query=SLOW, size=size) as (ann, ben):
        sit_and_start(ann, ben)
        first, second = in_turn_order([ann, ben])
        for player in (first, second):
            player.turn()
            player.game.bank_7000()
        for player in (first, second):
            player.turn()
            player.game.reach_10000()
            player.game.press("#roll")
        first.visit.page.wait_for_selector("[data-choice=vote_no]")
        look(first, "the vote")
        look(second, "the vote of another")
        first.answer("vote_no")
        first.visit.page.wait_for_selector("dialog[open]")
        look(first, "a no")
        first.agree()
        first.visit.page.wait_for_selector("[data-choice=order_last]")
        look(first, "the order")
        look(second, "the order of another")
        first.answer("order_last")
        second.turn()
        look(second, "a turn of the roll-off")
        for player in (second, first):
            player.turn()
            player.game.roll()
            player.game.keep([1, 1, 1], "roll")
            player.game.press("#roll")
        second.visit.page.wait_for_selector("[data-choice=share_yes]")
        look(second, "sharing")
        second.answer("share_yes")
        first.answer("share_yes")
        first.sees("payout", "share the win")
        look(first, "the pay-out")
        first.press("rematch_coins")
        first.agree()
        second.sees("payout", "wants a rematch")
        look(second, "a rematch is wanted")


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_clock_autopilot_pause_and_void(browser: Browser, launch: Launch, size: tuple[int, int]) -> None:
    times = {"decision_s": 4, "bank_s": 4, "autopilot_step_s": 2, "pause_s": 8}
    server = launch(scripted_dice="/".join(["11122346"] * 20), countdown_s=0.3, **times, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben"), query=SLOW, size=size) as players:
        be_ready(players)
        first, second = in_turn_order(players)
        second.visit.page.wait_for_selector(".message-clock")
        look(second, "the clock of another")
        first.visit.page.wait_for_selector(".message-clock.bank")
        look(first, "the time bank")
        first.visit.page.wait_for_selector("#banner[data-code=AUTO]")
        look(first, "the autopilot")
        first.visit.page.wait_for_selector("[data-choice=im_back]", timeout=60_000)
        look(first, "away")
        for player in players:
            expect(player.visit.page.locator("#card")).to_contain_text("Everyone is away", timeout=60_000)
        look(first, "paused")
        first.sees("payout", "No winner", timeout=30_000)
        look(first, "void")


def test_text_twice_as_large_is_all_there(browser: Browser, launch: Launch) -> None:
    server = launch(countdown_s=0.3, decision_s=600, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben"), size=(320, 568)) as players:
        for player in players:
            player.visit.page.evaluate("document.documentElement.style.fontSize = '200%'")
            # The bar under the cover shortens what it says.
            covered = player.visit.page.locator(".bar, .summary").all_inner_texts()
            cut = [text for text in cut_texts(player.visit.page) if text not in "\n".join(covered)]
            assert cut == [], "the room"
            assert player.visit.page.evaluate("document.documentElement.scrollWidth") <= 320
        be_ready(players)
        for player in players:
            player.game.at_rest("roll")
            assert player.visit.page.evaluate("document.querySelector('#table').scrollWidth") <= 320
            clock = player.visit.page.locator(".score-chip.on .chip-sub.timed")
            expect(clock).to_be_visible()
            assert clock.evaluate("(e) => e.scrollWidth - e.clientWidth") <= 1, "the clock"
