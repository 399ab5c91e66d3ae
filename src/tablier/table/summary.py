"""What a list shows of a table. It is stored with every event, so that lists replay nothing."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from tablier.core import registry
from tablier.core.errors import UnknownGame
from tablier.core.game import Position
from tablier.core.match import Match
from tablier.core.turn import Step
from tablier.table.event import Event
from tablier.table.state import OVER, PLAYING, RESEATING, Chair, Table, reseated

Summary = dict[str, Any]


class Outlook(NamedTuple):
    """What is going to stand on a table once some events have happened."""

    phase: str
    ply: int
    position: Position
    chairs: list[Chair]
    at_ms: int


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
    last = events[-1] if events else table.events[-1]
    return Outlook(phase, ply, position, chairs, last.at_ms)


def summary(table: Table, look: Outlook) -> Summary:
    """A line of a list."""
    match, made = table.match, table.made
    standing = Match(match.game, match.setup, look.position)
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
    except (ValueError, KeyError, TypeError, AttributeError, UnknownGame):
        return None
    return found if current else None
