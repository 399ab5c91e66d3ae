"""The tables of the database, the same on SQLite and PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

game = Table(
    "game",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("rules", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("join_sha256", String(64)),
    Column("watch_sha256", String(64)),
    Column("seed_commit", String(64), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("seal", String(64)),
    Index("game_status", "status", "public"),
)

seat = Table(
    "seat",
    metadata,
    Column("game", String(16), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("no", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("token_sha256", String(64)),
    Column("account", String(64)),
    Column("seal", String(64)),
    Index("seat_account", "account"),
    Index("seat_token", "token_sha256"),
)

summary = Table(
    "summary",
    metadata,
    Column("game", String(16), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),
)
"""What lists show of each table; whatever is missing is made anew from its events."""

outcome = Table(
    "outcome",
    metadata,
    Column("game", String(16), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("no", Integer, primary_key=True),
    Column("rules", String(64), nullable=False),
    Column("against", String(16), nullable=False),
    Column("level", Integer),
    Column("score", String(16)),
    Column("ended_ms", BigInteger, nullable=False),
)
"""How games that are over went for each of their people; made together with their summaries."""

review = Table(
    "review",
    metadata,
    Column("game", String(16), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),
)
"""What the engine said of a game that is over."""

address = Table(
    "address",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(16), ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
    UniqueConstraint("game"),
)
"""Where games can be looked at that somebody has shared; it opens nothing else."""

proof = Table(
    "proof",
    metadata,
    Column("game", String(16), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("sha256", String(64), nullable=False),
)
"""Of games that are over, what all their rows were when every hash in them was right."""

event = Table(
    "event",
    metadata,
    Column("game", String(16), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("cmd", String(96)),
    Column("seat", Integer),
    Column("kind", String(16), nullable=False),
    Column("body", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("house_ms", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    UniqueConstraint("game", "cmd"),
)

way = Table(
    "way",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
)
"""How often moves were played in public games, and what came of it: nobody's games, only sums."""

counted = Table(
    "counted",
    metadata,
    Column("game", String(16), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("ways", LargeBinary, nullable=False),
)
"""The games that are in these sums, each with what it has added to them."""

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("open_ms", BigInteger, nullable=False),
)
"""One row: how long the house has been open in all."""
