"""What a table answers without changing: its welcome, its history, a hint."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from tablier.core.match import Match
from tablier.table import commands, messages, view
from tablier.table.live.audience import may_hear
from tablier.table.live.host import Encode
from tablier.table.live.session import Session
from tablier.table.live.thinker import BotPlan, Unthought
from tablier.table.messages import Refused
from tablier.table.sharing.fair_queue import Asker
from tablier.table.sharing.long_work import LongWork
from tablier.table.state import PLAYING, Table

Plan = Awaitable[BotPlan]
HINT_LEVEL = 6
MOST_FRAMES = 200
"""Positions of a history that are sent at a time."""
PAGE = 200
"""Events that are sent at a time."""
MOST_CHAT = 200
"""Older remarks are not sent to those who come later."""


def welcome(table: Table, seats: frozenset[int], seen: int) -> dict[str, Any]:
    """What a client is told first: the table, and what it has missed since event `seen`."""
    return {
        "type": "welcome",
        "v": messages.VERSION,
        "you": {"seats": sorted(seats)},
        "table": view.described(table),
        "events": missed(table, seats, seen, table.seq),
    }


async def tell_past(
    table: Table, session: Session, seen: int, encode: Encode, work: LongWork
) -> int:
    """Send what a client has missed, but for the last page; up to which event that was.

    It comes as the client takes it, and nobody else waits for that: those who come to long tables
    wait for each other.
    """

    def page() -> Iterator[str]:
        events = missed(table, session.seats, seen, seen + PAGE)
        yield encode({"type": "events", "events": events})

    while table.seq - seen > PAGE:
        (frame,) = await work.run(Asker(session.address, table.id), page())
        session.send(frame)
        await session.flushed()
        seen = table.seq if session.is_over else seen + PAGE
    return seen


def missed(table: Table, seats: frozenset[int], seen: int, last: int) -> list[dict[str, Any]]:
    """Events after one and up to another, without what is not for the holder of some seats."""
    said = table.said[-MOST_CHAT:]
    heard = said[0] if said and may_hear(table, seats) else table.seq + 1
    shown = (e for e in table.events[seen:last] if e.kind != "said" or e.seq >= heard)
    return [view.shown_event(event) for event in shown]


async def history(match: Match, ply: int, asker: Asker, work: LongWork) -> dict[str, Any]:
    """Positions from some ply on, and whether there are more."""
    end = min(len(match.states), ply + MOST_FRAMES)
    steps = (view.frames(match, index, 1) for index in range(ply, end))
    frames = [frame for one in await work.run(asker, steps) for frame in one]
    return {"type": "history", "frames": frames, "more": end < len(match.states)}


class Hints:
    """What a good player would do, for seats that ask; one at a time for each, whoever asks."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._thinking: dict[int, tuple[int, asyncio.Future[BotPlan]]] = {}
        """What is thought about, by seat, and after which event the position stood."""

    async def ask(self, seat: int, think: Callable[[], Plan]) -> str:
        """A hint for a seat; Refused where there is none, or the game has gone on."""
        table = self._table
        if not table.made["hints"]:
            raise Refused("no_hints", "this table is played without hints")
        commands.require(table, PLAYING)
        if seat not in table.match.seats:
            raise Refused("not_your_turn", "there is nothing for you to do now")
        if seat in self._thinking:
            raise Refused("hinting", "a hint is being thought of already")
        thinking, moved = asyncio.ensure_future(think()), table.moved
        self._thinking[seat] = moved, thinking
        try:
            return (await thinking).text
        except Unthought as error:
            raise Refused("no_hint", "there is no hint to be had; try again") from error
        except asyncio.CancelledError:
            if table.moved == moved:
                raise
            raise Refused("stale", "the game has gone on meanwhile") from None
        finally:
            del self._thinking[seat]

    def follow(self) -> None:
        """Give up what is thought about positions of the past."""
        for moved, thinking in self._thinking.values():
            if moved != self._table.moved:
                thinking.cancel()
