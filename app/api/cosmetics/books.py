"""What the books say about the shop: what coins bought; no coins without goods, no goods without coins."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import func, select, union_all
from sqlalchemy.orm import Session

from app.api.cosmetics.models import OwnedSetRow, OwnedStageRow
from app.api.ledger.audit import Finding
from app.api.ledger.models import TransferRow

INVARIANT = "a purchase pays for what was bought with it"


def purchases_match_their_goods(session: Session) -> Iterator[Finding]:
    """Findings: coins that went to the shop and are not the price of the sets and stages that name them."""
    sold = union_all(*(select(row.transfer, row.price) for row in (OwnedSetRow, OwnedStageRow))).subquery()
    worth = select(sold.c.transfer, func.sum(sold.c.price).label("coins")).group_by(sold.c.transfer).subquery()
    bought = (
        select(TransferRow.id, TransferRow.amount, func.coalesce(worth.c.coins, 0).label("coins"))
        .outerjoin(worth, worth.c.transfer == TransferRow.id)
        .where(TransferRow.code == "purchase", TransferRow.amount != func.coalesce(worth.c.coins, 0))
    )
    for row in session.execute(bought):
        yield Finding(INVARIANT, row.id, f"{row.amount} were paid for goods of {row.coins}")
    given = (
        select(worth.c.transfer)
        .join(TransferRow, TransferRow.id == worth.c.transfer)
        .where(TransferRow.code != "purchase")
    )
    for name in session.scalars(given):
        yield Finding(INVARIANT, name, "goods name it, and it is no purchase")


def goods_by_transfer(session: Session, transfers: Collection[str]) -> dict[str, dict[str, Any]]:
    """What these transfers bought: `{"set", "move", "stages"}`, for a set without a move; others have no entry."""
    sets = session.scalars(select(OwnedSetRow).where(OwnedSetRow.transfer.in_(transfers)))
    found: dict[str, dict[str, Any]] = {row.transfer: {"set": row.dice_set, "move": None, "stages": []} for row in sets}
    stages = select(OwnedStageRow).where(OwnedStageRow.transfer.in_(transfers)).order_by(OwnedStageRow.stage)
    for row in session.scalars(stages):
        goods = found.setdefault(row.transfer, {"set": row.dice_set, "move": row.move, "stages": []})
        goods["stages"].append(row.stage)
    return found
