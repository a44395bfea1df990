"""An account's coins over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from sqlalchemy.orm import Session

from app.api.accounts.routes import accounts_of, login_of
from app.api.core.wire import json_response
from app.api.ledger.statement import balance_of, transfers_of

router = APIRouter(prefix="/api")

TIME_MAX = 2**53

Goods = Callable[[Session, Collection[str]], dict[str, dict[str, Any]]]
"""What transfers bought, by transfer; the shop knows it."""


def goods_of(request: Request) -> Goods:
    """The service's own question about goods."""
    found: Goods = request.app.state.goods
    return found


@router.get("/coins")
async def coins(request: Request, before: Annotated[int | None, Query(ge=0, le=TIME_MAX)] = None) -> Response:
    """The balance, and a page of transfers; `before` asks for those that are older."""
    login, goods = await login_of(request), goods_of(request)

    def told(session: Session) -> dict[str, Any]:
        transfers = transfers_of(session, login.account, before)
        bought = goods(session, [each["id"] for each in transfers])
        lines = [{**each, "bought": bought.get(each["id"])} for each in transfers]
        return {"coins": balance_of(session, login.account), "transfers": lines}

    return json_response(await accounts_of(request).reader.run(told))
