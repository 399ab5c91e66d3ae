"""Many games in NumPy arrays, stepped by all cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tablier.compile.raw_array import bare
from tablier.core.errors import BadOption
from tablier.core.game import Position
from tablier.research.encoding import Encoding, describe_rows
from tablier.research.turn_order import new_clocks
from tablier.research.vector.batch import (
    Room,
    first_illegal,
    illegal_move,
    mask_actions,
    new_batch,
    sample_actions,
    step_games,
)

LEAST_SHARE = 2_048
"""A thread for fewer games than this is not worth waking."""


class HostGames:
    """Games that lie in memory one after the other."""

    def __init__(
        self, start: Position, encoding: Encoding, games: int, longest: int, threads: int | None
    ) -> None:
        self.games = games
        self.batch = new_batch(encoding, games, Room())
        self.batch.clocks[:] = new_clocks(games).ravel()
        self._start, self._encoding, self._longest = start, encoding, longest
        self._coding = encoding.coding
        self._observations = np.zeros((games, encoding.size), np.float32)
        self._masks = np.zeros((games, len(encoding.actions)), np.int8)
        self._marked = bare(np.zeros(games * (1 + encoding.most), np.int32))
        self._shares = _shares(games, threads)
        self._pool = ThreadPoolExecutor(len(self._shares))

    def seed(self, drawn: npt.NDArray[np.int64]) -> None:
        """Take the generators for dice and reactions, and for samples."""
        self.batch.chance[:], self.batch.whims[:] = drawn

    def actions(self, given: Any) -> Any:
        """Actions as they are stepped with; BadOption if they are none."""
        given = np.asarray(given)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise BadOption(f"{self.games} whole numbers are needed, an action for each game")
        return np.ascontiguousarray(given, np.int64)

    def check(self, chosen: npt.NDArray[np.int64]) -> None:
        """Raise if an action is not legal."""
        listed, counts = self.batch.listed, self.batch.counts
        found = self._spread(first_illegal, listed, counts, self._coding, bare(chosen))
        if illegal := [game for game in found if game >= 0]:
            raise illegal_move(illegal[0])

    def play(self, chosen: npt.NDArray[np.int64]) -> None:
        """Play an action in every game."""
        start, batch, coding = self._start, self.batch, self._coding
        self._spread(step_games, start, batch, coding, self._longest, bare(chosen))

    def observations(self) -> npt.NDArray[np.float32]:
        """Write observations anew."""
        batch, width = self.batch, self._encoding.width
        ints, seats, repetitions = batch.states, batch.seats, batch.repetitions
        out = bare(self._observations.ravel())
        self._spread(describe_rows, ints, width, seats, repetitions, self._coding, out)
        return self._observations

    def masks(self) -> npt.NDArray[np.bool_]:
        """Write masks anew."""
        listed, counts, masks = self.batch.listed, self.batch.counts, self._masks.ravel()
        self._spread(mask_actions, listed, counts, self._coding, self._marked, bare(masks))
        return self._masks.view(np.bool_)

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action for every game."""
        chosen = np.empty(self.games, np.int64)
        whims, listed, counts = self.batch.whims, self.batch.listed, self.batch.counts
        self._spread(sample_actions, whims, listed, counts, self._coding, bare(chosen))
        return chosen

    def ints(self, game: int) -> npt.NDArray[np.int64]:
        """The position of one game, as ints."""
        width = self._encoding.width
        return np.asarray(self.batch.states[game * width : (game + 1) * width])

    def wait(self) -> None:
        """Nothing is left to be done here."""

    def _spread(self, work: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Do the work for all games, a share of them in this thread; what each share brought."""
        own, *others = self._shares
        waiting = [self._pool.submit(work, *arguments, *share) for share in others]
        return [work(*arguments, *own), *(done.result() for done in waiting)]


def _shares(games: int, threads: int | None) -> list[tuple[int, int]]:
    """The games from … to … that each thread plays."""
    if threads is not None and threads < 1:
        raise BadOption(f"{threads} threads can't play: 1 or more")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    count = max(1, min(threads or cores or 1, games // LEAST_SHARE))
    bounds = [games * number // count for number in range(count + 1)]
    return list(pairwise(bounds))
