"""Players at a coin table, each with an own account on an own phone."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import APIResponse, Browser, BrowserContext, expect

from tests.e2e.at_table import LISTEN_TO_REGIONS, QUICK, AtTable, sit_down
from tests.e2e.visiting import Visit, call, visiting

PASSWORD = "correct horse battery"
LIMITS: dict[str, object] = {
    "accounts_per_hour": 1_000,
    "messages_per_window": 1_000_000,
    "posts_per_window": 1_000_000,
}
"""Settings under which one machine may be a whole lobby."""


@dataclass
class CoinPlayer:
    """One account on one phone, at a table or on the way there."""

    name: str
    visit: Visit
    game: AtTable

    @property
    def seat(self) -> int:
        seats: list[int] = self.game.snapshot()["you"]["seats"]
        assert len(seats) == 1, f"{self.name} has one seat"
        return seats[0]

    @property
    def coins(self) -> int:
        answer = self.visit.page.context.request.get(f"{self.visit.house}/api/lobby").json()
        coins: int = answer["you"]["coins"]
        return coins

    def send(self, kind: str, **fields: Any) -> APIResponse:
        """A command from this phone past its page, as from another tab."""
        return command(self.visit.page.context, self.visit.house, self.game.table, kind, **fields)

    def press(self, cover: str) -> None:
        """Press a button of the screen that covers the table."""
        self.game.patience()
        self.visit.page.click(f"[data-cover={cover}]")

    def agree(self) -> None:
        """Say yes to the question that stands open."""
        page = self.visit.page
        page.wait_for_selector("dialog[open]")
        self.game.patience()
        page.click("dialog[open] button[value=go]")

    def sees(self, kind: str, *texts: str, timeout: float = 15_000) -> None:
        """Wait for a cover of this kind that says all of this."""
        cover = self.visit.page.locator(f"#cover[data-kind={kind}]")
        expect(cover).to_be_visible(timeout=timeout)
        for text in texts:
            expect(cover).to_contain_text(text, timeout=timeout)

    def turn(self) -> None:
        """Wait until it is this player's turn to roll."""
        self.visit.page.wait_for_selector("#roll:not([hidden]):not([aria-disabled])")

    def answer(self, choice: str) -> None:
        """Give one of two answers, once they can be given."""
        self.visit.page.wait_for_selector(f"[data-choice={choice}]")
        self.game.answer(choice)

    def plays(self) -> None:
        """Wait until the table itself is seen."""
        self.visit.page.wait_for_selector("#cover", state="hidden", timeout=15_000)


def command(context: BrowserContext, house: str, table: str, kind: str, **fields: Any) -> APIResponse:
    body = {"cid": str(uuid.uuid4()), "type": kind, **fields}
    return call(context, house, f"/api/tables/{table}/commands", body)


def sign_up(context: BrowserContext, house: str, name: str, notice: bool = True) -> None:
    """A new account on this phone, by default with the notice about coins accepted."""
    answer = call(context, house, "/api/accounts", {"name": name, "password": PASSWORD})
    assert answer.status == 201, answer.text()
    if notice:
        assert call(context, house, "/api/account/notice", {}).status == 204


def open_coins(context: BrowserContext, house: str, **more: Any) -> dict[str, Any]:
    """Open a coin table from this phone and sit down there."""
    body = {"cid": str(uuid.uuid4()), "stake": 500, "rules": "progressive", "size": 4, "private": False, **more}
    answer = call(context, house, "/api/coin-tables", body)
    assert answer.status == 201, answer.text()
    told: dict[str, Any] = answer.json()
    return told


@contextmanager
def coin_table(
    browser: Browser,
    house: str,
    names: Sequence[str],
    seated: int | None = None,
    query: str = QUICK,
    size: tuple[int, int] = (390, 844),
    **opening: Any,
) -> Iterator[list[CoinPlayer]]:
    """Accounts that all look at one coin table; the first `seated` of them (all) have paid and sit there."""
    with ExitStack() as stack:
        visits = [stack.enter_context(visiting(browser, house, size)) for _ in names]
        for visit, name in zip(visits, names, strict=True):
            visit.page.add_init_script(LISTEN_TO_REGIONS)
            sign_up(visit.page.context, house, name)
        told = open_coins(visits[0].page.context, house, **opening)
        for visit in visits[1 : len(names) if seated is None else seated]:
            invite = {"invite": told["invite"]} if told["invite"] else {}
            answer = command(
                visit.page.context, house, told["table"], "buy_in", stake=opening.get("stake", 500), **invite
            )
            assert answer.ok, answer.text()
        yield [CoinPlayer(name, visit, sit_down(visit, told, query)) for name, visit in zip(names, visits, strict=True)]


def start(players: Sequence[CoinPlayer]) -> list[CoinPlayer]:
    """All say that they are ready, one die each decides; the players in the order of their turns, the starter first."""
    be_ready(players)
    for player in players:
        player.game.at_rest("roll")
    return in_turn_order(players)


def be_ready(players: Sequence[CoinPlayer]) -> None:
    """All say that they are ready, and the game begins."""
    for player in players:
        page = player.visit.page
        page.wait_for_selector("[data-cover=ready], [data-cover=unready], #cover[hidden]", state="attached")
        if page.locator("[data-cover=ready]").count():
            player.press("ready")
    for player in players:
        player.plays()


def in_turn_order(players: Sequence[CoinPlayer]) -> list[CoinPlayer]:
    """The players from the one whose turn it is on, in seat order."""
    first = players[0].game.view["seat"]
    return sorted(players, key=lambda player: (player.seat - first) % len(players))
