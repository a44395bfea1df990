"""What looks have to do with an account's life."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.accounts.service import Beside
from app.api.core.writer import Write
from app.api.cosmetics.models import FavoriteRow, OwnedSetRow, OwnedStageRow, PurchaseRow
from app.api.cosmetics.owned import wardrobe
from app.api.cosmetics.service import Looks


def beside_looks(looks: Looks) -> Beside:
    """What an account bought, wears and loves is in its export; when it is deleted, only the books still know."""

    def opened(account: str, at: int) -> Sequence[Write]:
        return ()

    def closed(session: Session, account: str, at: int) -> Sequence[Write]:
        return looks.sql.forget(account)

    def told(session: Session, account: str, device: bytes) -> dict[str, Any]:
        return {}

    def gone(account: str) -> None:
        """What it wears is read with the seats of its tables."""

    return Beside(opened, closed, export, told, gone)


def export(session: Session, account: str) -> dict[str, Any]:
    """Everything about looks that is kept of an account."""
    sets = session.scalars(select(OwnedSetRow).where(OwnedSetRow.account == account).order_by(OwnedSetRow.at))
    stages = session.scalars(
        select(OwnedStageRow)
        .where(OwnedStageRow.account == account)
        .order_by(OwnedStageRow.dice_set, OwnedStageRow.move, OwnedStageRow.stage)
    )
    calls = session.scalars(select(PurchaseRow).where(PurchaseRow.account == account).order_by(PurchaseRow.at))
    loved = session.scalars(select(FavoriteRow).where(FavoriteRow.account == account).order_by(FavoriteRow.at))
    has = wardrobe(session, account)
    return {
        "sets": [{"set": row.dice_set, "price": row.price, "transfer": row.transfer, "at": row.at} for row in sets],
        "stages": [
            {"set": row.dice_set, "move": row.move, "stage": row.stage, "price": row.price, "at": row.at}
            for row in stages
        ],
        "purchases": [{"cid": row.cid.hex(), "coins": row.coins, "at": row.at} for row in calls],
        "wearing": has.wearing,
        "moves": [look.record() for look in has.moves.values()],
        "favorites": [{"set": row.dice_set, "note": row.note, "at": row.at} for row in loved],
    }
