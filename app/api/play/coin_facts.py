"""What the database knows about an account that wants to sit down at a coin table."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from app.api.accounts.callers import Caller
from app.api.accounts.models import AccountRow, LoginRow
from app.api.cosmetics.look import PLAIN_LOOK
from app.api.cosmetics.owned import worn_by
from app.api.play.asked import Entry
from app.api.play.coin_watch import NEWCOMER_GAMES, games_finished, meets_too_often, watched
from app.api.tables.models import CoinSeatRow
from app.api.tables.place import Sittings


def entry_of(session: Session, sittings: Sittings, caller: Caller, now: int) -> Entry | None:
    """Facts about a signed-in caller; None for a guest, and for an account that is no more."""
    if caller.account is None:
        return None
    row = session.get(AccountRow, caller.account)
    if row is None or row.closed_at is not None:
        return None
    seat = session.get(CoinSeatRow, caller.account)
    others = [each.account for each in sittings if each.account and each.account != caller.account and not each.gone]
    return Entry(
        name=row.name,
        notice=row.notice_at is not None,
        games=games_finished(session, caller.account),
        watched=watched(session, caller.account, now) is not None,
        newcomers=any(games_finished(session, each) < NEWCOMER_GAMES for each in others),
        watched_there=any(watched(session, each, now) is not None for each in others),
        meets_too_often=bool(others) and meets_too_often(session, caller.account, others, now),
        sits_at=seat.table_id if seat is not None else None,
        shares_device=bool(others) and shares_device(session, caller.account, others),
        worn=worn_by(session, [caller.account]).get(caller.account, PLAIN_LOOK),
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
