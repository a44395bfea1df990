"""Keep every roll in a row of its own, so that all of them can be counted and one of them found.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "roll",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("faces", sa.String(length=16), nullable=False),
        sa.Column("stake", sa.Integer(), nullable=True),
        sa.Column("ahead", sa.Boolean(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_roll_account_account"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name="fk_roll_table_id_play_table", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "game", "n", name="pk_roll"),
    )
    op.create_index("ix_roll_day", "roll", ["day"])
    op.create_index("ix_roll_account", "roll", ["account"])


def downgrade() -> None:
    op.drop_table("roll")
