"""Every page, at every size: it fits, it reads well to everybody, and it keeps to itself."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

import brotli
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route

from app.engine import rulesets
from app.engine.odds import chance_of_nothing
from app.engine.open_parts import Open
from app.engine.reading import Reading, read
from tests.e2e.visiting import (
    SIZES,
    Visit,
    cut_texts,
    open_table,
    small_targets,
    visiting,
    wider_than_screen,
)
from tests.serving import Server

pytestmark = pytest.mark.browser

STATIC = Path(__file__).resolve().parents[2] / "app" / "static"
PATHS = ["/", "/new", "/new?kind=friends", "/coins", "/rules", "/settings", "/account", "/shop"]
PROGRESSIVE = rulesets.load("progressive")


def each_page(visit: Visit) -> Iterator[tuple[str, Page]]:
    """All pages in turn, the invitation and a phone with games among them."""
    for path in PATHS:
        yield path, visit.go(path)
    told = open_table(visit.page.context, visit.house, "Wilhelmina", kind="friends", name="The long kitchen table")
    open_table(visit.page.context, visit.house, "Maximiliana", "Bartholomew", "Chloé", "Dara", "Eve")
    yield "home with games", visit.go("/")
    with visit.page.context.browser.new_context(viewport=visit.page.viewport_size) as guest:
        page = guest.new_page()
        page.goto(f"{visit.house}/j/{told['invite']}", wait_until="networkidle")
        yield "invitation", page


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_the_screen_and_its_controls_a_thumb(
    browser: Browser, house: Server, size: tuple[int, int]
) -> None:
    with visiting(browser, house.url, size) as visit:
        for name, page in each_page(visit):
            assert wider_than_screen(page) == [], name
            assert small_targets(page) == [], name
            assert cut_texts(page) == [], name


def test_twice_the_text_on_the_smallest_phone_never_scrolls_sideways(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url, (320, 568)) as visit:
        for name, page in each_page(visit):
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            page.wait_for_timeout(50)
            assert wider_than_screen(page) == [], name
            assert cut_texts(page) == [], name


def test_no_page_breaks_a_rule_of_accessibility(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url) as visit:
        for name, page in each_page(visit):
            assert Visit(page, house.url).axe() == [], name


def test_states_that_need_a_tap_break_no_rule_either(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url, (320, 568)) as visit:
        page = visit.go("/new")
        page.fill("#names", "Ann, Ben, Chloé, Dara, Eve, Fay, Gus, Hal, Ida")
        assert visit.axe() == []
        page.fill("#names", "Ann")
        page.click("#add-bot")
        page.wait_for_selector("#bot-list button")
        assert visit.axe() == []
        assert small_targets(page) == []
        page = visit.go("/rules")
        page.click("summary")
        assert visit.axe() == []
        open_table(page.context, house.url, "Ann", "Ben")
        visit.go("/").click(".waiting-drop")
        page.wait_for_selector("dialog[open]")
        assert visit.axe() == []
        assert wider_than_screen(page) == []


def test_an_error_is_a_page_of_the_house(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url, (320, 568)) as visit:
        page = visit.go("/nowhere/at/all")
        assert visit.troubles.pop().startswith("console: Failed to load resource"), "the 404 itself"
        assert page.inner_text("h1") == "Nothing lies here"
        assert visit.axe() == []
        assert wider_than_screen(page) == []
        assert small_targets(page) == []
        page.click("main a")
        assert page.url == house.url + "/"


def late(route: Route) -> None:
    """An answer that comes well after the first paint, as on a phone in a train."""
    time.sleep(0.4)
    route.continue_()


@pytest.mark.parametrize("size", [(320, 568), pytest.param((412, 823), marks=pytest.mark.soak)])
def test_nothing_moves_once_it_is_painted(browser: Browser, house: Server, size: tuple[int, int]) -> None:
    """Late answers find their room kept: a bot's row, the games that wait, an invitation."""
    with visiting(browser, house.url, size) as visit:
        visit.page.route("**/api/**", late)
        for path in PATHS:
            visit.go(path)
            assert visit.heard("shift") <= 0.02, (path, visit.heard("moved"))
        with browser.new_context() as host:
            told = open_table(host, house.url, "Ann", kind="friends", name="Kitchen")
        visit.go(f"/j/{told['invite']}")
        assert visit.heard("shift") <= 0.02, visit.heard("moved")
        for count in (1, 2, 5):
            while len(visit.page.context.request.get(house.url + "/api/mine").json()["tables"]) < count:
                open_table(visit.page.context, house.url, "Ann", "Ben")
            for visit_number in ("surprised", "prepared"):
                visit.go("/")
                shown = visit.page.locator(".waiting:visible").count()
                assert shown == min(count, 3) if visit_number == "prepared" else shown >= 1
                more = visit.page.locator("#mine-more")
                assert more.is_visible() == (shown < count)
                if more.is_visible():
                    assert more.inner_text() == f"Show all {count}"
                assert visit.heard("shift") <= 0.02, (count, visit_number, visit.heard("moved"))


def test_a_chosen_look_is_there_with_the_first_paint(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url, reduced_motion="reduce") as visit:
        page = visit.go("/settings")
        assert page.get_attribute("html", "data-motion") == "off"
        page.check("input[name=pref-text][value=largest]")
        page.check("input[name=pref-hand][value=left]")
        page.route("**/*.js", lambda route: route.continue_() if "early" in route.request.url else route.abort())
        page.goto(house.url + "/rules", wait_until="load")
        visit.troubles.clear()  # the modules that were held back
        html = page.locator("html")
        assert [html.get_attribute(f"data-{name}") for name in ("motion", "hand", "text")] == [
            "off",
            "left",
            "largest",
        ]


def test_the_home_page_stays_small_and_asks_for_everything_at_once(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url) as visit:
        loaded: list[str] = []
        visit.page.on("request", lambda request: loaded.append(request.url))
        page = visit.go("/")
        files = {url: urlopen(url).read() for url in loaded if "/s/" in url}
        sizes = {
            kind: sum(len(brotli.compress(body)) for url, body in files.items() if url.endswith(kind))
            for kind in (".js", ".css", ".woff2", ".webp")
        }
        assert 0 < sizes[".js"] <= 45_000, sizes
        assert 0 < sizes[".css"] <= 18_000, sizes
        assert 0 < sizes[".woff2"] <= 38_000, sizes
        assert 0 < sizes[".webp"] <= 30_500, sizes
        told = page.evaluate(
            "[...document.querySelectorAll('[rel=modulepreload], script[src]')].map((e) => e.href || e.src)"
        )
        assert {url for url in files if url.endswith(".js")} == set(told)


def test_every_worked_example_of_the_rules_is_what_the_engine_reads(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url) as visit:
        page = visit.go("/rules")
        rows = page.evaluate(
            """[...document.querySelectorAll('.rules-examples li')].map((r) =>
              [r.querySelector('.dice').getAttribute('aria-label'), r.querySelector('b').innerText])"""
        )
        assert len(rows) == 9
        for taps, shown in rows:
            faces = [int(face) for face in taps.split()]
            result = read(faces, 8, Open(), PROGRESSIVE)
            points, _, bonus = shown.replace(",", "").partition("+")
            assert int(points) == (result.points if isinstance(result, Reading) else 0), taps
            assert int(bonus or 0) == (result.bonus if isinstance(result, Reading) else 0), taps


def test_the_chances_of_the_rules_are_the_exact_ones(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url) as visit:
        rows = visit.go("/rules").evaluate(
            """[...document.querySelectorAll('.rules-odds tbody tr')].map((r) =>
              [...r.children].map((c) => parseFloat(c.innerText)))"""
        )
        assert [row[0] for row in rows] == list(range(1, 9))
        for dice, plain, one_set in rows:
            for shown, opened in ((plain, Open()), (one_set, Open(sets=(4,)))):
                exact = 100 * chance_of_nothing(int(dice), opened, PROGRESSIVE)
                assert shown == (round(exact) if exact >= 10 else round(exact, 1)) or abs(shown - exact) < 0.05, (
                    dice,
                    exact,
                )


def test_the_scores_of_the_rules_are_those_of_the_record(browser: Browser, house: Server) -> None:
    with visiting(browser, house.url) as visit:
        table = visit.go("/rules").inner_text(".rules-score")
        rules = PROGRESSIVE
        runs = [rules.triple_ones, rules.run_five, rules.run_full, rules.fill, rules.all_dice_bonus]
        pairs = [rules.three_pairs, rules.three_pairs_seq, rules.four_pairs, rules.four_pairs_seq]
        for points in runs + pairs:
            assert re.search(rf"(^|\D){points:,}(\D|$)", table), points


def test_the_manifest_names_icons_that_are_what_it_says(house: Server) -> None:
    page = urlopen(house.url + "/").read().decode()
    address = house.url + re.findall(r'rel="manifest" href="([^"]+)"', page)[0]
    with urlopen(address) as answer:
        assert answer.headers["content-type"] == "application/manifest+json"
        manifest = json.load(answer)
    assert [manifest[key] for key in ("id", "scope", "display")] == ["/", "/", "standalone"]
    assert "orientation" not in manifest
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable", "monochrome"}
    for icon in manifest["icons"]:
        picture = Image.open(BytesIO(urlopen(urljoin(address, icon["src"])).read()))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]
    for url in [manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])]:
        assert urlopen(house.url + url).status == 200


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, as WCAG has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1…21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_colour_of_text_stands_out_from_every_ground_it_is_used_on() -> None:
    tokens = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", (STATIC / "css" / "tokens.css").read_text()))
    for ground in ("ground", "ground-deep", "panel", "panel-raised"):
        for text in ("ink", "muted", "gold", "gold-bright", "sky", "alert"):
            assert contrast(tokens[text], tokens[ground]) >= 7, (text, ground)
        assert contrast(tokens["edge"], tokens[ground]) >= 3, ground
        assert contrast(tokens["disabled"], tokens[ground]) >= 4.5, ground
    assert contrast(tokens["gold-ink"], tokens["gold"]) >= 7
    assert contrast(tokens["pip"], tokens["ivory"]) >= 7
