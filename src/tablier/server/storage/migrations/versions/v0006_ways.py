"""How often moves were played in public games, and what came of it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """The house counts games that are over already by and by."""
    op.create_table(
        "way",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
    )
