"""A Store over IndexedDB: JavaScript keeps what is written down here as JSON."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, Protocol

from tablier.core.errors import TablierError
from tablier.table import summary
from tablier.table.event import Event
from tablier.table.explorer.ways import WayTally, tallies
from tablier.table.rows import Entry, GameRow, Opening, SeatOutcome, SeatRow
from tablier.table.state import OVER, Table
from tablier.table.store import ALL, Chosen, Conflict, Damaged, Unavailable
from tablier.table.summary import Summary

MOST = 1_000_000
"""Tables of a browser; nobody plays as many."""

MOST_COUNTED = 100
"""Games of which the moves are counted: each is played again, once while the house is open."""


class Database(Protocol):
    """`web/js/house/database.js`: what it is asked and what it answers is JSON."""

    async def read(self, wish: str) -> str:
        """The answer to `[what, …]`: `{"found": …}`, or `{"error": why}`."""

    async def write(self, change: str) -> str:
        """Make a change, wholly or not at all, and answer when it is on disk."""


class IndexedStore:
    """Reads and writes; one house at a time does."""

    shared = False

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counted: dict[str, dict[int, WayTally]] = {}
        """The ways of games that are over, by their tables."""
        self._summed: dict[str, Summary | None] = {}
        """Of tables whose own summaries are not enough, until more happens there."""

    # Writing

    async def append(self, entry: Entry, house_ms: int | None = None) -> None:
        """Store an entry, wholly or not at all."""
        self._summed.pop(entry.game, None)
        events = [*entry.events, *(event for one in entry.new for event in one.events)]
        await self.write(
            {
                "game": entry.game,
                "tables": [table_written(opening) for opening in entry.new],
                "events": [list(event) for event in events],
                "status": entry.status,
                "summary": entry.summary,
                "seats": [list(seat.sealed(entry.game)) for seat in entry.seats],
                "house_ms": house_ms,
            }
        )

    async def write(self, change: dict[str, Any]) -> None:
        """Make a change of the database; Conflict, Unavailable."""
        told = json.loads(await self._database.write(json.dumps(change)))
        if told.get("error") == "conflict":
            raise Conflict("another house has written first")
        if "error" in told:
            raise Unavailable(f"the browser could not store this: {told['error']}")

    # Reading

    async def _read(self, *wish: object) -> Any:
        told = json.loads(await self._database.read(json.dumps(wish)))
        if "error" in told:
            raise Unavailable(f"the browser's database can't be read: {told['error']}")
        return told["found"]

    async def _table(self, game: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = await self._read("table", game)
        return found

    async def game(self, game: str) -> GameRow | None:
        """A table's row."""
        table = await self._table(game)
        return None if table is None else row_read(table)

    async def seats(self, game: str) -> list[SeatRow]:
        """A table's seats, in order."""
        table = await self._table(game)
        return [] if table is None else [SeatRow(*seat) for seat in table["seats"]]

    async def events(self, game: str, after: int = 0) -> list[Event]:
        """A table's events after some number, in order."""
        try:
            return [Event(*event) for event in await self._read("events", game, after)]
        except TypeError as error:
            raise Damaged(f"an event of table {game} can't be read") from error

    async def listed(
        self,
        status: Sequence[str],
        *,
        public: bool | None = True,
        most: int = 100,
        before: str | None = None,
        since_ms: int = 0,
    ) -> list[str]:
        """Tables of some status, the newest first: those older than one, made after some time."""
        found: list[str] = await self._read("listed", list(status), public, most, before, since_ms)
        return found

    async def owned(
        self,
        accounts: frozenset[str],
        most: int = 200,
        before: str | None = None,
        chosen: Chosen = ALL,
    ) -> dict[str, list[int]]:
        """The tables at which these people sit, the newest first, with their seats."""
        found: list[tuple[str, list[int]]]
        if chosen == ALL:
            found = await self._read("owned", sorted(accounts), most, before)
            return dict(found)
        found = await self._read("owned", sorted(accounts), MOST, before)
        fitting = await self._fitting(dict(found), chosen)
        return dict(fitting[:most])

    async def _fitting(
        self, owned: dict[str, list[int]], chosen: Chosen
    ) -> list[tuple[str, list[int]]]:
        """Those of one's tables that were chosen."""
        shown = await self._shown([*owned])
        went = {(one.game, one.no): one for one in await self._went(owned, shown)}

        def fits(game: str) -> bool:
            found = shown.get(game)
            if found is None:
                return False
            ended = [went[game, no] for no in owned[game] if (game, no) in went]
            return (
                chosen.over in (None, found["phase"] == OVER)
                and chosen.game in (None, found["game"])
                and (chosen.against is None or any(o.against == chosen.against for o in ended))
                and (chosen.score is None or any(o.score == chosen.score for o in ended))
            )

        return [(game, seats) for game, seats in owned.items() if fits(game)]

    async def outcomes(self, accounts: frozenset[str]) -> list[SeatOutcome]:
        """How the games went in which these people sat."""
        found: list[tuple[str, list[int]]]
        found = await self._read("owned", sorted(accounts), MOST, None)
        owned = dict(found)
        return await self._went(owned, await self._shown([*owned]))

    async def _shown(self, games: Sequence[str]) -> dict[str, Summary]:
        texts = await self.summaries(games)
        shown = {}
        for game in games:
            found = summary.read(texts.get(game, "")) or await self._summed_again(game)
            if found is not None:
                shown[game] = found
        return shown

    async def _summed_again(self, game: str) -> Summary | None:
        """Of a game that was stored before as much was told of it, or by other rules."""
        if game not in self._summed:
            await asyncio.sleep(0)  # moves are not to wait for it
            try:
                table, _ = Table.salvage(await self.events(game))
                self._summed[game] = summary.summary(table, summary.outlook(table))
            except TablierError:
                self._summed[game] = None
        return self._summed[game]

    async def _went(
        self, owned: dict[str, list[int]], shown: dict[str, Summary]
    ) -> list[SeatOutcome]:
        over = [game for game in owned if game in shown and shown[game]["phase"] == OVER]
        seats: dict[str, list[list[Any]]] = await self._read("seats", over)
        return [
            one
            for game in over
            for one in summary.outcomes(shown[game], [SeatRow(*seat) for seat in seats[game]])
            if one.no in owned[game]
        ]

    async def review(self, game: str) -> str | None:
        """What was said of a game."""
        found: str | None = await self._read("review", game)
        return found

    async def keep_review(self, game: str, body: str) -> None:
        """Likewise, in place of what was said before."""
        await self.write({"review": [game, body]})

    async def delete(self, *games: str) -> int:
        """Forget games."""
        await self.write({"gone": list(games)})
        return len(games)

    async def summaries(self, games: Sequence[str]) -> dict[str, str]:
        """What lists show of some tables, of those for which it was stored."""
        found: dict[str, str] = await self._read("summaries", list(games))
        return found

    async def tallies(self, ways: Sequence[int]) -> dict[int, WayTally]:
        """Of the newest games that are over: all here are of whoever has this browser."""
        newest = await self.listed([OVER], public=None, most=MOST_COUNTED)
        self._counted = {name: self._counted[name] for name in newest if name in self._counted}
        for name in newest:
            if name not in self._counted:
                self._counted[name] = _ways(await self.events(name))
                await asyncio.sleep(0)  # moves are not to wait for it
        sums: dict[int, WayTally] = {}
        for counted in self._counted.values():
            for way in counted.keys() & set(ways):
                sums[way] = sums.get(way, WayTally()) + counted[way]
        return sums

    async def open_ms(self) -> int:
        """For how many milliseconds the house has been open, as far as it was noted."""
        return int(await self._read("house_ms"))

    async def names(self) -> list[str]:
        """All tables, the oldest first."""
        found: list[str] = await self._read("names")
        return found

    async def opening(self, game: str) -> Opening | None:
        """A whole table."""
        table = await self._table(game)
        if table is None:
            return None
        seats = tuple(SeatRow(*seat) for seat in table["seats"])
        return Opening(row_read(table), seats, await self.events(game), table["summary"])

    def fault(self, game: str, events: Sequence[Event]) -> str | None:
        """There is nothing beside the database that could know."""
        return None


def table_written(opening: Opening) -> dict[str, Any]:
    """A table as the database keeps it; its events lie elsewhere."""
    row = opening.row.sealed()
    return {
        "id": row.id,
        "status": row.status,
        "public": row.public,
        "created_ms": row.created_ms,
        "row": list(row),
        "seats": [list(seat.sealed(row.id)) for seat in opening.seats],
        "summary": opening.summary or "",
    }


def row_read(table: dict[str, Any]) -> GameRow:
    """Its row; the status changes beside it."""
    return GameRow(*table["row"])._replace(status=table["status"])


def _ways(events: Sequence[Event]) -> dict[int, WayTally]:
    """The ways of a game; none where it can't be played again."""
    try:
        return tallies(Table.salvage(list(events))[0].match)
    except TablierError:
        return {}
