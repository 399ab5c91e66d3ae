"""Which games have been counted, and what each has added: so it can be taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """What was counted before lies with no game: the house counts all games anew, by and by."""
    op.create_table(
        "counted",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("ways", sa.LargeBinary, nullable=False),
    )
    op.execute("DELETE FROM way")
