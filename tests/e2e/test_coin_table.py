"""Games for coins between accounts on phones of their own: from the waiting room to the pay-out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_coin_table import LIMITS, CoinPlayer, coin_table, start
from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES
from tests.serving import Launch

pytestmark = pytest.mark.browser

SLOW = "gl=off&speed=full&motion=off"
"""What happens is held long enough to be looked at."""
OUT = f"{FIVE_ONES}/234"
"""From 7,000 to exactly 10,000, and nothing scores."""
WEAK = "11122346"
"""A thousand and five dice that score nothing."""


def go_out(player: CoinPlayer) -> None:
    """Roll five ones on top of 7,000 and nothing with the rest."""
    player.game.reach_10000()
    player.game.press("#roll")


def bank_a_thousand(player: CoinPlayer) -> None:
    player.game.roll()
    player.game.keep([1, 1, 1], "decide")
    player.game.bank()


def stop_on_the_last_turn(player: CoinPlayer) -> None:
    bank_a_thousand(player)
    player.agree()


def test_two_accounts_sit_down_play_and_the_winner_takes_the_pot(browser: Browser, launch: Launch) -> None:
    script = f"{EIGHT_ONES}/{WEAK}/{OUT}/{WEAK}"
    server = launch(scripted_dice=script, countdown_s=2, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben"), seated=1) as (ann, ben):
        ann.sees("room", "500 table", "Pot 500", "Waiting for another player.", "1 of 4 seated")
        ben.sees("room", "Pot 500", "Ann waits for another player.")
        ben.press("sit")
        expect(ben.visit.page.locator("dialog[open]")).to_contain_text("It goes to the winner, no house cut.")
        ben.agree()
        ann.sees("room", "Pot 1,000", "Ben", "2 of 4 seated")
        ann.press("ready")
        ben.sees("room", "ready ✓")
        ben.press("ready")
        ann.sees("room", "The game starts.")
        assert ann.visit.page.locator("[data-live=count]").inner_text() in ("1", "2")
        for player in (ann, ben):
            player.sees("draw")
        for player in (ann, ben):
            player.plays()
            player.game.at_rest("roll")
        drawn = next(each for each in ann.game.snapshot()["recent"] if each["type"] == "table_rolled")
        assert drawn["absent"] == [], "both phones sealed and told their numbers by themselves"
        assert {each["seat"] for each in drawn["fair"]["contributions"]} == {0, 1}
        first, second = (ann, ben) if drawn["first"] == ann.seat else (ben, ann)
        first.game.bank_7000()
        second.turn()
        bank_a_thousand(second)
        first.turn()
        go_out(first)
        second.turn()
        stop_on_the_last_turn(second)
        first.sees("payout", f"{first.name} wins!", "+500", f"Pot 1,000 to {first.name}", "You have 2,500 coins.")
        second.sees("payout", f"Your stake of 500 went to {first.name}.", "You have 1,500 coins.", "Rematch · 500")
        assert (first.coins, second.coins) == (2500, 1500)
        said = [sentence for sentence in ann.game.said() if "Everyone rolls one die: " in sentence]
        assert len(said) == 1, "the draw is said once"
        assert said[0].endswith(f"{first.name} starts.")


def test_a_split_is_asked_for_on_each_phone_with_its_amount(browser: Browser, launch: Launch) -> None:
    server = launch(scripted_dice=f"{EIGHT_ONES}/{EIGHT_ONES}/{OUT}/{OUT}", countdown_s=0.3, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben")) as players:
        first, second = start(players)
        for player in (first, second):
            player.turn()
            player.game.bank_7000()
        for player in (first, second):
            player.turn()
            go_out(player)
        card = "#card:visible"
        expect(first.visit.page.locator(card)).to_contain_text("Split 1,000?")
        expect(first.visit.page.locator(card)).to_contain_text("You'd get 500. One no starts a roll-off.")
        expect(first.visit.page.locator(card)).to_contain_text("counts as no.")
        expect(second.visit.page.locator(card)).to_contain_text(f"{first.name} decides: split 1,000?")
        assert second.visit.page.locator("[data-choice]").count() == 0
        first.answer("vote_yes")
        expect(second.visit.page.locator(card)).to_contain_text(f"{first.name}: would split")
        second.answer("vote_yes")
        for player in players:
            player.sees("payout", "split the win", f"Pot 1,000: {first.name} 500, {second.name} 500", "±0")
            assert player.coins == 2000


@pytest.mark.soak
def test_three_split_a_pot_that_does_not_divide(browser: Browser, launch: Launch) -> None:
    script = "/".join([EIGHT_ONES] * 3 + [OUT] * 3)
    server = launch(scripted_dice=script, countdown_s=0.3, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben", "Cleo", "Dora"), stake=250) as players:
        order = start(players)
        leaver = order[3]
        for player in order[:3]:
            player.turn()
            player.game.bank_7000()
        leaver.turn()
        leaver.visit.page.click("#menu")
        leaver.visit.page.click("[data-item=leave_game]")
        expect(leaver.visit.page.locator("dialog[open]")).to_contain_text("Your 250 stay in the pot.")
        leaver.agree()
        for player in order[:3]:
            player.turn()
            go_out(player)
        one, two, three = order[:3]
        card = one.visit.page.locator("#card:visible")
        expect(card).to_contain_text(f"You'd get 334. One coin more to {one.name}, out first.")
        for player in order[:3]:
            player.answer("vote_yes")
        told = f"Pot 1,000: {one.name} 334, {two.name} 333, {three.name} 333"
        one.sees("payout", told, "the odd coin goes to", f"{leaver.name} left: 250 stayed in the pot.", "+84")
        leaver.sees("payout", told, "You left: your stake stayed in the pot.")
        assert [player.coins for player in order] == [2084, 2083, 2083, 1750]


def test_a_no_starts_a_roll_off_that_may_be_shared(browser: Browser, launch: Launch) -> None:
    tied = "11122346/23446"
    script = f"{EIGHT_ONES}/{EIGHT_ONES}/{OUT}/{OUT}/{tied}/{tied}"
    server = launch(scripted_dice=script, countdown_s=0.3, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben"), query=SLOW) as players:
        first, second = start(players)
        for player in (first, second):
            player.turn()
            player.game.bank_7000()
        for player in (first, second):
            player.turn()
            go_out(player)
        first.answer("vote_no")
        expect(first.visit.page.locator("dialog[open]")).to_contain_text(
            "You give up 500 for sure: whoever wins the roll-off takes all 1,000."
        )
        first.agree()
        expect(second.visit.page.locator("#card:visible")).to_contain_text(f"{first.name} wants a roll-off.")
        expect(second.visit.page.locator("#card:visible")).to_contain_text(f"{first.name} chooses")
        first.answer("order_last")
        expect(second.visit.page.locator("#card:visible")).to_contain_text("Roll-off for 1,000")
        for player in (second, first):
            player.turn()
            player.game.roll()
            player.game.keep([1, 1, 1], "roll")
            player.game.press("#roll")
        expect(second.visit.page.locator("#card:visible")).to_contain_text("Share 1,000?", timeout=15_000)
        expect(second.visit.page.locator("#card:visible")).to_contain_text("You'd get 500.")
        second.answer("share_yes")
        first.answer("share_yes")
        for player in players:
            player.sees("payout", "share the win", "±0")


@pytest.mark.soak
def test_whoever_is_ahead_in_a_roll_off_takes_the_whole_pot(browser: Browser, launch: Launch) -> None:
    script = f"{EIGHT_ONES}/{EIGHT_ONES}/{OUT}/{OUT}/11122346/23446/11112346/2346"
    server = launch(scripted_dice=script, countdown_s=0.3, **LIMITS)
    with coin_table(browser, server.url, ("Ann", "Ben"), query=SLOW) as players:
        assert [player.coins for player in players] == [1500, 1500]
        first, second = start(players)
        for player in (first, second):
            player.turn()
            player.game.bank_7000()
        for player in (first, second):
            player.turn()
            go_out(player)
        first.answer("vote_no")
        first.agree()
        first.answer("order_first")
        for player, kept in ((first, [1, 1, 1]), (second, [1, 1, 1, 1])):
            player.turn()
            player.game.roll()
            player.game.keep(kept, "roll")
            player.game.press("#roll")
        for player, change in ((first, "−500"), (second, "+500")):
            player.sees("payout", f"{second.name} wins!", change, f"Pot 1,000 to {second.name}")
        assert (first.coins, second.coins) == (1500, 2500)
