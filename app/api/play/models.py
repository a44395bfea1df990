"""Rows of what happened: events, answered commands, thrown dice."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row

TABLE = "play_table.id"


class EventRow(Row):
    """One event of a table, as it was told."""

    __tablename__ = "event"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012  (SQLAlchemy reads it as a class attribute)

    table_id: Mapped[str] = mapped_column(ForeignKey(TABLE, ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[int]
    """Number of the game it belongs to; the first game's before it starts."""
    told: Mapped[str] = mapped_column(Text)
    """The event as JSON, without a view."""


class CommandRow(Row):
    """A command that was carried out, so that its repetition gets the same answer."""

    __tablename__ = "command"
    __table_args__ = (Index(None, "at"), {"sqlite_with_rowid": False})

    device: Mapped[bytes] = mapped_column(LargeBinary(16), primary_key=True)
    cid: Mapped[bytes] = mapped_column(LargeBinary(16), primary_key=True)
    table_id: Mapped[str] = mapped_column(String(32))
    body: Mapped[bytes] = mapped_column(LargeBinary(16))
    """Digest of everything else it said."""
    seq: Mapped[int]
    """The table's last event after it: the whole answer."""
    at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970."""


class ThrowRow(Row):
    """The bytes of one throw, the record that is played whenever it is shown."""

    __tablename__ = "throw"

    table_id: Mapped[str] = mapped_column(ForeignKey(TABLE, ondelete="CASCADE"), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    roll: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    record: Mapped[bytes] = mapped_column(LargeBinary)


class EpochRow(Row):
    """The history that sequence numbers belong to; a restored backup gets a new one."""

    __tablename__ = "epoch"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    epoch: Mapped[str] = mapped_column(String(16))
