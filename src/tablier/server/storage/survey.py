"""A survey of stored games: whether each is what was written, without playing it again.

It is made for very many. Of a game that is over there is a proof: a hash of all that is stored of
it, made when everything in it had been found right. The database itself puts together what is
hashed. Where that has changed, or there is no proof, events are hashed one by one. Whoever makes a
survey is quick to start: of all that speaks to databases, only their drivers are here. What is not
found sound is no more than doubtful: `integrity` looks at it again, and says why.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
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
STORED: dict[str, Sequence[str]] = {
    "game": GameRow._fields,
    "seat": ("game", *SeatRow._fields),
    "event": Event._fields,
}
"""What there is of a game: columns of tables, first the name of the game, then a number."""
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
"""What values raise that nobody has written so: of another type, no text, no JSON."""


def doubtful(place: Place, names: Sequence[str]) -> list[str]:
    """Which of some games have to be looked at more closely: also all that are not over."""
    found: list[str] = []
    with closing(reached(place)) as connection:
        for first in range(0, len(names), AT_ONCE):
            part = names[first : first + AT_ONCE]
            proven = _asked(connection, part, _proven)
            others = [name for name in part if name not in proven]
            sound = _asked(connection, others, _sound)
            found += [name for name in others if name not in sound]
    return found


def proofs(connection: Any, names: Sequence[str]) -> dict[str, str]:
    """The proofs of those of some games that are over and sound."""
    if not names:
        return {}
    about = Questions(connection, names)
    sound, hashes = _sound(about), about.hashes()
    return {name: hashes[name] for name in sound}


def reached(place: Place) -> Any:
    """A connection of the driver's alone."""
    if isinstance(place, str):
        return sqlite3.connect(place)
    import psycopg

    return psycopg.connect(autocommit=True, **place)


def _asked(
    connection: Any, names: Sequence[str], ask: Callable[["Questions"], set[str]]
) -> set[str]:
    """An answer about some games; no games where what is stored can't be read."""
    if not names:
        return set()
    try:
        return ask(Questions(connection, names))
    except (connection.Error, UnicodeDecodeError):
        return set()


class Questions:
    """What is asked about some games; answers come game by game."""

    def __init__(self, connection: Any, names: Sequence[str]) -> None:
        self._connection, self._names = connection, names
        self._is_sqlite = isinstance(connection, sqlite3.Connection)
        sign = "?" if self._is_sqlite else "%s"
        self._among = f"IN ({', '.join([sign] * len(names))})"

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Any]:
        """The rows of a table, whose first column is the name of a game, the second a number."""
        query = f"SELECT {', '.join(columns)} FROM {table} WHERE {columns[0]} {self._among}"
        order = f"ORDER BY {columns[0]}, {columns[1]}"
        answers: Iterator[Any] = self._connection.execute(f"{query} {order}", self._names)
        return answers

    def hashes(self) -> dict[str, str]:
        """Over each game's name and all that is stored of it."""
        found: dict[str, Any] = {}
        for table, columns in STORED.items():
            for name, told in self._whole(table, columns):
                found.setdefault(name, hashlib.sha256(name.encode())).update(told)
        return {name: hashed.hexdigest() for name, hashed in found.items()}

    def _whole(self, table: str, columns: Sequence[str]) -> Iterator[Any]:
        """All rows of a table for each game together, as JSON.

        SQLite takes them in the order of the key; in another one they would only prove nothing.
        """
        game, number, *_ = columns
        row = f"array({', '.join(columns[1:])})"
        if self._is_sqlite:
            whole = f"CAST(json_group_array(json_{row}) AS BLOB)"
        else:
            together = f"string_agg(json_build_{row}::text, ',' ORDER BY {number})"
            whole = f"convert_to({together}, 'UTF8')"
        query = f"SELECT {game}, {whole} FROM {table} WHERE {game} {self._among} GROUP BY {game}"
        answers: Iterator[Any] = self._connection.execute(query, self._names)
        return answers


def _proven(about: Questions) -> set[str]:
    """The games that are what they were when their proofs were made, and shown as over."""
    proven = dict(about.rows("proof", ("game", "sha256")))
    if not proven:
        return set()
    hashes, phases = about.hashes(), _phases(about)
    return {
        name
        for name, proof in proven.items()
        if hashes.get(name) == proof and phases.get(name, OVER) == OVER
    }


def _phases(about: Questions) -> dict[str, Any]:
    return {name: _phase(body) for name, body in about.rows("summary", ("game", "body"))}


def _sound(about: Questions) -> set[str]:
    """The games of which nothing is left to be asked."""
    games = {row[0]: _game(row) for row in about.rows("game", GameRow._fields)}
    phases = _phases(about)
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
