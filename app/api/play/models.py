"""Rows of what happened: events with the commands behind them and the positions after them, and thrown dice."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row

TABLE = "play_table.id"


class EventRow(Row):
    """One event of a table, as it was told.

    SQLite keeps these rows in the order in which they came and finds them by an index of their own: what all tables
    say in one commit lies on a few neighbouring pages.
    """

    __tablename__ = "event"

    table_id: Mapped[str] = mapped_column(ForeignKey(TABLE, ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[int]
    """Number of the game it belongs to; the first game's before it starts."""
    told: Mapped[str] = mapped_column(Text)
    """The event as JSON, without a view."""
    device: Mapped[bytes | None] = mapped_column(LargeBinary(16))
    """On the last event of a command: who sent it. Its repetition gets the same answer, which is this row's `seq`."""
    cid: Mapped[bytes | None] = mapped_column(LargeBinary(16))
    """Its number, unique for this device at this table."""
    body: Mapped[bytes | None] = mapped_column(LargeBinary(16))
    """Digest of everything else it said."""
    state: Mapped[bytes | None] = mapped_column(LargeBinary)
    """On the last event of a command: the game's position after it; null before the first start."""


class ThrowRow(Row):
    """The bytes of one throw, the record that is played whenever it is shown."""

    __tablename__ = "throw"

    table_id: Mapped[str] = mapped_column(ForeignKey(TABLE, ondelete="CASCADE"), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    roll: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    record: Mapped[bytes] = mapped_column(LargeBinary)


class RollRow(Row):
    """One roll, for those who count all of them or look for one; how it can be checked stands in its event."""

    __tablename__ = "roll"

    table_id: Mapped[str] = mapped_column(ForeignKey(TABLE, ondelete="CASCADE"), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    n: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    day: Mapped[int] = mapped_column(index=True)
    """Days since 1970, UTC."""
    at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970."""
    seat: Mapped[int]
    account: Mapped[str | None] = mapped_column(ForeignKey("account.id"), index=True)
    bot: Mapped[bool]
    faces: Mapped[str] = mapped_column(String(16))
    """In the order of the dice on the table, like `66612345`."""
    stake: Mapped[int | None]
    ahead: Mapped[bool]
    """Nobody has more points in the book than the seat that rolls."""
    level: Mapped[int]
    """2 where other players' phones contributed, else 1."""


class StakedRow(Row):
    """How a finished coin game was for one of its accounts; void games leave none."""

    __tablename__ = "staked"
    __table_args__ = (Index(None, "account", "at"),)

    table_id: Mapped[str] = mapped_column(ForeignKey(TABLE, ondelete="CASCADE"), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    stake: Mapped[int]
    paid: Mapped[int]
    """What it got of the pot."""
    gone: Mapped[bool]
    """It left before the end."""
    turns: Mapped[int]
    banked: Mapped[int]
    at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970."""


class ReviewRow(Row):
    """Somebody has looked at an account's coin games, and nothing was wrong with those before."""

    __tablename__ = "review"

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    cleared_at: Mapped[int] = mapped_column(BigInteger)


class EpochRow(Row):
    """The history that sequence numbers belong to; a restored backup gets a new one."""

    __tablename__ = "epoch"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    epoch: Mapped[str] = mapped_column(String(16))
