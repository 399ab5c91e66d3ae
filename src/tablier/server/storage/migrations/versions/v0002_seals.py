"""Seals on the rows of games and seats."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Rows that are there already stay without one."""
    for table in ("game", "seat"):
        op.add_column(table, sa.Column("seal", sa.String(64)))
