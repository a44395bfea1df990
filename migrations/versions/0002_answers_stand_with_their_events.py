"""An answered command is remembered in the row of its last event, which is where its answer comes from.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

COLUMNS = ("device", "cid", "body")


def upgrade() -> None:
    for name in COLUMNS:
        op.add_column("event", sa.Column(name, sa.LargeBinary(length=16), nullable=True))
    for name in COLUMNS:
        op.execute(
            f"UPDATE event SET {name} = (SELECT command.{name} FROM command"
            " WHERE command.table_id = event.table_id AND command.seq = event.seq)"
        )
    op.drop_table("command")


def downgrade() -> None:
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
    # When they were answered is not known any more; 0 lets the old release forget them first.
    op.execute(
        "INSERT INTO command (device, cid, table_id, body, seq, at)"
        " SELECT device, cid, table_id, body, seq, 0 FROM event WHERE cid IS NOT NULL"
    )
    for name in COLUMNS:
        op.drop_column("event", name)
