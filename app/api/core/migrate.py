"""Brings the embedded database up to date at start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

ROOT = Path(__file__).resolve().parents[3]


def config(url: str) -> Config:
    """Alembic's settings for one database, whatever the environment says."""
    made = Config(ROOT / "alembic.ini")
    made.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return made


def upgrade(url: str, revision: str = "head") -> None:
    """Run every migration that the database has not seen, up to a revision."""
    command.upgrade(config(url), revision)


def downgrade(url: str, revision: str = "base") -> None:
    """Take migrations back, down to a revision."""
    command.downgrade(config(url), revision)
