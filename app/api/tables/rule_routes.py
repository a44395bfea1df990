"""Rule sets over HTTP: what there is, whether house rules can be played, and how a hand reads."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Meta

from app.api.accounts.callers import known, speaker
from app.api.core.refusals import Refused
from app.api.core.wire import Closed, json_response, read
from app.api.tables import house
from app.engine import hand
from app.engine.errors import NotationError
from app.engine.open_parts import parse_open

router = APIRouter(prefix="/api/rules")

DICE_MAX = 8
Face = Annotated[int, Meta(ge=1, le=6)]


class Hand(Closed, frozen=True):
    """`POST /api/rules/read`: dice in tap order."""

    rules: Annotated[str, Meta(max_length=32)] | house.HouseRules
    taps: Annotated[tuple[Face, ...], Meta(max_length=DICE_MAX)]
    open: Annotated[str, Meta(max_length=200)] = "-"
    thrown: Annotated[int, Meta(ge=0, le=DICE_MAX)] | None = None
    """Dice that lie there; as many as are tapped, if it is not said."""


check_body = msgspec.json.Decoder(house.HouseRules)
read_body = msgspec.json.Decoder(Hand)


@router.get("")
async def rules() -> Response:
    """All rule sets and bots there are, and what an editor offers for each rule."""
    return json_response(house.rules_told())


@router.post("/check")
async def check(request: Request) -> Response:
    """Whether house rules can be played: their card, or each field at fault with what is allowed there."""
    device, new = speaker(request)
    checked = (await read(request, check_body)).checked()
    told = {
        "faults": [{"field": field, "message": message} for field, message in checked.faults],
        "card": house.told(checked.card) if checked.card is not None else None,
    }
    return known(request, json_response(told), device, new)


@router.post("/read")
async def check_a_hand(request: Request) -> Response:
    """How dice read in their tap order, and whether another order would pay more."""
    device, new = speaker(request)
    said = await read(request, read_body)
    card = house.card_of(said.rules)
    thrown = len(said.taps) if said.thrown is None else said.thrown
    try:
        opened = parse_open(said.open)
        hand.check_dice(said.taps, thrown, card)
    except NotationError as wrong:
        raise Refused("malformed", str(wrong), field="taps" if "thrown" in str(wrong) else "open") from wrong
    told = hand.answer(said.taps, thrown, opened, card)
    told["better"] = hand.better(said.taps, thrown, opened, card)
    return known(request, json_response(told), device, new)
