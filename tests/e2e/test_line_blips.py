"""A line that fails for a moment while a table fetches what it plays with: whatever did not come is fetched again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.e2e.at_practice import AtPractice, at_practice, game_in, kept_game
from tests.e2e.at_table import AtTable, bots, sit_down
from tests.e2e.visiting import open_table, visiting
from tests.serving import Server, end, launch_server

pytestmark = pytest.mark.browser

FELT, PAINTER, PROOF, BOTS, PACE = (
    "dice/skins.js", "dice/flat_table.js", "table/seals.js", "engine/bots.js", "table/bots.js",
)  # fmt: skip
"""One module each of what a felt, its painter, the proof of a roll and bots are loaded with; the first three are never
asked for by name, but brought along by others."""
LATE_MS = 25_000
"""A blip is waited out for five seconds; the machine may be busy."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = launch_server(tmp_path_factory.mktemp("blips"), scripted_dice="111223")
    yield server
    assert server.complaints() == []
    end(server)


class Blip:
    """The first request for each of some modules comes to nothing, in a browser that then remembers for the page's life
    that it could not load this module, as not all do."""

    def __init__(self, page: Page, *modules: str) -> None:
        self.coming = set(modules)
        self.remembered: set[str] = set()
        page.route("**/js/**", self.answer)

    def answer(self, route: Route) -> None:
        path = PurePosixPath(route.request.url)
        module = f"{path.parent.name}/{path.name}"
        as_module = route.request.resource_type == "script"
        if module in self.coming or (as_module and module in self.remembered):
            self.coming.discard(module)
            if as_module:
                self.remembered.add(module)
            route.abort()
        else:
            route.continue_()


def comes_round(table: AtTable, blip: Blip) -> None:
    """The dice are numbers and can be played; then they are drawn, without loading the page anew."""
    page = table.page
    page.evaluate("window.same = true")
    table.roll()
    assert page.get_attribute("#table", "data-picture") is None
    page.wait_for_selector('#table[data-picture="2d"]', state="attached", timeout=LATE_MS)
    assert (blip.coming, blip.remembered) == (set(), set())
    assert page.evaluate("window.same")
    # The browser complains of each request that came to nothing.
    table.visit.troubles[:] = [each for each in table.visit.troubles if "net::ERR_FAILED" not in each]


def test_a_practice_table_gets_its_dice_and_its_bot_after_a_blip(browser: Browser, server: Server) -> None:
    with at_practice(browser, server.url) as visit:
        page = visit.go("/new?kind=one_phone")
        blip = Blip(page, FELT, PROOF, BOTS)
        page.fill("#names", "Ann")
        page.tap("#go")
        page.wait_for_url("**/practice?game=*")
        table = AtPractice(visit, game_in(page))
        table.settle()
        comes_round(table, blip)
        table.keep_something()
        table.bank()
        # The bot has played, and it is Ann's turn again.
        page.wait_for_selector('#table[data-stage="rest"]:has(#roll:not([hidden]))', state="attached")
        rolls = [event for event in kept_game(page)["log"] if event["type"] == "rolled"]
        assert {event["fair"]["by"] for event in rolls} == {"player", "bot"}


def test_a_table_of_the_house_gets_its_dice_and_its_bot_after_a_blip(browser: Browser, server: Server) -> None:
    with visiting(browser, server.url) as visit:
        blip = Blip(visit.page, PAINTER, PROOF, PACE)
        told = open_table(visit.page.context, server.url, seats=[{"name": "Ann"}, *bots("Roger")])
        table = sit_down(visit, told, "gl=off&speed=instant&handover=off")
        comes_round(table, blip)
        table.keep([1, 1, 1], "decide")
        table.bank()
        visit.page.wait_for_selector('#table[data-stage="rest"]:has(#roll:not([hidden]))', state="attached")
        view = table.snapshot()["view"]
        assert (view["seat"], view["banked"][1] > 0) == (0, True)
