"""Coin tables when somebody does not act: the clock, the autopilot, coming back, leaving, a void game, a rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_coin_table import LIMITS, CoinPlayer, be_ready, coin_table, sign_up, start
from tests.e2e.at_table import QUICK, sit_down
from tests.e2e.visiting import call, visiting
from tests.serving import Launch

pytestmark = pytest.mark.browser

TWO = ("Ann", "Ben")
SHORT = "11122346/" * 12 + "11122346"


def banner(player: CoinPlayer, text: str) -> None:
    expect(player.visit.page.locator("#banner")).to_contain_text(text, timeout=15_000)


def message(player: CoinPlayer, text: str | re.Pattern[str]) -> None:
    expect(player.visit.page.locator("#message")).to_contain_text(text, timeout=15_000)


def test_the_clock_runs_down_into_the_time_bank_and_then_the_autopilot_finishes_the_turn(
    browser: Browser, launch: Launch
) -> None:
    server = launch(scripted_dice=SHORT, countdown_s=0.3, decision_s=4, bank_s=3, autopilot_step_s=1.5, **LIMITS)
    with coin_table(browser, server.url, TWO) as players:
        first, second = start(players)
        message(first, re.compile(r"[1-4]$"))
        message(second, re.compile(rf"{first.name}'s turn\.0:0[1-4]"))
        expect(second.visit.page.locator(".score-chip.on .chip-sub")).to_have_text(re.compile("0:0[1-4]"))
        message(first, "time bank")
        expect(second.visit.page.locator(".score-chip.on .chip-sub.bank")).to_be_visible()
        banner(first, "Time: the autopilot finishes this turn")
        assert first.visit.page.locator("#roll:visible, #row-aim:visible, [data-choice]:visible").count() == 0
        banner(second, f"Time. The autopilot finishes {first.name}'s turn")
        expect(first.visit.page.locator("#wide")).to_have_text("The autopilot finishes this turn")
        second.turn()
        assert first.game.view["banked"][first.seat] > 0, "it has banked"
        said = first.game.said()
        assert [each for each in said if "Time: the autopilot finishes this turn" in each], said
        assert second.visit.page.evaluate("said.filter((each) => each.includes('The autopilot')).length") == 1


def test_after_two_such_turns_a_player_is_away_until_coming_back(browser: Browser, launch: Launch) -> None:
    server = launch(scripted_dice=SHORT, countdown_s=0.3, decision_s=4, bank_s=0, autopilot_step_s=0.4, **LIMITS)
    with coin_table(browser, server.url, TWO) as players:
        first, second = start(players)
        for _ in range(2):
            second.turn()
            second.game.roll()
            second.game.keep([1, 1, 1], "decide")
            second.game.bank()
        banner(first, "You are away: the autopilot plays")
        expect(second.visit.page.locator(".mark.away")).to_have_text("⌁")
        first.answer("im_back")
        expect(first.visit.page.locator("#banner")).to_be_hidden()
        expect(first.visit.page.locator("[data-choice=im_back]")).to_have_count(0)
        assert first.seat not in first.game.snapshot()["room"]["away"]


def test_with_everybody_away_the_game_pauses_goes_on_and_is_void_in_the_end(browser: Browser, launch: Launch) -> None:
    times = {"decision_s": 0.6, "bank_s": 0, "autopilot_step_s": 0.2, "pause_s": 4}
    server = launch(scripted_dice=SHORT, countdown_s=0.3, **times, **LIMITS)
    with coin_table(browser, server.url, TWO) as players:
        be_ready(players)
        ann, ben = players
        for player in players:
            expect(player.visit.page.locator("#card")).to_contain_text("Everyone is away", timeout=20_000)
            expect(player.visit.page.locator("#card")).to_contain_text("every stake goes back")
        ann.answer("im_back")
        expect(ben.visit.page.locator("#card")).to_be_hidden()
        for player in players:
            player.sees("payout", "No winner", "Your 500 are back.", "Void: every stake is back.", timeout=30_000)
            assert player.coins == 2000


def test_leaving_costs_nothing_before_the_game_and_the_stake_after_its_first_roll(
    browser: Browser, launch: Launch
) -> None:
    server = launch(scripted_dice=SHORT, countdown_s=0.3, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben", "Cleo")) as (ann, ben, cleo):
        ben.sees("room", "3 of 4 seated")
        ben.press("give_back")
        ben.visit.page.wait_for_url("**/coins")
        assert ben.coins == 2000
        cleo.sees("room", "2 of 4 seated")
        first, second = start([ann, cleo])
        drawn = next(each for each in ann.game.snapshot()["recent"] if each["type"] == "table_rolled")
        assert drawn["absent"] == [], "who moved up sealed a number for the new seat"
        first.game.roll()
        second.visit.page.click("#menu")
        second.visit.page.click("[data-item=leave_game]")
        expect(second.visit.page.locator("dialog[open]")).to_contain_text("Your 500 stay in the pot.")
        second.agree()
        first.sees(
            "payout", f"{first.name} wins!", "Everyone else has left.", f"{second.name} left: 500 stayed", "+500"
        )
        second.sees("payout", "You left: your stake stayed in the pot.", "−500")
        assert (first.coins, second.coins) == (2500, 1500)


def test_the_next_game_waits_for_those_who_want_a_rematch_and_the_end_is_read_meanwhile(
    browser: Browser, launch: Launch
) -> None:
    server = launch(scripted_dice=SHORT, countdown_s=0.3, **LIMITS)
    with coin_table(browser, server.url, TWO, size=(320, 568)) as players:
        first, second = start(players)
        first.game.roll()
        assert second.send("leave", seat=second.seat).ok
        first.sees("payout", "Rematch · 500")
        first.press("rematch_coins")
        first.agree()
        first.sees("room", "Rematch", "Waiting for another player.", "1 of 4 seated")
        second.sees("payout", "You left", f"{first.name} wants a rematch")
        second.press("sit")
        second.agree()
        for player in players:
            player.sees("room", "want a rematch", "Pot 1,000", "2 of 4 seated")
        start(players)


def test_a_login_that_ends_says_so_and_leads_back(browser: Browser, launch: Launch) -> None:
    server = launch(countdown_s=0.3, **LIMITS)
    with coin_table(browser, server.url, TWO) as (ann, _ben):
        assert call(ann.visit.page.context, server.url, "/api/logins/leave", {}).status == 204
        ann.sees("room", "You were signed out. Sign in to go on.")
        ann.press("sign_in")
        ann.visit.page.wait_for_url(f"**/account?next=/t/{ann.game.table}")


def test_whoever_cannot_sit_reads_why_and_where_to_go(browser: Browser, launch: Launch) -> None:
    server = launch(**LIMITS)
    with (
        coin_table(browser, server.url, TWO, seated=1) as (ann, ben),
        visiting(browser, server.url) as stranger,
        visiting(browser, server.url) as newcomer,
    ):
        told = {"table": ann.game.table, "page": f"/t/{ann.game.table}"}
        sit_down(stranger, told)
        link = stranger.page.locator("[data-cover=sign_in]")
        expect(link).to_have_attribute("href", f"/account?next=/t/{told['table']}")
        sign_up(newcomer.page.context, server.url, "Nell", notice=False)
        sit_down(newcomer, told, QUICK)
        newcomer.page.wait_for_selector("[data-cover=sit]")
        newcomer.page.wait_for_timeout(400)
        newcomer.page.click("[data-cover=sit]")
        expect(newcomer.page.locator("#notice")).to_be_visible()
        assert newcomer.axe() == []
        newcomer.page.wait_for_timeout(400)
        newcomer.page.click("#notice-yes")
        newcomer.page.wait_for_selector("dialog:not(#notice)[open]")
        newcomer.page.wait_for_timeout(400)
        newcomer.page.click("dialog[open] button[value=go]")
        expect(newcomer.page.locator("#cover")).to_contain_text("2 of 4 seated")
        assert ben.send("buy_in", stake=500).ok, "from another tab"
        ben.sees("room", "3 of 4 seated", "Leave · 500 back")
