"""Whether a stored game is what was written: its chain, its replay, its row."""

import hashlib
import re

from tablier.core.errors import TablierError
from tablier.server.rows import GameRow
from tablier.server.store import Store
from tablier.server.table import Table

HEX = re.compile(r"([0-9a-f]{2})+")


def misfit(row: GameRow, table: Table) -> str | None:
    """What does not fit between a table's row and its first event, where the seed is bound."""
    made = table.made
    seed = hashlib.sha256(bytes.fromhex(row.seed)).hexdigest() if HEX.fullmatch(row.seed) else ""
    fits = made["game"] == row.rules and made["version"] == row.rules_version
    if fits and made["commitment"] == row.seed_commit == seed:
        return None
    return "its row does not fit its events"


async def faults(store: Store, game: str) -> list[str]:
    """What is wrong with a stored game."""
    try:
        row, events = await store.game(game), await store.events(game)
        seats = await store.seats(game)
        if row is None:
            return ["there is no such table"]
        table, fault = Table.salvage(events)
    except TablierError as error:
        return [str(error)]
    found = [fault, store.fault(game, events), misfit(row, table)]
    if fault is None and row.status != table.phase:
        found.append(f"its row says {row.status}, its events {table.phase}")
    if [seat.no for seat in seats] != list(range(table.players)):
        found.append("its seats are not all there")
    return [one for one in found if one is not None]
