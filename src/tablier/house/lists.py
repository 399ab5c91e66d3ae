"""Tables that people look for, and what is told to whoever makes one."""

from typing import Any, Literal

from tablier.table.creation import Invitation
from tablier.table.keys import TABLE_ID, hashed, hashes
from tablier.table.state import OVER, PLAYING, WAITING
from tablier.table.tables import Tables, listed_since

PAGE = 50
"""Tables that a list shows at a time."""
STATES = {"open": WAITING, "live": PLAYING, "over": OVER}


def account_of(keys: list[str]) -> str | None:
    """The person behind a request: the first key."""
    return hashed(keys[0]) if keys and hashes(keys[:1]) else None


def told(invitation: Invitation) -> dict[str, Any]:
    """What the maker of a table is told, this once and never again."""
    return {
        "table": invitation.table,
        "seats": [{"seat": no, "key": key} for no, key in invitation.seats],
        "join": invitation.join,
        "watch": invitation.watch,
    }


async def public(
    tables: Tables, state: Literal["open", "live", "over"], before: str | None
) -> list[dict[str, Any]]:
    """Public tables of some state, the newest first; none after what is no table."""
    if not may_follow(before):
        return []
    since_ms = listed_since() if state == "open" else 0
    page = await tables.store.listed([STATES[state]], most=PAGE, before=before, since_ms=since_ms)
    return list((await tables.summaries(page)).values())


def may_follow(before: str | None) -> bool:
    """Whether a list can go on after that."""
    return before is None or TABLE_ID.fullmatch(before) is not None
