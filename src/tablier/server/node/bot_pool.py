"""Bots think here: in low-priority processes of their own, so that nobody waits for them."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Any

import tablier
from tablier.compile import progress
from tablier.compile.cache_folder import is_warm
from tablier.core import registry
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.table.live.thinker import BotPlan, BotTask, Unthought

if TYPE_CHECKING:
    from tablier.engine.analysis.verdict import Verdict

TRIES = 3
MOST_STUDIES = 8
"""Analyses that may wait for each other."""
BOTS_KEPT = 4
"""Bots that a process remembers, each with what it has learnt about its game."""


class Pool:
    """Processes that think; one that dies is replaced, and its task thought about anew."""

    def __init__(self, workers: int, nice: int) -> None:
        self.queued = 0
        self._workers = workers
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Any, *arguments: Any) -> Any:
        """The result of some work; Unthought if the processes die of it again and again."""
        self.queued += 1
        try:
            for _ in range(TRIES):
                pool = self._open()
                try:
                    return await asyncio.wrap_future(pool.submit(work, *arguments))
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
            raise Unthought(f"the processes died {TRIES} times")
        except (TablierError, asyncio.CancelledError):
            raise
        except Exception as error:
            raise Unthought(f"{type(error).__name__}: {error}") from error
        finally:
            self.queued -= 1

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that run."""
        return [] if self._pool is None else list(self._pool._processes or {})

    def close(self) -> None:
        """Stop at once."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, get_context("spawn"), initializer=_begin, initargs=(self._nice,)
            )
        return self._pool


class Thinkers:
    """The bots' processes, and one more that studies records when there is time."""

    def __init__(self, workers: int | None = None) -> None:
        self.players = Pool(workers or max(1, (os.cpu_count() or 2) - 1), nice=10)
        self.students = Pool(1, nice=15)

    @property
    def queued(self) -> int:
        """How many bots are thinking or waiting for their turn to think."""
        return self.players.queued

    async def plan(self, task: BotTask) -> BotPlan:
        """What a bot does in a match."""
        return BotPlan(*await self.players.run(_plan, task))

    def compiling(self, game: str, players: int) -> float | None:
        """How much has been compiled of what a bot of this game needs; None if all has."""
        return None if is_warm(game, players) else progress.share(game, players)

    async def analyse(self, record: str, seconds: float) -> list[dict[str, Any]]:
        """A judgement of every move of a record."""
        if self.students.queued >= MOST_STUDIES:
            raise Unthought("too many records are being analysed; try again later")
        found: list[dict[str, Any]] = await self.students.run(_analyse, record, seconds)
        return found

    async def wake(self) -> None:
        """Compile what the bots need, game by game, once per machine."""
        for name in registry.games():
            for players in registry.find(name).players:
                if not is_warm(name, players):
                    await self.students.run(_wake, name, players)

    def close(self) -> None:
        """Stop thinking at once."""
        self.players.close()
        self.students.close()


# In the worker


def _begin(nice: int) -> None:
    """Give way to the server; and end with it, also when it is killed."""
    if hasattr(os, "nice"):
        os.nice(nice)
    Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


@lru_cache(BOTS_KEPT)
def _bot(game: str, level: int) -> Any:
    return tablier.bot(game, level=level)


def _plan(task: BotTask) -> tuple[str, float]:
    match = task.match()
    if not match.game.is_race and not is_warm(task.game, task.players):
        _wake(task.game, task.players)
    bot = _bot(task.game, task.level)
    delay = bot.delay(match, task.seat) / 1000 if match.game.is_race else 0.0
    return bot.choose(match, task.seat), delay


def _wake(game: str, players: int) -> None:
    from tablier.engine.precompile import warm

    warm(registry.find(game), players)


def _analyse(record: str, seconds: float) -> list[dict[str, Any]]:
    from tablier.engine.analysis.analysis import analyse

    analysis = analyse(tablier.read_record(record), seconds=seconds)
    return [
        {"ply": verdict.index + 1, "path": best_path(analysis.match, verdict)} | verdict.json()
        for verdict in analysis.verdicts
    ]


def best_path(match: Match, verdict: "Verdict") -> tuple[int, ...]:
    """The points of the action that was best, for whoever draws it."""
    before = Match(match.game, match.setup, match.states[verdict.index])
    touches = () if verdict.decider is None else before.touches(verdict.decider)
    return next((touch.path for touch in touches if touch.text == verdict.best), ())
