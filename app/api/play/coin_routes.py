"""Coin tables over HTTP: the lobby, opening a table, a quick seat, and seats that a guest hands to an account."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Meta
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.accounts.routes import caller_of, viewer_of
from app.api.core.languages import number, say
from app.api.core.refusals import Refused
from app.api.core.wire import Closed, json_response, read
from app.api.ledger.coins import STAKES
from app.api.play import guests
from app.api.play.coin_lobby import listing, own
from app.api.play.coin_tables import CoinTables, is_stake
from app.api.play.routes import play_of
from app.api.tables.place import SEATS_MAX

router = APIRouter(prefix="/api")

Rules = Literal["progressive", "trippn"]


class OpenCoinTable(Closed, frozen=True):
    """`POST /api/coin-tables`."""

    cid: UUID
    stake: int
    rules: Rules
    size: Annotated[int, Meta(ge=2, le=SEATS_MAX)]
    private: bool = False


class QuickSeat(Closed, frozen=True):
    """`POST /api/quick-seat`."""

    stake: int
    rules: Rules


class Nothing(Closed, frozen=True):
    """A call that says nothing more than its address."""


open_coin_table = msgspec.json.Decoder(OpenCoinTable)
quick = msgspec.json.Decoder(QuickSeat)
nothing = msgspec.json.Decoder(Nothing)


def coin_tables_of(request: Request) -> CoinTables:
    """The coin tables."""
    tables: CoinTables = request.app.state.coin_tables
    return tables


def known_stake(stake: int) -> int:
    """A stake that there is."""
    if not is_stake(stake):
        raise Refused("malformed", say("Tables cost {stakes}.", stakes=", ".join(map(number, STAKES))), field="stake")
    return stake


async def player(request: Request) -> Caller:
    """Whoever is signed in. Refuses a guest."""
    caller, _ = await caller_of(request)
    if caller.account is None:
        raise Refused("signed_out")
    return caller


@router.get("/lobby")
async def lobby(request: Request) -> Response:
    """All listed tables, and what the account that looks may do."""
    play, caller = play_of(request), await viewer_of(request)

    def told(session: Session) -> dict[str, Any]:
        return {"tables": listing(session), "you": own(session, caller, play.clock())}

    return json_response({"now": play.clock(), "halted": play.halted, **await play.reader.run(told)})


@router.post("/coin-tables")
async def open_table(request: Request) -> Response:
    """Open a coin table and sit down at it."""
    caller = await player(request)
    said = await read(request, open_coin_table)
    stake = known_stake(said.stake)
    place = await coin_tables_of(request).open(caller, stake, said.rules, said.size, said.private, said.cid)
    return await seat_at(request, caller, place.id)


@router.post("/quick-seat")
async def quick_seat(request: Request) -> Response:
    """A seat at the fullest open table, or at a new one."""
    caller = await player(request)
    said = await read(request, quick)
    table = await coin_tables_of(request).quick_seat(caller, known_stake(said.stake), said.rules)
    return await seat_at(request, caller, table)


async def seat_at(request: Request, caller: Caller, table: str) -> Response:
    """Where the caller sits now."""
    actor = await play_of(request).actor(table)
    seats = actor.you(caller)["seats"]
    told = {"table": table, "page": f"/t/{table}", "invite": actor.place.invite, "seat": seats[0] if seats else None}
    return json_response(told, 201)


@router.post("/account/seats")
async def claim(request: Request) -> Response:
    """The seats that this device holds as a guest become the account's."""
    caller = await player(request)
    await read(request, nothing)
    return json_response({"seats": await guests.claim(play_of(request), caller)})
