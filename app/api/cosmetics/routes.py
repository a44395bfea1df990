"""Looks over HTTP: addresses and answers, nothing more."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.api.accounts.callers import Caller, known
from app.api.accounts.routes import address_of, caller_of, viewer_of
from app.api.core.wire import json_response, read
from app.api.cosmetics import schemas
from app.api.cosmetics.limits import LookLimits
from app.api.cosmetics.service import Looks

router = APIRouter(prefix="/api/looks")

OWN = {"cache-control": "no-store"}
"""Of one reader, and of this moment."""


def looks_of(request: Request) -> Looks:
    """The looks."""
    looks: Looks = request.app.state.looks
    return looks


def limits_of(request: Request) -> LookLimits:
    """How often who may change and try them."""
    limits: LookLimits = request.app.state.look_limits
    return limits


def sender_of(request: Request, caller: Caller, new: bool = False) -> bytes:
    """Whose calls are counted: a device, or the address of one that is not known yet."""
    return address_of(request).encode() if new or not caller.device else caller.device


@router.get("")
async def shop(request: Request) -> Response:
    """Every set and move, and which of them are the caller's."""
    told = await looks_of(request).told(await viewer_of(request))
    return json_response(told, headers=OWN)


@router.post("/purchase")
async def purchase(request: Request) -> Response:
    """Buy a set, or the stages of a move for one."""
    caller, new = await caller_of(request)
    said = await read(request, schemas.purchase)
    coins = await looks_of(request).purchase(caller, said)
    return known(request, json_response({"ok": True, "coins": coins}), caller.device, new)


@router.post("/wear")
async def wear(request: Request) -> Response:
    """Throw a set from now on."""
    caller, new = await caller_of(request)
    said = await read(request, schemas.wear)
    limits_of(request).a_change(sender_of(request, caller, new))
    await looks_of(request).wear(caller, said)
    return known(request, json_response({"ok": True}), caller.device, new)


@router.post("/favorite")
async def favorite(request: Request) -> Response:
    """Give a set a heart, with a note for the house, or take it back."""
    caller, new = await caller_of(request)
    said = await read(request, schemas.favorite)
    limits_of(request).a_heart(sender_of(request, caller, new))
    hearts = await looks_of(request).favorite(caller, said)
    return known(request, json_response({"ok": True, "hearts": hearts}), caller.device, new)
