"""Looks at tables, and throws to look at, over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from app.api.accounts.callers import known
from app.api.accounts.routes import caller_of, viewer_of
from app.api.core.wire import Closed, json_response, read
from app.api.cosmetics import trials
from app.api.cosmetics.look import look_of
from app.api.cosmetics.routes import OWN, limits_of, sender_of
from app.api.cosmetics.schemas import Key, Stage
from app.api.play.messages import SeatNumber
from app.api.play.routes import TableId, play_of

router = APIRouter(prefix="/api")


class TryOn(Closed, frozen=True):
    """`POST /api/tables/{id}/look`."""

    seat: SeatNumber
    set: Key
    move: Key | None = None
    stage: Stage = 0


decoder = msgspec.json.Decoder(TryOn)


@router.post("/tables/{table}/look")
async def try_on(request: Request, table: TableId) -> Response:
    """Throw other dice, or in another way, for the rest of this game."""
    caller, new = await caller_of(request)
    said = await read(request, decoder)
    limits_of(request).a_change(sender_of(request, caller, new))
    await play_of(request).try_on(caller, table, said.seat, look_of(said.set, said.move, said.stage))
    return known(request, json_response({"ok": True}), caller.device, new)


@router.get("/looks/throw")
async def trial(
    request: Request,
    dice_set: Annotated[str, Query(alias="set", max_length=16)],
    move: Annotated[str | None, Query(max_length=16)] = None,
    stage: Annotated[int, Query(ge=0, le=4)] = 0,
    dice: Annotated[int, Query(ge=1, le=8)] = 8,
    angle: Annotated[float, Query(ge=-45, le=45)] = 0,
    power: Annotated[float, Query(ge=0, le=100)] = 50,
) -> Response:
    """A throw with fair faces that count for nothing, to see how a set flies."""
    look = look_of(dice_set, move or None, stage)
    limits_of(request).a_trial(sender_of(request, await viewer_of(request)))
    drawn = trials.faces(dice), round(angle), round(power), trials.motion_seed()
    record = await play_of(request).throws.trial((0, 0, 0, *drawn, look.set, look.move, look.stage))
    return Response(record, headers=OWN, media_type="application/octet-stream")
