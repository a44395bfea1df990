"""Rows of the ledger. What is illegal is refused here, by the database, whoever writes."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row

AMOUNT_MAX = 1_000_000

ROUTES: dict[str, tuple[str, str]] = {
    "grant": ("mint", "account:"),
    "buyin": ("account:", "escrow:"),
    "refund": ("escrow:", "account:"),
    "payout": ("escrow:", "account:"),
    "purchase": ("account:", "shop"),
    "close": ("account:", "mint"),
}
"""Where the coins of each kind of transfer come from and go to: no kind leads from a player to a player."""

ADJUST = "adjust"
"""The house puts a balance right, in either direction, and says why (R-house)."""
REVERSAL = "reversal"
"""An earlier transfer the other way round, once."""


def _leads(purse: str, column: str) -> str:
    # No LIKE: SQLite's takes capitals for small letters.
    return f"{column} = '{purse}'" if not purse.endswith(":") else f"substr({column}, 1, {len(purse)}) = '{purse}'"


def _routes() -> str:
    """The transfers that may be, as a condition of the row."""
    known = [
        f"(code = '{code}' AND {_leads(debit, 'debit')} AND {_leads(credit, 'credit')})"
        for code, (debit, credit) in ROUTES.items()
    ]
    known.append(
        f"(code = '{ADJUST}' AND reason IS NOT NULL"
        f" AND ((debit = 'mint' AND {_leads('account:', 'credit')})"
        f" OR ({_leads('account:', 'debit')} AND credit = 'mint')))"
    )
    known.append(f"(code = '{REVERSAL}' AND reverses IS NOT NULL AND reason IS NOT NULL)")
    return " OR ".join(known)


class PurseRow(Row):
    """A holder of coins: the mint, the shop, an account's purse, or the escrow of one game."""

    __tablename__ = "purse"
    __table_args__ = (
        CheckConstraint("kind IN ('mint', 'shop', 'account', 'escrow')", name="kind"),
        CheckConstraint("kind = 'mint' OR balance >= 0", name="balance"),
        CheckConstraint(
            f"(kind IN ('mint', 'shop') AND id = kind) OR (kind = 'account' AND {_leads('account:', 'id')})"
            f" OR (kind = 'escrow' AND {_leads('escrow:', 'id')})",
            name="id",
        ),
        CheckConstraint("NOT closed OR balance = 0", name="closed"),
        # Settled pots stay for ever; whoever watches the books looks for the others among them every minute.
        Index("ix_purse_open", "kind", sqlite_where=text("NOT closed"), postgresql_where=text("NOT closed")),
    )

    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    """`mint`, `shop`, `account:ID` or `escrow:TABLE/GAME`."""
    kind: Mapped[str] = mapped_column(String(8))
    balance: Mapped[int] = mapped_column(BigInteger)
    """Coins; below 0 only in the mint, where it says how many are in circulation."""
    closed: Mapped[bool]


class TransferRow(Row):
    """Coins that moved, once, from one purse to another. Never changed, never deleted."""

    __tablename__ = "transfer"
    __table_args__ = (
        CheckConstraint(f"amount BETWEEN 1 AND {AMOUNT_MAX}", name="amount"),
        CheckConstraint("debit <> credit", name="two_purses"),
        CheckConstraint(_routes(), name="route"),
        CheckConstraint("(code IN ('buyin', 'refund', 'payout')) = (game IS NOT NULL)", name="game"),
        Index("ux_transfer_grant", "credit", unique=True, sqlite_where=text("code = 'grant'"),
              postgresql_where=text("code = 'grant'")),
        Index("ux_transfer_payout", "game", "credit", unique=True, sqlite_where=text("code = 'payout'"),
              postgresql_where=text("code = 'payout'")),
        Index("ix_transfer_debit", "debit", "at"),
        Index("ix_transfer_credit", "credit", "at"),
    )  # fmt: skip

    id: Mapped[str] = mapped_column(String(120), primary_key=True)
    """What it does, so that doing it twice is refused: `grant:ACCOUNT`, `buyin:SITTING`, `payout:GAME:ACCOUNT` …"""
    grp: Mapped[str] = mapped_column(String(120))
    """Transfers that belong together."""
    code: Mapped[str] = mapped_column(String(8))
    debit: Mapped[str] = mapped_column(ForeignKey("purse.id"))
    """The purse that pays."""
    credit: Mapped[str] = mapped_column(ForeignKey("purse.id"))
    """The purse that is paid."""
    amount: Mapped[int] = mapped_column(Integer)
    game: Mapped[str | None] = mapped_column(String(40))
    """`TABLE/GAME` of stakes and what becomes of them."""
    reverses: Mapped[str | None] = mapped_column(ForeignKey("transfer.id"), unique=True)
    reason: Mapped[str | None] = mapped_column(String(240))
    """Why, in words that its owner reads."""
    at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970."""


class SettlementRow(Row):
    """How a game's pot was settled. A game has one at most."""

    __tablename__ = "settlement"
    __table_args__ = (
        CheckConstraint("outcome IN ('win', 'split', 'shared', 'void')", name="outcome"),
        CheckConstraint("pot >= 0", name="pot"),
    )

    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    """`TABLE/GAME`."""
    outcome: Mapped[str] = mapped_column(String(8))
    pot: Mapped[int] = mapped_column(Integer)
    at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970."""
