"""Rows of game secrets."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from app.api.core.db import Row


class SecretRow(Row):
    """The secret of one game. Nothing but the draw reads it before the game is over."""

    __tablename__ = "game_secret"

    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    secret: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    made_at: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds since 1970."""
    revealed_at: Mapped[int | None] = mapped_column(BigInteger)
    """When the game ended and the secret was told."""
