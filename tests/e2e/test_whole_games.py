"""Whole games through the browser with the dice as they fall, from the first roll to a result.

The hands know the rules only as far as a sensible player does: they ask the engine what the lying dice offer, aim for
the target when it is near, and otherwise bank at a thousand.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser

from app.engine import rulesets
from app.engine.open_parts import from_words
from app.engine.orders import Order, keeps
from tests.e2e.at_table import EIGHT_ONES, FIVE_ONES, AtTable, at_table, bots
from tests.serving import Launch, Scripted

pytestmark = [pytest.mark.browser, pytest.mark.soak]

MOST_STEPS = 4_000
LANDS = 10_000
OUT = f"{EIGHT_ONES}/{FIVE_ONES}/234"
"""One turn that goes out even."""


def choice(view: dict[str, Any], rules: str) -> Order:
    """What to keep: the most points, or where the target must be hit exactly what lands there or fits."""
    card = rulesets.load(rules)
    orders = keeps(tuple(sorted(view["lying"])), from_words(view["open"]), card)
    if view["rolloff"] or card.finish == "at_least":
        return orders[0]
    missing = LANDS - view["banked"][view["seat"]] - view["unbanked"]
    lying = len(view["lying"])
    landing = [order for order in orders if order.reading.total == missing and 0 < lying - len(order.taps) < 7]
    fitting = [order for order in orders if order.reading.total < missing] or [
        order for order in orders if order.reading.total <= missing
    ]
    if landing:
        return max(landing, key=lambda order: len(order.taps))
    if missing <= 1_500:
        # Near the target small steps leave more ways to land on it.
        return min(fitting, key=lambda order: (order.reading.total, len(order.taps)))
    return fitting[0]


def wants_to_bank(view: dict[str, Any], rules: str) -> bool:
    """Bank at a thousand, or sooner where the next roll is likely to bust; never what cannot win."""
    if "bank" not in view["can"] or view["bank"]["dead_end"] or view["bank"]["wins_nothing"]:
        return False
    if rulesets.load(rules).finish == "at_least":
        enough = view["to_beat"] is not None or view["unbanked"] >= 1_000 or view["nothing"] > 0.3
        return bool(enough or view["bank"]["reaches"])
    missing = LANDS - view["banked"][view["seat"]]
    return bool(view["unbanked"] >= 1_000 and (missing - view["unbanked"] >= 400 or view["nothing"] > 0.4))


def one_step(game: AtTable, view: dict[str, Any], rules: str) -> None:
    """Do what the person at the phone does next."""
    page = game.page
    if page.locator("dialog[open]").count():
        # The hands do nothing by accident: they meant it.
        page.wait_for_timeout(450)
        page.locator("dialog[open] .danger, dialog[open] .primary").first.click()
    elif page.locator(".take:visible").count():
        game.take()
    elif view["phase"] == "keep":
        game.tap(choice(view, rules).taps)
        game.press("#keep")
        page.wait_for_timeout(150)
    elif view["phase"] == "vote":
        game.answer("vote_no")
        page.wait_for_timeout(450)
        page.click("dialog[open] .danger")
    elif view["phase"] == "order":
        game.answer("order_first")
    elif view["phase"] == "share":
        game.answer("share_no")
    elif wants_to_bank(view, rules):
        game.press("#bank")
    else:
        game.press("#roll")
    page.wait_for_timeout(60)


def play_out(game: AtTable, rules: str) -> dict[str, Any]:
    """Play until the end is on the screen; answers the last view."""
    page = game.page
    for _ in range(MOST_STEPS):
        if page.locator("#cover[data-kind=ending]:visible").count():
            break
        view = game.view
        if view["phase"] == "over" or game.snapshot()["seats"][view["seat"]]["bot"]:
            page.wait_for_timeout(120)
            continue
        if not page.locator('#table[data-stage="rest"]').count() and not page.locator(".take:visible").count():
            page.wait_for_timeout(60)
            continue
        one_step(game, view, rules)
    view = game.view
    assert view["result"], "the game has come to its end"
    return view


@pytest.mark.parametrize(
    ("rules", "people", "robots", "query"),
    [
        ("progressive", ["Ann"], [], "gl=off&speed=instant"),
        ("progressive", ["Ann"], ["Roger"], "gl=off&speed=instant"),
        ("progressive", ["Ann", "Ben"], [], "gl=off&speed=instant&motion=off"),
        ("progressive", ["Ann", "Ben"], ["Roger"], "speed=fast"),
        ("trippn", ["Ann"], ["Roger", "Hugo"], "gl=off&speed=instant"),
        ("trippn", ["Ann", "Ben"], [], "gl=off&speed=instant"),
        ("progressive", ["Ann", "Ben", "Cleo", "Dan"], ["Roger"], "gl=off&speed=instant"),
        ("baseline", ["Ann", "Ben"], [], "gl=off&speed=instant"),
        ("bc_society", ["Ann", "Ben"], ["Roger"], "gl=off&speed=instant"),
        ("scribd", ["Ann"], ["Roger", "Hugo"], "gl=off&speed=instant"),
        ("inform", ["Ann", "Ben"], [], "gl=off&speed=instant&motion=off"),
        ("grandfather", ["Ann", "Ben"], [], "gl=off&speed=instant"),
    ],
)
def test_a_game_with_real_dice_comes_to_its_end(
    browser: Browser, launch: Launch, rules: str, people: Sequence[str], robots: Sequence[str], query: str
) -> None:
    random.seed(len(people))
    server = launch(messages_per_window=100_000, posts_per_window=100_000)
    seats = {"rules": rules, "seats": [{"name": name} for name in people] + bots(*robots)}
    with at_table(browser, server.url, people, query, opening=seats) as game:
        view = play_out(game, rules)
        assert "undefined" not in game.text("#cover")
        assert view["result"]["kind"] in ("win", "split", "shared", "none")
        print(rules, people, robots, view["result"], view["banked"])
    assert server.complaints() == []


def both_go_out(game: AtTable, ones: int = 5) -> None:
    """Two turns of scripted dice that both go out even with so many ones on top of 7,000."""
    for seat in (0, 1):
        if seat:
            game.take()
        game.roll()
        game.keep([1] * 8, "decide")
        game.roll()
        game.keep([1] * ones, "roll")
        game.press("#roll")
        game.page.wait_for_timeout(300)


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_a_game_that_two_go_out_of_ends_in_a_roll_off(
    browser: Browser, scripted: Scripted, size: tuple[int, int]
) -> None:
    server = scripted(f"{OUT}/{OUT}")
    with at_table(browser, server.url, ("Ann", "Ben"), size=size) as game:
        both_go_out(game)
        view = play_out(game, "progressive")
        assert view["rolloff"] is not None
        assert view["result"]["reason"] == "roll_off"


def test_a_trippn_roll_off_is_won_by_being_locked_in(browser: Browser, scripted: Scripted) -> None:
    # In Trippn the set of 1s survives the and-roll, so three more are 3,000.
    out = f"{EIGHT_ONES}/11123466/23466"
    locked = "22233311/44466623"
    server = scripted(f"{out}/{out}/{locked}")
    with at_table(browser, server.url, ("Ann", "Ben"), opening={"rules": "trippn"}) as game:
        both_go_out(game, ones=3)
        view = play_out(game, "trippn")
        assert view["result"] == view["result"] | {"kind": "win", "seats": [0], "reason": "locked_in"}
        assert "Locked in" in game.text("#cover")
