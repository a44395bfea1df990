"""Flags over HTTP: addresses and answers, nothing more."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from app.api.accounts.callers import known
from app.api.accounts.routes import caller_of, viewer_of
from app.api.core.wire import json_response, read
from app.api.flags import schemas
from app.api.flags.service import Flags

router = APIRouter(prefix="/api")

FlagId = Annotated[str, Path(max_length=16)]
Before = Annotated[str | None, Query(max_length=16)]


def flags_of(request: Request) -> Flags:
    """The flags."""
    flags: Flags = request.app.state.flags
    return flags


@router.post("/flags")
async def send(request: Request) -> Response:
    """Flag a roll; it is checked at once."""
    caller, new = await caller_of(request)
    said = await read(request, schemas.new_flag)
    told = await flags_of(request).send(caller, said)
    return known(request, json_response(told, 201), caller.device, new)


@router.get("/flags")
async def listed(request: Request, whose: Literal["mine", "all"] = "mine", before: Before = None) -> Response:
    """A page of flags, the newest first; `before` is the last flag of the page before."""
    return json_response(await flags_of(request).listed(await viewer_of(request), whose, before))


@router.get("/flags/{flag}")
async def one(request: Request, flag: FlagId) -> Response:
    """One flag."""
    return json_response(await flags_of(request).one(await viewer_of(request), flag))


@router.post("/flags/{flag}/remove")
async def remove(request: Request, flag: FlagId) -> Response:
    """Take an own flag back."""
    caller, _ = await caller_of(request)
    await read(request, schemas.nothing)
    await flags_of(request).remove(caller, flag)
    return Response(status_code=204)


@router.get("/house/flags")
async def queue(
    request: Request, status: Literal["new", "answered", "closed"] | None = None, before: Before = None
) -> Response:
    """What the house has to look at."""
    caller = await viewer_of(request)
    await flags_of(request).must_be_house(caller)
    return json_response(await flags_of(request).queue(caller, status, before))


@router.post("/house/flags/{flag}/answer")
async def answer(request: Request, flag: FlagId) -> Response:
    """The house answers a flag; the answer can be read by everybody."""
    caller, _ = await caller_of(request)
    said = await read(request, schemas.answer)
    flags = flags_of(request)
    await flags.must_be_house(caller)
    await flags.answer(flag, said.text, caller.account)
    return json_response(await flags.one(caller, flag))


@router.post("/house/flags/{flag}/close")
async def close(request: Request, flag: FlagId) -> Response:
    """The house has nothing more to do about a flag."""
    caller, _ = await caller_of(request)
    await read(request, schemas.nothing)
    flags = flags_of(request)
    await flags.must_be_house(caller)
    await flags.close(flag)
    return json_response(await flags.one(caller, flag))
