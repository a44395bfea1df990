"""Tables of every rule set in a real browser: what each card asks for is offered, shown and told when it is due."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_table import AtTable, at_table, bots, sit_down
from tests.e2e.visiting import Visit, cut_texts, open_table, small_targets, wider_than_screen
from tests.serving import Scripted, Server

pytestmark = pytest.mark.browser

SLOW = "gl=off&speed=full&motion=off"
"""What happens is held long enough to be looked at."""
SCROLLS = ("score-chip", "chip-", "mark")
"""Parts of the strip of scores, which scrolls sideways."""


def changed(preset: str, **changes: Any) -> dict[str, Any]:
    """A request for a table with these house rules."""
    return {"rules": {"preset": preset, "changes": changes}}


def sound(game: AtTable, state: str) -> None:
    """Nobody is shut out, nothing is cut off and nothing is too small in this state."""
    assert game.visit.axe() == [], state
    outside = [each for each in wider_than_screen(game.page) if not any(part in each for part in SCROLLS)]
    assert outside == [], state
    assert small_targets(game.page) == [], state
    assert [each for each in cut_texts(game.page) if "turn" not in each] == [], state


def roll_for_the_start(game: AtTable, then: str) -> None:
    """Roll one die and wait until the next one is due for somebody."""
    game.press("#roll")
    expect(game.page.locator('#table[data-stage="rest"] #bank-text')).to_have_text(f"{then} rolls for the start")


@pytest.mark.parametrize("size", [(320, 568), pytest.param((390, 844), marks=pytest.mark.soak)])
def test_the_highest_of_one_die_each_starts_and_the_phone_is_passed_only_then(
    browser: Browser, scripted: Scripted, size: tuple[int, int]
) -> None:
    server = scripted("4/6/6/5/2/123456")
    with at_table(browser, server.url, ("Ann", "Ben", "Cleo"), size=size, opening={"rules": "bc_society"}) as game:
        game.at_rest("first")
        expect(game.page.locator(".card.deal")).to_contain_text("BC Society")
        expect(game.page.locator("#roll")).to_contain_text("Roll one die")
        expect(game.page.locator("#message")).to_have_text("Highest die starts.")
        sound(game, "the first die")
        roll_for_the_start(game, "Ben")
        expect(game.page.locator(".card-list li")).to_have_text(["Ann: 4", "Ben rolls", "Cleo next"])
        expect(game.page.locator('.score-chip[data-seat="0"] .mark.start')).to_have_text("4")
        sound(game, "the second die")
        roll_for_the_start(game, "Cleo")
        roll_for_the_start(game, "Ben")
        roll_for_the_start(game, "Cleo")
        assert game.page.is_hidden("#cover")
        game.press("#roll")
        game.page.wait_for_selector(".take")
        assert game.text("#cover-title") == "Pass to Ben"
        assert game.text(".cover-result") == "Ben rolled 5 and starts"
        sound(game, "passing the phone")
        said = [sentence for sentence in game.said() if "rolled" in sentence]
        assert "Tied. Ben and Cleo rolled 6 and roll again." in said
        assert said[-1] == "Ben rolled 5 and starts."
        game.take()
        game.roll()
        assert len(game.dice()) == 6
        assert "die 6 of 6" in (game.dice()[5].get_attribute("aria-label") or "")


def test_bots_roll_for_the_start_by_themselves(browser: Browser, scripted: Scripted) -> None:
    server = scripted("3/6/2")
    seats = [{"name": "Ann"}, *bots("Roger", "Hugo")]
    with at_table(browser, server.url, ("Ann",), opening={"rules": "bc_society", "seats": seats}) as game:
        game.press("#roll")
        game.page.wait_for_function("() => said.some((text) => text.includes('Roger rolled 6 and starts'))")
        game.page.wait_for_selector('.score-chip.on[data-seat="0"]')


def test_dice_read_best_carry_no_order_and_the_rules_of_the_table_explain(browser: Browser, scripted: Scripted) -> None:
    server = scripted("111152")
    with at_table(browser, server.url, opening={"rules": "baseline"}) as game:
        game.roll()
        expect(game.page.locator("#message")).to_have_text("Tap the dice you want to keep.")
        game.tap([5, 1, 1, 1, 1])
        # A triple and a single pay more than four alike.
        expect(game.page.locator("#keep")).to_have_text("Keep · 1,150")
        assert "".join(game.page.locator(".die-badge").all_inner_texts()) == ""
        game.page.click("#clear")
        game.tap([2])
        game.press("#keep")
        expect(game.page.locator("#message")).to_contain_text("The 2 scores nothing on its own.")
        game.page.locator(".message-why").click()
        expect(game.page.locator("#card-sheet")).to_contain_text("The order of taps does not matter.")
        sound(game, "the rule card")
        game.page.keyboard.press("Escape")
        expect(game.page.locator("#card-sheet")).to_be_hidden()
        game.page.keyboard.press("3" if game.faces()[3] == 2 else "4")
        expect(game.page.locator('.die-button[aria-pressed="true"]')).to_have_count(2)


def test_what_opens_is_counted_down_and_the_bank_says_what_it_waits_for(browser: Browser, scripted: Scripted) -> None:
    server = scripted("11234/1346/134")
    with at_table(browser, server.url, query=SLOW, opening={"rules": "inform"}) as game:
        game.at_rest("roll")
        assert game.text("#info-right") == "350 to open"
        assert game.page.locator('.score-chip[data-seat="1"] .chip-sub').inner_text() == "350 to open"
        game.roll()
        expect(game.page.locator("#tray")).to_contain_text("Roll 1 of 3")
        game.keep([1], "roll")
        assert game.text("#info-right") == "250 to open"
        expect(game.page.locator("#message")).to_have_text("Kept 100. 250 more to open.")
        expect(game.page.locator("#roll")).to_contain_text("roll 2 of 3")
        game.press("#bank")
        expect(game.page.locator("#message")).to_have_text("Your first bank needs 350 points in one turn: 250 more.")
        game.roll()
        game.keep([1], "roll")
        game.roll()
        expect(game.page.locator("#message")).to_have_text("Last roll: 150 more to open, or all is lost.")
        game.tap([1])
        expect(game.page.locator("#keep")).to_have_text("Keep · loses 300")
        sound(game, "the last roll")
        game.press("#keep")
        expect(game.page.locator(".card.bust")).to_contain_text("Not opened")
        expect(game.page.locator(".card.bust")).to_contain_text("it takes 350 to open. 300 lost.")


def test_the_keep_of_the_last_roll_banks(browser: Browser, scripted: Scripted) -> None:
    server = scripted("11123/12/1")
    with at_table(browser, server.url, opening={"rules": "inform"}) as game:
        game.roll()
        game.keep([1, 1, 1], "decide")
        game.roll()
        game.keep([1], "decide")
        game.roll()
        game.tap([1])
        expect(game.page.locator("#keep")).to_have_text("Keep · banks 1,200")
        game.press("#keep")
        game.take()
        assert game.view["banked"] == [1200, 0]


def test_used_dice_must_be_rolled_again_and_the_bank_says_so(browser: Browser, scripted: Scripted) -> None:
    server = scripted("123456/111234")
    with at_table(browser, server.url, opening={"rules": "grandfather"}) as game:
        game.roll()
        game.keep([1, 2, 3, 4, 5, 6], "roll")
        expect(game.page.locator("#message")).to_have_text("Kept 1,000. All six used: roll again.")
        game.press("#bank")
        expect(game.page.locator("#message")).to_have_text("All six are used. Roll once more before you bank.")
        assert game.view["banked"] == [0, 0]
        game.roll()
        game.keep([1, 1, 1], "decide")
        game.bank()
        assert game.view["banked"] == [2000, 0]


def test_what_the_player_before_left_can_be_taken_over(browser: Browser, scripted: Scripted) -> None:
    server = scripted("111234/112346/5236")
    opening = changed("scribd", opening=0, piggyback=True)
    with at_table(browser, server.url, opening=opening) as game:
        for kept in ([1, 1, 1], [1, 1]):
            game.roll()
            game.keep(kept, "decide")
            game.bank()
            game.take()
        game.at_rest("roll")
        expect(game.page.locator("#bank")).to_contain_text("Take over 4")
        expect(game.page.locator("#message")).to_have_text("Take over 4 dice and 200 points, or roll 6.")
        sound(game, "the offer")
        game.press("#bank")
        expect(game.page.locator('#table[data-stage="rest"] #roll')).to_contain_text("Roll 4")
        expect(game.page.locator("#tray")).to_contain_text("Taken over 200")
        assert "Ann takes over 4 dice and 200 points." in game.said()
        game.press("#bank")
        expect(game.page.locator("#message")).to_contain_text("Taking over is no keep.")
        game.roll()
        assert len(game.dice()) == 4
        game.keep([5], "decide")
        game.bank()
        assert game.view["banked"] == [1250, 200]


def test_the_third_bust_in_a_row_is_marked_before_and_told_after(browser: Browser, scripted: Scripted) -> None:
    nothing = "223446"
    server = scripted("/".join([nothing] * 3))
    opening = changed("scribd", farkle_penalty=1000)
    with at_table(browser, server.url, ("Ann",), query=SLOW, opening=opening) as game:
        for busts in (1, 2):
            game.at_rest("roll")
            game.press("#roll")
            game.page.wait_for_selector(".card.bust")
            expect(game.page.locator('#table[data-stage="rest"] .mark.busts')).to_have_text("✕" * busts)
        sound(game, "two busts in a row")
        game.press("#roll")
        card = game.page.locator(".card.bust", has_text="Third bust in a row")
        expect(card).to_contain_text("It costs 1,000 banked points: -1,000 left.")
        assert game.said()[-1] == "! Third bust in a row. It costs 1,000 banked points: -1,000 left."
        expect(game.page.locator('.score-chip[data-seat="0"] .chip-total')).to_have_text("-1,000")


def test_a_tie_is_told_and_played_on_in_extra_turns(browser: Browser, scripted: Scripted) -> None:
    server = scripted("111222/111222/223446/112346")
    opening = changed("baseline", target=1000, opening=0)
    with at_table(browser, server.url, query=SLOW, opening=opening) as game:
        for _ in range(2):
            game.roll()
            game.keep([1, 1, 1], "decide")
            game.press("#bank")
            game.page.wait_for_selector(".take", timeout=12_000)
            game.take()
        assert "Tied. Ann and Ben have 1,000 each. One more turn each." in game.said()
        expect(game.page.locator("#message")).to_have_text("Your extra turn. 6 dice.")
        game.press("#roll")
        game.take()
        game.roll()
        game.keep([1, 1], "decide")
        assert game.text("#info-right") == "200 ahead"
        game.bank()
        expect(game.page.locator("#cover")).to_contain_text("Most points: 1,200.")


def test_those_who_are_level_vote_and_roll_off_without_a_word_of_going_out(
    browser: Browser, scripted: Scripted
) -> None:
    server = scripted("111222/111222/223446/111223/223446")
    opening = changed("baseline", target=1000, opening=0, tie="vote")
    with at_table(browser, server.url, opening=opening) as game:
        for _ in range(2):
            game.roll()
            game.keep([1, 1, 1], "decide")
            game.press("#bank")
            game.take()
        game.at_rest("vote")
        expect(game.page.locator("#card")).to_contain_text("Ann and Ben are level at 1,000.")
        sound(game, "the vote")
        game.answer("vote_no")
        expect(game.page.locator("dialog[open]")).to_contain_text("everyone who is level rolls for it")
        game.page.wait_for_timeout(400)
        game.page.click("dialog[open] .danger")
        game.at_rest("order")
        expect(game.page.locator("#card")).to_contain_text("You got there first, Ann.")
        game.answer("order_first")
        game.at_rest("roll")
        assert "even" not in " ".join(game.said())


@pytest.mark.parametrize("size", [(320, 568), pytest.param((390, 844), marks=pytest.mark.soak)])
def test_the_rule_card_is_one_press_away_from_every_state(
    browser: Browser, scripted: Scripted, size: tuple[int, int]
) -> None:
    server = scripted("66612345")
    with at_table(browser, server.url, size=size) as game:

        def reached_by(selector: str) -> None:
            game.press(selector)
            sheet = game.page.locator("#card-sheet")
            expect(sheet).to_be_visible()
            expect(sheet).to_contain_text(code)
            expect(sheet).to_contain_text("Progressive 10,000")
            game.page.keyboard.press("Escape")
            expect(sheet).to_be_hidden()

        code = game.page.request.get(f"{game.visit.house}/api/tables/{game.table}/card").json()["hash"]
        game.at_rest("roll")
        deal = game.page.locator(".card.deal")
        expect(deal).to_contain_text(code)
        expect(deal).to_contain_text("Reach exactly 10,000")
        spelled = ", ".join(" ".join(half) for half in code.split("-"))
        assert deal.locator(".unseen").text_content() == f"Code of the rules: {spelled}"
        sound(game, "before the first roll")
        reached_by(".deal-action")
        reached_by("#mode")
        game.roll()
        expect(deal).to_be_hidden()
        reached_by("#mode")
        game.page.click("#menu")
        reached_by("[data-item=card]")
        game.page.click("#menu")
        game.page.click("[data-item=rules]")
        expect(game.page.locator("#rules-sheet")).to_be_visible()
        game.page.keyboard.press("Escape")
        game.keep([6, 6, 6], "decide")
        game.bank()
        game.page.wait_for_selector(".take")
        reached_by("[data-cover=card]")
        assert game.page.evaluate("document.querySelector('#cover').contains(document.activeElement)")


@pytest.mark.parametrize("width", [320, 390])
def test_friends_see_what_will_be_played_before_it_starts(browser: Browser, house: Server, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 568 if width == 320 else 844}, has_touch=True)
    try:
        visit = Visit(context.new_page(), house.url)
        rules = {"preset": "baseline", "changes": {"opening": 350}, "name": "Grandma's"}
        told = open_table(context, house.url, "Ann", kind="friends", rules=rules)
        game = sit_down(visit, told)
        code = context.request.get(f"{house.url}/api/tables/{told['table']}/card").json()["hash"]
        lobby = game.page.locator(".cover-card")
        expect(lobby).to_contain_text("Grandma's")
        expect(lobby).to_contain_text(code)
        sound(game, "the lobby")
        game.page.click("[data-cover=card]")
        expect(game.page.locator("#card-sheet")).to_contain_text("What is different here")
        game.page.keyboard.press("Escape")
    finally:
        context.close()
