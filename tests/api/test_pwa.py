"""What makes the game installable and lets it stand without a network, as a browser asks for it."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from app.api.core import headers
from app.api.core.languages import LANGUAGES, PSEUDO
from app.api.core.settings import Settings
from app.api.main import Service
from app.api.pages.assets import Assets
from app.api.pages.precache import PAGES, SHA_DIGITS, precache
from tests.serving import Server

GERMAN = {"accept-language": "de"}


@pytest.fixture(scope="module")
def client(house: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.url, timeout=30) as client:
        yield client


@pytest.fixture(scope="module")
def manifest(client: httpx.Client) -> dict[str, Any]:
    answer = client.get("/app.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.headers["cache-control"] == "no-cache"
    told: dict[str, Any] = answer.json()
    return told


@pytest.fixture(scope="module")
def kept(client: httpx.Client) -> dict[str, Any]:
    return list_of(client.get("/sw.js"))


def list_of(answer: httpx.Response) -> dict[str, Any]:
    """The list that stands before the worker's script."""
    first = answer.text.partition("\n")[0]
    told: dict[str, Any] = json.loads(first.removeprefix("self.KEPT=").removesuffix(";"))
    return told


def pictures(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    return [*manifest["icons"], *manifest["screenshots"], *(s["icons"][0] for s in manifest["shortcuts"])]


def test_every_page_names_one_manifest_with_an_identity_of_its_own_and_locks_no_screen(
    client: httpx.Client, manifest: dict[str, Any]
) -> None:
    for path in (*PAGES, "/coins", "/shop"):
        assert re.findall(r'rel="manifest" href="([^"]+)" crossorigin="use-credentials"', client.get(path).text) == [
            "/app.webmanifest"
        ]
    assert (manifest["id"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert manifest["background_color"] == manifest["theme_color"] == "#0b1a13"
    assert len(manifest["short_name"]) <= 12
    assert "orientation" not in manifest


def test_its_pictures_are_of_the_size_they_say(client: httpx.Client, manifest: dict[str, Any]) -> None:
    for picture in pictures(manifest):
        answer = client.get(picture["src"])
        assert answer.status_code == 200, picture["src"]
        assert answer.headers["content-type"] == picture["type"]
        width, height = Image.open(io.BytesIO(answer.content)).size
        assert f"{width}x{height}" == picture["sizes"], picture["src"]
    touch = client.get(re.search(r'rel="apple-touch-icon" sizes="180x180" href="([^"]+)"', client.get("/").text)[1])  # type: ignore[index]
    assert Image.open(io.BytesIO(touch.content)).size == (180, 180)


def test_launchers_have_an_icon_for_each_way_they_draw_it(manifest: dict[str, Any]) -> None:
    drawn = {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]}
    assert drawn >= {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512"), ("monochrome", "96x96")}


def test_the_screenshots_are_labelled_and_as_light_and_alike_as_install_sheets_want_them(
    client: httpx.Client, manifest: dict[str, Any]
) -> None:
    shots = manifest["screenshots"]
    for form, least in (("narrow", 3), ("wide", 1)):
        sizes = [shot["sizes"] for shot in shots if shot["form_factor"] == form]
        assert len(sizes) >= least
        assert len(set(sizes)) == 1, "one shape each"
    assert all(shot["label"] and ":" not in shot["label"][:3] for shot in shots)
    assert all(len(client.get(shot["src"]).content) <= 120_000 for shot in shots)


def test_its_shortcuts_open(client: httpx.Client, manifest: dict[str, Any]) -> None:
    assert 3 <= len(manifest["shortcuts"]) <= 4
    for shortcut in manifest["shortcuts"]:
        assert shortcut["icons"][0]["sizes"] == "96x96"
        assert client.get(shortcut["url"]).status_code == 200, shortcut["url"]


def test_it_speaks_the_readers_language(client: httpx.Client, manifest: dict[str, Any]) -> None:
    german = client.get("/app.webmanifest", headers=GERMAN).json()
    assert (manifest["lang"], german["lang"]) == ("en", "de")
    assert "t:" not in json.dumps(german)


def test_it_starts_on_a_page_that_is_kept(manifest: dict[str, Any], kept: dict[str, Any]) -> None:
    start = httpx.URL(manifest["start_url"]).path
    assert start in [path for path, _, _ in kept["pages"]]


def test_the_worker_is_asked_for_anew_every_time_and_rules_the_whole_site(client: httpx.Client) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-encoding"] == "br"
    again = client.get("/sw.js", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert answer.text.count("skipWaiting") == answer.text.count('"skip-waiting":()=>self.skipWaiting()') == 1


def test_every_kept_file_and_page_is_sent_as_the_list_has_it(client: httpx.Client, kept: dict[str, Any]) -> None:
    for path, fingerprint, size in kept["files"]:
        body = client.get(f"/s/{kept['release']}/{path}").content
        assert (hashlib.sha256(body).hexdigest()[:SHA_DIGITS], len(body)) == (fingerprint, size), path
    for path, fingerprints, _ in kept["pages"]:
        for language, wanted in zip(LANGUAGES, fingerprints, strict=True):
            body = client.get(path, headers={"accept-language": language}).content
            assert hashlib.sha256(body).hexdigest()[:SHA_DIGITS] == wanted, (path, language)


def test_a_kept_page_says_nothing_about_who_reads_it(house: Server) -> None:
    with httpx.Client(base_url=house.url) as one, httpx.Client(base_url=house.url) as other:
        for path in PAGES:
            mine = one.get(path)
            assert "set-cookie" in mine.headers, "everybody is known by a cookie of their own"
            assert mine.content == other.get(path).content, path


def test_all_that_practice_needs_is_in_the_first_tier_and_nothing_that_needs_the_house(kept: dict[str, Any]) -> None:
    files = {path for path, _, _ in kept["files"]}
    assert {path for path, _, _ in kept["pages"]} == set(PAGES)
    assert files >= {
        "js/practice.js", "js/engine/reducer.js", "js/table/screen.js", "js/dice/webgl.js", "js/dice/canvas2d.js",
        "js/rolls/sheet.js", "css/rolls.css", "fonts/figtree-latin.woff2", "rules/presets.json", "throws/bank.bin",
        "text/en/rolls.json", "text/de/rolls.json",
    }  # fmt: skip
    assert not [name for name in files if name.startswith(("js/coins", "js/shop/show", "img/screens", "img/looks"))]
    assert not files & set(kept["more"])


def test_what_a_kept_file_names_is_kept_with_it(tmp_path: Path) -> None:
    files = {
        "js/page.js": "import './a.js';\nconst late = () => import('./late.js'); // import('./in_words.js')\n",
        "js/a.js": "const sheet = new URL('../css/a.css', import.meta.url);\nalsoText('rolls');\n",
        "js/late.js": "fetch(new URL(`../text/${lang}/flags.json`, import.meta.url));\n",
        "js/in_words.js": "", "js/other.js": "", "css/a.css": '@font-face { src: url("../fonts/f.woff2"); }',
        "fonts/f.woff2": "", "img/screens/shot.webp": "",
        **{f"text/{language}/{name}.json": "{}" for language in LANGUAGES for name in ("rolls", "flags", "more")},
        f"text/{PSEUDO}/rolls.json": "{}",
    }  # fmt: skip
    for name, body in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(body)
    tiers = precache(Assets(tmp_path), ['<script src="/s/abc/js/page.js"></script>'])
    texts = [f"text/{language}/{name}.json" for language in LANGUAGES for name in ("rolls", "flags")]
    wanted = ["js/page.js", "js/a.js", "js/late.js", "css/a.css", "fonts/f.woff2", *texts]
    assert tiers.files == tuple(sorted(wanted))
    later = [f"text/{language}/more.json" for language in LANGUAGES]
    assert tiers.more == tuple(sorted(["js/in_words.js", "js/other.js", *later]))


def other_words(service: Service, _: pytest.MonkeyPatch) -> None:
    service.app.state.pages.jinja.globals["t"] = lambda key, **_: f"another {key}"


def other_headers(_: Service, patch: pytest.MonkeyPatch) -> None:
    patch.setitem(headers.POLICY, "media-src", "'none'")


@pytest.mark.parametrize("change", [other_words, other_headers])
def test_a_change_of_a_page_or_of_the_headers_alone_is_a_new_worker(
    change: Callable[[Service, pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(Settings())

    async def ask() -> str:
        transport = httpx.ASGITransport(service)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return (await client.get("/sw.js")).text

    before = asyncio.run(ask())
    change(service, monkeypatch)
    after = asyncio.run(ask())
    versions = [re.search(r'"version":"(\w+)"', text)[1] for text in (before, after)]  # type: ignore[index]
    assert versions[0] != versions[1]
