"""What a device keeps so that the game works without a network: the list that the service worker is sent with.

Tier 1 is what practice, the rules and the check of a roll need; tier 2 is all other files, fetched when somebody plays.
A page is kept in the language of its reader, so each has one fingerprint a language.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterable, Iterator
from contextvars import copy_context
from dataclasses import dataclass

from app.api.core import languages
from app.api.core.headers import fixed_headers
from app.api.pages.assets import Asset, Assets
from app.api.pages.templates import Pages

PAGES = {
    "/": "home.html",
    "/new": "new.html",
    "/practice": "practice.html",
    "/rules": "rules.html",
    "/verify": "verify.html",
    "/settings": "settings.html",
    "/offline": "offline.html",
}
"""Pages that are the same for everybody, and their templates."""
DATA = ("rules/presets.json", "throws/bank.bin")
"""Files that scripts of these pages fetch and that nothing names in a way this module could read."""
NOT_AT_FIRST = re.compile(r"js/(?:cheer|coins|looks|luck|shop|account|house)/.*|js/table/(?:coins|sharing)\.js")
"""Modules that a script loads late and that a device-held game has no use for, or does well without: what celebrates a
rare roll comes with the second tier, what sends flags and hearts with the network that they wait for."""
NOT_KEPT = re.compile(r"sw\.js|app\.webmanifest|.*-OFL\.txt|img/(?:icon-|screens/|shortcut-).*")
"""Files that the browser itself asks for, when the game is installed."""
SHA_DIGITS = 24
"""Of a fingerprint: 96 bits."""
VERSION_DIGITS = 12

FILE_IN_PAGE = re.compile(r'(?:href|src)="/s/\w+/([^"]+)"')
FILE_IN_SHEET = re.compile(r'url\("([^")]+)"\)')
FILE_IN_SCRIPT = re.compile(r"""new URL\(\s*["']([^"'`$]+)["'],\s*import\.meta\.url""")
TEXT_IN_SCRIPT = re.compile(r"""alsoText\(\s*["'](\w+)["']|text/\$\{[^}]*\}/(\w+)\.json""")

SCRIPT = "sw.js"


@dataclass(frozen=True, slots=True)
class Precache:
    """The two tiers of one release: paths below it, each once, sorted."""

    files: tuple[str, ...]
    more: tuple[str, ...]


def precache(assets: Assets, pages: Iterable[str]) -> Precache:
    """What these rendered pages need, with everything that their scripts may load later."""
    named = {name for page in pages for name in FILE_IN_PAGE.findall(page)} | set(DATA)
    needed: set[str] = set()
    waiting = sorted(named)
    while waiting:
        name = waiting.pop()
        asset = assets.files.get(name)
        if asset is None or name in needed or NOT_KEPT.fullmatch(name):
            continue
        needed.add(name)
        waiting.extend(named_in(asset))
    more = {name for name in assets.files if not NOT_KEPT.fullmatch(name) and not is_foreign_text(name)} - needed
    return Precache(tuple(sorted(needed)), tuple(sorted(more)))


def named_in(asset: Asset) -> Iterator[str]:
    """The files that a script or a style sheet names."""
    folder = posixpath.dirname(asset.path)
    if asset.path.endswith(".js"):
        yield from asset.imports
        yield from (name for name in asset.later if not NOT_AT_FIRST.fullmatch(name))
        source = asset.body.decode()
        for target in FILE_IN_SCRIPT.findall(source):
            yield posixpath.normpath(posixpath.join(folder, target))
        for names in TEXT_IN_SCRIPT.findall(source):
            yield from (f"text/{language}/{''.join(names)}.json" for language in languages.LANGUAGES)
    elif asset.path.endswith(".css"):
        for target in FILE_IN_SHEET.findall(asset.body.decode()):
            yield posixpath.normpath(posixpath.join(folder, target))


def is_foreign_text(name: str) -> bool:
    """Whether this is a catalogue in a language that nobody chooses."""
    return name.startswith("text/") and name.split("/")[1] not in languages.LANGUAGES


def rendered(pages: Pages) -> dict[str, dict[str, str]]:
    """Every kept page by its address, in every language."""
    return {
        address: {language: in_language(pages, template, language) for language in languages.LANGUAGES}
        for address, template in PAGES.items()
    }


def in_language(pages: Pages, template: str, language: str) -> str:
    """One page as a reader of this language is sent it."""

    def render() -> str:
        languages.now.set(language)
        return pages.render(template, {})

    return copy_context().run(render)


def fingerprint(body: bytes) -> str:
    """What the worker holds a body against."""
    return hashlib.sha256(body).hexdigest()[:SHA_DIGITS]


def worker(pages: Pages, public_url: str | None = None) -> bytes:
    """The service worker's script with its list before it: a change of any file or page is a new worker, and so is one
    of the headers that a kept page is shown with."""
    bodies = rendered(pages)
    assets = pages.assets
    tiers = precache(assets, (body for each in bodies.values() for body in each.values()))
    told: dict[str, object] = {
        "release": assets.release,
        "headers": fingerprint(written(fixed_headers(public_url)))[:VERSION_DIGITS],
        "pages": [
            [address, [fingerprint(body.encode()) for body in each.values()], len(each[languages.SOURCE].encode())]
            for address, each in bodies.items()
        ],
        "files": [entry(assets.files[name]) for name in tiers.files],
        "more": tiers.more,
    }
    told["version"] = hashlib.sha256(written(told)).hexdigest()[:VERSION_DIGITS]
    return b"self.KEPT=" + written(told) + b";\n" + assets.files[SCRIPT].body


def entry(asset: Asset) -> tuple[str, str, int]:
    """A file as the list has it: path, fingerprint, bytes."""
    return asset.path, asset.sha256[:SHA_DIGITS], len(asset.body)


def written(told: object) -> bytes:
    """JSON in as few bytes as it takes."""
    return json.dumps(told, separators=(",", ":")).encode()
