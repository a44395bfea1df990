"""Rows of what the dice did: for each seat of a finished game, and for each day that is over."""

from __future__ import annotations

from sqlalchemy import BigInteger, Float, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row


class LuckRow(Row):
    """What fell for one seat of a finished game, against what was to be expected; worked out once."""

    __tablename__ = "luck"

    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account: Mapped[str | None] = mapped_column(ForeignKey("account.id"), index=True)
    """Who rolled; nobody once the account is deleted."""
    bot: Mapped[bool]
    at: Mapped[int] = mapped_column(BigInteger)
    """When it was worked out, in milliseconds since 1970."""
    rolls: Mapped[int]
    ones: Mapped[int]
    """Dice that showed a 1; the other faces likewise."""
    twos: Mapped[int]
    threes: Mapped[int]
    fours: Mapped[int]
    fives: Mapped[int]
    sixes: Mapped[int]
    offered: Mapped[int]
    """Points of the best keep of each roll, together."""
    expected: Mapped[float] = mapped_column(Float(53))
    busts: Mapped[int]
    """Rolls of which nothing scored, where something should."""
    busts_expected: Mapped[float] = mapped_column(Float(53))
    landed: Mapped[int]
    """Rolls for nothing of which nothing scored."""
    landed_expected: Mapped[float] = mapped_column(Float(53))


class FairnessDayRow(Row):
    """All rolls of one day, tested once, after it was over."""

    __tablename__ = "fairness_day"

    day: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Days since 1970, UTC."""
    at: Mapped[int] = mapped_column(BigInteger)
    """When it was tested, in milliseconds since 1970."""
    rolls: Mapped[int]
    dice: Mapped[int]
    tests: Mapped[int]
    """How many tests there were dice enough for."""
    failed: Mapped[int]
    """How many of them failed."""
    told: Mapped[str] = mapped_column(Text)
    """Counts and verdicts as JSON, see `days.told_of`."""
