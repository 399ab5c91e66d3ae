"""What the engine says of a game that is over, kept with it.

It is thought in nodes, never in seconds: whoever made it, it would be the same on every machine.
"""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

from tablier.house.asked import NODES
from tablier.table.live.live_table import LiveTable
from tablier.table.messages import Refused
from tablier.table.state import OVER, Table
from tablier.table.store import Conflict, Store

Judged = list[dict[str, Any]]
Judge = Callable[[str, int], Awaitable[Judged]]
"""Judges a record, with some nodes for each action."""


async def kept(store: Store, live: LiveTable) -> Judged | None:
    """The review that is stored of a game, if it is about the game as it stands."""
    text = await store.review(live.table.id)
    if text is None:
        return None
    try:
        found = json.loads(text)
        moves: Judged = found["moves"]
        return moves if found["played"] == _played(live.table) else None
    except (ValueError, LookupError, TypeError):
        return None


async def made(store: Store, live: LiveTable, judge: Judge) -> Judged:
    """The review of a game that is over: the stored one, or a new one, which is stored."""
    if live.table.phase != OVER or live.frozen:
        raise Refused("not_over", "this game is not over")
    if (found := await kept(store, live)) is not None:
        return found
    played = _played(live.table)
    moves = await judge(live.table.record(), NODES)
    body = json.dumps({"nodes": NODES, "played": played, "moves": moves}, ensure_ascii=False)
    with suppress(Conflict):  # it may have been deleted meanwhile
        await store.keep_review(live.table.id, body)
    return moves


def _played(table: Table) -> str:
    """What was played, in short: a game may go on after its end."""
    moves = "\n".join(f"{move.seat}:{move.text}" for move in table.match.history)
    return sha256(moves.encode()).hexdigest()[:16]
