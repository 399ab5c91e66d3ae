"""Thousands of games stepped at once."""

from typing import Any

import numpy as np

import tablier
from tablier.compile.position_rows import load
from tablier.compile.raw_array import Bare
from tablier.core.errors import BadOption, shortened
from tablier.core.match import Match
from tablier.research.encoding import Encoding
from tablier.research.match_stepper import LONGEST_MATCH, check_longest
from tablier.research.vector.batch import BEGIN
from tablier.research.vector.host_games import HostGames

MOST_GAMES = 1 << 22
DEVICES = ("cpu", "cuda")


class VectorEnv:
    """Many games of one kind, each stepped with every call.

    All arrays have one row for each game, and are written in place. When a game ends, its
    row of `rewards` and its `terminated` tell of the end, and everything else is
    of the game that begins in its place.

    With `device="cuda"` the games are played on a GPU, and all arrays are CuPy's.

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
        device: str = "cpu",
        **options: object,
    ) -> None:
        _check_games(games)
        check_longest(longest)
        match = tablier.new(game, players=players, **options)
        self.games = games
        self.longest = longest
        self.encoding = Encoding(match)
        self._match = match
        self._played = _played(device, match, self.encoding, games, longest, threads)
        batch = self._played.batch
        self.seats = _seen(batch.seats)
        """The seat that is asked."""
        self.rewards = _seen(batch.rewards).reshape(games, match.players)
        """At the end, from 1 for who came first to -1 for who came last, seat by seat."""
        self.terminated = _seen(batch.terminated).view(np.bool_)
        self.truncated = _seen(batch.truncated).view(np.bool_)
        """Cut off after `longest` actions."""
        self.lengths = _seen(batch.lengths)
        """The actions so far in each game."""
        self._observations = self._masks = None
        self._seeded = False
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; a seed draws the same dice, reactions and samples again."""
        if seed is not None or not self._seeded:
            drawn = np.random.default_rng(seed).integers(0, 1 << 62, (2, self.games))
            self._played.seed(drawn)
            self._seeded = True
        self._play(np.full(self.games, BEGIN))

    def step(self, actions: Any) -> None:
        """Play an action in every game; if one of them is illegal, none is played.

        A GPU is not waited for: there the error comes with a later call, or with `wait`.
        """
        chosen = self._played.actions(actions)
        self._played.check(chosen)
        self._play(chosen)

    @property
    def observations(self) -> Any:
        """What the seats see that are asked; `encoding.layout` says where.

        Written anew, to the same place, when it is asked for after a step.
        """
        if self._observations is None:
            self._observations = self._played.observations()
        return self._observations

    @property
    def masks(self) -> Any:
        """Which actions are legal; written as observations are."""
        if self._masks is None:
            self._masks = self._played.masks()
        return self._masks

    def sample(self) -> Any:
        """A legal action for every game, drawn evenly."""
        return self._played.sample()

    def match(self, game: int) -> Match:
        """A game as it stands, to be looked at; what was played before is not known."""
        position = load(self._match.state, self._played.ints(game), 0)
        return Match(self._match.game, self._match.setup, position, standard=False)

    def wait(self) -> None:
        """Wait until all steps are played; raise if one of them was not legal."""
        self._played.wait()

    def _play(self, chosen: Any) -> None:
        self._observations = self._masks = None
        self._played.play(chosen)


def _played(
    device: str, match: Match, encoding: Encoding, games: int, longest: int, threads: int | None
) -> Any:
    """The games themselves, where they are to be played."""
    if device == "cpu":
        return HostGames(match.state, encoding, games, longest, threads)
    if device != "cuda":
        raise BadOption(f"there is no device {shortened(repr(device))}: use {', '.join(DEVICES)}")
    if threads is not None:
        raise BadOption("threads are for device cpu: a GPU has one for each game")
    from tablier.research.vector.cuda_games import CudaGames

    return CudaGames(match.state, encoding, games, longest)


def _seen(array: Any) -> Any:
    """An array as people get it, not as compiled code does."""
    return np.asarray(array) if isinstance(array, Bare) else array


def _check_games(games: object) -> None:
    if not isinstance(games, int | np.integer) or not 0 < games <= MOST_GAMES:
        told = f"{shortened(repr(games))} games can't be stepped at once"
        raise BadOption(f"{told}: 1 to {MOST_GAMES}")
