"""Rows of tables and seats."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row


class TableRow(Row):
    """A place to play. It holds games one after another."""

    __tablename__ = "play_table"
    __table_args__ = (
        CheckConstraint("kind IN ('one_phone', 'friends')", name="kind"),
        Index(None, "opener", "opened_at"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(64))
    rules: Mapped[str] = mapped_column(Text)
    """The rule card it was opened with, as JSON."""
    opener: Mapped[bytes] = mapped_column(LargeBinary(16))
    """Device that opened it."""
    invite: Mapped[str | None] = mapped_column(String(16), unique=True)
    opened_at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970."""
    discarded: Mapped[bool]
    """Taken off its opener's list."""


class StandingRow(Row):
    """How a table stands between its games; where the running game stands is told by its last event."""

    __tablename__ = "standing"
    __table_args__ = (CheckConstraint("status IN ('open', 'playing', 'over')", name="status"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[int]
    """Number of the running or last game, from 1."""
    status: Mapped[str] = mapped_column(String(16))


class SeatRow(Row):
    """Who sits where in the running game."""

    __tablename__ = "seat"
    __table_args__ = (CheckConstraint("seat BETWEEN 0 AND 7", name="seat"), Index(None, "device"))

    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    device: Mapped[bytes] = mapped_column(LargeBinary(16))
    name: Mapped[str] = mapped_column(String(64))
    bot: Mapped[str | None] = mapped_column(String(32))
    """Key of the bot that plays it; its dice are opened by the device that opened the table."""
    gone: Mapped[bool]
    """Left the running game."""
