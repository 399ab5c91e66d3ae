"""What people give to a vector of games, checked before compiled code sees it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.core.errors import BadOption, shortened
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.research.arguments import (
    NoSuchRow,
    Numbers,
    check_seed,
    quoted,
    row_numbers,
    whole,
)

MOST_GAMES = 1 << 22


def check_games(games: object) -> int:
    """A number of games that can be stepped at once."""
    number = whole(games)
    if number is None or not 0 < number <= MOST_GAMES:
        raise BadOption(f"{quoted(games)} games can't be stepped at once: 1 to {MOST_GAMES}")
    return number


def check_threads(threads: object) -> int | None:
    """A number of threads, or None for as many as there are cores."""
    number = whole(threads)
    if threads is not None and (number is None or number < 1):
        raise BadOption(f"{quoted(threads)} threads can't play: 1 or more")
    return number


def one_row(row: object, games: int) -> int:
    """The number of a single game."""
    if whole(row) is None:
        raise NoSuchRow(f"{quoted(row)} is not the number of a game")
    return int(row_numbers(row, games))


def several_rows(rows: Any, games: int) -> Numbers:
    """The numbers of all games that are meant, None meaning all; none of them twice."""
    if rows is None:
        return np.arange(games)
    if hasattr(rows, "__cuda_array_interface__") and hasattr(rows, "get"):
        rows = rows.get()
    numbers = np.atleast_1d(row_numbers(rows, games))
    if len(np.unique(numbers)) < len(numbers):
        raise NoSuchRow("a game is named twice among the rows")
    return numbers


def generators(seed: object, games: int) -> Numbers:
    """What dice and reactions, and what samples of some games are drawn from."""
    return np.random.default_rng(check_seed(seed)).integers(0, 1 << 62, (2, games))


def start_matches(start: Any, first: Match) -> list[Match]:
    """Matches that begin where it is said, each by a text or by a match that stands there.

    What was played before does not count.
    """
    given = [start] if isinstance(start, str | Match) else start
    if not isinstance(given, Sequence) or not given:
        told = f"{quoted(start)} is no start"
        raise BadOption(f"{told}: give a position as text or a match, or several of these")
    return [_start_match(one, first) for one in given]


def _start_match(start: str | Match, first: Match) -> Match:
    match = read_position(start.position() if isinstance(start, Match) else start)
    if (match.game, match.setup) != (first.game, first.setup):
        told = f"{shortened(match.position())!r} is of another game, or has other options"
        raise BadOption(f"{told}: give those of the environment")
    if match.result is not None or (isinstance(start, Match) and start.result is not None):
        raise BadOption(f"the game is over at {shortened(match.position())!r}")
    return match
