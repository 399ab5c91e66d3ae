"""All games of this browser as one file, and back: `table/archive.py` says what it looks like.

Whoever has the file has the games: their seats open to the person who takes them in.
"""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

from tablier.core.errors import OtherRules
from tablier.table.archive import (
    ArchiveFault,
    BadArchive,
    read_archive,
    write_end,
    write_game,
    write_start,
)
from tablier.table.event import Event, Proposal, bound, time_of_day
from tablier.table.keys import hashed, new_key
from tablier.table.messages import RESTART, Refused
from tablier.table.rows import Entry, Opening, SeatRow
from tablier.table.soundness import unfit
from tablier.table.state import PLAYING, Table
from tablier.table.summary import outlook, written
from tablier.table.tables import Tables


class Taken(NamedTuple):
    """What became of the games of a file, by their tables."""

    added: list[str]
    gone_on: list[str]
    """They were here, and had come further in the file."""
    kept: list[str]
    """They were here, and have come as far or further, or on another way."""
    faults: list[str]
    """What could not be read."""


async def write(tables: Tables) -> str:
    """All games that are stored here."""
    store, lines, games = tables.store, [write_start()], 0
    for name in await store.listed(["waiting", "playing", "over"], public=None, most=1_000_000):
        row = await store.game(name)
        if row is not None:
            seats = tuple(await store.seats(name))
            lines += write_game(Opening(row, seats, await store.events(name)))
            games += 1
    return "".join([*lines, write_end(games)])


async def take_in(tables: Tables, text: str, account: str | None) -> Taken:
    """Store the games of a file that are not here yet, or not as far; what is here stays."""
    taken = Taken([], [], [], [])
    try:
        for found in read_archive(text.splitlines()):
            if isinstance(found, ArchiveFault):
                taken.faults.append(f"line {found.line}: {found.text}")
            elif wrong := unfit(found):
                taken.faults.append(f"table {found.row.id}: {wrong[0]}")
            else:
                await _take(tables, found, account, taken)
            await asyncio.sleep(0)  # moves are not to wait for it
    except BadArchive as error:
        raise Refused("bad_archive", str(error)) from error
    return taken


async def _take(tables: Tables, game: Opening, account: str | None, taken: Taken) -> None:
    """A game that is sound."""
    name, store = game.row.id, tables.store
    here = await store.events(name) if await store.game(name) is not None else []
    if here and (game.events == here or game.events[: len(here)] != here):
        taken.kept.append(name)
        return
    now_ms = round(tables.house.now())
    events, summary = _continued(game.events, now_ms)
    if here:
        more = Entry(name, events[len(here) :], game.row.status, summary=summary)
        await tables.writer.append(more)
        if name in tables.live:
            await tables.forget(name, RESTART)
        taken.gone_on.append(name)
    else:
        seats = tuple(_reopened(game.seats, account))
        new = Opening(game.row, seats, events, summary)
        await tables.writer.append(Entry(name, [], new=(new,)))
        taken.added.append(name)


def _reopened(seats: Iterable[SeatRow], account: str | None) -> Iterable[SeatRow]:
    """The seats with new keys: those of people belong to whoever has the file."""
    for seat in seats:
        mine = seat.kind == "person"
        yield SeatRow(seat.no, seat.kind, hashed(new_key()), account) if mine else seat


def _continued(events: list[Event], now_ms: int) -> tuple[list[Event], str]:
    """A game's events, and what lists show of it.

    Where time counts, it does from now on: the house that it comes from had a time of its own.
    """
    try:
        table, _ = Table.salvage(events)
    except OtherRules:  # it stays as it is
        return events, ""
    if table.phase == PLAYING and (table.clocks is not None or table.match.game.rules.DEADLINES):
        goes_on = Proposal("begun", None, {"nonces": list(table.nonces)})
        more = bound(table.head, [goes_on], None, time_of_day(), now_ms)
        events = [*events, *more]
        table.apply(more[0])
    return events, written(table, outlook(table))
