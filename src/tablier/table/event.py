"""Events: everything that happened at a table, each bound to the one before by its hash."""

import hashlib
import json
import time
from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring_ascii as quoted
from types import MappingProxyType
from typing import Any, NamedTuple

from tablier.core.errors import TablierError
from tablier.core.turn import Step

Body = Mapping[str, Any]
Row = tuple[str, int, str | None, int | None, str, str, int, int, str]
"""An event as it is stored: its body is text."""
FIRST_HASH = "0" * 64


class Proposal(NamedTuple):
    """Something that is to happen: an event without its place in the log."""

    kind: str
    seat: int | None = None
    body: Body = MappingProxyType({})
    step: Step | None = None
    """Where an action was checked already, what it leads to; it is not stored."""


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


def time_of_day() -> int:
    """Milliseconds since 1970, for people to read."""
    return time.time_ns() // 1_000_000


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


class Head(NamedTuple):
    """The end of a log, to which the next event is bound."""

    game: str
    seq: int
    hash: str


def bound(
    head: Head, proposals: Iterable[Proposal], cmd: str | None, at_ms: int, house_ms: int
) -> list[Event]:
    """What is proposed, as the next events of a log; the first is what `cmd` caused."""
    events: list[Event] = []
    for kind, seat, body, _ in proposals:
        event = Event(head.game, 0, cmd, seat, kind, body, at_ms, house_ms, "")
        events.append(follow(head.hash, head.seq + 1, event))
        head, cmd = Head(head.game, events[-1].seq, events[-1].hash), None
    return events


def check(events: Iterable[Event], before: str = FIRST_HASH, seq: int = 0) -> None:
    """Refuse events that have gaps or were changed."""
    for event in events:
        if event.seq != seq + 1:
            raise BrokenChain(f"event {seq + 1} is missing")
        if chained(before, event) != event.hash:
            raise BrokenChain(f"event {event.seq} was changed")
        before, seq = event.hash, event.seq


def is_chain(rows: Iterable[Row]) -> bool:
    """The same of events as they are stored, for those who have millions to look at.

    Hashes, names of tables and kinds of events hold nothing that JSON writes otherwise.
    """
    before, last, empty = FIRST_HASH, 0, hashlib.sha256()
    for game, seq, cmd, seat, kind, body, at_ms, house_ms, bound in rows:
        line = (
            f'["{before}", "{game}", {seq}, {"null" if cmd is None else quoted(cmd)}, '
            f'{"null" if seat is None else seat}, "{kind}", {quoted(body)}, {at_ms}, {house_ms}]'
        )
        hashed = empty.copy()  # takes less than to make one
        hashed.update(line.encode())
        if seq != last + 1 or hashed.hexdigest() != bound:
            return False
        before, last = bound, seq
    return True
