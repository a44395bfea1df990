"""The screens of practice and of the game without a network, and how each one is reached."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.at_practice import PLAYED
from tests.e2e.at_table import GUARD_MS
from tests.e2e.visiting import Visit, watch

READY_MS = 60_000
PORTRAIT, LANDSCAPE = (320, 568), (568, 320)
INSTANT = {**PLAYED, "speed": "instant"}
WITHOUT_STORAGE = """Object.defineProperty(window, 'indexedDB', {
  value: { open() { throw new DOMException('', 'SecurityError'); } } });"""
STORAGE_OUT_OF_ORDER = """Object.defineProperty(window, 'indexedDB', { value: { open() {
  const asked = { error: new DOMException('', 'UnknownError') };
  setTimeout(() => asked.onerror());
  return asked; } } });"""
CLEAR = "new Promise((done) => { indexedDB.deleteDatabase('tenk').onsuccess = done; })"
# The same worker under another address is another release, which waits for its turn.
NEXT_RELEASE = """async () => {
  const policy = trustedTypes.createPolicy('test', { createScriptURL: (url) => url });
  const all = await navigator.serviceWorker.register(policy.createScriptURL('/sw.js?next'), { scope: '/' });
  const worker = all.installing ?? all.waiting;
  if (worker.state !== 'installed') await new Promise((go) => worker.addEventListener('statechange', go)); }"""
ALREADY_HERE_TWICE = "localStorage.setItem('install', JSON.stringify({ visits: 2, finished: true, refused: 0 }))"


@dataclass(frozen=True)
class Screen:
    """One screen, or one state of one."""

    name: str
    reach: Callable[[Visit], Page]
    """Leads there from the screen before it; the page may be a new one."""
    layer: str = "body"
    """What lies on top: only this is looked at, and nothing may lie over its controls."""
    often: bool = True
    """Or only in a long run, because another screen is built the same."""
    rules: bool = True
    """The rules of accessibility are asked here; if not, another story asks them, and this one in a long run."""


def prefer(visit: Visit, **prefs: Any) -> None:
    visit.page.evaluate("(prefs) => localStorage.setItem('prefs', prefs)", json.dumps({**INSTANT, **prefs}))


def beside(visit: Visit, before: str = "") -> Page:
    """Another page of the same phone, whose browser begins with `before`."""
    visit.page = visit.page.context.new_page()
    visit.page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    if before:
        visit.page.add_init_script(before)
    watch(visit)
    return visit.page


def press(page: Page, selector: str) -> None:
    page.wait_for_timeout(GUARD_MS + 60)
    page.click(selector)


def at_rest(page: Page, phase: str) -> None:
    page.wait_for_selector(f'#table[data-stage="rest"][data-phase="{phase}"]', state="attached")


def note(page: Page, words: str) -> None:
    page.wait_for_function("(words) => document.querySelector('.lesson-text')?.textContent.includes(words)", arg=words)


def lesson_begins(visit: Visit) -> Page:
    page = visit.go("/practice?lesson=again")
    note(page, "Press Roll")
    at_rest(page, "roll")
    return page


def lesson_refuses(visit: Visit) -> Page:
    page = visit.page
    press(page, "#roll")
    at_rest(page, "keep")
    for die in (3, 0, 1, 2, 4):
        page.click(f'.die-button[data-die="{die}"]', force=True)
    note(page, "scores nothing")
    return page


def lesson_ends(visit: Visit) -> Page:
    page = visit.page
    press(page, "#undo")
    note(page, "Press Keep")
    press(page, "#keep")
    note(page, "Bank 600, or roll 4")
    return page


def practice(visit: Visit) -> Page:
    """A new game, before its first roll."""
    page = visit.go("/new?kind=one_phone")
    page.tap("#go")
    page.wait_for_url("**/practice?game=*")
    at_rest(page, "roll")
    return page


def first_pick(visit: Visit) -> Page:
    page = visit.page
    press(page, "#roll")
    at_rest(page, "keep")
    page.locator(".die-button").first.click()
    page.wait_for_selector("#keep:not(:text-is('Keep'))", state="attached")
    return page


def open_elsewhere(visit: Visit) -> Page:
    address = visit.page.url
    page = beside(visit)
    page.goto(address)
    expect(page.locator("#banner")).to_contain_text("Open in another window")
    return page


def kept_in_the_page(visit: Visit) -> Page:
    beside(visit, WITHOUT_STORAGE)
    page = practice(visit)
    expect(page.locator("#message")).to_contain_text("keeps nothing")
    return page


def gone(visit: Visit) -> Page:
    page = visit.go("/practice?game=p-nothing")
    expect(page.locator("#gone")).to_contain_text("No game here")
    return page


def try_again(visit: Visit) -> Page:
    beside(visit, STORAGE_OUT_OF_ORDER)
    page = visit.go("/practice?game=p-nothing")
    expect(page.locator("#gone button")).to_have_text("Try again")
    return page


def waiting(visit: Visit) -> Page:
    practice(visit)
    page = visit.go("/")
    expect(page.locator(".waiting")).not_to_have_count(0)
    return page


def cleared(visit: Visit) -> Page:
    page = visit.go("/settings")
    page.evaluate(CLEAR)
    page = visit.go("/")
    expect(page.locator(".news")).to_contain_text("cleared our data")
    return page


def settings(visit: Visit) -> Page:
    page = visit.go("/settings")
    expect(page.locator("#offline-state")).to_contain_text("Ready. Takes", timeout=READY_MS)
    return page


def no_connection(visit: Visit) -> Page:
    page = visit.go("/offline")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    return page


def home_offline(visit: Visit) -> Page:
    page = visit.go("/")
    page.context.set_offline(True)
    expect(page.locator(".news")).to_contain_text("Offline. Practice works")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('offline'))")
    return page


def install(visit: Visit) -> Page:
    page = beside(visit)
    visit.go("/").evaluate(ALREADY_HERE_TWICE)
    page.evaluate("dispatchEvent(new Event('beforeinstallprompt'))")
    expect(page.locator(".news .primary")).to_be_visible()
    return page


def install_by_hand(visit: Visit) -> Page:
    """Where the browser has no question of its own, as on an iPhone."""
    page = beside(visit, "Navigator.prototype.standalone = false;")
    visit.go("/").evaluate(ALREADY_HERE_TWICE)
    visit.go("/")
    expect(page.locator(".news-steps")).to_be_visible()
    return page


def too_old(visit: Visit) -> Page:
    page = beside(visit)
    page.route_web_socket("**/ws", lambda line: line.close(code=4010))
    visit.go("/coins")
    expect(page.locator(".gate")).to_contain_text("Update", timeout=15_000)
    return page


def update_ready(visit: Visit) -> Page:
    settings(visit).evaluate(NEXT_RELEASE)
    page = visit.go("/")
    expect(page.locator(".news")).to_contain_text("Update ready")
    return page


SCREENS = [
    Screen("the lesson begins", lesson_begins),
    Screen("the lesson refuses", lesson_refuses, rules=False),
    Screen("the lesson ends", lesson_ends),
    Screen("a first turn", practice),
    Screen("a first pick", first_pick),
    Screen("open elsewhere", open_elsewhere),
    Screen("kept in the page", kept_in_the_page),
    Screen("gone", gone, "#gone", rules=False),
    Screen("try again", try_again, "#gone", often=False),
    Screen("games wait", waiting),
    Screen("cleared", cleared),
    Screen("settings", settings, rules=False),
    Screen("no connection", no_connection, rules=False),
    Screen("home offline", home_offline, often=False),
    Screen("install", install),
    Screen("install by hand", install_by_hand),
    Screen("too old", too_old, ".gate", rules=False),
    Screen("update ready", update_ready, often=False),
]
