"""Keeps houses from compiling all games for any number of players ahead.

Tests and bots compile what they need, and keep it for each other.
"""

from tablier.compile import cache_folder
from tablier.core import registry


def mark_ready() -> None:
    """Note of all games that are found that they have been compiled."""
    for name in registry.games():
        for players in registry.find(name).players:
            cache_folder.ready_mark(name, players).touch()


if __name__ == "__main__":
    mark_ready()
