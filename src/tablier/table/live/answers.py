"""What a table answers without changing: its welcome, its history, a hint."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tablier.core.match import Match
from tablier.table import commands, messages, view
from tablier.table.event import Event
from tablier.table.live.thinker import BotPlan, Unthought
from tablier.table.messages import Refused
from tablier.table.state import PLAYING, Table

Plan = Awaitable[BotPlan]
HINT_LEVEL = 6
SLICE = 40
"""Positions of a history that are made at a time: others are waiting."""
MOST_CHAT = 200
"""Older remarks are not sent to those who come later."""


def welcome(table: Table, seats: frozenset[int], seen: int) -> dict[str, Any]:
    """What a client is told first: the table, and what it has missed since event `seen`."""
    missed = [event for event in table.events if event.seq > seen]
    return {
        "type": "welcome",
        "v": messages.VERSION,
        "you": {"seats": sorted(seats)},
        "table": view.described(table),
        "events": [view.shown_event(event) for event in _recent(missed)],
    }


def _recent(events: list[Event]) -> list[Event]:
    """Everything but old chat."""
    said = [event.seq for event in events if event.kind == "said"]
    old = set(said[:-MOST_CHAT])
    return [event for event in events if event.seq not in old]


async def history(match: Match, ply: int) -> list[dict[str, Any]]:
    """The positions so far, from that ply on, made slice by slice."""
    frames: list[dict[str, Any]] = []
    while ply + len(frames) < len(match.states):
        frames += view.frames(match, ply + len(frames), SLICE)
        await asyncio.sleep(0)
    return frames


async def hint(table: Table, seat: int, hinting: set[int], think: Callable[[], Plan]) -> str:
    """What a good player would do for a seat; one hint at a time for each, whoever asks."""
    if not table.made["hints"]:
        raise Refused("no_hints", "this table is played without hints")
    commands.require(table, PLAYING)
    if seat not in table.match.seats:
        raise Refused("not_your_turn", "there is nothing for you to do now")
    if seat in hinting:
        raise Refused("hinting", "a hint is being thought of already")
    hinting.add(seat)
    moved = table.moved
    try:
        plan = await think()
    except Unthought as error:
        raise Refused("no_hint", "there is no hint to be had; try again") from error
    finally:
        hinting.remove(seat)
    if table.moved != moved:
        raise Refused("stale", "the game has gone on meanwhile")
    return plan.text
