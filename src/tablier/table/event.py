"""Events: everything that happened at a table, each bound to the one before by its hash."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tablier.core.errors import TablierError

Body = Mapping[str, Any]
FIRST_HASH = "0" * 64


class Draft(NamedTuple):
    """Something that is to happen: an event without its place in the log."""

    kind: str
    seat: int | None = None
    body: Body = MappingProxyType({})


class Event(NamedTuple):
    """Something that happened."""

    game: str
    seq: int
    cmd: str | None
    """The command that caused it, with its sender; None for what followed from it."""
    seat: int | None
    kind: str
    body: Body
    at_ms: int
    """The time of day, for people to read; nothing is computed from it."""
    house_ms: int
    """The house's own time, which stands still while the house is closed."""
    hash: str


class BrokenChain(TablierError):
    """The stored events are not those that were written."""


def written(body: Body) -> str:
    """A body as it is stored and hashed."""
    return json.dumps(dict(body), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def chained(before: str, event: Event) -> str:
    """The hash that binds an event to the one before it."""
    fields = [before, event.game, event.seq, event.cmd, event.seat, event.kind]
    line = json.dumps([*fields, written(event.body), event.at_ms, event.house_ms])
    return hashlib.sha256(line.encode()).hexdigest()


def follow(before: str, seq: int, event: Event) -> Event:
    """The same event, put into its place in the log."""
    placed = event._replace(seq=seq)
    return placed._replace(hash=chained(before, placed))


def check(events: Iterable[Event], before: str = FIRST_HASH, seq: int = 0) -> None:
    """Refuse events that have gaps or were changed."""
    for event in events:
        if event.seq != seq + 1:
            raise BrokenChain(f"event {seq + 1} is missing")
        if chained(before, event) != event.hash:
            raise BrokenChain(f"event {event.seq} was changed")
        before, seq = event.hash, event.seq
