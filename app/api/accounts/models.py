"""Rows of accounts and of what opens them. Nothing here can be used to sign in: of secrets only digests are kept."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row


class AccountRow(Row):
    """A person. Its id stands in the ledger and in histories; everything else here can be forgotten."""

    __tablename__ = "account"
    __table_args__ = (CheckConstraint("closed_at IS NULL OR password IS NULL", name="closed"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    """As everybody sees it."""
    name_key: Mapped[str] = mapped_column(String(64), unique=True)
    """The same without regard to capitals and forms of letters: no two accounts look alike."""
    password: Mapped[str | None] = mapped_column(String(200))
    """argon2id; none where only passkeys open it, or it is closed."""
    made_at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970, like all times here."""
    closed_at: Mapped[int | None] = mapped_column(BigInteger)
    notice_at: Mapped[int | None] = mapped_column(BigInteger)
    """When its owner accepted that coins have play value only."""


class LoginRow(Row):
    """A signed-in device."""

    __tablename__ = "login"
    __table_args__ = (Index(None, "account_id"),)

    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    """SHA-256 of what the device's cookie holds."""
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))
    device: Mapped[bytes] = mapped_column(LargeBinary(16))
    label: Mapped[str] = mapped_column(String(80))
    """What kind of browser it is, for its owner's list."""
    made_at: Mapped[int] = mapped_column(BigInteger)
    seen_at: Mapped[int] = mapped_column(BigInteger)
    proved_at: Mapped[int] = mapped_column(BigInteger)
    """When its owner last showed a password, a passkey or a code."""


class CodeRow(Row):
    """A recovery code that has not been used."""

    __tablename__ = "recovery_code"
    __table_args__ = (Index(None, "account_id"),)

    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    """SHA-256 of the code: it has too many bits to be tried out."""
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))


class PasskeyRow(Row):
    """A passkey: it opens the account with a touch or a glance, and nothing of it can be stolen from here."""

    __tablename__ = "passkey"
    __table_args__ = (Index(None, "account_id"),)

    credential: Mapped[bytes] = mapped_column(LargeBinary(1023), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))
    public_key: Mapped[bytes] = mapped_column(LargeBinary(2048))
    sign_count: Mapped[int] = mapped_column(BigInteger)
    """How often it says it was used; always 0 for those that are shared between devices."""
    backed_up: Mapped[bool]
    """Its owner has it on other devices too."""
    label: Mapped[str] = mapped_column(String(80))
    made_at: Mapped[int] = mapped_column(BigInteger)
    used_at: Mapped[int] = mapped_column(BigInteger)


class ChallengeRow(Row):
    """What a passkey is asked to sign; it is good once, for a few minutes, on one device."""

    __tablename__ = "challenge"
    __table_args__ = (CheckConstraint("purpose IN ('open', 'add', 'enter')", name="purpose"),)

    value: Mapped[bytes] = mapped_column(LargeBinary(64), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(8))
    device: Mapped[bytes] = mapped_column(LargeBinary(16))
    account: Mapped[str | None] = mapped_column(String(16))
    """The account that the passkey is to open; it may not be there yet."""
    name: Mapped[str | None] = mapped_column(Text)
    made_at: Mapped[int] = mapped_column(BigInteger)
