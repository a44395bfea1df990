"""What each page brings to a phone, in bytes of brotli as it is sent, with the budgets that hold.

    python -m tests.bench.sizes

`make lighthouse` prints it first; tests/static/test_sizes.py holds the budgets.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.api.pages.assets import Asset
from app.api.pages.made import client_files
from app.api.pages.packing import ENCODINGS, packed_well
from app.api.pages.precache import FILE_IN_PAGE, FILE_IN_SHEET, PAGES, Precache, precache, rendered
from app.api.pages.templates import Pages

BROTLI = ENCODINGS[0]
PRELOADED = re.compile(r'rel="(?:modulepreload|stylesheet|preload|icon)" href="/s/\w+/([^"]+)"')
SOURCES = re.compile(r'<(?:script|img)\b[^>]* src="/s/\w+/([^"]+)"')


@dataclass(frozen=True, slots=True)
class Budget:
    """How many bytes of one kind a page may bring."""

    kind: str
    most: int


SCRIPTS_HOME = Budget("js", 45_000)
SCRIPTS_TABLE = Budget("js", 110_000)
SHEETS = Budget("css", 18_000)
FONTS = Budget("font", 38_000)
FIRST_LOAD = Budget("all", 230_000)
TIER_1 = Budget("tier 1", 600_000)
ALL_TIERS = Budget("both tiers", 3_000_000)


@dataclass(frozen=True, slots=True)
class Weight:
    """One page's bytes by kind, with what its scripts load at once."""

    page: str
    html: int
    js: int
    css: int
    font: int
    image: int

    @property
    def all(self) -> int:
        return self.html + self.js + self.css + self.font + self.image


class Scales:
    """The client's files and pages, weighed as they are sent."""

    def __init__(self) -> None:
        self.assets = client_files(pseudo=False)
        self.pages = Pages(self.assets, live_edit=False)
        self.bodies = rendered(self.pages)
        self.tiers: Precache = precache(self.assets, (body for each in self.bodies.values() for body in each.values()))

    def file(self, asset: Asset) -> int:
        """A file on the wire."""
        return len(packed_well(asset.body, BROTLI)) if asset.packs else len(asset.body)

    def files(self, names: Iterable[str]) -> int:
        return sum(self.file(self.assets.files[name]) for name in set(names))

    def html(self, body: str) -> int:
        return len(packed_well(body.encode(), BROTLI))

    def loaded(self, body: str) -> set[str]:
        """What a browser fetches to show a page: links, scripts, pictures, and what the style sheets name."""
        named = set(PRELOADED.findall(body)) | set(SOURCES.findall(body))
        scripts = {module for name in named if name.endswith(".js") for module in self.assets.modules(name)}
        fonts = {font for name in named if name.endswith(".css") for font in self.fonts(name)}
        return {name for name in named | scripts | fonts if name in self.assets.files}

    def fonts(self, sheet: str) -> Iterator[str]:
        for target in FILE_IN_SHEET.findall(self.assets.files[sheet].body.decode()):
            yield target.removeprefix("../")

    def page(self, address: str) -> Weight:
        """One page, in English."""
        body = self.bodies[address]["en"]
        loaded = self.loaded(body)

        def kind(*suffixes: str) -> int:
            return self.files(name for name in loaded if name.endswith(suffixes))

        return Weight(
            address, self.html(body), kind(".js"), kind(".css"), kind(".woff2"), kind(".webp", ".png", ".svg")
        )

    def tier_1(self, language: str = "en") -> int:
        """Everything that is fetched before the game is ready without a network, for a reader of one language."""
        pages = sum(self.html(each[language]) for each in self.bodies.values())
        foreign = re.compile(rf"text/(?!{language}/)")
        return pages + self.files(name for name in self.tiers.files if not foreign.match(name))

    def tier_2(self) -> int:
        return self.files(self.tiers.more)

    def named(self, address: str) -> set[str]:
        """Files that a page names in any way."""
        return set(FILE_IN_PAGE.findall(self.bodies[address]["en"]))


def main() -> int:
    """Print the weights; exit code 1 when a budget is missed."""
    scales = Scales()
    missed = []
    print(f"{'page':<12}{'html':>8}{'js':>9}{'css':>8}{'font':>8}{'image':>8}{'all':>9}   brotli, bytes")
    for address in PAGES:
        weight = scales.page(address)
        columns = (weight.html, weight.js, weight.css, weight.font, weight.image, weight.all)
        widths = (8, 9, 8, 8, 8, 9)
        row = "".join(f"{n:>{width},}" for n, width in zip(columns, widths, strict=True))
        print(f"{address:<12}{row}")
        scripts = SCRIPTS_TABLE if address == "/practice" else SCRIPTS_HOME
        for budget in (scripts, SHEETS, FONTS, FIRST_LOAD):
            if (n := getattr(weight, budget.kind)) > budget.most:
                missed.append(f"{address} {budget.kind} {n:,} > {budget.most:,}")
    first, second = scales.tier_1(), scales.tier_2()
    print(f"tier 1 {first:,} of {TIER_1.most:,} in {len(scales.tiers.files)} files; tier 2 {second:,}")
    if first > TIER_1.most:
        missed.append(f"tier 1 {first:,} > {TIER_1.most:,}")
    if first + second > ALL_TIERS.most:
        missed.append(f"both tiers {first + second:,} > {ALL_TIERS.most:,}")
    print("MISSES " + "; ".join(missed) if missed else "holds", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
