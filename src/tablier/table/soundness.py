"""Whether what is stored of a table fits together: its rows and its events."""

import hashlib
import re
from collections.abc import Sequence

from tablier.core.errors import OtherRules, TablierError, listing
from tablier.table.event import Body, BrokenChain, check
from tablier.table.rows import GameRow, Opening, SeatRow
from tablier.table.state import OVER, Table

HEX = re.compile(r"([0-9a-f]{2})+")


def misfit(row: GameRow, seats: Sequence[SeatRow], made: Body) -> str | None:
    """What is wrong with a table's rows, or does not fit the first event, which binds the seed.

    `made` is the body of that event.
    """
    if not row.sound:
        return "its row was changed"
    if changed := [seat.no + 1 for seat in seats if not seat.sound(row.id)]:
        return f"the row of seat {listing(changed)} was changed"
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


def unfit(game: Opening) -> list[str]:
    """What is wrong with a whole game: it is played again, unless its rules are of the past."""
    row, seats, events = game.row, game.seats, game.events
    try:
        table, fault = Table.salvage(events)
    except OtherRules:
        return _unchained(game)
    except TablierError as error:
        return [str(error)]
    found = [fault, misfit(row, seats, table.made)]
    if fault is None and row.status != table.phase and not outlived(row, table):
        found.append(f"its row says {row.status}, its events {table.phase}")
    if [seat.no for seat in seats] != list(range(table.players)):
        found.append("its seats are not all there")
    return [one for one in found if one is not None]


def _unchained(game: Opening) -> list[str]:
    """What is wrong with a game that can't be played again, as far as that can be seen."""
    try:
        check(game.events)
    except BrokenChain as error:
        return [str(error)]
    return []
