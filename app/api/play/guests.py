"""Seats of guests, and what becomes of an account's seats when it is deleted."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.accounts.models import AccountRow
from app.api.accounts.service import Beside
from app.api.core.ids import TABLE_CHARACTERS
from app.api.core.refusals import Refused
from app.api.core.wire import encode
from app.api.core.writer import Write
from app.api.ledger.coins import account_purse
from app.api.ledger.models import TransferRow
from app.api.play import messages
from app.api.play.models import EventRow, ReviewRow, RollRow, StakedRow
from app.api.play.service import Play
from app.api.play.standing import OVER
from app.api.play.statements import Statements
from app.api.tables.models import CoinSeatRow, SeatRow, StandingRow, TableRow
from app.api.tables.place import FRIENDS


def guest_tables(session: Session, device: bytes) -> list[TableRow]:
    """Friends' tables that are not over, where a device holds a seat as a guest."""
    held = select(SeatRow.table_id).where(
        SeatRow.device == device, SeatRow.account.is_(None), SeatRow.bot.is_(None), SeatRow.gone.is_(False)
    )
    rows = session.scalars(
        select(TableRow)
        .join(StandingRow, StandingRow.table_id == TableRow.id)
        .where(TableRow.kind == FRIENDS, StandingRow.status != OVER, TableRow.id.in_(held))
        .order_by(TableRow.opened_at.desc())
    )
    return list(rows)


async def claim(play: Play, caller: Caller) -> list[dict[str, Any]]:
    """Hand a guest's seats to the account that is signed in on the same device. Answers where they are."""

    def tables(session: Session) -> list[dict[str, Any]]:
        found = guest_tables(session, caller.device)
        return [{"table": each.id, "page": f"/t/{each.id}", "name": each.name} for each in found]

    claimed = []
    worn = await play.worn_by(caller.account)
    for each in await play.reader.run(tables):
        actor = await play.actor(each["table"])
        try:
            await play.of_service(actor, caller, messages.Claim(worn))
        except Refused as no:
            if no.code != "not_seated":
                raise
        else:
            claimed.append(each)
    return claimed


def stakes_at(session: Session, account: str) -> str | None:
    """A table whose running game holds a stake of an account, also one that it left; None if there is none."""
    return session.scalar(
        select(SeatRow.table_id)
        .join(StandingRow, StandingRow.table_id == SeatRow.table_id)
        .where(SeatRow.account == account, SeatRow.paid.is_not(None), StandingRow.status != OVER)
        .limit(1)
    )


def beside_seats(play: Play) -> Beside:
    """What seats have to do with an account's life."""

    def opened(account: str, at: int) -> Sequence[Write]:
        return ()

    def closed(session: Session, account: str, at: int) -> Sequence[Write]:
        if play.halted:
            raise Refused("coins_halted")
        if session.get(CoinSeatRow, account) is not None:
            raise Refused("seated_elsewhere", "You sit at a coin table. Finish that game or leave it first.")
        table = stakes_at(session, account)
        if table is not None:
            # Should that game be void, or won by whoever left it out even, its pot is paid to this account.
            raise Refused("seated_elsewhere", "Your stake stands in a pot that is still played for.", subject=table)
        name = session.get_one(AccountRow, account).name
        return renamed(session, play.statements, account, name, f"deleted-{account[:6]}")

    def export(session: Session, account: str) -> dict[str, Any]:
        rows = session.scalars(select(SeatRow).where(SeatRow.account == account))
        seats = [{"table": row.table_id, "seat": row.seat, "name": row.name} for row in rows]
        sits = session.get(CoinSeatRow, account)
        review = session.get(ReviewRow, account)
        rolls = session.scalars(select(RollRow).where(RollRow.account == account).order_by(RollRow.at))
        games = session.scalars(select(StakedRow).where(StakedRow.account == account).order_by(StakedRow.at))
        return {
            "seats": seats,
            "coin_seat": sits.table_id if sits is not None else None,
            "rolls": [{"game": f"{row.table_id}/{row.game}", "n": row.n, "faces": row.faces} for row in rolls],
            "games": [game_told(row) for row in games],
            "reviewed_at": review.cleared_at if review is not None else None,
        }

    def told(session: Session, account: str, device: bytes) -> dict[str, Any]:
        return {"guest_seats": len(guest_tables(session, device))}

    def gone(account: str) -> None:
        for table, actor in list(play.actors.items()):
            if all(each.account != account for each in actor.standing.sittings):
                continue
            if not actor.listeners and not actor.busy:
                del play.actors[table]
            else:
                play.read_again(actor)

    return Beside(opened, closed, export, told, gone)


def game_told(row: StakedRow) -> dict[str, Any]:
    """A finished coin game as its player may read it."""
    return {
        "game": f"{row.table_id}/{row.game}",
        "stake": row.stake,
        "paid": row.paid,
        "left": row.gone,
        "turns": row.turns,
        "banked": row.banked,
        "at": row.at,
    }


def renamed(session: Session, statements: Statements, account: str, name: str, gone: str) -> list[Write]:
    """Seats and stories of tables where an account sat show a name that nobody else has."""
    writes = [Write(statements.rename_seats, [statements.rename_seats.row(whose=account, to=gone)])]
    seated = select(SeatRow.table_id).where(SeatRow.account == account)
    # Also where others sit now: a table holds games one after another.
    staked = select(func.substr(TransferRow.game, 1, TABLE_CHARACTERS)).where(
        TransferRow.code == "buyin", TransferRow.debit == account_purse(account)
    )
    tables = seated.union(staked)
    worn = {name}
    names: dict[str, set[str]] = defaultdict(lambda: {name})
    for table, other in session.execute(select(SeatRow.table_id, SeatRow.name).where(SeatRow.account == account)):
        # Chosen there, or what it was called then.
        names[table].add(other)
        worn.add(other)
    told = session.execute(
        select(EventRow.table_id, EventRow.seq, EventRow.told).where(
            EventRow.table_id.in_(tables),
            or_(*(EventRow.told.contains(f'"name":{encode(each).decode()}', autoescape=True) for each in sorted(worn))),
        )
    ).all()
    rows = [
        statements.retell.row(of=row.table_id, number=row.seq, to=with_name(row.told, names[row.table_id], gone))
        for row in told
    ]
    places = session.execute(select(TableRow.id, TableRow.name).where(TableRow.id.in_(tables)))
    called = [statements.rename_place.row(of=row.id, to=gone) for row in places if row.name in names[row.id]]
    more = ((statements.retell, rows), (statements.rename_place, called))
    return [*writes, *(Write(statement, values) for statement, values in more if values)]


def with_name(told: str, names: Collection[str], other: str) -> str:
    """An event that calls somebody by another name.

    >>> with_name('{"type":"seat_taken","seat":0,"name":"Ann"}', {"Ann"}, "deleted-1")
    '{"type":"seat_taken","seat":0,"name":"deleted-1"}'
    """

    def told_of(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: other if key == "name" and each in names else told_of(each) for key, each in value.items()}
        return [told_of(each) for each in value] if isinstance(value, list) else value

    return json.dumps(told_of(json.loads(told)), separators=(",", ":"), ensure_ascii=False)
