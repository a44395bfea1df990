"""An account's coins as its owner reads them: the balance, and every transfer with what it was for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.api.accounts.service import Beside
from app.api.core.writer import Write
from app.api.ledger.coins import Coins, account_purse
from app.api.ledger.models import PurseRow, TransferRow

PAGE = 50


def balance_of(session: Session, account: str) -> int:
    """What an account holds; nothing if it has no purse."""
    return session.scalar(select(PurseRow.balance).where(PurseRow.id == account_purse(account))) or 0


def transfers_of(session: Session, account: str, before: int | None = None, most: int = PAGE) -> list[dict[str, Any]]:
    """The transfers of an account, the newest first; `before` is the time in ms that a further page starts at."""
    purse = account_purse(account)
    asked = select(TransferRow).where(or_(TransferRow.debit == purse, TransferRow.credit == purse))
    if before is not None:
        asked = asked.where(TransferRow.at < before)
    rows = session.scalars(asked.order_by(TransferRow.at.desc(), TransferRow.id.desc()).limit(most))
    return [
        {
            "id": row.id,
            "code": row.code,
            "coins": row.amount if row.credit == purse else -row.amount,
            "game": row.game,
            "reason": row.reason,
            "at": row.at,
        }
        for row in rows
    ]


def beside_accounts(coins: Coins) -> Beside:
    """What the ledger adds to an account's life: a purse with its first coins, and their way back to the mint."""

    def opened(account: str, at: int) -> Sequence[Write]:
        return coins.open_account(account, at)

    def closed(session: Session, account: str, at: int) -> Sequence[Write]:
        return coins.close_account(account, balance_of(session, account), at)

    def export(session: Session, account: str) -> dict[str, Any]:
        every = transfers_of(session, account, most=1_000_000)
        return {"coins": balance_of(session, account), "transfers": every}

    def told(session: Session, account: str, device: bytes) -> dict[str, Any]:
        return {}

    def gone(account: str) -> None:
        """Nothing of an account is held in memory here."""

    return Beside(opened, closed, export, told, gone)
