"""How far compiling is, for whoever waits for it, in whatever process it is done.

A note beside the compiled code tells how many of the pieces that a match needs are done.
It counts while somebody is at it. What happens inside a piece nobody knows: there the share
follows from the time, and comes ever closer to the end of the piece without reaching it.
"""

import time
from contextlib import suppress
from math import exp
from pathlib import Path

from tablier.compile.cache_folder import bot_code, is_warm
from tablier.compile.file_lock import is_held

PIECE_S = 5.0
"""Seconds; a usual piece takes once or twice as long."""


def lock_of(game: str, players: int) -> Path:
    """The file that is held by the one process that compiles."""
    return bot_code(game) / f"{players}.lock"


def note(game: str, players: int, done: int, pieces: int) -> None:
    """Tell everybody how many pieces are done, and how many there are."""
    place = _place(game, players)
    new = place.with_suffix(".new")
    with suppress(OSError):
        new.write_text(f"{done} {pieces}")
        new.replace(place)


def share(game: str, players: int) -> float:
    """How much is done of what a match of a number of players needs, from 0 to 1."""
    if is_warm(game, players):
        return 1.0
    if not is_held(lock_of(game, players)):
        return 0.0
    try:
        place = _place(game, players)
        done, pieces = map(int, place.read_text().split())
        waited = max(0.0, time.time() - place.stat().st_mtime)
    except (OSError, ValueError):
        return 0.0
    return (done + 1 - exp(-waited / PIECE_S)) / pieces


def _place(game: str, players: int) -> Path:
    return bot_code(game) / f"{players}.pieces"
