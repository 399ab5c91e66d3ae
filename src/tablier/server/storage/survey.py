"""A survey of stored games: whether each is what was written, without playing it again.

It is made for very many. Events are hashed as the text that is stored, three microseconds each, and
whoever makes it is quick to start: of all that speaks to databases, only their drivers are here.
What is not found sound is no more than doubtful: `integrity` looks at it again, and says why.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from typing import Any

from tablier.table.event import Event, Row, is_chain
from tablier.table.rows import GameRow, SeatRow
from tablier.table.soundness import misfit
from tablier.table.state import OVER

Place = str | Mapping[str, Any]
"""Where a database is: SQLite's file, or how psycopg connects to it."""
AT_ONCE = 200
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
"""What values raise that nobody has written so: of another type, no text, no JSON."""


def doubtful(place: Place, names: Sequence[str]) -> list[str]:
    """Which of some games have to be looked at more closely: also all that are not over."""
    found: list[str] = []
    with closing(_connected(place)) as connection:
        for first in range(0, len(names), AT_ONCE):
            part = names[first : first + AT_ONCE]
            try:
                sound = _sound(Questions(connection, part))
            except (connection.Error, UnicodeDecodeError):
                sound = set()
            found += [name for name in part if name not in sound]
    return found


def _connected(place: Place) -> Any:
    if isinstance(place, str):
        return sqlite3.connect(place)
    import psycopg

    return psycopg.connect(autocommit=True, **place)


class Questions:
    """What is asked about some games; answers come game by game."""

    def __init__(self, connection: Any, names: Sequence[str]) -> None:
        self._connection, self._names = connection, names
        sign = "?" if isinstance(connection, sqlite3.Connection) else "%s"
        self._among = f"IN ({', '.join([sign] * len(names))})"

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Any]:
        """The rows of a table, whose first column is the name of a game, the second a number."""
        query = f"SELECT {', '.join(columns)} FROM {table} WHERE {columns[0]} {self._among}"
        order = f"ORDER BY {columns[0]}, {columns[1]}"
        answers: Iterator[Any] = self._connection.execute(f"{query} {order}", self._names)
        return answers


def _sound(about: Questions) -> set[str]:
    """The games of which nothing is left to be asked."""
    games = {row[0]: _game(row) for row in about.rows("game", GameRow._fields)}
    phases = {name: _phase(body) for name, body in about.rows("summary", ("game", "body"))}
    over = {name for name, row in games.items() if row.status == OVER == phases.get(name, OVER)}
    seats: dict[str, list[SeatRow]] = {name: [] for name in over}
    for name, *values in about.rows("seat", ("game", *SeatRow._fields)):
        if name in over:
            seats[name].append(SeatRow(*values))
    events = groupby(about.rows("event", Event._fields), itemgetter(0))
    return {
        name
        for name, lines in events
        if name in over and _is_sound(games[name], seats[name], list(lines))
    }


def _game(row: Sequence[Any]) -> GameRow:
    found = GameRow(*row)
    return found._replace(public=bool(found.public))


def _phase(body: str) -> Any:
    """In which phase the lists show a game."""
    try:
        return json.loads(body)["phase"]
    except UNREADABLE:
        return None


def _is_sound(row: GameRow, seats: Sequence[SeatRow], events: Sequence[Row]) -> bool:
    try:
        made = json.loads(events[0][5])
        seated = [seat.no for seat in seats] == list(range(made["players"]))
        return seated and misfit(row, seats, made) is None and is_chain(events)
    except UNREADABLE:
        return False
