"""Games outside the database: JSON lines, with everything that is needed to check them.

A line says what the file is; each game is a line with its row and seats,
bound by a hash, and a line for each event, bound by the chain; the last line
counts the games. What was cut off or changed is found, and the other games can
still be read. The file holds the dice' seeds and the hashes of keys: keep it
to yourself.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar, get_type_hints

from tablier.core.errors import TablierError
from tablier.table.event import Body, BrokenChain, Event, check
from tablier.table.rows import GameRow, Opening, SeatRow

FORMAT = {"format": "tablier games", "version": 1}
SHOWN = 60

MADE = {"game", "version", "players", "options", "chairs", "clock", "public", "hints", "commitment"}
"""What the first event of a game says."""

PUZZLES = "puzzles"
"""A line of the page's own: what somebody has made of the puzzles. No game comes of it."""

Row = TypeVar("Row", GameRow, SeatRow, Event)


class BadArchive(TablierError):
    """A file that no games can be read from."""


class ArchiveFault(NamedTuple):
    """Something that is wrong in a file; what comes after it may be well."""

    line: int
    text: str


def write_start() -> str:
    """The first line."""
    return _line(FORMAT)


def write_end(games: int) -> str:
    """The last line."""
    return _line({"end": games})


def write_game(game: Opening) -> Iterator[str]:
    """A game's lines."""
    head: dict[str, Any] = {
        "game": game.row._asdict(),
        "seats": [seat._asdict() for seat in game.seats],
        "events": len(game.events),
        "hash": game.events[-1].hash if game.events else "",
    }
    yield _line(head | {"sha256": _digest(head)})
    for event in game.events:
        yield _line(event._asdict() | {"body": dict(event.body)})


def read_archive(lines: Iterable[str]) -> Iterator[Opening | ArchiveFault]:
    """The games of a file, and what is wrong with it."""
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (1, ""))
    if _parsed(first) != FORMAT:
        raise BadArchive("this is no export of games")
    head: dict[str, Any] | None = None
    events: list[Event] = []
    begun, found, end = 1, 0, None
    for number, line in numbered:
        given = _parsed(line)
        if given is not None and given.keys() == {PUZZLES}:
            continue
        if end is not None:
            yield ArchiveFault(number, "something follows the end")
            return
        if given is None or not ({"game", "kind", "end"} & given.keys()):
            yield ArchiveFault(number, f"this can't be read: {line.strip()[:SHOWN]!r}")
            continue
        if "kind" in given:
            events += _event(given)
            continue
        if head is not None:
            yield _whole(head, events, begun)
        head, events, begun = (given if "end" not in given else None), [], number
        found, end = found + ("end" not in given), given.get("end")
    if head is not None:
        yield _whole(head, events, begun)
    if end is None:
        yield ArchiveFault(begun, "the file was cut off")
    elif end != found:
        yield ArchiveFault(begun, f"the file should hold {end} games, and {found} are there")


def _whole(head: dict[str, Any], events: list[Event], line: int) -> Opening | ArchiveFault:
    """A game, if nothing of it was changed."""
    given = head.pop("sha256", None)
    if given != _digest(head):
        return ArchiveFault(line, "the game's row was changed")
    try:
        row = _typed(GameRow(**head["game"]), GameRow)
        seats = tuple(_typed(SeatRow(**seat), SeatRow) for seat in head["seats"])
        check(events)
    except BrokenChain as error:
        return ArchiveFault(line, f"table {head['game']['id']}: {error}")
    except (KeyError, TypeError) as error:
        return ArchiveFault(line, f"the game's row can't be read: {error}")
    if len(events) != head.get("events") or not events or events[-1].hash != head.get("hash"):
        return ArchiveFault(line, f"table {row.id}: events are missing")
    if any(event.game != row.id for event in events):
        return ArchiveFault(line, f"table {row.id}: an event of another table is among its own")
    if events[0].kind != "created" or not events[0].body.keys() >= MADE:
        return ArchiveFault(line, f"table {row.id}: its first event does not say how it was made")
    return Opening(row, seats, events)


def _event(given: dict[str, Any]) -> list[Event]:
    """An event, if it can be one; a gap is noticed by the chain."""
    try:
        return [_typed(Event(**given), Event)]
    except TypeError:
        return []


def _typed(row: Row, kind: type[Row]) -> Row:
    """A row whose fields are of the types that they have to be of; TypeError says which is not."""
    for name, wanted in get_type_hints(kind).items():
        found = getattr(row, name)
        fits = isinstance(found, dict) if wanted == Body else isinstance(found, wanted)
        if not fits or (type(found) is bool) != (wanted is bool):
            raise TypeError(f"{name} is {found!r:.40}")
    return row


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def _digest(head: dict[str, Any]) -> str:
    text = json.dumps(head, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        parsed = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None
