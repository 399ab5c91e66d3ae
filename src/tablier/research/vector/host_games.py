"""Many games in NumPy arrays, stepped by all cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tablier.compile.raw_array import bare
from tablier.core.game import Position
from tablier.research.encoding import Encoding, describe_rows
from tablier.research.turn_order import new_clocks
from tablier.research.vector.batch import (
    Room,
    Starts,
    check_actions,
    first_illegal,
    illegal_move,
    mask_actions,
    new_batch,
    sample_actions,
    step_games,
    used_columns,
)
from tablier.research.vector.prospects import weigh_games

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
        self._shown = {name: _read_only(array) for name, array in self.batch._asdict().items()}
        self._observations = np.zeros((games, encoding.size), np.float32)
        self._final_observations = np.zeros((0, encoding.size), np.float32)
        self._masks = np.zeros((games, len(encoding.actions)), np.int8)
        self._prospects, self._final_prospects = (
            np.zeros((games, self._coding.players), np.float32) for _ in range(2)
        )
        self._marked = bare(np.zeros(games * (1 + encoding.most), np.int32))
        self._shares = _shares(games, threads)
        self._pool = ThreadPoolExecutor(len(self._shares))

    def shown(self, name: str) -> npt.NDArray[Any]:
        """An array of the batch, to be looked at."""
        return self._shown[name]

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """An array, or the one of that name, where Python can read it."""
        return self._shown[array] if isinstance(array, str) else array

    def starts(self, ints: npt.NDArray[np.int64]) -> Starts:
        """Positions to begin at, given as rows of ints."""
        return Starts(len(ints), bare(ints.ravel()))

    def seed(self, drawn: npt.NDArray[np.int64], rows: npt.NDArray[np.int64]) -> None:
        """Give some games generators for dice and reactions, and for samples."""
        self.batch.chance[rows], self.batch.whims[rows] = drawn

    def play_only(self, rows: npt.NDArray[np.int64]) -> None:
        """Have all other games left alone by what follows."""
        self.batch.paused[:] = 1
        self.batch.paused[rows] = 0

    def play_all(self) -> None:
        """Have no game left alone any more."""
        self.batch.paused[:] = 0

    def take(self, rows: npt.NDArray[np.int64]) -> dict[str, npt.NDArray[Any]]:
        """All that there is of some games."""
        used = used_columns(np.asarray(self.batch.turns)[rows], np.asarray(self.batch.counts)[rows])
        return {
            name: np.asarray(array).reshape(self.games, -1)[:, : used.get(name)][rows]
            for name, array in self.batch._asdict().items()
        }

    def put(self, rows: npt.NDArray[np.int64], taken: dict[str, npt.NDArray[Any]]) -> None:
        """Put what was taken in the place of some games, or the same in the place of all."""
        for name, values in taken.items():
            array = np.asarray(getattr(self.batch, name)).reshape(self.games, -1)
            array[rows, : values.shape[1]] = values

    def actions(self, given: Any, rows: npt.NDArray[np.int64] | None) -> Any:
        """Actions as they are stepped with, of some games or of all; BadOption if they are none."""
        try:
            given = np.asarray(given)
        except Exception:  # such as ragged lists, a GPU's tensors, or what has no room in memory
            given = np.zeros(())
        check_actions(given, self.games if rows is None else len(rows))
        if rows is None:
            return np.ascontiguousarray(given, np.int64)
        chosen = np.zeros(self.games, np.int64)
        chosen[rows] = given
        return chosen

    def check(self, chosen: npt.NDArray[np.int64]) -> None:
        """Raise if an action is not legal."""
        batch, coding = self.batch, self._coding
        listed, counts, paused = batch.listed, batch.counts, batch.paused
        found = self._spread(first_illegal, listed, counts, paused, coding, bare(chosen))
        if illegal := [game for game in found if game >= 0]:
            raise illegal_move(illegal[0])

    def play(self, chosen: npt.NDArray[np.int64], starts: Starts) -> None:
        """Play an action in every game."""
        start, batch, coding = self._start, self.batch, self._coding
        self._spread(step_games, start, batch, coding, self._longest, starts, bare(chosen))

    def observations(self) -> npt.NDArray[np.float32]:
        """Write observations anew."""
        batch = self.batch
        self._describe(batch.states, batch.seats, batch.repetitions, self._observations)
        return _read_only(self._observations)

    def final_observations(self) -> npt.NDArray[np.float32]:
        """Write anew what was seen at the end of games."""
        batch = self.batch
        if not len(self._final_observations):
            self._final_observations = np.zeros_like(self._observations)
        out = self._final_observations
        self._describe(batch.final_states, batch.final_seats, batch.final_repetitions, out)
        return _read_only(out)

    def _describe(self, ints: Any, seats: Any, repetitions: Any, out: Any) -> None:
        width, coding = self._encoding.width, self._coding
        self._spread(describe_rows, ints, width, seats, repetitions, coding, bare(out.ravel()))

    def masks(self) -> npt.NDArray[np.bool_]:
        """Write masks anew."""
        listed, counts, masks = self.batch.listed, self.batch.counts, self._masks.ravel()
        self._spread(mask_actions, listed, counts, self._coding, self._marked, bare(masks))
        return _read_only(self._masks.view(np.bool_))

    def prospects(self) -> npt.NDArray[np.float32]:
        """Write anew what may come of the games."""
        return self._weighed(self.batch.states, self._prospects)

    def final_prospects(self) -> npt.NDArray[np.float32]:
        """The same of how games ended."""
        return self._weighed(self.batch.final_states, self._final_prospects)

    def _weighed(self, states: Any, out: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        self._spread(weigh_games, self._start, states, self._coding.players, bare(out.ravel()))
        return _read_only(out)

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action for every game."""
        chosen = np.empty(self.games, np.int64)
        whims, listed, counts = self.batch.whims, self.batch.listed, self.batch.counts
        self._spread(sample_actions, whims, listed, counts, self._coding, bare(chosen))
        return chosen

    def ints(self, game: int, states: str = "states") -> npt.NDArray[np.int64]:
        """The position of one game, as ints."""
        width = self._encoding.width
        return np.asarray(getattr(self.batch, states)[game * width : (game + 1) * width])

    def wait(self) -> None:
        """Nothing is left to be done here."""

    def _spread(self, work: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Do the work for all games, a share of them in this thread; what each share brought."""
        own, *others = self._shares
        waiting = [self._pool.submit(work, *arguments, *share) for share in others]
        return [work(*arguments, *own), *(done.result() for done in waiting)]


def _shares(games: int, threads: int | None) -> list[tuple[int, int]]:
    """The games from … to … that each thread plays."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    count = max(1, min(threads or cores or 1, games // LEAST_SHARE))
    bounds = [games * number // count for number in range(count + 1)]
    return list(pairwise(bounds))


def _read_only(array: Any) -> npt.NDArray[Any]:
    """An array as people get it: not as compiled code does, and not to be written to."""
    seen = np.asarray(array).view()
    seen.flags.writeable = False
    return seen
