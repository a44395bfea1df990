"""Keep the luck of finished games and the tests of each day's rolls.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def upgrade() -> None:
    op.create_table(
        "luck",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rolls", sa.Integer(), nullable=False),
        *(sa.Column(face, sa.Integer(), nullable=False) for face in FACES),
        sa.Column("offered", sa.Integer(), nullable=False),
        sa.Column("expected", sa.Float(53), nullable=False),
        sa.Column("busts", sa.Integer(), nullable=False),
        sa.Column("busts_expected", sa.Float(53), nullable=False),
        sa.Column("landed", sa.Integer(), nullable=False),
        sa.Column("landed_expected", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_luck_account_account"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name="fk_luck_table_id_play_table", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "game", "seat", name="pk_luck"),
    )
    op.create_index("ix_luck_account", "luck", ["account"])
    op.create_table(
        "fairness_day",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rolls", sa.Integer(), nullable=False),
        sa.Column("dice", sa.Integer(), nullable=False),
        sa.Column("tests", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_fairness_day"),
    )


def downgrade() -> None:
    op.drop_table("fairness_day")
    op.drop_table("luck")
