"""The table by keyboard and by ear: a whole game without a pointer, and every word the table says in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES, QUICK, AtTable, at_table
from tests.serving import Scripted

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).resolve().parents[1] / "vectors" / "table_transcript.txt"
GAME = f"{EIGHT_ONES}/66612345/15222334/234624/{FIVE_ONES}/234/15222334/234624"


@pytest.fixture
def game(browser: Browser, scripted: Scripted) -> Iterator[AtTable]:
    server = scripted(GAME)
    with at_table(browser, server.url, query=QUICK, has_touch=False, is_mobile=False) as game:
        yield game


def focus(game: AtTable) -> str:
    """What the keyboard is at, by id, class or label."""
    where: str = game.page.evaluate(
        "((e) => (e === document.body ? 'BODY' : e.id || e.className || e.tagName))(document.activeElement)"
    )
    assert where != "BODY", "the focus is never lost"
    return where


def key(game: AtTable, name: str, phase: str | None = None) -> None:
    """Press a key once the buttons are open, and look where the focus is afterwards."""
    game.patience()
    game.page.keyboard.press(name)
    if phase:
        game.at_rest(phase)
    game.page.wait_for_timeout(60)
    focus(game)


def dice_keys(game: AtTable, faces: list[int]) -> None:
    """Pick dice by their number keys."""
    free = list(enumerate(game.faces(), 1))
    for face in faces:
        place, _ = found = next(each for each in free if each[1] == face)
        free.remove(found)
        game.page.keyboard.press(str(place))
        # Picked first, read then: before the page has seen the key it still shows the reading of the dice before.
        game.page.wait_for_function(
            "(at) => document.querySelectorAll('.die-button')[at].ariaPressed === 'true'", arg=place - 1
        )
        game.read()


def take_by_keyboard(game: AtTable) -> None:
    game.page.wait_for_selector(".take")
    assert focus(game) == "cover-title"
    game.page.wait_for_timeout(700)
    game.page.keyboard.press("Tab")
    game.page.keyboard.press("Enter")
    game.page.wait_for_selector("#cover", state="hidden")
    assert focus(game) == "title"


def play_by_keyboard(game: AtTable) -> None:
    """Ann banks 7,000, Ben 2,350; Ann busts; Ben banks; Ann goes out even; Ben busts his last turn."""
    game.page.locator("#roll").focus()
    for faces in ([1] * 8, [6, 6, 6, 1, 2, 3, 4, 5]):
        key(game, "r", "keep")
        assert "die-button" in focus(game), "after a roll the first die"
        dice_keys(game, faces)
        key(game, "k", "decide")
        assert focus(game) == "roll", "after a keep the next roll"
        key(game, "b")
        take_by_keyboard(game)
    key(game, "r", "keep")
    dice_keys(game, [1, 5])
    key(game, "Backspace")
    key(game, "Escape")
    dice_keys(game, [4])
    key(game, "k")
    assert "dead" in focus(game), "after a refused keep the die at fault"
    key(game, "Escape")
    dice_keys(game, [1, 5])
    key(game, "k", "decide")
    key(game, "r")
    take_by_keyboard(game)


def test_a_game_by_keyboard_alone_never_loses_the_focus(game: AtTable) -> None:
    game.page.keyboard.press("Tab")
    assert "skip" in focus(game)
    play_by_keyboard(game)
    assert game.view["banked"] == [7000, 2350]
    key(game, "s")
    assert game.said()[-1].startswith("! Ben's turn. 2,350 banked. 7,650 to go. 8 dice to roll.")


def test_a_button_that_goes_away_hands_the_focus_on(game: AtTable) -> None:
    game.roll()
    game.keep([1] * 8, "decide")
    game.bank()
    game.take()
    game.roll()
    game.tap([1, 2, 3, 4, 5, 6, 6, 6])
    game.page.locator(".message-action").focus()
    game.page.keyboard.press("Enter")
    expect(game.page.locator("#keep")).to_have_text("Keep · 2,350")
    assert "die-button" in focus(game)


def test_the_focus_is_seen(game: AtTable) -> None:
    game.page.locator("#title").focus()
    game.at_rest("roll")
    seen = set()
    for _ in range(14):
        game.page.keyboard.press("Tab")
        where, outline, width = game.page.evaluate(
            """() => { const e = document.activeElement; const s = getComputedStyle(e);
              const name = e === document.body ? 'BODY' : e.id || e.className;
              return [name, s.outlineStyle, parseFloat(s.outlineWidth)]; }"""
        )
        if where == "BODY":
            break
        seen.add(where)
        assert outline != "none", where
        assert width >= 2, where
    assert {"menu", "strip", "angle", "power", "bank", "roll"} <= seen


def test_single_keys_act_only_at_the_table_and_only_when_wanted(game: AtTable) -> None:
    game.at_rest("roll")
    game.patience()
    game.page.evaluate("document.activeElement.blur()")
    game.page.keyboard.press("r")
    game.page.wait_for_timeout(300)
    assert game.view["phase"] == "roll", "the focus was not at the table"
    game.page.locator("#menu").focus()
    game.page.evaluate("localStorage.setItem('prefs', JSON.stringify({ shortcuts: false }))")
    game.page.reload()
    game.at_rest("roll")
    game.patience()
    game.page.locator("#roll").focus()
    game.page.keyboard.press("r")
    game.page.wait_for_timeout(300)
    assert game.view["phase"] == "roll", "they are switched off"
    game.page.keyboard.press("Enter")
    game.at_rest("keep")


def test_escape_closes_the_top_layer_and_nothing_else(game: AtTable) -> None:
    game.roll()
    game.tap([1])
    for opener in ("#menu", "#menu"):
        game.page.click(opener)
        expect(game.page.locator("dialog[open]")).to_be_visible()
        game.page.keyboard.press("Escape")
        expect(game.page.locator("dialog[open]")).to_have_count(0)
        assert game.page.locator('.die-button[aria-pressed="true"]').count() == 1
    game.page.click("#menu")
    game.page.click("[data-item=rules]")
    expect(game.page.locator("#rules-sheet")).to_be_visible()
    game.page.keyboard.press("Escape")
    expect(game.page.locator("#rules-sheet")).to_be_hidden()
    assert game.view["phase"] == "keep"


def test_the_table_says_this_and_no_more(game: AtTable) -> None:
    """The golden transcript: one sentence a moment, none over 140 characters, none twice running."""
    play_by_keyboard(game)
    key(game, "r", "keep")
    said = game.said()
    assert all(len(sentence) <= 142 for sentence in said), max(said, key=len)
    rolls = [sentence for sentence in said if sentence.startswith("Rolled")]
    assert len(rolls) == 5
    assert [one for one, two in pairwise(said) if one == two] == []
    assert "\n".join(said) + "\n" == GOLDEN.read_text()


def test_a_roll_is_said_within_300_ms_of_its_values(game: AtTable) -> None:
    game.at_rest("roll")
    game.page.evaluate(
        """() => {
          window.times = {};
          const note = (name, node, options) =>
            new MutationObserver(() => (times[name] ??= performance.now())).observe(node, options);
          note('values', document.querySelector('#dice'), { childList: true });
          note('said', document.querySelector('#say'), { childList: true, characterData: true, subtree: true });
        }"""
    )
    game.roll()
    times = game.page.evaluate("times")
    assert times["said"] - times["values"] <= 300
