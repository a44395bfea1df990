"""What flags have to do with an account's life."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.accounts.callers import Caller
from app.api.accounts.service import Beside
from app.api.core.writer import Write
from app.api.flags.models import FlagRow
from app.api.flags.service import Flags
from app.api.flags.told import in_full, is_house


def beside_flags(flags: Flags) -> Beside:
    """Flags of an account are in its export; when it is deleted they are nobody's, and nothing said in them stays."""

    def opened(account: str, at: int) -> Sequence[Write]:
        return ()

    def closed(session: Session, account: str, at: int) -> Sequence[Write]:
        return flags.sql.forget(account)

    def export(session: Session, account: str) -> dict[str, Any]:
        caller = Caller(b"", account)
        own = select(FlagRow).where(FlagRow.account == account, FlagRow.removed_at.is_(None)).order_by(FlagRow.at)
        answered = select(FlagRow).where(FlagRow.answered_by == account).order_by(FlagRow.answered_at)
        return {
            "flags": [in_full(session, row, caller) for row in session.scalars(own)],
            "answers": [
                {"flag": row.id, "answer": row.answer, "at": row.answered_at} for row in session.scalars(answered)
            ],
        }

    def told(session: Session, account: str, device: bytes) -> dict[str, Any]:
        return {"house": is_house(session, account)}

    def gone(account: str) -> None:
        """Nothing of an account is held in memory here."""

    return Beside(opened, closed, export, told, gone)
