"""Fresh databases for the tests: a SQLite file, and one on a real PostgreSQL."""

from pathlib import Path

from bench._postgres import PostgreSQL

__all__ = ["PostgreSQL", "sqlite"]


def sqlite(folder: Path) -> str:
    """The URL of a file that is not there yet."""
    return f"sqlite:///{folder / 'tablier.db'}"
