"""Purses, transfers and settlements, and the triggers that keep them true.

A transfer moves its coins in the same statement that adds it, and nobody can change or delete one afterwards.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ROUTE = """
(code = 'grant' AND debit = 'mint' AND substr(credit, 1, 8) = 'account:')
 OR (code = 'buyin' AND substr(debit, 1, 8) = 'account:' AND substr(credit, 1, 7) = 'escrow:')
 OR (code = 'refund' AND substr(debit, 1, 7) = 'escrow:' AND substr(credit, 1, 8) = 'account:')
 OR (code = 'payout' AND substr(debit, 1, 7) = 'escrow:' AND substr(credit, 1, 8) = 'account:')
 OR (code = 'purchase' AND substr(debit, 1, 8) = 'account:' AND credit = 'shop')
 OR (code = 'close' AND substr(debit, 1, 8) = 'account:' AND credit = 'mint')
 OR (code = 'adjust' AND reason IS NOT NULL AND ((debit = 'mint' AND substr(credit, 1, 8) = 'account:')
 OR (substr(debit, 1, 8) = 'account:' AND credit = 'mint')))
 OR (code = 'reversal' AND reverses IS NOT NULL AND reason IS NOT NULL)
"""

SQLITE_UP = (
    """
    CREATE TRIGGER transfer_moves AFTER INSERT ON transfer BEGIN
      SELECT RAISE(ABORT, 'purse missing or closed')
        WHERE (SELECT count(*) FROM purse WHERE id IN (NEW.debit, NEW.credit) AND NOT closed) <> 2;
      UPDATE purse SET balance = balance - NEW.amount WHERE id = NEW.debit;
      UPDATE purse SET balance = balance + NEW.amount WHERE id = NEW.credit;
    END
    """,
    "CREATE TRIGGER transfer_stays BEFORE UPDATE ON transfer BEGIN SELECT RAISE(ABORT, 'a transfer stays'); END",
    "CREATE TRIGGER transfer_kept BEFORE DELETE ON transfer BEGIN SELECT RAISE(ABORT, 'a transfer stays'); END",
    "CREATE TRIGGER settlement_stays BEFORE UPDATE ON settlement BEGIN SELECT RAISE(ABORT, 'a settlement stays'); END",
    "CREATE TRIGGER settlement_kept BEFORE DELETE ON settlement BEGIN SELECT RAISE(ABORT, 'a settlement stays'); END",
    "CREATE TRIGGER purse_kept BEFORE DELETE ON purse BEGIN SELECT RAISE(ABORT, 'a purse stays'); END",
)

SQLITE_DOWN = (
    "DROP TRIGGER transfer_moves",
    "DROP TRIGGER transfer_stays",
    "DROP TRIGGER transfer_kept",
    "DROP TRIGGER settlement_stays",
    "DROP TRIGGER settlement_kept",
    "DROP TRIGGER purse_kept",
)

POSTGRESQL_UP = (
    """
    CREATE FUNCTION transfer_moves() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE open_purses integer;
    BEGIN
      -- In the order of their names, so that two settlements that pay the same players never wait for each other.
      PERFORM 1 FROM purse WHERE id IN (NEW.debit, NEW.credit) ORDER BY id FOR NO KEY UPDATE;
      SELECT count(*) INTO open_purses FROM purse WHERE id IN (NEW.debit, NEW.credit) AND NOT closed;
      IF open_purses <> 2 THEN
        RAISE EXCEPTION 'purse missing or closed' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      UPDATE purse SET balance = balance - NEW.amount WHERE id = NEW.debit;
      UPDATE purse SET balance = balance + NEW.amount WHERE id = NEW.credit;
      RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION row_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a % stays', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    "CREATE TRIGGER transfer_moves AFTER INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION transfer_moves()",
    "CREATE TRIGGER transfer_stays BEFORE UPDATE OR DELETE ON transfer FOR EACH ROW EXECUTE FUNCTION row_stays()",
    "CREATE TRIGGER transfer_kept BEFORE TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION row_stays()",
    "CREATE TRIGGER settlement_stays BEFORE UPDATE OR DELETE ON settlement FOR EACH ROW EXECUTE FUNCTION row_stays()",
    "CREATE TRIGGER settlement_kept BEFORE TRUNCATE ON settlement FOR EACH STATEMENT EXECUTE FUNCTION row_stays()",
    "CREATE TRIGGER purse_kept BEFORE DELETE ON purse FOR EACH ROW EXECUTE FUNCTION row_stays()",
)

POSTGRESQL_DOWN = (
    "DROP TRIGGER transfer_moves ON transfer",
    "DROP TRIGGER transfer_stays ON transfer",
    "DROP TRIGGER transfer_kept ON transfer",
    "DROP TRIGGER settlement_stays ON settlement",
    "DROP TRIGGER settlement_kept ON settlement",
    "DROP TRIGGER purse_kept ON purse",
    "DROP FUNCTION transfer_moves()",
    "DROP FUNCTION row_stays()",
)


def upgrade() -> None:
    purse = op.create_table(
        "purse",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.CheckConstraint("kind IN ('mint', 'shop', 'account', 'escrow')", name=op.f("ck_purse_kind")),
        sa.CheckConstraint("kind = 'mint' OR balance >= 0", name=op.f("ck_purse_balance")),
        sa.CheckConstraint(
            "(kind IN ('mint', 'shop') AND id = kind) OR (kind = 'account' AND substr(id, 1, 8) = 'account:')"
            " OR (kind = 'escrow' AND substr(id, 1, 7) = 'escrow:')",
            name=op.f("ck_purse_id"),
        ),
        sa.CheckConstraint("NOT closed OR balance = 0", name=op.f("ck_purse_closed")),
        sa.PrimaryKeyConstraint("id", name="pk_purse"),
    )
    op.create_table(
        "transfer",
        sa.Column("id", sa.String(length=120), nullable=False),
        sa.Column("grp", sa.String(length=120), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("debit", sa.String(length=80), nullable=False),
        sa.Column("credit", sa.String(length=80), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("reverses", sa.String(length=120), nullable=True),
        sa.Column("reason", sa.String(length=240), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount BETWEEN 1 AND 1000000", name=op.f("ck_transfer_amount")),
        sa.CheckConstraint("debit <> credit", name=op.f("ck_transfer_two_purses")),
        sa.CheckConstraint(" ".join(ROUTE.split()), name=op.f("ck_transfer_route")),
        sa.CheckConstraint(
            "(code IN ('buyin', 'refund', 'payout')) = (game IS NOT NULL)", name=op.f("ck_transfer_game")
        ),
        sa.ForeignKeyConstraint(["debit"], ["purse.id"], name="fk_transfer_debit_purse"),
        sa.ForeignKeyConstraint(["credit"], ["purse.id"], name="fk_transfer_credit_purse"),
        sa.ForeignKeyConstraint(["reverses"], ["transfer.id"], name="fk_transfer_reverses_transfer"),
        sa.PrimaryKeyConstraint("id", name="pk_transfer"),
        sa.UniqueConstraint("reverses", name="uq_transfer_reverses"),
    )
    for name, columns, code in (
        ("ux_transfer_grant", ["credit"], "grant"),
        ("ux_transfer_payout", ["game", "credit"], "payout"),
    ):
        only = sa.text(f"code = '{code}'")
        op.create_index(name, "transfer", columns, unique=True, sqlite_where=only, postgresql_where=only)
    op.create_index("ix_transfer_debit", "transfer", ["debit", "at"])
    op.create_index("ix_transfer_credit", "transfer", ["credit", "at"])
    op.create_table(
        "settlement",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("outcome", sa.String(length=8), nullable=False),
        sa.Column("pot", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("outcome IN ('win', 'split', 'shared', 'void')", name=op.f("ck_settlement_outcome")),
        sa.CheckConstraint("pot >= 0", name=op.f("ck_settlement_pot")),
        sa.PrimaryKeyConstraint("game", name="pk_settlement"),
    )
    op.bulk_insert(purse, [{"id": each, "kind": each, "balance": 0, "closed": False} for each in ("mint", "shop")])
    sqlite = op.get_context().dialect.name == "sqlite"
    for statement in SQLITE_UP if sqlite else POSTGRESQL_UP:
        op.execute(statement)


def downgrade() -> None:
    sqlite = op.get_context().dialect.name == "sqlite"
    for statement in SQLITE_DOWN if sqlite else POSTGRESQL_DOWN:
        op.execute(statement)
    for table in ("settlement", "transfer", "purse"):
        op.drop_table(table)
