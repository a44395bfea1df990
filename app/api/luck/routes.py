"""Luck and fairness over HTTP: addresses and answers, nothing more."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from app.api.accounts.routes import login_of, viewer_of
from app.api.core.wire import json_response
from app.api.luck.days import DAYS_MAX
from app.api.luck.service import Luck
from app.api.play.routes import Number, TableId

router = APIRouter(prefix="/api")


def luck_of(request: Request) -> Luck:
    """What the dice did."""
    luck: Luck = request.app.state.luck
    return luck


@router.get("/tables/{table}/luck/{game}")
async def game_luck(request: Request, table: TableId, game: Number) -> Response:
    """The luck of a finished game, for each seat and for the whole table."""
    return json_response(await luck_of(request).of_game(await viewer_of(request), table, game))


@router.get("/account/luck")
async def account_luck(request: Request) -> Response:
    """The luck of an account over all its finished games."""
    login = await login_of(request)
    return json_response(await luck_of(request).of_account(login.account))


@router.get("/fairness")
async def fairness(request: Request, days: Annotated[int, Query(ge=1, le=DAYS_MAX)] = 30) -> Response:
    """What all dice did, day by day."""
    return json_response(await luck_of(request).fairness(days))
