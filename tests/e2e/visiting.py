"""Visits to the pages in Debian's Chromium, with an ear for everything that must not happen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Playwright

WHOLE, SHELL = "/usr/bin/chromium", "/usr/bin/chromium-headless-shell"
CHROMIUM = os.environ.get("TEST_BROWSER") or (SHELL if Path(SHELL).exists() else WHOLE)
"""Debian's browser without windows: the same pages for half the processor time. Long runs take the whole one."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]
SIZES = [
    (320, 568), pytest.param((360, 640), marks=pytest.mark.soak),
    (390, 844), pytest.param((412, 915), marks=pytest.mark.soak),
]  # fmt: skip
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
AXE_OPTIONS = {"runOnly": {"type": "tag", "values": AXE_TAGS}, "resultTypes": ["violations"]}

# Runs in every page before its own scripts: counts what may not happen, or may happen only after a touch. A phone that
# does not keep the game (`KEEPS`) has no service worker: it would fetch everything on every visit.
KEEPS = "window.keeps = true;"
AT_REST = """() => Promise.race([
  Promise.allSettled(document.getAnimations()
    .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime)).map((each) => each.finished)),
  new Promise((done) => setTimeout(done, 2000)),
])"""
LISTEN = """
window.heard = { violations: [], shift: 0, audio: 0, moved: [] };
addEventListener('securitypolicyviolation', (e) => heard.violations.push(e.violatedDirective + ' ' + e.blockedURI));
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) {
  heard.shift += e.value; heard.moved.push(e.sources.map((s) => s.node?.id || s.node?.className)); } })
  .observe({ type: 'layout-shift', buffered: true });
if (!window.keeps) delete Navigator.prototype.serviceWorker;
window.AudioContext = class extends AudioContext { constructor(...given) { super(...given); heard.audio += 1; } };
"""

# Whoever plays in other stories has had the lesson of the first turn.
TAUGHT = """
if (location.pathname === '/practice') try {
  const kept = JSON.parse(localStorage.getItem('prefs') ?? '{}');
  localStorage.setItem('prefs', JSON.stringify({ lesson: 'done', ...kept }));
} catch {}
"""


@dataclass
class Visit:
    """One page being looked at, and what went wrong on it."""

    page: Page
    house: str
    troubles: list[str] = field(default_factory=list)

    def go(self, path: str) -> Page:
        """Open a page and wait until it is at rest."""
        self.page.goto(self.house + path, wait_until="networkidle")
        self.page.evaluate("document.fonts.ready")
        return self.page

    def heard(self, name: str) -> Any:
        return self.page.evaluate(f"heard.{name}")

    def axe(self) -> list[str]:
        """Violations of the accessibility rules, one line each, once nothing comes or goes any more."""
        self.page.evaluate(AT_REST)
        # Half a megabyte of script, once a page; what is in order need not be told.
        checks = Axe("0") if self.page.evaluate("'axe' in window") else Axe()
        found = checks.run(self.page, options=AXE_OPTIONS)
        return [
            f"{each['id']}: {node['target']} {node['html'][:120]}"
            for each in found.response["violations"]
            for node in each["nodes"]
        ]


@contextmanager
def chromium(playwright: Playwright, path: str = CHROMIUM) -> Iterator[Browser]:
    """A browser that many visits share."""
    browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield browser
    browser.close()


@contextmanager
def visiting(
    browser: Browser,
    house: str,
    size: tuple[int, int] = (390, 844),
    *,
    keeps: bool = False,
    taught: bool = True,
    **how: Any,
) -> Iterator[Visit]:
    """A fresh phone without cookies; one that `keeps` the game has its service worker, one that is not `taught` gets
    the lesson first. It fails afterwards if the page complained or called another host."""
    how = {"has_touch": True, "is_mobile": True, **how}
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **how)
    if keeps:
        context.add_init_script(KEEPS)
    context.add_init_script(LISTEN)
    if taught:
        context.add_init_script(TAUGHT)
    visit = Visit(context.new_page(), house)
    watch(visit)
    try:
        yield visit
        violations = visit.page.evaluate("window.heard ? heard.violations : []")
        troubles = visit.troubles + violations
        assert troubles == [], troubles
    finally:
        context.close()


def watch(visit: Visit) -> None:
    """Writes down errors of the page and requests that leave the house."""
    page, troubles = visit.page, visit.troubles
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on(
        "console",
        lambda said: troubles.append(f"console: {said.text}") if said.type in ("error", "warning") else None,
    )

    def asked(url: str) -> None:
        if not url.startswith((visit.house + "/", "data:", "blob:")):
            troubles.append(f"another host: {url}")

    page.on("request", lambda request: asked(request.url))


def call(context: BrowserContext, house: str, path: str, body: dict[str, Any]) -> APIResponse:
    """A POST as the page itself would send it, with the phone's cookie."""
    return context.request.post(house + path, data=body, headers={"Origin": house})


def open_table(context: BrowserContext, house: str, *names: str, **more: Any) -> dict[str, Any]:
    """Open a table from this phone; answers `table`, `page` and `invite`."""
    body = {"kind": "one_phone", "rules": "progressive", "seats": [{"name": name} for name in names], **more}
    answer = call(context, house, "/api/tables", body)
    assert answer.status == 201, answer.text()
    told: dict[str, Any] = answer.json()
    return told


def wider_than_screen(page: Page) -> list[str]:
    """Elements that reach beyond the right or left edge, other than those only screen readers meet."""
    assert page.viewport_size is not None, "every visit has a size"
    width = page.viewport_size["width"]
    found: list[str] = page.evaluate(
        """(width) => [...document.body.querySelectorAll('*')].filter((e) => {
          const b = e.getBoundingClientRect();
          if (!b.width || e.closest('.unseen, .skip, dialog:not([open]), .mini')) return false;
          return b.right > width + 0.5 || b.left < -0.5;
        }).map((e) => e.tagName + '.' + e.className + '#' + e.id)""",
        width,
    )
    # A phone widens its layout to what does not fit, so only the size that was asked for counts.
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append("the page scrolls sideways")
    return found


def cut_texts(page: Page) -> list[str]:
    """Elements whose own text does not fit into them."""
    found: list[str] = page.evaluate(
        """() => [...document.body.querySelectorAll('*')].filter((e) => {
          if (e.closest('.unseen, .mini, svg, template') || !e.offsetParent) return false;
          if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) return false;
          const over = e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1;
          const { overflow, clipPath } = getComputedStyle(e);
          // Cut off whole is for ears alone.
          return over && overflow !== 'visible' && clipPath === 'none';
        }).map((e) => e.textContent.trim().slice(0, 40))"""
    )
    return found


def small_targets(page: Page, least: float = 47.5) -> list[str]:
    """Visible controls with a side under 48 px; links inside sentences may be small."""
    found: list[str] = page.evaluate(
        """(least) => [...document.querySelectorAll('button, a.button, nav a, input, select, summary')].filter((e) => {
          const b = e.getBoundingClientRect();
          const there = b.width && !e.closest('dialog:not([open]), .skip');
          return there && Math.min(b.width, b.height) < least;
        }).map((e) => e.outerHTML.slice(0, 90))""",
        least,
    )
    return found
