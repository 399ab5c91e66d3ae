"""Games, seats, events, and the house's clock."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("join_sha256", sa.String(64)),
        sa.Column("watch_sha256", sa.String(64)),
        sa.Column("seed_commit", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("game_status", "game", ["status", "public"])
    op.create_table(
        "seat",
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id", ondelete="CASCADE")),
        sa.Column("no", sa.Integer),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("token_sha256", sa.String(64)),
        sa.Column("account", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "no"),
    )
    op.create_index("seat_account", "seat", ["account"])
    op.create_table(
        "event",
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id", ondelete="CASCADE")),
        sa.Column("seq", sa.Integer),
        sa.Column("cmd", sa.String(96)),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("house_ms", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq"),
        sa.UniqueConstraint("game", "cmd"),
    )
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("open_ms", sa.BigInteger, nullable=False),
    )
