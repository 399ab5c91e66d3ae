"""Thousands of games stepped at once."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

import tablier
from tablier.compile.position_rows import load
from tablier.compile.raw_array import bare
from tablier.core.errors import BadOption, IllegalMove, shortened
from tablier.core.match import Match
from tablier.research.batch import (
    BEGIN,
    first_illegal,
    mask_actions,
    new_batch,
    sample_actions,
    step_games,
)
from tablier.research.encoding import Encoding, describe_rows
from tablier.research.match_stepper import LONGEST_MATCH, check_longest

LEAST_SHARE = 2_048
"""A thread for fewer games than this is not worth waking."""
MOST_GAMES = 1 << 22


class VectorEnv:
    """Many games of one kind, each stepped with every call.

    All arrays have one row for each game, and are written in place. When a game ends, its
    row of `rewards` and its `terminated` tell of the end, and everything else is
    of the game that begins in its place.

    >>> env = VectorEnv("zhizhu", games=512, seed=1)
    >>> for _ in range(100):
    ...     env.step(env.sample())
    >>> env.observations.shape, env.masks.shape, env.seats[:4]
    ((512, 118), (512, 88), array([0, 0, 0, 1]))
    """

    def __init__(
        self,
        game: str,
        games: int = 1024,
        *,
        players: int | None = None,
        seed: int | None = None,
        threads: int | None = None,
        longest: int = LONGEST_MATCH,
        **options: object,
    ) -> None:
        _check_games(games)
        check_longest(longest)
        match = tablier.new(game, players=players, **options)
        self.games = games
        self.longest = longest
        self.encoding = Encoding(match)
        self._match = match
        self._coding = self.encoding.coding
        batch = new_batch(self.encoding, games)
        self._batch = batch
        self._observations = np.zeros((games, self.encoding.size), np.float32)
        self._masks = np.zeros((games, len(self.encoding.actions)), np.int8)
        self._marked = bare(np.zeros(games * (1 + self.encoding.most), np.int32))
        self.seats: npt.NDArray[np.int64] = np.asarray(batch.seats)
        """The seat that is asked."""
        self.rewards: npt.NDArray[np.float32] = np.asarray(batch.rewards).reshape(
            games, match.players
        )
        """At the end, from 1 for who came first to -1 for who came last, seat by seat."""
        self.terminated: npt.NDArray[np.bool_] = np.asarray(batch.terminated).view(np.bool_)
        self.truncated: npt.NDArray[np.bool_] = np.asarray(batch.truncated).view(np.bool_)
        """Cut off after `longest` actions."""
        self.lengths: npt.NDArray[np.int64] = np.asarray(batch.lengths)
        """The actions so far in each game."""
        self._described = self._masked = False
        self._shares = _shares(games, threads)
        self._pool = ThreadPoolExecutor(len(self._shares))
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; a seed draws the same dice, reactions and samples again."""
        if seed is not None or not self._batch.chance.any():
            drawn = np.random.default_rng(seed).integers(0, 1 << 62, (2, self.games))
            self._batch.chance[:], self._batch.whims[:] = drawn
        self._play(np.full(self.games, BEGIN))

    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action in every game; if one of them is illegal, none is played."""
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise BadOption(f"{self.games} whole numbers are needed, an action for each game")
        chosen = np.ascontiguousarray(given, np.int64)
        listed, counts = self._batch.listed, self._batch.counts
        found = self._spread(first_illegal, listed, counts, self._coding, bare(chosen))
        if illegal := [game for game in found if game >= 0]:
            told = f"game {illegal[0]}: action {chosen[illegal[0]]} is not legal"
            raise IllegalMove(told, code="illegal")
        self._play(chosen)

    @property
    def observations(self) -> npt.NDArray[np.float32]:
        """What the seats see that are asked; `encoding.layout` says where.

        Written anew, to the same place, when it is asked for after a step.
        """
        if not self._described:
            batch, width = self._batch, self.encoding.width
            ints, seats, repetitions = batch.states, batch.seats, batch.repetitions
            out = bare(self._observations.ravel())
            self._spread(describe_rows, ints, width, seats, repetitions, self._coding, out)
            self._described = True
        return self._observations

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal; written as observations are."""
        if not self._masked:
            listed, counts, masks = self._batch.listed, self._batch.counts, self._masks.ravel()
            self._spread(mask_actions, listed, counts, self._coding, self._marked, bare(masks))
            self._masked = True
        return self._masks.view(np.bool_)

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, drawn evenly."""
        chosen = np.empty(self.games, np.int64)
        whims, listed, counts = self._batch.whims, self._batch.listed, self._batch.counts
        self._spread(sample_actions, whims, listed, counts, self._coding, bare(chosen))
        return chosen

    def match(self, game: int) -> Match:
        """A game as it stands, to be looked at; what was played before is not known."""
        position = load(self._match.state, self._batch.states, game * self.encoding.width)
        return Match(self._match.game, self._match.setup, position, standard=False)

    def _play(self, chosen: npt.NDArray[np.int64]) -> None:
        self._described = self._masked = False
        start, batch, coding = self._match.state, self._batch, self._coding
        self._spread(step_games, start, batch, coding, bare(chosen), self.longest)

    def _spread(self, work: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Do the work for all games, a share of them in this thread; what each share brought."""
        own, *others = self._shares
        waiting = [self._pool.submit(work, *arguments, *share) for share in others]
        return [work(*arguments, *own), *(done.result() for done in waiting)]


def _check_games(games: object) -> None:
    if not isinstance(games, int | np.integer) or not 0 < games <= MOST_GAMES:
        told = f"{shortened(repr(games))} games can't be stepped at once"
        raise BadOption(f"{told}: 1 to {MOST_GAMES}")


def _shares(games: int, threads: int | None) -> list[tuple[int, int]]:
    """The games from … to … that each thread plays."""
    if threads is not None and threads < 1:
        raise BadOption(f"{threads} threads can't play: 1 or more")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    count = max(1, min(threads or cores or 1, games // LEAST_SHARE))
    bounds = [games * number // count for number in range(count + 1)]
    return list(pairwise(bounds))
