"""At the editor of house rules: opening it, finding a rule, choosing, and looking at the table that follows."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from app.engine.card import code
from app.engine.house import check
from tests.e2e.at_practice import kept_game
from tests.e2e.visiting import Visit


def edit(visit: Visit, preset: str = "progressive") -> Page:
    """The editor, opened on a preset as a player would."""
    page = visit.go("/new")
    if preset in ("progressive", "trippn"):
        page.check(f"input[value={preset}]")
    else:
        page.tap("#more-games")
        page.tap(f"#games [data-preset={preset}]")
    page.tap("#edit-rules")
    expect(page.locator("#editor")).to_be_visible()
    return page


def rule(page: Page, field: str) -> Locator:
    return page.locator(f"#editor [data-field={field}]")


def choose(page: Page, field: str, words: str) -> None:
    rule(page, field).locator("label.choice", has_text=re.compile(f"^{words}$")).tap()


def table(visit: Visit) -> dict[str, Any]:
    """The table that the browser has just been sent to, held by the phone or by the house."""
    visit.page.wait_for_url(re.compile("/t/|/practice"))
    if "/practice" in visit.page.url:
        return kept_game(visit.page)
    address = f"{visit.house}/api/tables/{visit.page.url.rpartition('/')[2]}"
    told: dict[str, Any] = visit.page.context.request.get(address).json()
    return told


def shown_code(preset: str, name: str = "", **changes: object) -> str:
    card = check(preset, changes, name).card
    assert card is not None
    return code(card)
