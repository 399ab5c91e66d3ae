"""Whether what is stored of a table fits together: its rows and its events."""

import hashlib
import re
from collections.abc import Sequence

from tablier.core.errors import OtherRules, TablierError, listing
from tablier.core.game import MAX_SEATS, TABLE
from tablier.engine.levels import ADAPTIVE, LEVELS
from tablier.table.event import Body, BrokenChain, Event, check, written
from tablier.table.keys import TABLE_ID
from tablier.table.messages import LONGEST_CHAT, LONGEST_NAME, plain
from tablier.table.rows import GameRow, Opening, SeatRow
from tablier.table.state import FOLD, OVER, PLAYING, WAITING, Table

HEX = re.compile(r"([0-9a-f]{2})+")
LATEST_MS = 2**53
"""No clock says more, and no database is asked to keep more."""
LONGEST_COMMAND, LONGEST_HEX = 96, 64
KINDS = ("person", "bot", "open")


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


# What strangers hand in


def odd(game: Opening) -> str | None:
    """What no house would have written: no database is given that to keep."""
    row = game.row
    known = TABLE_ID.fullmatch(row.id) and row.status in (WAITING, PLAYING, OVER)
    small = 0 <= row.created_ms < LATEST_MS and 0 <= row.rules_version < LATEST_MS
    seeds = [text for text in (row.seed, row.seed_commit) if HEX.fullmatch(text)]
    short = len(seeds) == 2 and all(len(text) <= LONGEST_HEX for text in seeds)
    if not (known and small and short) or {seat.kind for seat in game.seats} - {*KINDS}:
        return "its row holds what no house writes"
    for event in game.events:
        try:
            if _is_written(event):
                continue
        except (AttributeError, LookupError, TypeError, ValueError):
            pass
        return f"event {event.seq} holds what no house writes"
    return None


def _is_written(event: Event) -> bool:
    """Whether an event is of a kind, and within the bounds, that commands leave it."""
    kind, body, cmd = event.kind, event.body, event.cmd or ""
    f"{cmd}{written(body)}".encode()
    chairs = body["chairs"] if kind == "created" else ()
    return (
        kind in FOLD
        and len(cmd) <= LONGEST_COMMAND
        and "\0" not in cmd
        and event.seat in (None, TABLE, *range(MAX_SEATS))
        and 0 <= event.at_ms < LATEST_MS
        and 0 <= event.house_ms < LATEST_MS
        and (kind not in ("sat", "renamed") or _is_plain(body["name"], LONGEST_NAME))
        and (kind != "said" or _is_plain(body["text"], LONGEST_CHAT))
        and all(_is_chair(**chair) for chair in chairs)
        and (kind != "created" or _is_series(body.get("series"), len(chairs)))
    )


def _is_series(series: object, seats: int) -> bool:
    """Whether it is what a rematch keeps of the games before it."""
    if series is None:
        return True
    points = series["points"] if isinstance(series, dict) and type(series["games"]) is int else ()
    return len(points) == seats and all(type(p) in (int, float) and 0 <= p < 1e6 for p in points)


def _is_chair(kind: str, name: str = "", level: int | None = None, **_: object) -> bool:
    levels = (*LEVELS, ADAPTIVE) if kind == "bot" else (None,)
    return kind in KINDS and level in levels and _is_plain(name, LONGEST_NAME)


def _is_plain(text: str, longest: int) -> bool:
    return text == plain(text, longest)
