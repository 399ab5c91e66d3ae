"""Whether a stored game is what was written: its chain, its replay, its row."""

import hashlib
import re
from collections.abc import Sequence

from tablier.core.errors import OtherRules, TablierError, listing
from tablier.server.storage.store import Store
from tablier.table.event import BrokenChain, Event, check
from tablier.table.rows import GameRow, SeatRow
from tablier.table.state import OVER, Table

HEX = re.compile(r"([0-9a-f]{2})+")


def misfit(row: GameRow, seats: Sequence[SeatRow], table: Table) -> str | None:
    """What is wrong with a table's rows, or does not fit the first event, which binds the seed."""
    if not row.sound:
        return "its row was changed"
    if changed := [seat.no + 1 for seat in seats if not seat.sound(row.id)]:
        return f"the row of seat {listing(changed)} was changed"
    made = table.made
    seed = hashlib.sha256(bytes.fromhex(row.seed)).hexdigest() if HEX.fullmatch(row.seed) else ""
    fits = made["game"] == row.rules and made["version"] == row.rules_version
    if fits and made["commitment"] == row.seed_commit == seed:
        return None
    return "its row does not fit its events"


def outlived(row: GameRow, table: Table) -> str | None:
    """Why a table stays closed that was over by older rules, and would go on by those of now."""
    match = table.match
    if row.status != OVER or table.phase == OVER or match.version == match.game.version:
        return None
    over = f"the match was over by {match.game.name} rules {match.version}"
    return f"{over}, and rules {match.game.version} don't end it there"


async def faults(store: Store, game: str) -> list[str]:
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


def _unplayed(store: Store, game: str, events: Sequence[Event]) -> list[str]:
    """What is wrong with a game whose rules are no longer played, as far as that can be seen."""
    try:
        check(events)
    except BrokenChain as error:
        return [str(error)]
    fault = store.fault(game, list(events))
    return [] if fault is None else [fault]
