"""The computer's seats at a table: every decision is thought about once, elsewhere."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from tablier.engine.simulate.race_order import Occasions
from tablier.table.live.host import Host
from tablier.table.live.thinker import BotPlan, BotTask, Unthought
from tablier.table.sharing.fair_queue import NOBODY, Asker
from tablier.table.state import PLAYING, Table

log = logging.getLogger("tablier.bots")

AGAIN_MS = 5_000.0
"""A bot that could not think tries again after this long."""

Act = Callable[[int, int, BotPlan, int, float], Awaitable[None]]
"""Plays a plan, unless it came too late: seat, occasion, plan, ply, and since when."""


class Pondering(NamedTuple):
    """What a seat thinks about, and the task that does."""

    occasion: int
    """A plan is worth nothing on another: in a race as everywhere, see race_order.py."""
    task: asyncio.Task[None]


class Bots:
    """Who of the computer's seats is thinking, and about what."""

    def __init__(
        self, host: Host, table: Table, act: Act, asker: Callable[[], Asker | None]
    ) -> None:
        """`asker` says for whom they play; None: nobody plays with them, and nobody watches."""
        self._host = host
        self._table = table
        self._act = act
        self._asker = asker
        self._occasions = Occasions()
        self._thoughts: dict[int, Pondering] = {}
        self._left: set[int] = set()
        """Seats that are left to another node for a while."""

    def __bool__(self) -> bool:
        return bool(self._thoughts)

    def ask(self, *, wait_ms: float = 0.0) -> None:
        """Let every bot that may act think, once for each occasion, after a while."""
        asked, occasion = self._asked(), self._occasions.now(self._table.match)
        for seat, thought in list(self._thoughts.items()):
            if seat not in asked or thought.occasion != occasion:
                thought.task.cancel()
                del self._thoughts[seat]
        for seat in asked:
            if seat not in self._thoughts:
                thinking = self._host.spawn(self._think(seat, occasion, wait_ms))
                self._thoughts[seat] = Pondering(occasion, thinking)
                (self._left.add if wait_ms else self._left.discard)(seat)

    def take_over(self) -> None:
        """The other node has gone: what was left to it is forgotten, and can be asked for anew."""
        for seat in self._left & self._thoughts.keys():
            self._thoughts.pop(seat).task.cancel()
        self._left.clear()

    def is_asked(self, seat: int) -> bool:
        """Whether a seat may still act on its own."""
        return seat in self._thoughts

    def takes_up(self, seat: int, occasion: int) -> bool:
        """Whether a plan still is about what stands on the table; it is then used up."""
        thought = self._thoughts.get(seat)
        now = self._occasions.now(self._table.match)
        if thought is None or not thought.occasion == occasion == now:
            return False
        del self._thoughts[seat]
        return True

    def task(self, seat: int, level: int) -> BotTask:
        """The match so far, for whoever thinks about a seat's next action."""
        match = self._table.match
        moves = tuple((move.seat, move.text) for move in match.history)
        options = match.game.chosen(match.setup)
        options.pop("players", None)
        bots = self._table.bots
        people = tuple(other for other in range(match.players) if other not in bots)
        begins = self._table.made.get("position", "")
        return BotTask(match.game.name, match.players, options, moves, seat, level, people, begins)

    def compiling(self) -> float | None:
        """How much of what a bot waits for has been compiled, from 0 to 1; else None."""
        match = self._table.match
        waits = self._table.phase == PLAYING and set(self._table.bots) & set(match.seats)
        if not waits or match.game.is_race:
            return None
        share = self._host.thinker.compiling(match.game.name, match.players)
        return None if share is None else int(100 * share) / 100

    def _asked(self) -> list[int]:
        if self._table.phase != PLAYING or self._asker() is None:
            return []
        rung = {press.seat for press in self._table.presses}
        acting = self._table.match.awaited
        return [seat for seat in self._table.bots if seat in acting and seat not in rung]

    async def _think(self, seat: int, occasion: int, wait_ms: float) -> None:
        house = self._host.house
        await house.sleep(wait_ms)
        self._left.discard(seat)
        ply, began = self._table.ply, house.passed()
        task = self.task(seat, self._table.chairs[seat].level or 1)
        try:
            plan = await self._host.thinker.plan(task, self._asker() or NOBODY)
        except Unthought as error:
            log.error("a bot could not think: %s", error)
            await house.sleep(AGAIN_MS)
            del self._thoughts[seat]
            self.ask()
            return
        if self._table.races:
            await house.sleep(plan.delay - (house.passed() - began))
        await self._act(seat, occasion, plan, ply, began)
