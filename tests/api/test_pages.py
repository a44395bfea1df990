"""Pages and files as a browser gets them."""

from __future__ import annotations

import asyncio
import doctest
import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.api.core.languages import fill
from app.api.core.settings import Settings
from app.api.main import Service
from app.api.pages import scripts
from app.api.pages.assets import Assets, static_imports
from app.api.pages.made import client_files
from app.api.pages.templates import TEMPLATES, Pages
from tests.serving import Launch, Server

HEADERS = {
    "content-security-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cache-control",
}
PAGES = ["/", "/new", "/coins", "/shop", "/shop/ruby", "/rules", "/settings", "/j/ABCD2345"]


def get(server: Server, path: str, **headers: str) -> httpx.Response:
    return httpx.get(server.url + path, headers=headers, timeout=30)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_one_release_and_is_asked_for_again_every_time(house: Server, path: str) -> None:
    answer = get(house, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert len(set(re.findall(r"/s/(\w+)/", answer.text))) == 1
    again = get(house, path, **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "set-cookie" in again.headers, "a page that did not change keeps the device's cookie alive too"


@pytest.mark.parametrize("path", PAGES)
def test_everything_a_page_loads_is_there_and_kept_for_ever(house: Server, path: str) -> None:
    page = get(house, path).text
    loaded = set(re.findall(r'(?:src|href)="(/s/[^"]+)"', page))
    assert loaded
    for address in loaded:
        answer = get(house, address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert get(house, address, **{"if-none-match": answer.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_script_or_style_inside(house: Server, path: str) -> None:
    page = get(house, path).text
    scripts = re.findall(r"<script\b([^>]*)>(.*?)</script>", page, re.DOTALL)
    assert all(not body or 'type="application/json"' in attributes for attributes, body in scripts)
    assert not re.search(r"<style\b|\sstyle=|\son\w+=", page)


@pytest.mark.parametrize("path", [*PAGES, "/healthz", "/nothing", "/api/rules", "/api/nothing", "/s/old/js/home.js"])
def test_every_answer_carries_the_fixed_headers(house: Server, path: str) -> None:
    headers = get(house, path).headers
    assert headers.keys() >= HEADERS
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]


def test_over_plain_http_in_the_home_network_no_header_is_sent_that_browsers_complain_about(house: Server) -> None:
    at_home = get(house, "/", host="192.168.1.5:8000").headers
    assert at_home.keys() >= HEADERS - {"cross-origin-opener-policy"}
    assert "cross-origin-opener-policy" not in at_home


def test_pages_are_sent_compressed_to_those_who_can_read_it(house: Server) -> None:
    packed = get(house, "/rules")
    plain = get(house, "/rules", **{"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "br"
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.text == plain.text


def test_what_concerns_one_player_is_never_stored(house: Server) -> None:
    assert get(house, "/api/mine").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("identity", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0, *", "gzip"),
        ("*", "br"),
    ],
)
def test_files_are_sent_as_small_as_a_browser_can_read_them(house: Server, accepted: str, sent: str | None) -> None:
    assets = client_files()
    address = assets.url("css/base.css")
    with httpx.Client(base_url=house.url) as client:
        answer = client.get(address, headers={"accept-encoding": accepted})
        again = client.get(
            address, headers={"accept-encoding": "identity" if sent else "br", "if-none-match": answer.headers["etag"]}
        )
    assert answer.headers.get("content-encoding") == sent
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.content == assets.files["css/base.css"].body
    assert again.status_code == 200, "another encoding is another entity"
    if sent:
        assert int(answer.headers["content-length"]) < len(answer.content) / 2


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/shop/nothing",
        "/t/0000000000000",
        "/s/old/js/home.js",
        "/s/x/../../app/api/main.py",
        "/%2e%2e/etc/passwd",
    ],
)
def test_what_is_missing_is_said_on_our_own_page(house: Server, path: str) -> None:
    answer = get(house, path)
    assert answer.status_code == 404
    assert "text/html" in answer.headers["content-type"]


def test_a_missing_call_is_refused_in_its_own_language(house: Server) -> None:
    answer = get(house, "/api/nothing")
    assert (answer.status_code, answer.json()["refused"]) == (404, "not_found")


def test_internals_are_not_on_show(launch: Launch) -> None:
    server = launch(public_url="https://dice.example", device_secret="s" * 40)
    for path in ("/docs", "/redoc", "/openapi.json", "/metrics", "/.env", "/static/js/home.js"):
        assert get(server, path).status_code == 404
    answer = get(server, "/healthz")
    assert "server" not in answer.headers
    assert answer.headers["strict-transport-security"].startswith("max-age=63072000")
    assert "wss://dice.example" in answer.headers["content-security-policy"]


def test_a_crash_is_told_without_its_trace_and_with_all_headers() -> None:
    service = Service(Settings())

    def crash() -> None:
        raise RuntimeError("the secret inside")

    app: FastAPI = service.app
    app.add_api_route("/api/crash", crash)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(service, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get("/api/crash")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.headers.keys() >= HEADERS - {"cross-origin-opener-policy"}


def test_an_edit_makes_a_new_release_and_the_old_one_is_gone(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    module = tmp_path / "js" / "a.js"
    module.write_text("export const a = 1;\n")
    (tmp_path / ".swp").write_text("left over")
    assets = Assets(tmp_path)
    first = assets.release
    assert list(assets.files) == ["js/a.js"]
    module.write_text("export const a = 22;\n")
    assets.refresh()
    assert assets.release != first
    assert Assets(tmp_path).release == assets.release


def test_a_file_made_from_data_is_part_of_the_release_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("on disk")
    plain = Assets(tmp_path)
    assets = Assets(tmp_path, made={"rules/b.json": lambda: b'{"made": true}'})
    assert list(assets.files) == ["a.txt", "rules/b.json"]
    assert assets.release != plain.release
    assert assets.release != Assets(tmp_path, made={"rules/b.json": lambda: b"{}"}).release
    made = assets.files["rules/b.json"]
    assert (made.body, made.media_type) == (b'{"made": true}', "application/json")
    (tmp_path / "a.txt").write_text("changed on disk")
    assets.refresh()
    assert list(assets.files) == ["a.txt", "rules/b.json"]


def test_a_page_asks_for_all_modules_of_its_entry_at_once(tmp_path: Path) -> None:
    (tmp_path / "js" / "view").mkdir(parents=True)
    (tmp_path / "js" / "page.js").write_text("import { b } from './view/b.js';\nconst late = import('./late.js');\n")
    (tmp_path / "js" / "view" / "b.js").write_text("export * from '../c.js';\nimport '../page.js';\n")
    (tmp_path / "js" / "c.js").write_text("export const c = 'from ./nowhere.js';\n")
    (tmp_path / "js" / "late.js").write_text("")
    assets = Assets(tmp_path)
    assert assets.modules("js/page.js") == ["js/page.js", "js/view/b.js", "js/c.js"]
    links = Pages(assets, live_edit=False).modulepreload("js/page.js")
    assert links.count("modulepreload") == 2
    assert "js/page.js" not in links


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('import {\n  a,\n  b as c,\n} from "./x.js";', ("js/x.js",)),
        ("import * as x from '../lib/x.js'", ("lib/x.js",)),
        ("import x, { y } from './x.js'", ("js/x.js",)),
        ("export { a } from './x.js'", ("js/x.js",)),
        ("import './x.js'", ("js/x.js",)),
        ("// import './x.js'", ()),
        ("const x = await import('./x.js')", ()),
        ("import x from 'bare'", ()),
    ],
)
def test_static_imports_are_found(source: str, found: tuple[str, ...]) -> None:
    assert static_imports("js/here.js", source) == found


def test_a_script_and_a_style_sheet_say_the_same_in_fewer_bytes() -> None:
    found = doctest.testmod(scripts)
    assert found.attempted >= 3
    assert found.failed == 0


def test_every_file_that_a_template_names_exists() -> None:
    assets = client_files()
    named = {name for path in TEMPLATES.glob("*.html") for name in re.findall(r"asset\('([^'~]+)'\)", path.read_text())}
    assert named
    assert named <= set(assets.files)


def test_texts_are_filled_and_counted_as_people_write_numbers() -> None:
    assert fill("{n} points for {name}", {"n": 12_500, "name": "Ann"}) == "12,500 points for Ann"


def test_texts_in_a_page_cannot_end_their_block(tmp_path: Path) -> None:
    (tmp_path / "text" / "en").mkdir(parents=True)
    (tmp_path / "text" / "en" / "common.json").write_text('{"a": "</script><b>"}')
    pages = Pages(Assets(tmp_path), live_edit=False)
    block = pages.text_json(["common", "unknown"])
    assert block.count("</script>") == 1
    assert "\\u003c/script>" in block
