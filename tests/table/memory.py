"""A table's edge in memory: what keeps events, thinks and listens, with the standard library."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tablier.table.event import Event
from tablier.table.explorer.ways import WayTally
from tablier.table.live.thinker import BotPlan, BotTask
from tablier.table.rows import Entry, GameRow, SeatOutcome, SeatRow
from tablier.table.sharing.fair_queue import Asker
from tablier.table.state import OVER
from tablier.table.store import ALL, Chosen, Conflict, Unavailable
from tablier.table.summary import outcomes, read


class MemoryStore:
    """Keeps everything in dicts; reads and writes."""

    shared = False

    def __init__(self) -> None:
        self.rows: dict[str, GameRow] = {}
        self.taken: dict[str, list[SeatRow]] = {}
        self.log: dict[str, list[Event]] = {}
        self.shown: dict[str, str] = {}
        self.reviews: dict[str, str] = {}
        self.ways: dict[str, Mapping[int, WayTally]] = {}
        self.noted_ms = 0
        self.away = False
        """Whether nothing can be written."""

    async def append(self, entry: Entry) -> None:
        if self.away:
            raise Unavailable("the store is away")
        if entry.events and entry.events[0].seq != len(self.log[entry.game]) + 1:
            raise Conflict("another node has written first")
        for opening in entry.new:
            self.rows[opening.row.id] = opening.row
            self.taken[opening.row.id] = list(opening.seats)
            self.log[opening.row.id] = list(opening.events)
            self.shown[opening.row.id] = opening.summary or ""
        if entry.status is not None:
            self.rows[entry.game] = self.rows[entry.game]._replace(status=entry.status)
        if entry.summary is not None:
            self.shown[entry.game] = entry.summary
        for seat in entry.seats:
            self.taken[entry.game][seat.no] = seat
        if entry.tallies is not None:
            self.ways.setdefault(entry.game, entry.tallies)
        self.log.setdefault(entry.game, []).extend(entry.events)

    @property
    def counted(self) -> dict[int, WayTally]:
        """What the games add up to that are there."""
        sums: dict[int, WayTally] = {}
        for way, tally in (row for ways in self.ways.values() for row in ways.items()):
            sums[way] = sums.get(way, WayTally()) + tally
        return sums

    async def game(self, game: str) -> GameRow | None:
        return self.rows.get(game)

    async def seats(self, game: str) -> list[SeatRow]:
        return list(self.taken.get(game, ()))

    async def events(self, game: str, after: int = 0) -> list[Event]:
        return self.log.get(game, [])[after:]

    async def listed(
        self,
        status: Sequence[str],
        *,
        public: bool | None = True,
        most: int = 100,
        before: str | None = None,
        since_ms: int = 0,
    ) -> list[str]:
        found = [row for row in self.rows.values() if row.status in status]
        return [row.id for row in found if public in (None, row.public)][:most]

    async def owned(
        self,
        accounts: frozenset[str],
        most: int = 200,
        before: str | None = None,
        chosen: Chosen = ALL,
    ) -> dict[str, list[int]]:
        mine = {
            game: [seat.no for seat in seats if {seat.account, seat.token_sha256} & accounts]
            for game, seats in self.taken.items()
            if chosen.over in (None, self.rows[game].status == OVER)
        }
        names = sorted(game for game, seats in mine.items() if seats)
        first = names.index(before) + 1 if before in names else 0
        return {name: mine[name] for name in names[first : first + most]}

    async def outcomes(self, accounts: frozenset[str]) -> list[SeatOutcome]:
        mine = await self.owned(accounts)
        shown = {game: read(self.shown[game]) for game in mine}
        went = [outcomes(found, self.taken[game]) for game, found in shown.items() if found]
        return [one for game in went for one in game if one.no in mine[one.game]]

    async def review(self, game: str) -> str | None:
        return self.reviews.get(game)

    async def keep_review(self, game: str, body: str) -> None:
        self.reviews[game] = body

    async def delete(self, *games: str) -> int:
        for kept in (self.rows, self.taken, self.log, self.shown, self.reviews, self.ways):
            for game in games:
                kept.pop(game, None)
        return len(games)

    async def summaries(self, games: Sequence[str]) -> dict[str, str]:
        return {game: self.shown[game] for game in games if game in self.shown}

    async def tallies(self, ways: Sequence[int]) -> dict[int, WayTally]:
        counted = self.counted
        return {way: counted[way] for way in ways if way in counted}

    async def open_ms(self) -> int:
        return self.noted_ms

    def fault(self, game: str, events: Sequence[Event]) -> str | None:
        return None


class FirstLegal:
    """A bot that plays the first legal action, at once or when it is let."""

    def __init__(self) -> None:
        self.asked: list[BotTask] = []
        self.held: asyncio.Event | None = None
        self.given_up = 0
        """How many no longer wanted to know."""

    async def plan(self, task: BotTask, asker: Asker) -> BotPlan:
        self.asked.append(task)
        try:
            if self.held is not None:
                await self.held.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return BotPlan(task.match().legal(task.seat)[0], 400.0)

    def compiling(self, game: str, players: int) -> float | None:
        return None


class Line:
    """A connection that keeps what was sent."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.closed: int | None = None
        self.arrived = 0.0
        self.waited_ms = 0.0
        self.ping_ms = 0.0
        self.is_proven = True

    def write(self, frame: str) -> bool:
        self.frames.append(frame)
        return True

    async def send(self, frame: str) -> None:
        self.write(frame)

    async def close(self, code: int, reason: str) -> None:
        self.closed = code

    def abort(self) -> None:
        self.closed = 1006

    @property
    def view(self) -> dict[str, Any]:
        """The newest view."""
        messages = map(json.loads, self.frames)
        shown: dict[str, Any] = [m["view"] for m in messages if "view" in m][-1]
        return shown
