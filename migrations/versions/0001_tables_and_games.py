"""Tables, seats, standings, events, answered commands, secrets and throws.

Revision ID: 0001
Revises:
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def of_table(name: str) -> tuple[sa.Column, sa.ForeignKeyConstraint]:
    """The column that says which table a row belongs to, and its rule."""
    return (
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name=f"fk_{name}_table_id_play_table", ondelete="CASCADE"
        ),
    )


def upgrade() -> None:
    op.create_table(
        "play_table",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("opener", sa.LargeBinary(length=16), nullable=False),
        sa.Column("invite", sa.String(length=16), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("discarded", sa.Boolean(), nullable=False),
        sa.CheckConstraint("kind IN ('one_phone', 'friends')", name=op.f("ck_play_table_kind")),
        sa.PrimaryKeyConstraint("id", name="pk_play_table"),
        sa.UniqueConstraint("invite", name="uq_play_table_invite"),
    )
    op.create_index("ix_play_table_opener_opened_at", "play_table", ["opener", "opened_at"])
    op.create_table(
        "standing",
        *of_table("standing"),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("status IN ('open', 'playing', 'over')", name=op.f("ck_standing_status")),
        sa.CheckConstraint("seq >= 0", name=op.f("ck_standing_seq")),
        sa.PrimaryKeyConstraint("table_id", name="pk_standing"),
    )
    op.create_table(
        "seat",
        *of_table("seat"),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("device", sa.LargeBinary(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("bot", sa.String(length=32), nullable=True),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.CheckConstraint("seat BETWEEN 0 AND 7", name=op.f("ck_seat_seat")),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat"),
    )
    op.create_index("ix_seat_device", "seat", ["device"])
    op.create_table(
        "game_secret",
        *of_table("game_secret"),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("revealed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "game", name="pk_game_secret"),
        sa.UniqueConstraint("secret", name="uq_game_secret_secret"),
    )
    op.create_table(
        "event",
        *of_table("event"),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_event"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "command",
        sa.Column("device", sa.LargeBinary(length=16), nullable=False),
        sa.Column("cid", sa.LargeBinary(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("body", sa.LargeBinary(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("device", "cid", name="pk_command"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_command_at", "command", ["at"])
    op.create_table(
        "throw",
        *of_table("throw"),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("roll", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "game", "roll", name="pk_throw"),
    )
    epoch = op.create_table(
        "epoch",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("epoch", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_epoch"),
    )
    op.bulk_insert(epoch, [{"id": 1, "epoch": secrets.token_hex(8)}])


def downgrade() -> None:
    for name in ("epoch", "throw", "command", "event", "game_secret", "seat", "standing", "play_table"):
        op.drop_table(name)
