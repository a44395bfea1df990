"""Find the open purses among all the pots that were ever settled.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    still = sa.text("NOT closed")
    op.create_index("ix_purse_open", "purse", ["kind"], sqlite_where=still, postgresql_where=still)


def downgrade() -> None:
    op.drop_index("ix_purse_open", "purse")
