"""The lesson and the first turn after it without a pointer, and every word that is said meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.at_practice import at_practice
from tests.e2e.at_screens import at_rest
from tests.e2e.at_table import GUARD_MS
from tests.e2e.visiting import Visit
from tests.serving import Server

pytestmark = pytest.mark.browser

NO_POINTER = "addEventListener('pointerdown', () => { window.pointed = true; }, true);"
UNTAUGHT = """if (!sessionStorage.began) {
  sessionStorage.began = 'yes';
  localStorage.prefs = JSON.stringify({ ...JSON.parse(localStorage.prefs), lesson: 'new' });
}"""
LESSON_SAYS = """\
Just to try: our dice, no points. Eight dice to begin with. Press Roll.
Rolled 8: three 5s, two 2s, one each of 1, 4, 6. Nothing picked.
Tap the 1. On its own it is worth 100.
Single 1: 100.
Now the three 5s: together they make 500.
Singles 1 and 5: 150.
Singles 1, 5, and 5: 200.
Set of 5s: 500, single 1: 100. Together 600.
Tap a 2 as well and see what happens.
Doesn't score yet. The 2 scores nothing on its own. You need three 2s, or take it off.
It scores nothing. Only dice that score can be kept: undo.
Set of 5s: 500, single 1: 100. Together 600.
That is worth keeping. Press Keep.
Kept 600. 4 dice to roll.
Bank 600, or roll 4 more. If none scores, the points are gone.
Rolled 4: two 1s, one each of 3, 4. Nothing picked.
Once more: tap what scores, then Keep.
Single 1: 100.
Singles 1 and 1: 200.
Kept 200. 2 dice to roll.
800 now. Bank them, or dare one more roll?
Player 1 banks 800, total 800.
! That is the game: roll, keep, bank, and land on exactly 10,000. From here on it counts.
"""
TURN_SAYS = """\
Rolled 8: two 2s, two 4s, two 6s, one each of 1, 5. Nothing picked.
! Open in another window.
Single 1: 100.
Singles 1 and 5: 150.
Kept 150. 6 dice to roll.
Player 1 banks 150, total 150.
"""


def focus(page: Page) -> str:
    """What the keyboard is at; never nothing."""
    where: str = page.evaluate("((e) => (e === document.body ? 'BODY' : e.id || e.className))(document.activeElement)")
    assert where != "BODY", "the focus is never lost"
    return where


def tab_to(page: Page, name: str) -> None:
    """Walk by Tab to a control, from wherever the keyboard is."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(name) => document.activeElement.matches(name)", name):
            return
    raise AssertionError(f"no key leads to {name}")


def keys(page: Page, names: str, says: str) -> None:
    """Press one key after another once the buttons are open; `says` ends what is heard after the last."""
    for name in names.split():
        page.wait_for_timeout(GUARD_MS + 60)
        page.keyboard.press(name)
    page.wait_for_function("(says) => said.at(-1)?.endsWith(says)", arg=says)
    focus(page)


def learn_by_keys(page: Page) -> None:
    """The whole lesson; each note is heard before the next key."""
    tab_to(page, "#roll")
    keys(page, "r", "worth 100.")
    assert "die-button" in focus(page), "after a roll the first die"
    keys(page, "4", "make 500.")
    for name, says in (
        ("1", "150."),
        ("2", "200."),
        ("3", "what happens."),
        ("5", "undo."),
        ("Backspace", "Press Keep."),
    ):
        keys(page, name, says)
    keys(page, "k", "the points are gone.")
    assert focus(page) == "roll", "after a keep the next roll"
    keys(page, "r", "then Keep.")
    keys(page, "1", "Single 1: 100.")
    keys(page, "2", "200.")
    keys(page, "k", "one more roll?")
    keys(page, "b", "it counts.")


def take_over_by_keys(visit: Visit) -> None:
    """Another window takes the game with Tab and Enter, and this one takes it back."""
    here = visit.page
    other = here.context.new_page()
    other.goto(here.url)
    for page, loser in ((other, here), (here, other)):
        expect(page.locator("#banner")).to_contain_text("Open in another window")
        page.bring_to_front()
        tab_to(page, ".banner-action")
        page.keyboard.press("Enter")
        expect(page.locator("#banner")).to_be_hidden()
        focus(page)
        expect(loser.locator("#banner")).to_contain_text("Open in another window")
        expect(page.locator(".die-button")).to_have_count(8)
        assert page.evaluate("window.pointed") is None
    other.close()


def test_a_lesson_and_a_first_turn_by_keys_alone_and_every_word_they_say(browser: Browser, house: Server) -> None:
    how = {"reduced_motion": "reduce", "has_touch": False, "is_mobile": False}
    with at_practice(browser, house.url, **how) as visit:
        for script in (UNTAUGHT, NO_POINTER):
            visit.page.context.add_init_script(script)
        page = visit.go("/new?kind=one_phone")
        tab_to(page, "#go")
        page.keyboard.press("Enter")
        page.wait_for_function("() => said.at(-1)?.endsWith('Press Roll.')")
        learn_by_keys(page)
        assert "\n".join(page.evaluate("said")) + "\n" == LESSON_SAYS
        page.evaluate("said.length = 0")
        at_rest(page, "roll")
        keys(page, "r", "Nothing picked.")
        at_rest(page, "keep")
        take_over_by_keys(visit)
        tab_to(page, ".die-button")
        for name, says in (("1", "Single 1: 100."), ("2", "150."), ("k", "6 dice to roll."), ("b", "total 150.")):
            keys(page, name, says)
        said = "\n".join(page.evaluate("said"))
        assert said + "\n" == TURN_SAYS
        assert page.evaluate("window.pointed") is None
