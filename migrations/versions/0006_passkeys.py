"""Passkeys, and what they are asked to sign.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passkey",
        sa.Column("credential", sa.LargeBinary(length=1023), nullable=False),
        sa.Column("account_id", sa.String(length=16), nullable=False),
        sa.Column("public_key", sa.LargeBinary(length=2048), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("backed_up", sa.Boolean(), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name="fk_passkey_account_id_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("credential", name="pk_passkey"),
    )
    op.create_index("ix_passkey_account_id", "passkey", ["account_id"])
    op.create_table(
        "challenge",
        sa.Column("value", sa.LargeBinary(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("device", sa.LargeBinary(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("purpose IN ('open', 'add', 'enter')", name=op.f("ck_challenge_purpose")),
        sa.PrimaryKeyConstraint("value", name="pk_challenge"),
    )


def downgrade() -> None:
    op.drop_table("challenge")
    op.drop_table("passkey")
