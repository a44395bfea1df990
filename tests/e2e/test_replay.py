"""A game seen again in a real browser: the same pictures as live, and everything that steers it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.at_replay import SCRIPT, Picture, flight, play_to_the_end, watch_dice
from tests.e2e.at_table import at_table
from tests.e2e.visiting import Visit, cut_texts, small_targets, visiting, wider_than_screen
from tests.serving import Server, end, launch_server

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (390, 844)]
LAST = 8
"""The stop after the seventh roll: the end."""


@pytest.fixture(scope="module")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which every game has the same dice."""
    server = launch_server(tmp_path_factory.mktemp("scripted"), scripted_dice=SCRIPT)
    yield server
    assert server.complaints() == []
    end(server)


@dataclass
class Played:
    """A finished game, and how its first throw looked when it was made."""

    house: str
    table: str
    first: list[Picture]

    @property
    def path(self) -> str:
        return f"/replay/{self.table}/1"


@pytest.fixture(scope="module")
def played(browser: Browser, scripted: Server) -> Played:
    """Ann and Ben play the short game; the first throw is watched on the phone, in full motion."""
    with at_table(browser, scripted.url, query="gl=off&speed=full") as ann:
        ann.page.wait_for_selector("#table[data-picture]")
        ann.at_rest("roll")
        ann.patience()
        watch_dice(ann.page)
        ann.page.locator("#roll").click()
        first = flight(ann.page)
        play_to_the_end(ann.page.context, scripted.url, ann.table)
        return Played(scripted.url, ann.table, first)


def opened(visit: Visit, path: str) -> Page:
    """The replay, as soon as its dice are drawn."""
    visit.page.goto(visit.house + path)
    visit.page.wait_for_selector("#table[data-picture]:not([data-loading])")
    visit.page.evaluate("document.fonts.ready")
    return visit.page


def stop(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-stop") or "-1")


def paused_at(page: Page, stop: int) -> None:
    page.wait_for_selector(f'#table[data-stop="{stop}"]')
    page.wait_for_selector('#play[data-sign="play"]')


def faces(page: Page) -> list[int]:
    labels = page.eval_on_selector_all(".die-button", "all => all.map((e) => e.ariaLabel)")
    return [int(label.split(",")[0]) for label in labels]


def scrub(page: Page, to: int) -> None:
    """Move the slider to a stop, as a finger does."""
    page.locator("#scrub").fill(str(to))


def message(page: Page) -> str:
    return page.locator("#message").inner_text().replace("\n", " ")


def at_rest(page: Page) -> bool:
    """No frame is asked for."""
    resting: bool = page.evaluate(
        """async () => {
          const files = performance.getEntriesByType('resource').map((each) => each.name);
          const at = files.find((name) => name.endsWith('/js/dice/time.js'));
          const { clock } = await import(at);
          const { frames } = clock;
          await new Promise((done) => setTimeout(done, 120));
          return clock.frames === frames && !clock.busy;
        }"""
    )
    return resting


def test_a_replayed_throw_is_the_live_one_picture_by_picture(browser: Browser, played: Played) -> None:
    with visiting(browser, played.house) as visit:
        page = opened(visit, played.path + "?gl=off")
        watch_dice(page)
        page.locator("#later").click()
        again = flight(page)
        thrown = [picture for picture in played.first if picture[1] == 8]
        assert len(thrown) > 60
        assert len({str(picture[2]) for picture in thrown}) > 60, "the dice fly"
        assert [picture[0] for picture in again] == [picture[0] for picture in played.first]
        for there, here in zip(played.first, again, strict=True):
            assert here == there


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_short_game_is_played_back_scrubbed_and_shared_by_somebody_who_has_no_seat(
    browser: Browser, played: Played, size: tuple[int, int]
) -> None:
    with visiting(browser, played.house, size, permissions=["clipboard-read", "clipboard-write"]) as visit:
        page = opened(visit, played.path + "?gl=off")
        assert (stop(page), at_rest(page)) == (0, True)
        assert visit.axe() == []
        # On to the end, 4× as fast.
        scrub(page, 6)
        page.locator("#speed").select_option("4×")
        page.locator("#play").click()
        page.wait_for_selector(".die-button.picked >> nth=1")
        paused_at(page, LAST)
        assert page.locator(".card-title").inner_text() == "Ann wins!"
        assert [page.locator(".chip-total").nth(seat).inner_text() for seat in (0, 1)] == ["10,000", "0"]
        assert at_rest(page)
        # Any roll at once, told in a sentence, with its dice lying as they fell.
        scrub(page, 3)
        assert sorted(faces(page)) == [2, 4, 6]
        assert message(page).startswith("Ben rolled 2 4 6 with 3 dice at ")
        assert "; bust." in message(page)
        scrub(page, 2)
        assert "kept 1 1 1 1 1. Thrown 12° to the right, power 80." in message(page)
        assert page.locator("#scrub").get_attribute("aria-valuetext") == "Ben, Turn 1, roll 2, 1 1 1 1 1 2 3 4"
        assert wider_than_screen(page) == small_targets(page) == cut_texts(page) == []
        assert visit.axe() == []
        assert at_rest(page)
        # The next roll is thrown and left lying; keys do the same.
        page.locator("#later").click()
        paused_at(page, 3)
        page.locator("h1").focus()
        page.keyboard.press("ArrowRight")
        paused_at(page, 4)
        page.keyboard.press("ArrowLeft")
        paused_at(page, 3)
        page.locator("#share").click()
        page.wait_for_selector("#shared", state="visible")
        shared = page.evaluate("navigator.clipboard.readText()")
        assert shared == f"{played.house}{played.path}#3"
        assert page.url.endswith("#3")


def test_a_shared_link_starts_at_its_roll_and_turns_and_proofs_are_a_press_away(
    browser: Browser, played: Played
) -> None:
    with visiting(browser, played.house, (320, 568)) as visit:
        page = opened(visit, played.path + "?gl=off#4")
        page.wait_for_selector('#table[data-stop="4"]')
        # In the middle of the flight.
        page.keyboard.press(" ")
        page.wait_for_selector('#play[data-sign="play"]')
        assert at_rest(page)
        page.locator("#turns-open").click()
        page.wait_for_selector(".turn")
        turns = page.locator(".turn").all_inner_texts()
        assert [turn.split("\n")[0] for turn in turns] == ["Ann, turn 1", "Ben, turn 1", "Ann, turn 2", "Ben, turn 2"]
        assert "Ann banks 7,000" in turns[0]
        assert wider_than_screen(page) == small_targets(page) == visit.axe() == []
        page.locator(".turn").nth(1).click()
        paused_at(page, 2)
        page.locator("#turns-open").click()
        assert page.locator("#turns-sheet a.button").get_attribute("href") == f"/verify#{played.table}/1"
        page.locator("#rolls-open").click()
        page.wait_for_selector(".proof-verdict")
        assert page.locator("#rolls-heading").inner_text() == "Roll 2"
        assert page.locator(".rolls-sentence").inner_text().startswith("Ben rolled 1 1 1 1 1 2 3 4 with 8 dice at ")
        assert page.locator(".proof-lines b").all_inner_texts() == [
            "Sealed before the roll", "Opened after it", "Recomputed on this phone",
        ]  # fmt: skip
        page.locator("[data-turn=later]").click()
        assert page.locator("#rolls-heading").inner_text() == "Roll 3"
        page.wait_for_selector(".proof-verdict")
        assert wider_than_screen(page) == small_targets(page) == visit.axe() == []
        page.locator(".rolls-acts a").first.click()
        page.wait_for_selector('#table[data-stop="3"]')
        assert page.locator("dialog[open]").count() == 0


OPEN_ROLLS = """async (table) => {
  const page = document.querySelector('script[type=module]').src;
  const sheet = await import(page.replace('table.js', 'rolls/sheet.js'));
  const told = await (await fetch(`/api/tables/${table}`)).json();
  const proofOf = () => ({ state: 'matches', level: 1, contributors: ['Ann'], of: 1, at: 0 });
  await sheet.openRolls({ table, game: 1, n: 1, truth: { ...told, chairs: told.seats }, proofOf });
}"""


def test_at_the_table_the_sheet_tells_the_own_roll_its_proof_so_far_and_takes_a_flag(
    browser: Browser, house: Server
) -> None:
    with at_table(browser, house.url, size=(320, 568)) as ann:
        ann.roll()
        page = ann.page
        page.evaluate(OPEN_ROLLS, ann.table)
        page.wait_for_selector(".proof-verdict")
        assert page.locator(".rolls-sentence").inner_text().startswith("You rolled ")
        assert page.locator(".proof-verdict").inner_text() == "◷ Opens when the game ends"
        assert "It came out the same when it was rolled." in page.locator(".rolls-proof").inner_text()
        assert page.evaluate("getComputedStyle(document.querySelector('.proof-line')).display") == "grid"
        page.locator("#rolls-sheet summary").first.click()
        assert wider_than_screen(page) == small_targets(page) == ann.visit.axe() == []
        page.locator("[data-act=flag]").click()
        page.wait_for_selector("#flag-title")
        assert "1" in page.locator("#flag-title").inner_text()


def test_with_less_motion_a_roll_lies_there_without_a_flight_and_steps_do_not_fly(
    browser: Browser, played: Played
) -> None:
    with visiting(browser, played.house, reduced_motion="reduce") as visit:
        page = opened(visit, played.path + "?gl=off#5")
        paused_at(page, 5)
        assert sorted(faces(page)) == [2, 3, 4]
        watch_dice(page)
        page.evaluate("clock.thaw()")
        page.locator("#later").click()
        paused_at(page, 6)
        shown = page.evaluate("pictures.map((each) => String(each[2])).filter((each, i, all) => each !== all[i - 1])")
        assert len(shown) <= 3, "laid out, swept up, and the next dice"


def test_an_address_without_a_game_says_so(browser: Browser, played: Played) -> None:
    with visiting(browser, played.house) as visit:
        for path in (f"/replay/{played.table}/2", "/replay/nowhere/1", f"/replay/{played.table}/x"):
            answer = visit.page.goto(visit.house + path)
            assert answer is not None
            assert answer.status == 404
            assert visit.page.locator("h1").inner_text() == "No such game"
        visit.troubles.clear()
