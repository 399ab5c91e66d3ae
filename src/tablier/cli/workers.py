"""Who plays games for a command: processes of this machine, or a cluster; and how far they are."""

import re
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.compile_wait import await_warmth
from tablier.core.errors import BadOption, TablierError
from tablier.core.match import Match
from tablier.terminal.phrases import Phrases
from tablier.terminal.progress_bar import ProgressLine

if TYPE_CHECKING:
    from concurrent.futures import Executor

CONNECT_S = 10
THINKING = ("level:", "mcts:", "greedy")
"""How the players begin that think with the engine."""
ADDRESS = re.compile(r"[a-z]+://[^\s/]+:[0-9]{1,5}")
LATEST = 40
"""Games by which the time left is estimated."""
INTERRUPTED = 130
"""The exit status of a command that was interrupted."""

Jobs = Annotated[int, typer.Option(min=1, max=256, help="Games at the same time.")]
Scheduler = Annotated[str, typer.Option(metavar="tcp://…", help="Play on a Dask cluster.")]
Opening = Annotated[int, typer.Option(min=0, max=100, help="Random first actions.")]
Seed = Annotated[int, typer.Option(help="Another seed plays other games.")]


def await_bots(match: Match, players: Iterable[str], scheduler: str) -> None:
    """Where somebody watches, compile once what bots need; a race needs nothing."""
    thinks = any(player.startswith(THINKING) for player in players)
    if thinks and not scheduler and not match.game.is_race:
        await_warmth(match, Phrases())


@contextmanager
def executor(jobs: int, scheduler: str) -> Iterator["Executor"]:
    """Processes of this machine, or a cluster."""
    from concurrent.futures import BrokenExecutor

    try:
        with _cluster(scheduler) if scheduler else _processes(jobs) as executor:
            yield executor
    except BrokenExecutor as error:
        raise TablierError("a process that played games has died; run the command again") from error


@contextmanager
def _processes(jobs: int) -> Iterator["Executor"]:
    """When it is interrupted, games that are being played are left unfinished."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    pool = ProcessPoolExecutor(
        jobs,
        multiprocessing.get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    try:
        yield pool
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _cluster(scheduler: str) -> Iterator["Executor"]:
    """Dask plays a game again when the worker that played it is lost."""
    if not ADDRESS.fullmatch(scheduler):
        raise BadOption(f"{scheduler!r}: write a scheduler as tcp://HOST:PORT")
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise TablierError("a scheduler needs Dask: pip install 'tablier[cluster]'") from error
    try:
        client = distributed.Client(scheduler, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise TablierError(f"no Dask scheduler answers at {scheduler}") from error
    with client:
        yield client.get_executor(pure=False)


class GamesProgress(ProgressLine):
    """How many games are played, and the time left.

    It follows from the latest games: those that were played before come at once.
    """

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.done, self.total = 0, total
        self.clock = clock
        self._ended = deque([clock()], LATEST + 1)
        self.show(0, total, f"0/{total} games")

    def count(self) -> None:
        """One more game has ended."""
        self.done += 1
        self._ended.append(self.clock())
        took = self._ended[-1] - self._ended[0]
        left = took / (len(self._ended) - 1) * (self.total - self.done)
        told = f"{self.done}/{self.total} games, {left / 60:.1f} min left"
        self.show(self.done, self.total, told)
