"""Passkeys over HTTP: an offer first, then what the browser made of it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from app.api.accounts import names
from app.api.accounts.callers import known, speaker
from app.api.accounts.passkeys import Passkeys, Where
from app.api.accounts.routes import (
    a_name,
    accounts_of,
    address_of,
    cookie_of,
    device_of,
    limits_of,
    login_of,
    nothing,
    now_s,
    signed_in,
)
from app.api.core.names import clean_name
from app.api.core.origin import Origin
from app.api.core.wire import Closed, json_response, read

router = APIRouter(prefix="/api")


class Signed(Closed, frozen=True):
    """What a browser answered to an offer."""

    credential: dict[str, Any]


signed = msgspec.json.Decoder(Signed)


def passkeys_of(request: Request) -> Passkeys:
    """The passkeys."""
    passkeys: Passkeys = request.app.state.passkeys
    return passkeys


def where(request: Request) -> Where:
    """The address that the browser stands at."""
    origin: Origin = request.app.state.origin
    return Where(origin.own(request.scope, dict(request.scope["headers"])).decode("latin-1"))


@router.post("/accounts/passkey/offer")
async def offer_account(request: Request) -> Response:
    """An offer to open an account with a passkey."""
    device, new = speaker(request)
    said = await read(request, a_name)
    limits_of(request).a_question(address_of(request), now_s())
    name = clean_name(said.name, names.LONGEST) or ""
    offer = await passkeys_of(request).offer_account(name, device_of(request, device), where(request))
    return known(request, json_response(offer), device, new)


@router.post("/accounts/passkey")
async def open_account(request: Request) -> Response:
    """A new account, opened with a passkey."""
    device, new = speaker(request)
    said = await read(request, signed)
    limits_of(request).an_account(address_of(request), now_s())
    opening = passkeys_of(request).open(said.credential, device_of(request, device), where(request))
    return await signed_in(request, device, new, opening, 201)


@router.post("/logins/passkey/offer")
async def offer_entry(request: Request) -> Response:
    """An offer to sign in with a passkey."""
    device, new = speaker(request)
    await read(request, nothing)
    offer = await passkeys_of(request).offer_entry(device_of(request, device), where(request))
    return known(request, json_response(offer), device, new)


@router.post("/logins/passkey")
async def enter(request: Request) -> Response:
    """Sign in with a passkey, or show again who one is."""
    device, new = speaker(request)
    said = await read(request, signed)
    limits_of(request).a_question(address_of(request), now_s())
    now_in = await accounts_of(request).who(cookie_of(request).of(request))
    entering = passkeys_of(request).enter(said.credential, device_of(request, device), where(request), now_in)
    return await signed_in(request, device, new, entering, 201)


@router.get("/account/passkeys")
async def passkeys(request: Request) -> Response:
    """The account's passkeys."""
    return json_response({"passkeys": await passkeys_of(request).told(await login_of(request))})


@router.post("/account/passkeys/offer")
async def offer_another(request: Request) -> Response:
    """An offer to make one more passkey."""
    device, _ = speaker(request)
    await read(request, nothing)
    login = await login_of(request)
    return json_response(await passkeys_of(request).offer_another(login, device_of(request, device), where(request)))


@router.post("/account/passkeys")
async def add(request: Request) -> Response:
    """One more passkey."""
    device, _ = speaker(request)
    said = await read(request, signed)
    login = await login_of(request)
    await passkeys_of(request).add(login, said.credential, device_of(request, device), where(request))
    return json_response({"passkeys": await passkeys_of(request).told(login)}, 201)


@router.post("/account/passkeys/{passkey}/remove")
async def remove(request: Request, passkey: Annotated[str, Path(max_length=32)]) -> Response:
    """One passkey less."""
    speaker(request)
    await read(request, nothing)
    await passkeys_of(request).remove(await login_of(request), passkey)
    return Response(status_code=204)
