"""The screens of practice and of the game without a network, for everybody: each one under every condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.at_coins import texts_over_texts
from tests.e2e.at_screens import LANDSCAPE, PORTRAIT, SCREENS, Screen, prefer
from tests.e2e.visiting import Visit, cut_texts, small_targets, visiting, wider_than_screen
from tests.serving import Server, end, launch_server

pytestmark = pytest.mark.browser

# Texts that reach out of the screen, out of what cuts them off, or above where scrolling begins; places that scroll
# sideways; and what still travels. Scores scroll in their own strip, a table's name ends in dots; ears get both whole.
MEASURE = """(top) => {
  const apart = '.unseen, .skip, .strip, .heading';
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(apart);
  const scrolls = (e) => /auto|scroll/.test(getComputedStyle(e).overflowY) || e === document.documentElement;
  const faults = [];
  const note = (wrong, what, e) => wrong && faults.push(`${what}: ${e.textContent.trim().slice(0, 40)}`);
  for (const e of [...document.querySelector(top).querySelectorAll('*')].filter(shown)) {
    const sideways = /auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1;
    note(sideways, 'scrolls sideways', e);
    const own = [...e.childNodes].find((n) => n.nodeType === 3 && n.data.trim());
    if (!own) continue;
    const range = document.createRange();
    range.selectNode(own);
    const text = range.getBoundingClientRect();
    note(text.left < -1 || text.right > innerWidth + 1, 'off the screen', e);
    for (let each = e.parentElement; each; each = each.parentElement) {
      const box = each.getBoundingClientRect();
      if (scrolls(each)) {
        const begins = each === document.documentElement ? -scrollY : box.top - each.scrollTop;
        note(text.top < begins - 1, 'above where scrolling begins', e);
        break;
      }
      if (!/hidden|clip/.test(getComputedStyle(each).overflow)) continue;
      const out = text.right > box.right + 1 || text.left < box.left - 1 || text.bottom > box.bottom + 2;
      note(out, 'cut off', e);
    }
  }
  const travels = ({ playState, effect }) =>
    playState === 'running' && effect.getKeyframes().some((frame) => frame.transform || frame.translate);
  for (const { effect } of document.getAnimations().filter(travels)) note(true, 'moves', effect.target);
  return faults;
}"""

FROM_THE_TOP = """() => {
  document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); scrollTo(0, 0); }"""

# What a key reaches next: where it stands on the page, whether it is seen whole, and whether its focus shows.
FOCUSED = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const { left, top, width, height } = e.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const ring = (each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  };
  return {
    name: (e.type === 'radio' ? e.name : e.id) || e.getAttribute('aria-label') || e.textContent.trim(),
    row: top + scrollY, height, skip: e.matches('.skip'),
    free: e.contains(hit) || Boolean(hit?.closest('label')?.contains(e)),
    ring: ring(e) || (e.nextElementSibling !== null && ring(e.nextElementSibling)),
    at: [...document.querySelectorAll('*')].indexOf(e),
  };
}"""

# Everything that a key must reach; of a group of choices one.
REACHABLE = """(top) => {
  const apart = '[inert], .skip, dialog:not([open])';
  const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(apart);
  const can = (e) => seen(e) && !e.disabled;
  const name = (e) => (e.type === 'radio' ? e.name : e.id) || e.getAttribute('aria-label') || e.textContent.trim();
  const all = document.querySelector(top).querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]');
  return [...all].filter(can).map(name);
}"""

# Dice have their edge when they are picked, the name of the rules is an icon where it is narrow.
EDGES = """(top) => {
  const kinds = 'button:not(.die-button, .mode), a.button, summary, select, .choice-face';
  const edge = (each) => {
    const { borderTopStyle, borderTopWidth, borderBottomStyle, borderBottomWidth } = getComputedStyle(each);
    const there = (style, width) => style !== 'none' && parseFloat(width) > 0;
    return there(borderTopStyle, borderTopWidth) && there(borderBottomStyle, borderBottomWidth);
  };
  const lined = (e) => getComputedStyle(e).textDecorationLine.includes('underline');
  return [...document.querySelector(top).querySelectorAll(kinds)]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.skip, dialog:not([open])'))
    .filter((e) => !edge(e) && !lined(e)).map((e) => e.id || e.className);
}"""

# The first way to play stands clear of what is told at the foot; games that wait are offered before it.
COVERED_DOOR = """() => {
  const [bar, door] = ['.news', '.start a'].map((each) => document.querySelector(each)?.getBoundingClientRect());
  const waits = 'waiting' in document.documentElement.dataset;
  return bar && door && !waits && door.bottom > bar.top ? [`covered: ${Math.round(door.bottom - bar.top)} px`] : [];
}"""


def faults(visit: Visit, screen: Screen) -> list[str]:
    """What can be measured anywhere."""
    page = visit.page
    page.wait_for_timeout(120)
    dots: str = page.evaluate("() => [...document.querySelectorAll('.strip, .heading')].map((e) => e.innerHTML).join()")
    cut = [f"cut: {text}" for text in cut_texts(page) if text not in dots]
    wide = [f"wide: {each}" for each in wider_than_screen(page) if "score-chip" not in each and "chip-" not in each]
    over = [f"over: {each}" for each in texts_over_texts(page)]
    small = [f"small: {each}" for each in small_targets(page)]
    measured: list[str] = page.evaluate(MEASURE, screen.layer)
    return measured + cut + wide + over + small


def stops(page: Page) -> Iterator[dict[str, Any]]:
    """By Tab from the top of the page to its end; a dialog that stops everything has the focus already."""
    page.evaluate(FROM_THE_TOP)
    seen: set[int] = set()
    for _ in range(90):
        stop = page.evaluate(FOCUSED)
        if stop is not None and stop["at"] in seen:
            return
        if stop is not None:
            seen.add(stop["at"])
            yield stop
        elif seen:
            return
        page.keyboard.press("Tab")


def walk(page: Page, screen: Screen) -> list[str]:
    """Every control is reached by Tab, from the top down, uncovered and with a ring."""
    found: list[str] = []
    wanted = set(page.evaluate(REACHABLE, screen.layer))
    assert wanted, "there is something to press"
    row = 0.0
    for stop in stops(page):
        wanted.discard(stop["name"])
        if stop["skip"]:
            continue
        found += [f"no {fault}: {stop['name']}" for fault in ("free", "ring") if not stop[fault]]
        if stop["row"] + stop["height"] < row:
            found.append(f"above the one before: {stop['name']}")
        row = stop["row"]
    # A link that only shows while it has the focus lies over what stands there.
    page.evaluate(FROM_THE_TOP)
    return found + [f"not reached: {each}" for each in sorted(wanted)]


def look(visit: Visit, screen: Screen, rules: bool) -> list[str]:
    """Everything about one screen under every condition."""
    page = visit.page
    covered: list[str] = page.evaluate(COVERED_DOOR)
    told: dict[str, list[str]] = {
        "portrait": [*covered, *faults(visit, screen), *walk(page, screen), *(visit.axe() if rules else [])]
    }
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    told["forced colours"] = [f"no edge: {each}" for each in page.evaluate(EDGES, screen.layer)]
    page.emulate_media(forced_colors="none", reduced_motion="reduce")
    page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
    told["landscape"] = faults(visit, screen)
    page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    told["large text"] = faults(visit, screen)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return [f"{screen.name}, {condition}: {each}" for condition, all_ in told.items() for each in all_]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = launch_server(tmp_path_factory.mktemp("screens"), posts_per_window=1_000_000)
    yield server
    assert server.complaints() == []
    end(server)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_every_screen_is_for_everybody(browser: Browser, house: Server, every: bool) -> None:
    found: list[str] = []
    with visiting(browser, house.url, PORTRAIT, keeps=True, reduced_motion="reduce") as visit:
        visit.go("/")
        prefer(visit)
        for screen in [each for each in SCREENS if every or each.often]:
            first = visit.page
            screen.reach(visit)
            found += look(visit, screen, every or screen.rules)
            if visit.page is not first:
                visit.page.close()
                visit.page = first
    assert found == [], "\n".join(found)
