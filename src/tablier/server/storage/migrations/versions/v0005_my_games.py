"""How games went, what was said of them, and where they can be looked at."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Games that are over already get their outcome when they are next looked at."""
    op.create_index("seat_token", "seat", ["token_sha256"])
    op.create_table(
        "outcome",
        sa.Column("game", sa.String(16), _game(), primary_key=True),
        sa.Column("no", sa.Integer, primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("against", sa.String(16), nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("score", sa.String(16)),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "review",
        sa.Column("game", sa.String(16), _game(), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "address",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(16), _game(), nullable=False),
        sa.UniqueConstraint("game"),
    )


def _game() -> sa.ForeignKey:
    return sa.ForeignKey("game.id", ondelete="CASCADE")
