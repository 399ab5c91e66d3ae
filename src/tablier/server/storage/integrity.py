"""Whether a stored game is what was written: its chain, its replay, its row."""

from collections.abc import Sequence

from tablier.core.errors import OtherRules, TablierError
from tablier.server.storage.store import SqlStore
from tablier.table.event import BrokenChain, Event, check
from tablier.table.soundness import misfit, outlived
from tablier.table.state import Table


async def faults(store: SqlStore, game: str) -> list[str]:
    """What is wrong with a stored game."""
    try:
        row, events = await store.game(game), await store.events(game)
        seats = await store.seats(game)
        if row is None:
            return ["there is no such table"]
        table, fault = Table.salvage(events)
    except OtherRules:
        return _unplayed(store, game, events)
    except TablierError as error:
        return [str(error)]
    found = [fault, store.fault(game, events), misfit(row, seats, table)]
    if fault is None and row.status != table.phase and not outlived(row, table):
        found.append(f"its row says {row.status}, its events {table.phase}")
    if [seat.no for seat in seats] != list(range(table.players)):
        found.append("its seats are not all there")
    return [one for one in found if one is not None]


def _unplayed(store: SqlStore, game: str, events: Sequence[Event]) -> list[str]:
    """What is wrong with a game whose rules are no longer played, as far as that can be seen."""
    try:
        check(events)
    except BrokenChain as error:
        return [str(error)]
    fault = store.fault(game, list(events))
    return [] if fault is None else [fault]
