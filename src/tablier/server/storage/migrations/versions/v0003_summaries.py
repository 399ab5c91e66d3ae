"""What lists show of each table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tables that are there already get theirs when they are next looked at."""
    op.create_table(
        "summary",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("body", sa.Text, nullable=False),
    )
