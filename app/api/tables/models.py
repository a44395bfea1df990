"""Rows of tables and seats."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row


class TableRow(Row):
    """A place to play. It holds games one after another."""

    __tablename__ = "play_table"
    __table_args__ = (
        CheckConstraint("kind IN ('one_phone', 'friends', 'coins')", name="kind"),
        CheckConstraint("(kind = 'coins') = (stake IS NOT NULL)", name="stake"),
        CheckConstraint("size BETWEEN 1 AND 8", name="size"),
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
    stake: Mapped[int | None]
    """What a seat costs, at a coin table."""
    size: Mapped[int]
    """Seats that it offers."""
    listed: Mapped[bool]
    """It stands in the lobby."""


class StandingRow(Row):
    """How a table stands between its games; where the running game stands is told by its last event."""

    __tablename__ = "standing"
    __table_args__ = (CheckConstraint("status IN ('open', 'playing', 'over')", name="status"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[int]
    """Number of the running or last game, from 1."""
    status: Mapped[str] = mapped_column(String(16))
    due_at: Mapped[int | None] = mapped_column(BigInteger, index=True)
    """When a coin table goes on by itself, in ms since 1970: its clock outlives a process."""


class SeatRow(Row):
    """Who sits where in the running game."""

    __tablename__ = "seat"
    __table_args__ = (
        CheckConstraint("seat BETWEEN 0 AND 7", name="seat"),
        CheckConstraint("paid IS NULL OR account IS NOT NULL", name="paid"),
        Index(None, "device"),
        Index(None, "account"),
    )

    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    device: Mapped[bytes] = mapped_column(LargeBinary(16))
    name: Mapped[str] = mapped_column(String(64))
    bot: Mapped[str | None] = mapped_column(String(32))
    """Key of the bot that plays it; its dice are opened by the device that opened the table."""
    gone: Mapped[bool]
    """Left the running game."""
    account: Mapped[str | None] = mapped_column(ForeignKey("account.id"))
    """The account that holds it, on whatever device; without one the device does."""
    paid: Mapped[str | None] = mapped_column(String(40), unique=True)
    """At a coin table: the name of what was paid for it, as long as it stands in the pot."""
    look: Mapped[str | None] = mapped_column(String(40))
    """What its player tries on in this game, like `ruby/spin/2`; without it, what its account wears."""


class CoinSeatRow(Row):
    """An account in a running or coming coin game: one at a time, and one of a browser at a table."""

    __tablename__ = "coin_seat"
    __table_args__ = (UniqueConstraint("table_id", "device"),)

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id", ondelete="CASCADE"))
    device: Mapped[bytes] = mapped_column(LargeBinary(16))


class HeartbeatRow(Row):
    """When some process was last alive: the time in which none was is added to all running clocks."""

    __tablename__ = "heartbeat"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970."""
