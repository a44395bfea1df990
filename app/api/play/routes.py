"""The same game over HTTP: addresses and answers, nothing more."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from app.api.accounts.callers import known, speaker
from app.api.accounts.routes import caller_of, viewer_of
from app.api.core.ids import read_invite
from app.api.core.origin import Origin
from app.api.core.refusals import Refused
from app.api.core.wire import json_response, read
from app.api.play import messages, records, repo, schemas
from app.api.play.service import Play
from app.api.tables import house
from app.api.tables import repo as tables_repo
from app.api.tables.invites import invite_path, qr_svg

router = APIRouter(prefix="/api")

TableId = Annotated[str, Path(max_length=32)]
Number = Annotated[int, Path(ge=1, le=65535)]
IMMUTABLE = {"cache-control": "public, max-age=31536000, immutable"}
STORE_NOTHING = {"cache-control": "no-store"}


def play_of(request: Request) -> Play:
    """The tables."""
    play: Play = request.app.state.play
    return play


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """Open a table; the device that does hosts it."""
    caller, new = await caller_of(request)
    said = await read(request, schemas.open_table)
    people = schemas.people_of(said)
    name = schemas.table_name_of(said, people)
    place = await play_of(request).open(caller, said.kind, house.card_of(said.rules), name, people)
    told = {"table": place.id, "page": f"/t/{place.id}", "invite": place.invite}
    return known(request, json_response(told, 201), caller.device, new)


@router.get("/tables/{table}/card")
async def card(request: Request, table: TableId) -> Response:
    """The rules that a table was opened with, as everybody there can read and compare them."""
    actor = await play_of(request).actor(table)
    return json_response(house.told(actor.place.rules))


@router.get("/invites/{code}")
async def invitation(request: Request, code: Annotated[str, Path(max_length=32)]) -> Response:
    """What an invitation leads to."""
    speaker(request)
    play = play_of(request)
    invite = read_invite(code)
    table = await play.reader.run(lambda session: tables_repo.by_invite(session, invite))
    if table is None:
        raise Refused("not_found", "This invitation is not valid.")
    actor = await play.actor(table)
    standing = actor.standing
    told = {
        "table": table,
        "page": f"/t/{table}",
        "name": actor.place.name,
        "rules": actor.place.rules.key,
        "seats": [{"seat": each.seat, "name": each.name} for each in standing.sittings],
        "open": actor.place.size - len(standing.sittings),
        "status": standing.status,
        "kind": actor.place.kind,
        "stake": actor.place.stake,
        "size": actor.place.size,
    }
    return json_response(told)


@router.post("/tables/{table}/seats")
async def take_seat(request: Request, table: TableId) -> Response:
    """Sit down with an invitation."""
    caller, new = await caller_of(request)
    said = await read(request, schemas.take_seat)
    seat = await play_of(request).sit(caller, table, read_invite(said.invite), said.name)
    return known(request, json_response({"seat": seat}, 201), caller.device, new)


@router.post("/tables/{table}/commands")
async def command(request: Request, table: TableId) -> Response:
    """One command, exactly as a socket would send it."""
    caller, _ = await caller_of(request)
    said = await read(request, schemas.command)
    if said.table not in ("", table):
        raise Refused("malformed", "The table stands in the address.", field="table")
    said = msgspec.structs.replace(said, table=table)
    cid = str(said.cid)
    try:
        seq = await play_of(request).command(caller, said)
    except Refused as no:
        return json_response({"cid": cid, **no.record()}, no.status)
    return json_response({"cid": cid, "ok": True, "seq": seq})


@router.get("/tables/{table}")
async def snapshot(request: Request, table: TableId) -> Response:
    """How a table stands."""
    actor = await play_of(request).actor(table)
    return json_response(actor.snapshot(await viewer_of(request)))


@router.get("/tables/{table}/events")
async def events(request: Request, table: TableId, since: Annotated[int, Query(ge=0, le=messages.SEQ_MAX)]) -> Response:
    """What happened after a number."""
    play = play_of(request)
    actor = await play.actor(table)
    news = actor.since(since)
    if news is None and 0 <= actor.standing.seq - since <= repo.CATCH_UP_MAX:
        old = await play.reader.run(lambda session: repo.events_since(session, table, since))
        new = actor.since(since + len(old))
        news = None if new is None else [*old, *new] if new else actor.with_view(old)
    if news is None:
        raise Refused("stale", status=410)
    body = b'{"events":[' + b",".join(news) + b'],"seq":%d}' % actor.standing.seq
    return json_response(body)


@router.get("/tables/{table}/throws/{game}/{roll}")
async def throw(request: Request, table: TableId, game: Number, roll: Number) -> Response:
    """The record of a throw, made now if it was not made before."""
    record = await play_of(request).throws.get(table, game, roll)
    if record is None:
        raise Refused("not_found")
    return Response(record, headers=IMMUTABLE, media_type="application/octet-stream")


@router.get("/tables/{table}/transcript/{game}")
async def transcript(request: Request, table: TableId, game: Number) -> Response:
    """What is needed to check a game's rolls."""
    found = await play_of(request).reader.run(lambda session: records.transcript(session, table, game))
    if found is None:
        raise Refused("not_found")
    return json_response(found)


@router.get("/tables/{table}/invite.svg")
async def invite_picture(request: Request, table: TableId) -> Response:
    """The invitation as a QR code, for those who may invite."""
    actor = await play_of(request).actor(table)
    you = actor.you(await viewer_of(request))
    if actor.place.invite is None or not (you["seats"] or you["host"]):
        raise Refused("not_found")
    origin: Origin = request.app.state.origin
    own = origin.own(request.scope, dict(request.scope["headers"])).decode("latin-1")
    return Response(qr_svg(own + invite_path(actor.place.invite)), headers=STORE_NOTHING, media_type="image/svg+xml")


@router.get("/mine")
async def mine(request: Request) -> Response:
    """The device's tables."""
    caller = await viewer_of(request)
    tables = await play_of(request).reader.run(lambda session: records.mine(session, caller))
    return json_response({"tables": tables})


@router.post("/tables/{table}/discard")
async def discard(request: Request, table: TableId) -> Response:
    """Take a table off the device's list."""
    device, _ = speaker(request)
    await read(request, schemas.empty)
    await play_of(request).discard(device, table)
    return Response(status_code=204)
