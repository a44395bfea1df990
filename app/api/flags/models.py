"""Rows of flagged rolls, and of the accounts that answer them."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row


class FlagRow(Row):
    """A roll that somebody wants looked at. It freezes nothing and is no part of the game."""

    __tablename__ = "flag"
    __table_args__ = (
        CheckConstraint("account IS NULL OR device IS NULL", name="holder"),
        CheckConstraint(
            "reason IN ('looks_wrong', 'score_wrong', 'animation_stuck', 'other', 'mismatch')", name="reason"
        ),
        CheckConstraint("note IS NULL OR length(note) <= 280", name="note"),
        CheckConstraint("verdict IN ('verified', 'mismatch', 'unreadable')", name="verdict"),
        CheckConstraint("status IN ('new', 'answered', 'closed')", name="status"),
        UniqueConstraint("account", "game_id", "roll", "attached"),
        UniqueConstraint("device", "game_id", "roll", "attached"),
        UniqueConstraint("account", "day", "auto", "nth"),
        UniqueConstraint("device", "day", "auto", "nth"),
        Index(None, "at", "id"),
        Index(None, "status", "at"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970, like all times here."""
    day: Mapped[int]
    """Days since 1970, UTC."""
    nth: Mapped[int]
    """How many its holder had sent before it on that day: two that are sent at once cannot both be the last allowed."""
    account: Mapped[str | None] = mapped_column(ForeignKey("account.id"))
    """Whose flag it is; without one the device's. Nobody's, once the account is deleted."""
    device: Mapped[bytes | None] = mapped_column(LargeBinary(16))
    alias: Mapped[str] = mapped_column(String(8))
    """What everybody else sees instead of a name: the same for all flags of one holder. Empty once that is gone."""
    table_id: Mapped[str | None] = mapped_column(ForeignKey("play_table.id", ondelete="SET NULL"))
    """Where it was rolled; null for a roll that came with its own transcript."""
    game: Mapped[int]
    roll: Mapped[int]
    game_id: Mapped[str] = mapped_column(String(80))
    """The game's name in all formulas, `TABLE/GAME`."""
    attached: Mapped[bool]
    """The roll is known from an attached transcript alone: the phone that kept the game vouches for it."""
    auto: Mapped[bool]
    """Sent by the app itself, because a roll did not match what the phone had seen."""
    reason: Mapped[str] = mapped_column(String(20))
    note: Mapped[str | None] = mapped_column(Text)
    transcript: Mapped[str | None] = mapped_column(Text)
    """The attached transcript, as it came."""
    evidence: Mapped[str | None] = mapped_column(Text)
    """What the phone saw of the roll, as it came, as JSON."""
    rolled_at: Mapped[int | None] = mapped_column(BigInteger)
    dice: Mapped[int]
    faces: Mapped[str] = mapped_column(String(16))
    """In the order of the dice on the table; empty where the roll was withheld."""
    verdict: Mapped[str] = mapped_column(String(12))
    proof: Mapped[str] = mapped_column(Text)
    """The steps of the check and how each came out, as JSON."""
    pattern: Mapped[str | None] = mapped_column(Text)
    """What kind of roll it was, and how many like it were expected and seen among all until then, as JSON."""
    chance: Mapped[str | None] = mapped_column(String(40))
    """Of such a pattern with so many dice, exactly: `1/279936`."""
    status: Mapped[str] = mapped_column(String(12))
    answer: Mapped[str | None] = mapped_column(Text)
    answered_by: Mapped[str | None] = mapped_column(ForeignKey("account.id"))
    """Account of the house; null where it was answered from the command line."""
    answered_at: Mapped[int | None] = mapped_column(BigInteger)
    closed_at: Mapped[int | None] = mapped_column(BigInteger)
    removed_at: Mapped[int | None] = mapped_column(BigInteger)
    """Taken back by its holder: shown nowhere, but it still counts for that day."""


class HouseRow(Row):
    """An account that answers flags for the house."""

    __tablename__ = "house_role"

    account: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    since: Mapped[int] = mapped_column(BigInteger)
