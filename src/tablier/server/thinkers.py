"""Bots think here: in low-priority processes of their own, so that nobody waits for them."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from typing import Any, NamedTuple

import tablier
from tablier.core import registry
from tablier.core.match import Match

TRIES = 3
BOTS_KEPT = 4
"""Bots that a process remembers, each with what it has learnt about its game."""


class Task(NamedTuple):
    """A match as far as it has come, and who is to move."""

    game: str
    players: int
    options: dict[str, str]
    moves: tuple[tuple[int, str], ...]
    seat: int
    level: int


class Plan(NamedTuple):
    """What a bot wants to do, and after how many milliseconds where the quickest acts."""

    text: str
    delay: float


class Thinkers:
    """A pool of processes; one that dies is replaced, and its task thought about anew."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self.queued = 0
        self._pool: ProcessPoolExecutor | None = None

    async def plan(self, task: Task) -> Plan:
        """What a bot does in a match."""
        return Plan(*await self._run(_plan, task))

    async def analyse(self, record: str, seconds: float) -> list[dict[str, Any]]:
        """A judgement of every move of a record."""
        found: list[dict[str, Any]] = await self._run(_analyse, record, seconds)
        return found

    async def wake(self) -> None:
        """Compile what the bots need, game by game, once per machine."""
        for name in registry.games():
            await self._run(_wake, name)

    def close(self) -> None:
        """Stop thinking at once."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _run(self, work: Any, *arguments: Any) -> Any:
        self.queued += 1
        try:
            for attempt in range(TRIES):
                pool = self._open()
                try:
                    return await asyncio.wrap_future(pool.submit(work, *arguments))
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
                    if attempt == TRIES - 1:
                        raise
        finally:
            self.queued -= 1

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, context, initializer=_begin)
        return self._pool


# In the worker


def _begin() -> None:
    os.nice(10)


@lru_cache(BOTS_KEPT)
def _bot(game: str, level: int) -> Any:
    return tablier.bot(game, level=level)


def _match(task: Task) -> Match:
    match = tablier.new(task.game, players=task.players, **task.options)
    for seat, text in task.moves:
        match.play(text, seat)
    return match


def _plan(task: Task) -> tuple[str, float]:
    match = _match(task)
    bot = _bot(task.game, task.level)
    delay = bot.delay(match, task.seat) / 1000 if match.game.rules.DEADLINES else 0.0
    return bot.choose(match, task.seat), delay


def _wake(game: str) -> None:
    _bot(game, 1).wake(tablier.new(game))


def _analyse(record: str, seconds: float) -> list[dict[str, Any]]:
    from tablier.engine.analysis import analyse

    analysis = analyse(tablier.read_record(record), seconds=seconds)
    return [{"ply": verdict.index + 1} | verdict.json() for verdict in analysis.verdicts]
