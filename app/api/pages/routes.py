"""Addresses of the pages and of the client's files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from jinja2 import TemplateNotFound
from starlette.exceptions import HTTPException

from app.api.accounts.devices import Devices
from app.api.accounts.logins import LoginCookie
from app.api.accounts.service import Accounts
from app.api.core.ids import read_invite
from app.api.cosmetics import catalogue
from app.api.pages.manifest import manifest
from app.api.pages.packing import accepted, packed_fast, packed_well
from app.api.pages.packing import etag as etag_of
from app.api.pages.precache import worker
from app.api.pages.templates import Pages
from app.api.play import replays
from app.api.play.service import Play

router = APIRouter()

PAGE_VARIES = "accept-encoding, accept-language, cookie"
"""A page is in the language of its reader, and no cache may hand it to another."""
GAME_DIGITS_MAX = 5
"""Of the number of a game at a table."""

# One slash and then no second one, no backslash (browsers read it as a slash), and nothing that browsers drop or trim.
SAME_SITE = re.compile(r"/(?:[\w.~%-][\w.~%/?&=+:,-]*)?", re.ASCII)


def page(
    request: Request, name: str, ctx: Mapping[str, Any] | None = None, status: int = 200, *, private: bool = False
) -> Response:
    """Render a page; revalidated on every visit, so that it always names the current release. A private one is kept
    nowhere."""
    pages: Pages = request.app.state.pages
    try:
        body = pages.render(name, ctx or {}).encode()
    except TemplateNotFound as missing:
        raise HTTPException(404) from missing
    encoding = accepted(request.headers.get("accept-encoding", ""))
    etag = etag_of(hashlib.sha256(body).hexdigest(), encoding, weak=True)
    headers = {"cache-control": "no-store" if private else "no-cache", "etag": etag, "vary": PAGE_VARIES}
    if status == 200 and not private and request.headers.get("if-none-match") == etag:
        answer = Response(status_code=304, headers=headers)
    else:
        if encoding is not None:
            headers["content-encoding"] = encoding.name
            # A page of one reader must not stay in memory for the others; one for all readers is worth the work.
            pack = encoding.fast if private else partial(packed_fast if ctx else packed_well, encoding=encoding)
            body = pack(body)
        answer = Response(body, status, headers, "text/html; charset=utf-8")
    devices: Devices = request.app.state.devices
    # Told anew with every page, so that a device that keeps playing is never forgotten.
    devices.tell(answer, devices.of_or_new(request)[0])
    return answer


def revalidated(request: Request, body: bytes, media_type: str) -> Response:
    """A file outside of any release: whoever has it asks each time whether it is still the same."""
    packs = not media_type.startswith("image/")
    encoding = accepted(request.headers.get("accept-encoding", "")) if packs else None
    etag = etag_of(hashlib.sha256(body).hexdigest(), encoding, weak=True)
    headers = {"cache-control": "no-cache", "etag": etag, "vary": PAGE_VARIES}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    if encoding is not None:
        headers["content-encoding"] = encoding.name
        body = packed_well(body, encoding)
    return Response(body, headers=headers, media_type=media_type)


@router.get("/")
def home(request: Request) -> Response:
    """The front door."""
    return page(request, "home.html")


@router.get("/new")
def new(request: Request) -> Response:
    """Names, rules and bots for a new table."""
    return page(request, "new.html")


@router.get("/practice")
def practice(request: Request) -> Response:
    """A practice game that a device holds; which one, its script alone is told."""
    return page(request, "practice.html")


@router.get("/rules")
def rules(request: Request) -> Response:
    """How the game is played."""
    return page(request, "rules.html")


@router.get("/settings")
def settings(request: Request) -> Response:
    """What a device remembers about its player."""
    return page(request, "settings.html")


@router.get("/account")
async def account(request: Request) -> Response:
    """Somebody's account, or the door to it."""
    accounts: Accounts = request.app.state.accounts
    cookie: LoginCookie = request.app.state.login_cookie
    login = await accounts.who(cookie.of(request))
    back = same_site(request.query_params.get("next"))
    return page(request, "account.html", {"name": login.name if login else None, "next": back}, private=True)


def same_site(path: str | None) -> str | None:
    """A path of this site that a visitor may be sent on to; None for anything that could lead elsewhere."""
    return path if path is not None and SAME_SITE.fullmatch(path) else None


@router.get("/offline")
def offline(request: Request) -> Response:
    """What stands where a page cannot be fetched."""
    return page(request, "offline.html")


@router.get("/sw.js")
def service_worker(request: Request) -> Response:
    """What keeps the game on a device; asked for anew on every visit, so that no old one stays."""
    pages: Pages = request.app.state.pages
    url: str | None = request.app.state.settings.public_url
    script = worker(pages, url) if pages.live_edit else worker_of(pages, pages.assets.release, url)
    return revalidated(request, script, "text/javascript; charset=utf-8")


@lru_cache(maxsize=2)
def worker_of(pages: Pages, release: str, public_url: str | None) -> bytes:
    """The worker of a release, made once: it renders every kept page in every language."""
    return worker(pages, public_url)


@router.get("/app.webmanifest")
def app_manifest(request: Request) -> Response:
    """What a browser installs the game by."""
    return revalidated(request, manifest(request.app.state.pages), "application/manifest+json")


@router.get("/icon-180.png")
def icon(request: Request) -> Response:
    """The icon that Apple's phones ask for at any time, also for a page of an older release."""
    assets = request.app.state.pages.assets
    return revalidated(request, assets.files["img/icon-180.png"].body, "image/png")


@router.get("/coins")
def coins(request: Request) -> Response:
    """The coin tables; who is looking is told to its script alone."""
    return page(request, "coins.html")


@router.get("/shop")
def shop(request: Request) -> Response:
    """Dice sets and moves; what of it is whose is told to its script alone."""
    return page(request, "shop.html", {"sets": tuple(catalogue.SETS.values())})


@router.get("/shop/{key}")
def shop_set(request: Request, key: str) -> Response:
    """One set, close up."""
    found = catalogue.SETS.get(key)
    if found is None:
        raise HTTPException(404)
    return page(request, "shop_set.html", {"set": found})


@router.get("/verify")
def verify(request: Request) -> Response:
    """Where a game's rolls are checked; which game, its script alone is told."""
    return page(request, "verify.html")


@router.get("/fairness")
def fairness(request: Request) -> Response:
    """What all dice did, day by day."""
    return page(request, "fairness.html")


@router.get("/flags")
def flags(request: Request) -> Response:
    """Flagged rolls; whose they are is told to its script alone."""
    return page(request, "flags.html")


@router.get("/house")
def house(request: Request) -> Response:
    """Flags that wait for an answer; its script asks whether whoever looks may see them."""
    return page(request, "house.html")


@router.get("/j/{code}")
def join(request: Request, code: str) -> Response:
    """An invitation, opened from a link or a QR code."""
    return page(request, "join.html", {"invite": read_invite(code)})


@router.get("/t/{table}")
async def table(request: Request, table: str) -> Response:
    """A table, for players and watchers."""
    play: Play = request.app.state.play
    await play.actor(table)
    return page(request, "table.html", {"table": table})


@router.get("/replay/{table}/{game}")
async def replay(request: Request, table: str, game: str) -> Response:
    """A game to be seen again, for whoever has its address."""
    play: Play = request.app.state.play
    number = int(game) if game.isascii() and game.isdecimal() and len(game) <= GAME_DIGITS_MAX else 0
    if not await play.reader.run(lambda session: replays.begun(session, table, number)):
        return page(request, "no_replay.html", status=404)
    return page(request, "replay.html", {"table": table, "game": number})


@router.get("/healthz")
def healthz() -> dict[str, bool]:
    """Answers while the process can answer."""
    return {"ok": True}


@router.api_route("/s/{release}/{path:path}", methods=["GET", "HEAD"])
def asset(request: Request, release: str, path: str) -> Response:
    """A file of the current release, to be kept for ever; another release's files are gone."""
    assets = request.app.state.pages.assets
    found = assets.files.get(path) if release == assets.release else None
    if found is None:
        raise HTTPException(404)
    encoding = accepted(request.headers.get("accept-encoding", "")) if found.packs else None
    headers = {
        "cache-control": "public, max-age=31536000, immutable",
        "etag": etag_of(found.sha256, encoding),
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    body = found.body
    if encoding is not None:
        headers["content-encoding"] = encoding.name
        body = packed_well(body, encoding)
    return Response(body, headers=headers, media_type=found.media_type)
