"""What a list shows of a table. It is stored with every event, so that lists replay nothing."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablier.core import registry
from tablier.core.errors import UnknownGame
from tablier.core.game import Position
from tablier.core.match import Match
from tablier.core.turn import Step
from tablier.table.event import Event
from tablier.table.explorer.ways import WayTally, tallies
from tablier.table.rows import SeatOutcome, SeatRow
from tablier.table.state import OVER, PLAYING, RESEATING, Chair, Table, reseated

Summary = dict[str, Any]


class Outlook(NamedTuple):
    """What is going to stand on a table once some events have happened."""

    phase: str
    ply: int
    position: Position
    chairs: list[Chair]
    at_ms: int
    tallies: Mapping[int, WayTally] | None
    """What is counted of a public game that ends so."""


def outlook(table: Table, events: Sequence[Event] = (), step: Step | None = None) -> Outlook:
    """A table after some more events; `step` is the one action among them."""
    phase, ply, position = table.phase, table.ply, table.match.state
    chairs = list(table.chairs)
    for event in events:
        if event.kind in RESEATING and event.seat is not None:
            chairs[event.seat] = reseated(chairs[event.seat], event)
        elif event.kind == "begun":
            phase = PLAYING
        elif event.kind == "undone":
            ply = event.body["to"]
            position = table.match.states[ply]
    if step is not None:
        ply, position = ply + 1, step.position
        over = table.match.game.result(position, table.players) is not None
        phase = OVER if over else PLAYING
    ends = table.public and phase == OVER and table.phase != OVER
    counted = tallies(table.match, step) if ends and ply > table.ply else None
    last = events[-1] if events else table.events[-1]
    return Outlook(phase, ply, position, chairs, last.at_ms, counted)


def summary(table: Table, look: Outlook) -> Summary:
    """A line of a list."""
    match, made = table.match, table.made
    standing = Match(match.game, match.setup, look.position)
    result = standing.result if look.phase == OVER else None
    return {
        "id": table.id,
        "game": match.game.name,
        "options": made["options"],
        "players": table.players,
        "seats": [{"kind": c.kind, "name": c.name, "level": c.level} for c in look.chairs],
        "clock": made["clock"],
        "phase": look.phase,
        "actors": list(standing.awaited) if look.phase == PLAYING else [],
        "ply": look.ply,
        "at": look.at_ms,
        "series": made.get("series"),
        "result": result and {"ranks": list(result.ranks), "reason": result.reason},
    }


def written(table: Table, look: Outlook) -> str:
    """A summary as it is stored: with the version of the rules by which it was made."""
    rules = table.match.game.version if table.match.version == table.match.game.version else 0
    return json.dumps({"rules": rules} | summary(table, look), ensure_ascii=False)


def read(text: str) -> Summary | None:
    """A stored summary; None if the table itself has to be looked at.

    That is so where it was made by other rules than those of now, or can't be read.
    """
    try:
        found: Summary = json.loads(text)
        current = registry.find(found["game"]).version == found.pop("rules")
        current = current and (found["phase"] != OVER or found["result"] is not None)
    except (ValueError, KeyError, TypeError, AttributeError, UnknownGame):
        return None
    return found if current else None


# How it went for each seat

HERE, COMPUTER, PERSON = "here", "computer", "person"
AGAINST = (COMPUTER, PERSON, HERE)
WON, DRAWN, LOST = "won", "drawn", "lost"
SCORES = (WON, DRAWN, LOST)


def outcomes(found: Summary, seats: Sequence[SeatRow]) -> list[SeatOutcome]:
    """How a game went for each of its people; nothing before it is over."""
    if found["phase"] != OVER or found["result"] is None:
        return []
    people = [seat for seat in seats if seat.kind == "person"]
    levels = [seat["level"] or 0 for seat in found["seats"] if seat["kind"] == "bot"]
    ranks, went = found["result"]["ranks"], []
    for seat in people:
        others = [other for other in people if other.no != seat.no]
        alone = seat.account is not None and all(o.account == seat.account for o in others)
        against = PERSON if not alone and others else HERE if others else COMPUTER
        level = max(levels) if against == COMPUTER and levels else None
        score = None if against == HERE else _score(ranks, seat.no)
        told = (found["id"], seat.no, found["game"], against, level, score, found["at"])
        went.append(SeatOutcome(*told))
    return went


def _score(ranks: Sequence[int], no: int) -> str:
    if ranks[no] != 1:
        return LOST
    return WON if ranks.count(1) == 1 else DRAWN
