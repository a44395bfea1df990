"""Keep which dice sets and moves accounts bought and wear, which sets people love, and what a seat tries on.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def account(table: str, *, nullable: bool = False) -> tuple[sa.Column, sa.ForeignKeyConstraint]:
    """Whose row it is."""
    column = sa.Column("account", sa.String(length=16), nullable=nullable)
    return column, sa.ForeignKeyConstraint(["account"], ["account.id"], name=f"fk_{table}_account_account")


def owned(table: str, *more: sa.schema.SchemaItem, key: tuple[str, ...]) -> None:
    """Something that an account bought, and the coins that it was paid with."""
    op.create_table(
        table,
        *account(table),
        sa.Column("dice_set", sa.String(length=16), nullable=False),
        *more,
        sa.Column("price", sa.Integer(), nullable=False),
        sa.Column("transfer", sa.String(length=120), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["transfer"], ["transfer.id"], name=f"fk_{table}_transfer_transfer"),
        sa.PrimaryKeyConstraint("account", "dice_set", *key, name=f"pk_{table}"),
    )
    op.create_index(f"ix_{table}_transfer", table, ["transfer"])


def upgrade() -> None:
    op.create_table(
        "purchase",
        *account("purchase"),
        sa.Column("cid", sa.LargeBinary(length=16), nullable=False),
        sa.Column("body", sa.LargeBinary(length=16), nullable=False),
        sa.Column("coins", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account", "cid", name="pk_purchase"),
    )
    owned("owned_set", key=())
    owned(
        "owned_stage",
        sa.Column("move", sa.String(length=16), nullable=False),
        sa.Column("stage", sa.Integer(), autoincrement=False, nullable=False),
        sa.CheckConstraint("stage BETWEEN 1 AND 4", name=op.f("ck_owned_stage_stage")),
        key=("move", "stage"),
    )
    op.create_table(
        "worn_set",
        *account("worn_set"),
        sa.Column("dice_set", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_worn_set"),
    )
    op.create_table(
        "worn_move",
        *account("worn_move"),
        sa.Column("dice_set", sa.String(length=16), nullable=False),
        sa.Column("move", sa.String(length=16), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.CheckConstraint("stage BETWEEN 1 AND 4", name=op.f("ck_worn_move_stage")),
        sa.PrimaryKeyConstraint("account", "dice_set", name="pk_worn_move"),
    )
    op.create_table(
        "favorite",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("dice_set", sa.String(length=16), nullable=False),
        *account("favorite", nullable=True),
        sa.Column("device", sa.LargeBinary(length=16), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("(account IS NULL) <> (device IS NULL)", name=op.f("ck_favorite_holder")),
        sa.CheckConstraint("note IS NULL OR length(note) <= 280", name=op.f("ck_favorite_note")),
        sa.PrimaryKeyConstraint("id", name="pk_favorite"),
        sa.UniqueConstraint("account", "dice_set", name="uq_favorite_account_dice_set"),
        sa.UniqueConstraint("device", "dice_set", name="uq_favorite_device_dice_set"),
    )
    op.create_index("ix_favorite_dice_set_at", "favorite", ["dice_set", "at"])
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("look", sa.String(length=40), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.drop_column("look")
    for table in ("favorite", "worn_move", "worn_set", "owned_stage", "owned_set", "purchase"):
        op.drop_table(table)
