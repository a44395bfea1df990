"""The position after a command stands in the row of its last event, and events are kept in the order they came in.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

LAST = "SELECT max(seq) FROM event WHERE event.table_id = standing.table_id"


def event_table(*columns: sa.Column, **how: object) -> sa.Table:
    """The table of events, which SQLite has to copy to give its rows another order."""
    return sa.Table(
        "event",
        sa.MetaData(),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("device", sa.LargeBinary(length=16), nullable=True),
        sa.Column("cid", sa.LargeBinary(length=16), nullable=True),
        sa.Column("body", sa.LargeBinary(length=16), nullable=True),
        *columns,
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name="fk_event_table_id_play_table", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_event"),
        **how,
    )


def standing_table(*more: sa.Column | sa.CheckConstraint) -> sa.Table:
    """The table of standings; SQLite alters it by copying and must be told of the checks."""
    return sa.Table(
        "standing",
        sa.MetaData(),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        *more,
        sa.ForeignKeyConstraint(
            ["table_id"], ["play_table.id"], name="fk_standing_table_id_play_table", ondelete="CASCADE"
        ),
        sa.CheckConstraint("status IN ('open', 'playing', 'over')", name=op.f("ck_standing_status")),
        sa.PrimaryKeyConstraint("table_id", name="pk_standing"),
    )


def reordered(table: sa.Table) -> None:
    """Let SQLite write a table's rows anew in the order of a definition; others keep no order."""
    if op.get_context().dialect.name == "sqlite":
        with op.batch_alter_table("event", recreate="always", copy_from=table):
            pass


def upgrade() -> None:
    op.add_column("event", sa.Column("state", sa.LargeBinary(), nullable=True))
    op.execute(
        "UPDATE event SET state = (SELECT standing.state FROM standing"
        " WHERE standing.table_id = event.table_id AND standing.seq = event.seq)"
    )
    reordered(event_table(sa.Column("state", sa.LargeBinary(), nullable=True)))
    old = standing_table(
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("seq >= 0", name=op.f("ck_standing_seq")),
    )
    with op.batch_alter_table("standing", copy_from=old) as batch:
        batch.drop_constraint(op.f("ck_standing_seq"), type_="check")
        batch.drop_column("seq")
        batch.drop_column("state")


def downgrade() -> None:
    with op.batch_alter_table("standing", copy_from=standing_table()) as batch:
        batch.add_column(sa.Column("seq", sa.Integer(), nullable=False, server_default="0"))
        batch.add_column(sa.Column("state", sa.LargeBinary(), nullable=True))
        batch.create_check_constraint(op.f("ck_standing_seq"), "seq >= 0")
    op.execute(f"UPDATE standing SET seq = ({LAST})")
    op.execute(
        "UPDATE standing SET state = (SELECT event.state FROM event"
        " WHERE event.table_id = standing.table_id AND event.seq = standing.seq)"
    )
    with op.batch_alter_table(
        "standing",
        copy_from=standing_table(
            sa.Column("seq", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("state", sa.LargeBinary(), nullable=True),
            sa.CheckConstraint("seq >= 0", name=op.f("ck_standing_seq")),
        ),
    ) as batch:
        batch.alter_column("seq", server_default=None)
    op.drop_column("event", "state")
    reordered(event_table(sqlite_with_rowid=False))
