"""Short whole games with given dice, one for each way a game can end other than out even."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_table import AtTable, at_table
from tests.serving import Launch, Scripted

pytestmark = pytest.mark.browser

SLOW = "gl=off&speed=full&motion=off"
"""What happens is held long enough to be looked at."""


def to_1000(preset: str, **changes: Any) -> dict[str, Any]:
    """A request for a table of this preset that plays to 1,000, with nothing to reach before the first bank."""
    return {"rules": {"preset": preset, "changes": {"target": 1000, "opening": 0, **changes}}}


def bank_1000(game: AtTable) -> None:
    """Three 1s, which reach the target."""
    game.roll()
    game.keep([1, 1, 1], "decide")
    game.press("#bank")


def ends_with(game: AtTable, title: str, why: str) -> dict[str, Any]:
    """The end is on the screen in these words; answers the server's result."""
    game.page.wait_for_selector("#cover[data-kind=ending]", timeout=15_000)
    assert game.text("#cover-title") == title
    assert why in game.text("#cover")
    result: dict[str, Any] = game.view["result"]
    return result


def test_a_final_turn_each_and_the_most_points_win(browser: Browser, scripted: Scripted) -> None:
    server = scripted("111223/555223/111123")
    with at_table(browser, server.url, ("Ann", "Ben", "Cleo"), SLOW, opening=to_1000("baseline")) as game:
        game.roll()
        game.keep([1, 1, 1], "decide")
        expect(game.page.locator("#bank")).to_contain_text("starts the final round")
        game.press("#bank")
        expect(game.page.locator(".card.cheer")).to_contain_text("Ann has 1,000. Everyone else has one turn.")
        game.page.wait_for_selector(".take")
        assert game.text(".cover-note") == "Your last turn: 1,000 to beat."
        game.take()
        game.roll()
        game.keep([5, 5, 5], "decide")
        game.press("#bank")
        expect(game.page.locator("dialog[open]")).to_contain_text(
            "500 does not reach 1,000. Banking cannot win any more."
        )
        game.page.wait_for_timeout(400)
        game.page.click("dialog[open] .danger")
        game.take()
        game.roll()
        game.keep([1, 1, 1, 1], "decide")
        assert game.text("#info-right") == "100 ahead"
        game.bank()
        result = ends_with(game, "Cleo wins!", "Most points: 1,100.")
        assert (result["seats"], result["reason"]) == ([2], "most_points")


def test_the_highest_die_starts_and_a_single_roll_ends_it(browser: Browser, scripted: Scripted) -> None:
    server = scripted("2/6/111223/112346")
    opening = to_1000("bc_society")
    with at_table(browser, server.url, ("Ann", "Ben"), SLOW, opening=opening) as game:
        game.at_rest("first")
        game.press("#roll")
        expect(game.page.locator('#table[data-stage="rest"] #bank-text')).to_have_text("Ben rolls for the start")
        game.press("#roll")
        game.take()
        bank_1000(game)
        expect(game.page.locator(".card.cheer")).to_contain_text("Everyone else has one single roll.")
        game.take()
        expect(game.page.locator("#message")).to_have_text("Your one roll: 1,000 to beat.")
        game.press("#roll")
        expect(game.page.locator(".die-button.picked")).to_have_count(2)
        expect(game.page.locator("#message")).to_contain_text("1 1 = 200")
        assert game.page.locator('.die-button:not([aria-disabled="true"])').count() == 0
        expect(game.page.locator("#message")).to_have_text("Ann banks 200 → 200")
        result = ends_with(game, "Ben wins!", "Most points: 1,000.")
        assert game.view["banked"] == [200, 1000]
        assert result["reason"] == "most_points"


def test_the_first_one_there_wins_at_once_with_a_keep_that_banks_by_itself(browser: Browser, launch: Launch) -> None:
    server = launch(scripted_dice="51123/1123/112")
    opening = to_1000("inform", target=1050)
    with at_table(browser, server.url, ("Ann", "Ben"), SLOW, opening=opening) as game:
        for kept in ([5], [1]):
            game.roll()
            game.keep(kept, "decide")
        assert game.text("#info-right") == "900 to go"
        game.roll()
        game.tap([1, 1])
        expect(game.page.locator("#keep")).to_have_text("Keep · banks 350")
        game.page.evaluate("said.length = 0")
        game.press("#keep")
        game.take()
        assert "Ann banks 350, total 350." in game.said()
    again = launch(state_dir=server.state_dir / "second", scripted_dice="11155/51123")
    with at_table(browser, again.url, ("Ann", "Ben"), SLOW, opening=opening) as game:
        game.roll()
        game.keep([1, 1, 1, 5, 5], "decide")
        expect(game.page.locator("#bank")).to_contain_text("wins the game")
        game.press("#bank")
        result = ends_with(game, "Ann wins!", "1,100 banked, in 1 turn.")
        assert result["reason"] == "target"


def test_where_the_leader_must_be_beaten_an_equal_total_loses(browser: Browser, scripted: Scripted) -> None:
    server = scripted("111223/111223")
    with at_table(browser, server.url, ("Ann", "Ben"), SLOW, opening=to_1000("grandfather")) as game:
        bank_1000(game)
        game.take()
        game.at_rest("roll")
        assert game.text("#info-right") == "more than 1,000"
        game.roll()
        game.keep([1, 1, 1], "decide")
        game.press("#bank")
        expect(game.page.locator("dialog[open]")).to_contain_text("only level with 1,000")
        game.page.wait_for_timeout(400)
        game.page.click("dialog[open] .danger")
        result = ends_with(game, "Ann wins!", "Most points: 1,000.")
        assert result["seats"] == [0]
