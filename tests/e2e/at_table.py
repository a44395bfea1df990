"""Hands at the table: they roll, tap, keep, bank and pass the phone in a real browser, as players do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, ElementHandle, Locator, Page

from tests.e2e.visiting import Visit, open_table, visiting

GUARD_MS = 350
"""How long a button stays shut after a change of the turn."""
QUICK = "gl=off&speed=instant"
Box = dict[str, float]

# Keeps what the two live regions say, in order, from before the page's own scripts on.
LISTEN_TO_REGIONS = """
window.said = [];
document.addEventListener('DOMContentLoaded', () => {
  for (const id of ['say', 'shout']) {
    const region = document.getElementById(id);
    if (!region) return;
    const mark = id === 'shout' ? '! ' : '';
    new MutationObserver(() => region.textContent && said.push(mark + region.textContent.trim()))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }
});
"""

EIGHT_ONES = "11111111"
"""Kept at once: 6,000 and the bonus."""
FIVE_ONES = "11111234"
"""The ones pay 3,000, three dice are left."""


@dataclass
class AtTable:
    """One phone at one table."""

    visit: Visit
    table: str

    @property
    def page(self) -> Page:
        return self.visit.page

    def snapshot(self) -> dict[str, Any]:
        """The table as the server knows it."""
        address = f"{self.visit.house}/api/tables/{self.table}"
        told: dict[str, Any] = self.page.context.request.get(address).json()
        return told

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.snapshot()["view"]
        return view

    def at_rest(self, phase: str | None = None) -> None:
        """Wait until everything that happened has been shown."""
        wanted = '#table[data-stage="rest"]' + (f'[data-phase="{phase}"]' if phase else "")
        self.page.wait_for_selector(wanted, state="attached")

    def patience(self) -> None:
        """Wait until the buttons take a press again."""
        self.page.wait_for_timeout(GUARD_MS + 60)

    def press(self, selector: str) -> None:
        """Press a button the way a finger does, also one that only explains itself."""
        self.patience()
        self.page.locator(f"{selector}:visible").first.click(force=True)

    def roll(self, phase: str | None = "keep") -> None:
        """Roll, and wait until the dice can be tapped (or for another phase)."""
        self.at_rest()
        self.press("#roll")
        self.at_rest(phase)

    def dice(self) -> list[ElementHandle]:
        """The dice lying there, in reading order."""
        return self.page.query_selector_all(".die-button")

    def faces(self) -> list[int]:
        return [face_of(die) for die in self.dice()]

    def tap(self, faces: Iterable[int]) -> None:
        """Tap dice by face, leftmost first, and wait for their reading."""
        for die in self.pick(faces):
            die.click()
        self.read()

    def pick(self, faces: Iterable[int]) -> list[ElementHandle]:
        """Dice by face, each once, leftmost first."""
        free = self.dice()
        chosen = []
        for face in faces:
            die = next(die for die in free if face_of(die) == face)
            free.remove(die)
            chosen.append(die)
        return chosen

    def read(self) -> None:
        """Wait until the engine's answer about the taps is shown."""
        self.page.wait_for_selector("#keep:not(:text-is('Keep'))", state="attached")

    def keep(self, faces: Iterable[int], phase: str | None = None) -> None:
        self.tap(faces)
        self.press("#keep")
        if phase:
            self.at_rest(phase)

    def bank(self) -> None:
        """Bank, and wait until that is done or asked about."""
        self.press("#bank")
        self.page.wait_for_selector(
            '#table[data-stage="rest"]:not([data-phase="decide"]), dialog[open]', state="attached"
        )

    def take(self) -> None:
        """Take the phone that was passed."""
        self.page.wait_for_selector(".take")
        self.page.wait_for_timeout(660)
        self.page.locator(".take").click()
        self.page.wait_for_selector("#cover", state="hidden")

    def bank_7000(self) -> None:
        """A whole turn with eight ones."""
        self.roll()
        self.keep([1] * 8, "decide")
        self.bank()

    def reach_10000(self) -> None:
        """Five ones on top of 7,000: the roll for nothing comes next."""
        self.roll()
        self.keep([1] * 5, "roll")

    def answer(self, choice: str) -> None:
        """Give one of the two answers in the dock's upper row."""
        self.press(f"[data-choice={choice}]")

    def box(self, selector: str) -> Box:
        box = self.page.locator(selector).bounding_box()
        assert box is not None, f"{selector} is on the screen"
        return {side: round(value, 2) for side, value in box.items()}

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text().replace("\n", " ").strip()

    def said(self) -> list[str]:
        """What the live regions have said so far."""
        sentences: list[str] = self.page.evaluate("said")
        return sentences


def face_of(die: ElementHandle) -> int:
    found = re.search(r"[1-6]", die.get_attribute("aria-label") or "")
    return int(found[0]) if found else 0


def badge(die: Locator) -> str:
    return die.locator(".die-badge").inner_text()


@contextmanager
def at_table(
    browser: Browser,
    house: str,
    names: Sequence[str] = ("Ann", "Ben"),
    query: str = QUICK,
    size: tuple[int, int] = (390, 844),
    opening: dict[str, Any] | None = None,
    **how: Any,
) -> Iterator[AtTable]:
    """Open a one-phone table and go there. `opening` changes the request, `how` the browser."""
    with visiting(browser, house, size, **how) as visit:
        visit.page.add_init_script(LISTEN_TO_REGIONS)
        told = open_table(visit.page.context, house, *names, **(opening or {}))
        yield sit_down(visit, told, query)


def sit_down(visit: Visit, told: dict[str, Any], query: str = QUICK) -> AtTable:
    """Go to a table's page and wait until it shows the game, or who is waited for."""
    visit.page.goto(f"{visit.house}{told['page']}?{query}")
    visit.page.wait_for_selector("#table:not([data-loading])")
    visit.page.evaluate("document.fonts.ready")
    return AtTable(visit, told["table"])


def bots(*names: str) -> list[dict[str, str]]:
    """Seats of bots that bank at 1,000."""
    return [{"name": name, "bot": "roger"} for name in names]
