"""Accounts, logins and recovery codes.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def of_account(name: str) -> tuple[sa.Column, sa.ForeignKeyConstraint]:
    """The column that says whose row it is, and its rule."""
    return (
        sa.Column("account_id", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=f"fk_{name}_account_id_account", ondelete="CASCADE"
        ),
    )


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("name_key", sa.String(length=64), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("closed_at IS NULL OR password IS NULL", name=op.f("ck_account_closed")),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("name_key", name="uq_account_name_key"),
    )
    op.create_table(
        "login",
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        *of_account("login"),
        sa.Column("device", sa.LargeBinary(length=16), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("proved_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_login"),
    )
    op.create_index("ix_login_account_id", "login", ["account_id"])
    op.create_table(
        "recovery_code",
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        *of_account("recovery_code"),
        sa.PrimaryKeyConstraint("digest", name="pk_recovery_code"),
    )
    op.create_index("ix_recovery_code_account_id", "recovery_code", ["account_id"])


def downgrade() -> None:
    for table in ("recovery_code", "login", "account"):
        op.drop_table(table)
