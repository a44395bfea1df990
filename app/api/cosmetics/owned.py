"""Questions about looks to the database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session
from sqlalchemy.sql import ColumnElement

from app.api.accounts.callers import Caller
from app.api.core.refusals import Refused
from app.api.cosmetics.catalogue import HOUSE, MOVES, SETS
from app.api.cosmetics.look import PLAIN_LOOK, Look
from app.api.cosmetics.models import FavoriteRow, OwnedSetRow, OwnedStageRow, WornMoveRow, WornSetRow
from app.api.ledger.statement import balance_of


class Wardrobe(Struct, frozen=True):
    """What an account owns and wears; a guest has the house's dice."""

    sets: Collection[str] = frozenset((HOUSE,))
    stages: dict[tuple[str, str], int] = {}
    """How many stages of a move were bought for a set."""
    wearing: str = HOUSE
    moves: dict[str, Look] = {}
    """How a set is thrown, where not plainly."""

    def owns(self, look: Look) -> bool:
        """Whether a look is the account's, move and stage included."""
        bought = 0 if look.move is None else self.stages.get((look.set, look.move), 0)
        return look.set in self.sets and look.stage <= bought


def wardrobe(session: Session, account: str | None) -> Wardrobe:
    """What an account owns and wears."""
    if account is None:
        return Wardrobe()
    sets = session.scalars(select(OwnedSetRow.dice_set).where(OwnedSetRow.account == account))
    stages = session.execute(
        select(OwnedStageRow.dice_set, OwnedStageRow.move, func.max(OwnedStageRow.stage))
        .where(OwnedStageRow.account == account)
        .group_by(OwnedStageRow.dice_set, OwnedStageRow.move)
    )
    moves = session.scalars(select(WornMoveRow).where(WornMoveRow.account == account))
    worn = session.get(WornSetRow, account)
    return Wardrobe(
        frozenset((HOUSE, *sets)),
        {(row[0], row[1]): row[2] for row in stages},
        worn.dice_set if worn is not None else HOUSE,
        {row.dice_set: Look(row.dice_set, row.move, row.stage) for row in moves},
    )


def must_own(session: Session, account: str | None, look: Look, code: str = "not_owned") -> None:
    """Refuse a look that is not the account's."""
    if look != PLAIN_LOOK and not wardrobe(session, account).owns(look):
        raise Refused(code)


def worn_by(session: Session, accounts: Collection[str]) -> dict[str, Look]:
    """The looks that accounts wear; those without an entry throw the house's dice plainly."""
    if not accounts:
        return {}
    rows = session.execute(
        select(WornSetRow.account, WornSetRow.dice_set, WornMoveRow.move, WornMoveRow.stage)
        .outerjoin(
            WornMoveRow,
            (WornMoveRow.account == WornSetRow.account) & (WornMoveRow.dice_set == WornSetRow.dice_set),
        )
        .where(WornSetRow.account.in_(accounts))
    )
    return {row.account: Look(row.dice_set, row.move, row.stage or 0) for row in rows}


def held(caller: Caller) -> ColumnElement[bool]:
    """Hearts of a caller: those of its account, and those that its device gave as a guest."""
    own: ColumnElement[bool] = FavoriteRow.device == caller.device
    return own if caller.account is None else or_(own, FavoriteRow.account == caller.account)


def hearts(session: Session) -> dict[str, int]:
    """How many love each set; sets that nobody does are left out."""
    counted = select(FavoriteRow.dice_set, func.count()).group_by(FavoriteRow.dice_set)
    return {row[0]: row[1] for row in session.execute(counted)}


def told(session: Session, caller: Caller) -> dict[str, Any]:
    """The shop as a caller sees it."""
    has, given = wardrobe(session, caller.account), hearts(session)
    loved = set(session.scalars(select(FavoriteRow.dice_set).where(held(caller))))
    sets = []
    for each in SETS.values():
        thrown = has.moves.get(each.key, PLAIN_LOOK)
        stages = {move: count for (dice_set, move), count in has.stages.items() if dice_set == each.key}
        sets.append(
            {
                "key": each.key,
                "collection": each.collection,
                "price": each.price,
                "hearts": given.get(each.key, 0),
                "loved": each.key in loved,
                "owned": each.key in has.sets,
                "move": thrown.move,
                "stage": thrown.stage,
                "stages": stages,
            }
        )
    return {
        "sets": sets,
        "moves": [{"key": each.key, "prices": each.prices} for each in MOVES.values()],
        "wearing": has.wearing,
        "signed_in": caller.account is not None,
        "coins": balance_of(session, caller.account) if caller.account is not None else None,
    }
