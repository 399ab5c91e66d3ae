"""What the explorer has counted: each game adds to its sums once, and takes that back when it goes.

All of it happens in the transaction of whoever writes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from struct import Struct
from typing import Any

from sqlalchemy import Connection, LargeBinary, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from tablier.server.storage import schema
from tablier.table.explorer.ways import WayTally
from tablier.table.state import OVER

Ways = Mapping[int, WayTally]
ROW = Struct("<q3B")
"""A way, and how often one game took it, which is seldom more than once."""
SUMS = WayTally._fields
COUNT = {
    name: new.on_conflict_do_update(
        index_elements=["id"], set_={sum_: schema.way.c[sum_] + new.excluded[sum_] for sum_ in SUMS}
    )
    for name, new in (
        ("sqlite", sqlite.insert(schema.way)),
        ("postgresql", postgresql.insert(schema.way)),
    )
}
OVER_IN_PUBLIC = select(schema.game.c.id, bindparam("ways", type_=LargeBinary)).where(
    schema.game.c.id == bindparam("name"), schema.game.c.public, schema.game.c.status == OVER
)
ONCE = {
    name: new.from_select(["game", "ways"], OVER_IN_PUBLIC)
    .on_conflict_do_nothing()
    .returning(schema.counted.c.game)
    for name, new in (
        ("sqlite", sqlite.insert(schema.counted)),
        ("postgresql", postgresql.insert(schema.counted)),
    )
}
NEVER_TAKEN = delete(schema.way).where(
    schema.way.c.id == bindparam("gone"), schema.way.c.played < 1
)


def count(connection: Connection, games: Mapping[str, Ways]) -> None:
    """Add up public games that are over, except those that were counted already.

    All in one order, so that no two nodes wait for each other.
    """
    once = ONCE[connection.dialect.name]
    new = [
        games[game]
        for game in sorted(games)
        if connection.execute(once, {"name": game, "ways": _packed(games[game])}).first()
    ]
    _add(connection, [row for ways in new for row in ways.items()])


def take_back(connection: Connection, games: Sequence[str]) -> None:
    """What games have added goes with them; a way that no other game took is forgotten."""
    taken = delete(schema.counted).where(schema.counted.c.game.in_(games))
    kept = connection.execute(taken.returning(schema.counted.c.ways)).scalars().all()
    ways = _add(connection, [row for packed in kept for row in _unpacked(packed)])
    if ways:
        connection.execute(NEVER_TAKEN, [{"gone": way} for way in ways])


def _add(connection: Connection, rows: Iterable[tuple[int, WayTally]]) -> list[int]:
    """Change the sums of some ways; which they were."""
    sums: dict[int, WayTally] = {}
    for way, tally in rows:
        sums[way] = sums.get(way, WayTally()) + tally
    told: list[dict[str, Any]] = [{"id": way, **sums[way]._asdict()} for way in sorted(sums)]
    if told:
        connection.execute(COUNT[connection.dialect.name], told)
    return sorted(sums)


def _packed(ways: Ways) -> bytes:
    return b"".join(ROW.pack(way, *tally) for way, tally in ways.items())


def _unpacked(packed: bytes) -> Iterator[tuple[int, WayTally]]:
    """What is to be added to take the ways of a game back."""
    for way, *tally in ROW.iter_unpack(packed):
        yield way, WayTally(*(-number for number in tally))
