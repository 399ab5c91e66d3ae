"""A public table with very many events, for bench/siege.py: `… FOLDER EVENTS` prints its id."""

import asyncio
import sys
from pathlib import Path
from random import Random

from tablier.server.http.request_bodies import SeatAsked, TableAsked
from tablier.server.storage.store import SqlStore
from tablier.table.creation import invited, wish_of
from tablier.table.event import Head, Proposal, bound
from tablier.table.state import PLAYING


async def main(folder: Path, events: int) -> None:
    """Somebody has played and taken back for a very long time."""
    seats = [SeatAsked(kind="me"), SeatAsked(kind="here")]
    asked = TableAsked(game="zhizhu", seats=seats, public=True)
    opening, _ = invited(wish_of(asked.model_dump()), None, 0, Random(1))
    first = opening.events[-1]
    again = [Proposal("played", 0, {"text": "b3"}), Proposal("undone", 0, {"to": 0})]
    happened = [Proposal("begun", None, {"nonces": ["00", "11"]}), *again * (events // 2)]
    chained = bound(Head(first.game, first.seq, first.hash), happened, None, first.at_ms, 0)
    row = opening.row._replace(status=PLAYING)
    store = await SqlStore.open(f"sqlite:///{folder / 'tablier.db'}")
    await store.put(opening._replace(row=row, events=[*opening.events, *chained]))
    await store.close()
    print(row.id)


asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
