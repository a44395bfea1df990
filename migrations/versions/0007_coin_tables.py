"""Coin tables: what a seat costs, who holds it, and clocks that outlive a process.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

KINDS = "kind IN ('one_phone', 'friends')"
MORE_KINDS = "kind IN ('one_phone', 'friends', 'coins')"


def place(*more: sa.Column | sa.CheckConstraint) -> sa.Table:
    """The table of places; SQLite alters it by copying and must be told of its checks."""
    return sa.Table(
        "play_table",
        sa.MetaData(),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("opener", sa.LargeBinary(length=16), nullable=False),
        sa.Column("invite", sa.String(length=16), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("discarded", sa.Boolean(), nullable=False),
        *more,
        sa.PrimaryKeyConstraint("id", name="pk_play_table"),
        sa.UniqueConstraint("invite", name="uq_play_table_invite"),
        sa.Index("ix_play_table_opener_opened_at", "opener", "opened_at"),
    )


def seat(*more: sa.Column | sa.CheckConstraint | sa.UniqueConstraint | sa.ForeignKeyConstraint) -> sa.Table:
    """The table of seats, for the same reason."""
    return sa.Table(
        "seat",
        sa.MetaData(),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("device", sa.LargeBinary(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("bot", sa.String(length=32), nullable=True),
        sa.Column("gone", sa.Boolean(), nullable=False),
        *more,
        sa.CheckConstraint("seat BETWEEN 0 AND 7", name=op.f("ck_seat_seat")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name="fk_seat_table_id_play_table", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat"),
        sa.Index("ix_seat_device", "device"),
    )


def new_parts() -> None:
    """Tables that were not there before."""
    op.create_table(
        "coin_seat",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("device", sa.LargeBinary(length=16), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_coin_seat_account_account"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name="fk_coin_seat_table_id_play_table", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", name="pk_coin_seat"),
        sa.UniqueConstraint("table_id", "device", name="uq_coin_seat_table_id_device"),
    )
    op.create_table(
        "staked",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("stake", sa.Integer(), nullable=False),
        sa.Column("paid", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("banked", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_staked_account_account"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name="fk_staked_table_id_play_table", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "game", "account", name="pk_staked"),
    )
    op.create_index("ix_staked_account_at", "staked", ["account", "at"])
    op.create_table(
        "review",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("cleared_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_review_account_account"),
        sa.PrimaryKeyConstraint("account", name="pk_review"),
    )
    heartbeat = op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.bulk_insert(heartbeat, [{"id": 1, "at": 0}])


def upgrade() -> None:
    old = place(sa.CheckConstraint(KINDS, name=op.f("ck_play_table_kind")))
    with op.batch_alter_table("play_table", copy_from=old) as batch:
        batch.drop_constraint(op.f("ck_play_table_kind"), type_="check")
        batch.create_check_constraint(op.f("ck_play_table_kind"), MORE_KINDS)
        batch.add_column(sa.Column("stake", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("size", sa.Integer(), nullable=False, server_default="8"))
        batch.add_column(sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch.create_check_constraint(op.f("ck_play_table_stake"), "(kind = 'coins') = (stake IS NOT NULL)")
        batch.create_check_constraint(op.f("ck_play_table_size"), "size BETWEEN 1 AND 8")
    with op.batch_alter_table("seat", copy_from=seat()) as batch:
        batch.add_column(sa.Column("account", sa.String(length=16), nullable=True))
        batch.add_column(sa.Column("paid", sa.String(length=40), nullable=True))
        batch.create_foreign_key(op.f("fk_seat_account_account"), "account", ["account"], ["id"])
        batch.create_unique_constraint(op.f("uq_seat_paid"), ["paid"])
        batch.create_check_constraint(op.f("ck_seat_paid"), "paid IS NULL OR account IS NOT NULL")
    op.create_index("ix_seat_account", "seat", ["account"])
    op.add_column("standing", sa.Column("due_at", sa.BigInteger(), nullable=True))
    op.create_index("ix_standing_due_at", "standing", ["due_at"])
    op.add_column("account", sa.Column("notice_at", sa.BigInteger(), nullable=True))
    new_parts()


def downgrade() -> None:
    op.drop_table("heartbeat")
    op.drop_table("review")
    op.drop_table("staked")
    op.drop_table("coin_seat")
    op.drop_column("account", "notice_at")
    op.drop_index("ix_standing_due_at", "standing")
    op.drop_column("standing", "due_at")
    op.drop_index("ix_seat_account", "seat")
    new = seat(
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("paid", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_seat_account_account"),
        sa.UniqueConstraint("paid", name="uq_seat_paid"),
        sa.CheckConstraint("paid IS NULL OR account IS NOT NULL", name=op.f("ck_seat_paid")),
    )
    with op.batch_alter_table("seat", copy_from=new) as batch:
        batch.drop_constraint(op.f("ck_seat_paid"), type_="check")
        batch.drop_constraint(op.f("uq_seat_paid"), type_="unique")
        batch.drop_constraint(op.f("fk_seat_account_account"), type_="foreignkey")
        batch.drop_column("paid")
        batch.drop_column("account")
    # An older release knows no coin tables: they go with everything that happened there. The books stay.
    for table in ("event", "throw", "game_secret", "seat", "standing"):
        op.execute(f"DELETE FROM {table} WHERE table_id IN (SELECT id FROM play_table WHERE kind = 'coins')")
    op.execute("DELETE FROM play_table WHERE kind = 'coins'")
    now = place(
        sa.Column("stake", sa.Integer(), nullable=True),
        sa.Column("size", sa.Integer(), nullable=False, server_default="8"),
        sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.CheckConstraint(MORE_KINDS, name=op.f("ck_play_table_kind")),
        sa.CheckConstraint("(kind = 'coins') = (stake IS NOT NULL)", name=op.f("ck_play_table_stake")),
        sa.CheckConstraint("size BETWEEN 1 AND 8", name=op.f("ck_play_table_size")),
    )
    with op.batch_alter_table("play_table", copy_from=now) as batch:
        for check in ("kind", "stake", "size"):
            batch.drop_constraint(op.f(f"ck_play_table_{check}"), type_="check")
        batch.create_check_constraint(op.f("ck_play_table_kind"), KINDS)
        for column in ("listed", "size", "stake"):
            batch.drop_column(column)
