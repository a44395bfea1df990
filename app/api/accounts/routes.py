"""Accounts over HTTP: opening, entering, changing and deleting them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from msgspec import Meta

from app.api.accounts import names
from app.api.accounts.callers import Caller, known, speaker, viewer
from app.api.accounts.limits import AccountLimits
from app.api.accounts.logins import Device, Login, LoginCookie, label_of
from app.api.accounts.service import Accounts, by_name
from app.api.core.addresses import sender_at
from app.api.core.languages import say
from app.api.core.names import clean_name
from app.api.core.refusals import Refused
from app.api.core.wire import Closed, json_response, read

router = APIRouter(prefix="/api")

Text = Annotated[str, Meta(max_length=300)]


class Credentials(Closed, frozen=True):
    """A name and a password."""

    name: Text
    password: Text


class Recovery(Closed, frozen=True):
    """A name, one of its recovery codes, and the password to be."""

    name: Text
    code: Text
    password: Text


class Password(Closed, frozen=True):
    """A password."""

    password: Text


class Name(Closed, frozen=True):
    """A name."""

    name: Text


class Nothing(Closed, frozen=True):
    """A call that says nothing more than its address."""


credentials = msgspec.json.Decoder(Credentials)
recovery = msgspec.json.Decoder(Recovery)
a_password = msgspec.json.Decoder(Password)
a_name = msgspec.json.Decoder(Name)
nothing = msgspec.json.Decoder(Nothing)


def accounts_of(request: Request) -> Accounts:
    """The accounts."""
    accounts: Accounts = request.app.state.accounts
    return accounts


def cookie_of(request: Request) -> LoginCookie:
    """How logins are told to browsers."""
    cookie: LoginCookie = request.app.state.login_cookie
    return cookie


def limits_of(request: Request) -> AccountLimits:
    """How often who may try what."""
    limits: AccountLimits = request.app.state.account_limits
    return limits


def address_of(request: Request) -> str:
    """Where a call comes from, as limits count it."""
    return sender_at(request.scope)


def now_s() -> float:
    """The loop's clock."""
    return asyncio.get_running_loop().time()


async def login_of(request: Request) -> Login:
    """Who is signed in. Refuses with `signed_out`."""
    login = await accounts_of(request).who(cookie_of(request).of(request))
    if login is None:
        raise Refused("signed_out")
    return login


async def caller_of(request: Request) -> tuple[Caller, bool]:
    """The device that calls, with the account that is signed in there; and whether the device is new.

    Refuses a device that calls too often.
    """
    device, new = speaker(request)
    return await signed(request, device), new


async def viewer_of(request: Request) -> Caller:
    """The same for one that only looks; nobody, if it has no cookie."""
    return await signed(request, viewer(request))


async def signed(request: Request, device: bytes) -> Caller:
    """A device with whoever is signed in there."""
    login = await accounts_of(request).who(cookie_of(request).of(request))
    return Caller(device) if login is None else Caller(device, login.account, login.name)


def device_of(request: Request, device: bytes) -> Device:
    """The browser, as its owner will know it again."""
    return Device(device, label_of(request.headers.get("user-agent", "")))


async def signed_in(request: Request, device: bytes, new: bool, entering: Awaitable[bytes], status: int) -> Response:
    """The answer to whoever has just signed in, with the login's cookie."""
    token = await entering
    login = await accounts_of(request).who(token)
    if login is None:
        raise Refused("busy")
    answer = json_response({"account": login.account, "name": login.name}, status)
    cookie_of(request).tell(answer, token)
    return known(request, answer, device, new)


@router.post("/accounts")
async def open_account(request: Request) -> Response:
    """A new account, signed in."""
    device, new = speaker(request)
    said = await read(request, credentials)
    limits_of(request).an_account(address_of(request), now_s())
    name = clean_name(said.name, names.LONGEST) or ""
    opening = accounts_of(request).open(name, said.password, device_of(request, device))
    return await signed_in(request, device, new, opening, 201)


@router.get("/accounts/names")
async def name_check(request: Request, name: Annotated[str, Query(max_length=100)]) -> Response:
    """Whether an account could be called this."""
    limits_of(request).a_question(address_of(request), now_s())
    wanted = clean_name(name, names.LONGEST)
    fault = names.fault_of(wanted)
    if fault is None:
        taken = await accounts_of(request).reader.run(lambda session: by_name(session, wanted or ""))
        fault = say("That name is taken.") if taken else None
    return json_response({"name": wanted, "free": fault is None, "message": fault})


@router.post("/logins")
async def enter(request: Request) -> Response:
    """Sign in."""
    device, new = speaker(request)
    said = await read(request, credentials)
    limits_of(request).a_try(address_of(request), said.name, now_s())
    entering = accounts_of(request).enter(said.name, said.password, device_of(request, device))
    return await signed_in(request, device, new, entering, 201)


@router.post("/logins/recover")
async def recover(request: Request) -> Response:
    """Sign in with a recovery code and a new password."""
    device, new = speaker(request)
    said = await read(request, recovery)
    limits_of(request).a_try(address_of(request), said.name, now_s())
    entering = accounts_of(request).recover(said.name, said.code, said.password, device_of(request, device))
    return await signed_in(request, device, new, entering, 201)


@router.post("/logins/prove")
async def prove(request: Request) -> Response:
    """Show the password again; the login gets a new cookie."""
    device, new = speaker(request)
    said = await read(request, a_password)
    login = await login_of(request)
    limits_of(request).a_try(address_of(request), login.name, now_s())
    entering = accounts_of(request).prove(login, said.password, device_of(request, device))
    return await signed_in(request, device, new, entering, 200)


@router.post("/logins/leave")
async def leave(request: Request) -> Response:
    """Sign this device out; without a login nothing happens."""
    speaker(request)
    await read(request, nothing)
    login = await accounts_of(request).who(cookie_of(request).of(request))
    if login is not None:
        await accounts_of(request).leave(login)
    answer = Response(status_code=204, headers={"clear-site-data": '"cache"'})
    cookie_of(request).drop(answer)
    return answer


@router.post("/logins/others/leave")
async def leave_others(request: Request) -> Response:
    """Sign every other device of the account out."""
    speaker(request)
    await read(request, nothing)
    await accounts_of(request).leave_others(await login_of(request))
    return Response(status_code=204)


@router.post("/logins/{login}/leave")
async def leave_other(request: Request, login: Annotated[str, Path(max_length=32)]) -> Response:
    """Sign one of the account's devices out."""
    speaker(request)
    await read(request, nothing)
    await accounts_of(request).leave(await login_of(request), login)
    return Response(status_code=204)


@router.get("/account")
async def account(request: Request) -> Response:
    """The account as its owner sees it."""
    login = await login_of(request)
    return json_response(await accounts_of(request).told(login, viewer(request)))


@router.post("/account/notice")
async def accept_notice(request: Request) -> Response:
    """Coins have play value only: read and accepted, before the first stake."""
    speaker(request)
    await read(request, nothing)
    await accounts_of(request).accept_notice(await login_of(request))
    return Response(status_code=204)


@router.post("/account/name")
async def rename(request: Request) -> Response:
    """Another name."""
    speaker(request)
    said = await read(request, a_name)
    name = clean_name(said.name, names.LONGEST) or ""
    await accounts_of(request).rename(await login_of(request), name)
    return json_response({"name": name})


@router.post("/account/password")
async def change_password(request: Request) -> Response:
    """Another password; all other devices are signed out."""
    device, new = speaker(request)
    said = await read(request, a_password)
    login = await login_of(request)
    changing = accounts_of(request).change_password(login, said.password, device_of(request, device))
    return await signed_in(request, device, new, changing, 200)


@router.post("/account/codes")
async def new_codes(request: Request) -> Response:
    """Ten fresh recovery codes; those before no longer work."""
    speaker(request)
    await read(request, nothing)
    return json_response({"codes": await accounts_of(request).new_codes(await login_of(request))}, 201)


@router.get("/account/export")
async def export(request: Request) -> Response:
    """Everything that is kept about the account, as a file."""
    login = await login_of(request)
    told: dict[str, Any] = await accounts_of(request).export(login)
    return json_response(told, headers={"content-disposition": 'attachment; filename="account.json"'})


@router.post("/account/delete")
async def delete(request: Request) -> Response:
    """Delete the account; what is typed must be its name."""
    speaker(request)
    said = await read(request, a_name)
    await accounts_of(request).close(await login_of(request), said.name)
    answer = Response(status_code=204)
    cookie_of(request).drop(answer)
    return answer
