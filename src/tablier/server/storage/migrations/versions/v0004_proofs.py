"""What games that are over were when their hashes were last compared."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Games that are there already have none: their hashes are compared one by one."""
    op.create_table(
        "proof",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("sha256", sa.String(64), nullable=False),
    )
