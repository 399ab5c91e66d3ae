"""Processes of low priority for what takes long, so that nobody else waits for it."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from tablier.core.errors import TablierError
from tablier.table.live.thinker import Unthought
from tablier.table.sharing.fair_queue import NOBODY, Asker, Crowded, FairQueue

TRIES = 3
IDLE_S = 600.0
"""A process that had nothing to do for this long is ended, and its memory with it."""


class Pool:
    """Processes, each with one piece of work at a time; one that dies is replaced."""

    def __init__(
        self,
        workers: int,
        nice: int,
        *,
        most: int | None = None,
        most_each: int | None = None,
        idle_s: float = IDLE_S,
    ) -> None:
        """At most `most` requests wait at a time, and `most_each` from one address."""
        self._idle_s = idle_s
        self._queue = FairQueue(workers, most=most, most_each=most_each)
        self._workers = [_Worker(nice) for _ in range(workers)]

    @property
    def queued(self) -> int:
        """How many wait, or are being served."""
        return len(self._queue)

    async def run(
        self,
        work: Any,
        *arguments: Any,
        asker: Asker = NOBODY,
        seconds: float | None = None,
        kill: bool = True,
    ) -> Any:
        """The result of some work; Unthought if nothing comes of it within some seconds.

        When nobody waits for it any more it is not begun; what was begun is ended with its
        process, unless it is short and should not be killed.
        """
        try:
            place = await self._queue.take(asker)
        except Crowded as error:
            raise Unthought(f"{error}; try again later") from error
        worker, doing = self._workers[place], None
        try:
            for _ in range(TRIES):
                doing = worker.submit(work, *arguments)
                try:
                    async with asyncio.timeout(seconds):
                        return await asyncio.shield(doing)
                except BrokenProcessPool:
                    worker.kill()
            raise Unthought(f"the processes died {TRIES} times")
        except TimeoutError as error:
            worker.kill()
            raise Unthought("that takes too long") from error
        except asyncio.CancelledError:
            if kill:
                worker.kill()
            raise
        except TablierError:
            raise
        except Exception as error:
            raise Unthought(f"{type(error).__name__}: {error}") from error
        finally:
            self._free(place, doing)

    def _free(self, place: int, doing: asyncio.Future[Any] | None) -> None:
        """Give a place back, as soon as its process has nothing to do."""
        if doing is None or doing.done():
            self._give(place)
        else:
            doing.add_done_callback(_forget)
            doing.add_done_callback(lambda _: self._give(place))

    def _give(self, place: int) -> None:
        self._workers[place].rest(self._idle_s)
        self._queue.give(place)

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that run."""
        return [process for worker in self._workers for process in worker.processes]

    def close(self) -> None:
        """Stop at once."""
        for worker in self._workers:
            worker.kill()


def _forget(done: asyncio.Future[Any]) -> None:
    """Nobody waits for it: what went wrong need not be told."""
    if not done.cancelled():
        done.exception()


class _Worker:
    """One process, started when there is something to do, and ended when there has been nothing."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._process: ProcessPoolExecutor | None = None
        self._end: asyncio.TimerHandle | None = None

    @property
    def processes(self) -> list[int]:
        return [] if self._process is None else list(self._process._processes or {})

    def submit(self, work: Any, *arguments: Any) -> asyncio.Future[Any]:
        """Begin some work."""
        self._stay()
        if self._process is None:
            self._process = ProcessPoolExecutor(
                1, get_context("spawn"), initializer=_begin, initargs=(self._nice,)
            )
        try:
            return asyncio.wrap_future(self._process.submit(work, *arguments))
        except BrokenProcessPool as error:
            broken: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            broken.set_exception(error)
            return broken

    def rest(self, seconds: float) -> None:
        """End it unless there is something to do within some seconds."""
        self._stay()
        self._end = asyncio.get_running_loop().call_later(seconds, self.kill)

    def _stay(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def kill(self) -> None:
        """End it at once, with whatever it does."""
        self._stay()
        if self._process is not None:
            for process in list((self._process._processes or {}).values()):
                process.kill()
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None


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
