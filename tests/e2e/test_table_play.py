"""Whole games by touch at one phone, from the first roll to the last word, and every question on the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES, AtTable, at_table
from tests.serving import Scripted

pytestmark = pytest.mark.browser


def to_last_turns(game: AtTable) -> None:
    """Both bank 7,000, Ann goes out even, and Ben has the phone for his last turn."""
    for _ in range(2):
        game.bank_7000()
        game.take()
    game.reach_10000()
    game.press("#roll")
    game.take()


def to_vote(game: AtTable) -> None:
    """Ben goes out even as well, and Ann has the phone for the vote."""
    to_last_turns(game)
    game.reach_10000()
    game.press("#roll")
    game.take()


BOTH_OUT = f"{EIGHT_ONES}/{EIGHT_ONES}/{FIVE_ONES}/234/{FIVE_ONES}/234"


def test_a_whole_game_of_two_by_touch_to_a_winner_and_a_rematch(browser: Browser, scripted: Scripted) -> None:
    server = scripted(f"{EIGHT_ONES}/{EIGHT_ONES}/{FIVE_ONES}/234/15222334/234624")
    with at_table(browser, server.url) as game:
        to_last_turns(game)
        expect(game.page.locator("#message")).to_have_text("Your last turn. 8 dice.")
        game.roll()
        game.keep([1, 5], "decide")
        assert game.text("#bank") == "Stop · wins nothing 7,150 on paper"
        before = game.view
        game.bank()
        expect(game.page.locator("dialog[open]")).to_contain_text("banking wins nothing")
        game.page.wait_for_timeout(400)
        game.page.click("dialog[open] button[value=back]")
        assert game.view == before
        game.press("#roll")
        game.page.wait_for_selector("#cover[data-kind=ending]")
        assert game.text("#cover-title") == "Ann wins!"
        assert "10,000" in game.text(".standing.first")
        assert game.view["result"]["seats"] == [0]
        game.page.wait_for_timeout(400)
        game.page.click("[data-cover=swap]")
        game.page.wait_for_selector("#cover", state="hidden")
        assert [each["name"] for each in game.snapshot()["seats"]] == ["Ben", "Ann"]
        assert game.text(".score-chip.on .chip-head") == "Ben's turn"


def test_the_phone_is_passed_between_two_people_and_the_table_sleeps_meanwhile(
    browser: Browser, scripted: Scripted
) -> None:
    server = scripted(f"{EIGHT_ONES}/{EIGHT_ONES}")
    with at_table(browser, server.url, ("Ann", "Ben", "Chloé")) as game:
        game.bank_7000()
        game.page.wait_for_selector("#cover[data-kind=handover]")
        assert game.page.evaluate("document.querySelector('#table').inert") is True
        assert game.text("#cover-title") == "Pass to Ben"
        assert game.text(".cover-result") == "Ann banks 7,000 → 7,000"
        size = game.page.evaluate("parseFloat(getComputedStyle(document.querySelector('#cover-title')).fontSize)")
        assert size >= 28
        assert game.page.evaluate("document.activeElement.id") == "cover-title"
        game.page.click(".take")
        assert game.page.is_visible("#cover"), "a press in the first 600 ms is a slip"
        game.take()
        assert game.page.evaluate("document.activeElement.id") == "title"
        assert game.page.evaluate("document.querySelector('#table').inert") is False
        game.bank_7000()
        game.page.wait_for_selector(".take")
        assert game.text("#cover-title") == "Pass to Chloé"


@pytest.mark.parametrize("style", ["banner", "off"])
def test_without_the_cover_the_phone_just_changes_hands(browser: Browser, scripted: Scripted, style: str) -> None:
    server = scripted(f"{EIGHT_ONES}")
    with at_table(browser, server.url) as game:
        game.page.evaluate("(style) => localStorage.setItem('prefs', JSON.stringify({ handover: style }))", style)
        game.page.reload()
        game.bank_7000()
        game.page.wait_for_selector('.score-chip.on[data-seat="1"]')
        assert game.page.is_hidden("#cover")
        shown = game.page.locator("#banner:visible")
        assert shown.count() == (1 if style == "banner" else 0)
        if style == "banner":
            expect(shown).to_have_text("Pass to Ben")
            expect(shown).to_be_hidden()


@pytest.mark.parametrize("size", [(320, 568), pytest.param((390, 844), marks=pytest.mark.soak)])
def test_a_bust_says_what_is_lost_and_what_is_safe(browser: Browser, scripted: Scripted, size: tuple[int, int]) -> None:
    server = scripted(f"{EIGHT_ONES}/11122346/23446")
    with at_table(browser, server.url, ("Ann",), query="gl=off&speed=full&motion=off", size=size) as game:
        game.bank_7000()
        game.roll()
        game.keep([1, 1, 1], "decide")
        game.press("#roll")
        card = game.page.locator(".card.bust")
        expect(card.get_by_text("Bust")).to_be_visible()
        expect(card).to_contain_text("1,000 lost. Your 7,000 is safe.")
        game.page.wait_for_timeout(300)
        game.page.mouse.click(size[0] / 2, 300)
        game.at_rest("roll")
        assert game.view["banked"] == [7000]


def test_exactly_on_the_mark_there_is_no_bank_and_the_chance_is_told(browser: Browser, scripted: Scripted) -> None:
    server = scripted(f"{EIGHT_ONES}/{FIVE_ONES}/511")
    with at_table(browser, server.url, ("Ann",)) as game:
        game.bank_7000()
        game.roll()
        game.tap([1] * 5)
        expect(game.page.locator("#message")).to_have_text("Exactly 10,000: you must roll 3 dice for nothing (28 %).")
        game.press("#keep")
        game.at_rest("roll")
        assert game.page.locator("#bank:visible").count() == 0
        assert "for nothing" in game.text("#roll")
        assert game.text("#card .card-big") == "28 % to go out"
        assert game.page.get_attribute("#table", "data-mood") == "nothing"
        game.press("#roll")
        expect(game.page.locator("#card")).to_contain_text("Two 1s and a 5 scored. 3,000 lost, back to 7,000.")
        assert game.page.locator(".die-button.scores .die-word:text-is('scores')").count() == 3


def test_the_hopeless_mark_and_going_over_are_asked_about_before_the_keep(browser: Browser, scripted: Scripted) -> None:
    server = scripted(f"{EIGHT_ONES}/11223344/{EIGHT_ONES}")
    with at_table(browser, server.url, ("Ann",)) as game:
        game.bank_7000()
        game.roll()
        game.keep([1, 1, 2, 2, 3, 3, 4, 4])
        ask = game.page.locator("dialog[open]")
        expect(ask).to_contain_text("8 dice always score")
        assert game.page.evaluate("document.activeElement.value") == "back"
        game.page.wait_for_timeout(400)
        ask.locator("button[value=back]").click()
        game.page.click("#clear")
        game.keep([1, 1], "decide")
        game.bank()
        game.at_rest("roll")
        game.roll()
        game.keep([1] * 6)
        expect(ask).to_contain_text("This makes 11,200. Only exactly 10,000 goes out.")
        game.page.wait_for_timeout(400)
        ask.locator("button.danger").click()
        expect(game.page.locator("#card")).to_contain_text("4,000 lost. Your 7,200 is safe.")
        game.at_rest("roll")
        assert game.view["banked"] == [7200]


def test_a_bank_that_leads_nowhere_is_asked_about(browser: Browser, scripted: Scripted) -> None:
    server = scripted(f"{EIGHT_ONES}/11122255/66651234")
    with at_table(browser, server.url, ("Ann", "Ben"), opening={"seats": [{"name": "Ann"}]}) as game:
        game.bank_7000()
        game.roll()
        game.keep([1, 1, 1, 2, 2, 2, 5, 5], "decide")
        game.bank()
        game.at_rest("roll")
        game.roll()
        game.keep([6, 6, 6, 5], "decide")
        game.bank()
        expect(game.page.locator("dialog[open]")).to_contain_text("At 9,950 no turn can land on 10,000.")


@pytest.mark.soak
def test_all_agree_and_the_win_is_split(browser: Browser, scripted: Scripted) -> None:
    server = scripted(BOTH_OUT)
    with at_table(browser, server.url) as game:
        to_vote(game)
        expect(game.page.locator("#card")).to_contain_text("Split the win, Ann?")
        game.answer("vote_yes")
        game.take()
        expect(game.page.locator("#card")).to_contain_text("Split the win, Ben?")
        game.answer("vote_yes")
        game.page.wait_for_selector("#cover[data-kind=ending]")
        assert game.text("#cover-title") == "Ann and Ben split the win"


@pytest.mark.soak
def test_one_no_starts_a_roll_off_in_which_a_bust_adds_and_a_tie_goes_on(browser: Browser, scripted: Scripted) -> None:
    turn = "11122346/23446"
    server = scripted(f"{BOTH_OUT}/{turn}/{turn}/{turn}/23446123")
    with at_table(browser, server.url) as game:
        to_vote(game)
        game.answer("vote_no")
        expect(game.page.locator("dialog[open]")).to_contain_text("Start a roll-off?")
        game.page.wait_for_timeout(400)
        game.page.click("dialog[open] .danger")
        game.at_rest("order")
        game.answer("order_last")
        game.take()
        for seat in ("Ben", "Ann"):
            assert game.text(".score-chip.on .chip-head") == f"{seat}'s turn"
            game.roll()
            assert game.page.locator("#bank:visible").count() == 0
            game.keep([1, 1, 1], "roll")
            assert game.page.locator("#bank:visible").count() == 0
            assert game.text("#info") == "10,000 + 1,000"
            game.press("#roll")
            expect(game.page.locator("#card")).to_contain_text(f"{seat}: +1,000 → 11,000")
            if seat == "Ben":
                game.take()
        game.take()
        assert game.view["phase"] == "share"
        expect(game.page.locator("#card")).to_contain_text("Share the win, Ben?")
        game.answer("share_no")
        game.at_rest("roll")
        assert game.view["rolloff"]["sequence"] == [1, 0]
        assert game.text(".score-chip.on .chip-head") == "Ben's turn"
