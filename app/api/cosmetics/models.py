"""Rows of looks: what accounts bought and wear, and which sets people love."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row


class PurchaseRow(Row):
    """A call to buy something, carried out; its repetition gets the same answer."""

    __tablename__ = "purchase"

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    cid: Mapped[bytes] = mapped_column(LargeBinary(16), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary(16))
    """Digest of everything else it said."""
    coins: Mapped[int] = mapped_column(BigInteger)
    """What the account held after it."""
    at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970, like all times here."""


class OwnedSetRow(Row):
    """A dice set that an account bought, once. It belongs to nobody else, ever."""

    __tablename__ = "owned_set"

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    dice_set: Mapped[str] = mapped_column(String(16), primary_key=True)
    price: Mapped[int]
    transfer: Mapped[str] = mapped_column(ForeignKey("transfer.id"), index=True)
    """The coins that it was paid with."""
    at: Mapped[int] = mapped_column(BigInteger)


class OwnedStageRow(Row):
    """A stage of a move that an account bought for one of its sets, once."""

    __tablename__ = "owned_stage"
    __table_args__ = (CheckConstraint("stage BETWEEN 1 AND 4", name="stage"),)

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    dice_set: Mapped[str] = mapped_column(String(16), primary_key=True)
    move: Mapped[str] = mapped_column(String(16), primary_key=True)
    stage: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    price: Mapped[int]
    transfer: Mapped[str] = mapped_column(ForeignKey("transfer.id"), index=True)
    """The coins that it was paid with, together with other stages that were bought at once."""
    at: Mapped[int] = mapped_column(BigInteger)


class WornSetRow(Row):
    """The set that an account throws; without a row the house's."""

    __tablename__ = "worn_set"

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    dice_set: Mapped[str] = mapped_column(String(16))


class WornMoveRow(Row):
    """The move with which an account throws one of its sets; without a row plainly."""

    __tablename__ = "worn_move"
    __table_args__ = (CheckConstraint("stage BETWEEN 1 AND 4", name="stage"),)

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    dice_set: Mapped[str] = mapped_column(String(16), primary_key=True)
    move: Mapped[str] = mapped_column(String(16))
    stage: Mapped[int]


class FavoriteRow(Row):
    """A heart for a set, and what its giver says to the house. An account gives one for each set, or else a device."""

    __tablename__ = "favorite"
    __table_args__ = (
        CheckConstraint("(account IS NULL) <> (device IS NULL)", name="holder"),
        CheckConstraint("note IS NULL OR length(note) <= 280", name="note"),
        UniqueConstraint("account", "dice_set"),
        UniqueConstraint("device", "dice_set"),
        Index(None, "dice_set", "at"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    dice_set: Mapped[str] = mapped_column(String(16))
    account: Mapped[str | None] = mapped_column(ForeignKey("account.id"))
    device: Mapped[bytes | None] = mapped_column(LargeBinary(16))
    note: Mapped[str | None] = mapped_column(Text)
    at: Mapped[int] = mapped_column(BigInteger)
