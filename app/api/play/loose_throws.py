"""Throws for games that a device holds by itself: it names the faces that it drew and gets their motion."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Meta

from app.api.accounts.routes import address_of, viewer_of
from app.api.core.wire import Closed, read
from app.api.cosmetics import trials
from app.api.cosmetics.catalogue import HOUSE
from app.api.cosmetics.look import look_of
from app.api.cosmetics.routes import OWN, limits_of, sender_of
from app.api.cosmetics.schemas import Key, Stage
from app.api.play.routes import play_of

router = APIRouter(prefix="/api")

Face = Annotated[int, Meta(ge=1, le=6)]


class LooseThrow(Closed, frozen=True):
    """`POST /api/throws`."""

    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=8)]
    """One for each die; they are drawn where the game is held, and nothing here changes them."""
    angle: Annotated[int, Meta(ge=-45, le=45)] = 0
    power: Annotated[int, Meta(ge=0, le=100)] = 30
    set: Key = HOUSE
    move: Key | None = None
    stage: Stage = 0


decoder = msgspec.json.Decoder(LooseThrow)


@router.post("/throws")
async def loose_throw(request: Request) -> Response:
    """The motion of dice that show these faces, for a game that the caller's device holds."""
    said = await read(request, decoder)
    look = look_of(said.set, said.move, said.stage)
    sender = sender_of(request, await viewer_of(request))
    limits_of(request).a_loose_throw(sender, address_of(request).encode())
    spec = (0, 0, 0, said.faces, said.angle, said.power, trials.motion_seed(), look.set, look.move, look.stage)
    record = await play_of(request).throws.trial(spec)
    return Response(record, headers=OWN, media_type="application/octet-stream")
