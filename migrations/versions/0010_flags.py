"""Keep flagged rolls with what became of them, and name the accounts that answer them.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

CHECKS = {
    "holder": "account IS NULL OR device IS NULL",
    "reason": "reason IN ('looks_wrong', 'score_wrong', 'animation_stuck', 'other', 'mismatch')",
    "note": "note IS NULL OR length(note) <= 280",
    "verdict": "verdict IN ('verified', 'mismatch', 'unreadable')",
    "status": "status IN ('new', 'answered', 'closed')",
}
UNIQUE = (
    ("account", "game_id", "roll", "attached"),
    ("device", "game_id", "roll", "attached"),
    ("account", "day", "auto", "nth"),
    ("device", "day", "auto", "nth"),
)


def upgrade() -> None:
    op.create_table(
        "flag",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("device", sa.LargeBinary(length=16), nullable=True),
        sa.Column("alias", sa.String(length=8), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=True),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("roll", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("attached", sa.Boolean(), nullable=False),
        sa.Column("auto", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("transcript", sa.Text(), nullable=True),
        sa.Column("evidence", sa.Text(), nullable=True),
        sa.Column("rolled_at", sa.BigInteger(), nullable=True),
        sa.Column("dice", sa.Integer(), nullable=False),
        sa.Column("faces", sa.String(length=16), nullable=False),
        sa.Column("verdict", sa.String(length=12), nullable=False),
        sa.Column("proof", sa.Text(), nullable=False),
        sa.Column("pattern", sa.Text(), nullable=True),
        sa.Column("chance", sa.String(length=40), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("answered_by", sa.String(length=16), nullable=True),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        *(sa.CheckConstraint(check, name=op.f(f"ck_flag_{name}")) for name, check in CHECKS.items()),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_flag_account_account"),
        sa.ForeignKeyConstraint(["answered_by"], ["account.id"], name="fk_flag_answered_by_account"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name="fk_flag_table_id_play_table", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_flag"),
        *(sa.UniqueConstraint(*columns, name=f"uq_flag_{'_'.join(columns)}") for columns in UNIQUE),
    )
    op.create_index("ix_flag_at_id", "flag", ["at", "id"])
    op.create_index("ix_flag_status_at", "flag", ["status", "at"])
    op.create_table(
        "house_role",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_house_role_account_account"),
        sa.PrimaryKeyConstraint("account", name="pk_house_role"),
    )


def downgrade() -> None:
    op.drop_table("house_role")
    op.drop_table("flag")
