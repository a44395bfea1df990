"""What the database knows about an account that wants to sit down at a coin table."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from app.api.accounts.callers import Caller
from app.api.accounts.models import AccountRow, LoginRow
from app.api.ledger.statement import games_finished
from app.api.play.asked import Entry
from app.api.tables.models import CoinSeatRow
from app.api.tables.place import Sittings


def entry_of(session: Session, table: str, sittings: Sittings, caller: Caller) -> Entry | None:
    """Facts about a signed-in caller; None for a guest, and for an account that is no more."""
    if caller.account is None:
        return None
    row = session.get(AccountRow, caller.account)
    if row is None or row.closed_at is not None:
        return None
    seat = session.get(CoinSeatRow, caller.account)
    others = [each.account for each in sittings if each.account not in (None, caller.account) and not each.gone]
    return Entry(
        notice=row.notice_at is not None,
        games=games_finished(session, caller.account),
        sits_at=seat.table_id if seat is not None else None,
        shares_device=bool(others) and shares_device(session, caller.account, [each for each in others if each]),
    )


def shares_device(session: Session, account: str, others: list[str]) -> bool:
    """Whether an account is signed in on a device where one of the others is too."""
    own, theirs = aliased(LoginRow), aliased(LoginRow)
    found = session.execute(
        select(own.digest)
        .join(theirs, theirs.device == own.device)
        .where(own.account_id == account, theirs.account_id.in_(others))
        .limit(1)
    ).first()
    return found is not None
