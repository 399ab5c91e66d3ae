"""Thousands of games stepped at once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

import tablier
from tablier.compile.position_rows import flat, load
from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.research.arguments import Numbers, is_named, quoted, row_numbers
from tablier.research.encoding import Encoding
from tablier.research.match_stepper import LONGEST_MATCH, check_longest
from tablier.research.vector.arguments import (
    check_games,
    check_threads,
    generators,
    one_row,
    several_rows,
    start_matches,
)
from tablier.research.vector.batch import BEGIN, Starts, begin_at
from tablier.research.vector.host_games import HostGames
from tablier.research.vector.row_history import Histories, PlayedGame, RowHistory
from tablier.research.vector.snapshot import Snapshot, check_snapshot

DEVICES = ("cpu", "cuda")


class Openings(NamedTuple):
    """Where games begin: as matches, and as compiled code has it."""

    matches: list[Match]
    starts: Starts


class VectorEnv:
    """Many games of one kind, each stepped with every call.

    All arrays have one row for each game, are only to be read, and are written anew, in the same
    place, by every step. When a game ends, its row of `rewards` and its `terminated` tell of the
    end, its `final_observations`, `final_seats` and `final_lengths` of how it stood, and
    everything else is of the game that begins in its place.

    Games begin at `start`, if it is given: a position as text or a match, or several, of which one
    is drawn for every game. What was played before it does not count.

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
        start: str | Match | Sequence[str | Match] | None = None,
        **options: object,
    ) -> None:
        self.games = check_games(games)
        self.longest = check_longest(longest)
        self.device = device
        self._threads = check_threads(threads)
        self._match = match = tablier.new(game, players=players, **options)
        matches = [match] if start is None else start_matches(start, match)
        self.encoding = Encoding(match)
        self._played = self._games()
        self._written: dict[str, Any] = {}
        self._histories = Histories()
        self._openings = self._opening_at(matches)
        first = np.array([flat(matches[0].state)], np.int64)
        self._played.put(np.arange(self.games), {"final_states": first})
        self._forget()
        self._played.seed(generators(seed, self.games), np.arange(self.games))
        self.reset()

    # Playing

    def reset(self, seed: int | None = None, rows: Any = None, start: Any = None) -> None:
        """Begin games anew; a seed draws the same dice, reactions and samples again.

        `rows` are the games that begin, by their numbers, a slice or a mask; all, unless some are
        named. `start` is where they begin this once, one position for all or one for each.
        """
        chosen = several_rows(rows, self.games)
        begins, openings = np.full(self.games, BEGIN), self._openings
        if start is not None:
            openings = self._opening_at(start_matches(start, self._match))
            if (given := len(openings.matches)) not in (1, len(chosen)):
                raise BadOption(f"{given} starts are given for {len(chosen)} games")
            begins[chosen] = begin_at(np.arange(len(chosen)) % given)
        if seed is not None:
            self._played.seed(generators(seed, len(chosen)), chosen)
        with self._only(chosen):
            self._play(begins, openings)

    def step(self, actions: Any, rows: Any = None) -> None:
        """Play an action in every game; if one of them is illegal, none is played.

        With `rows`, only in these games, an action for each; the others are left as they are.
        A GPU is not waited for: there the error comes with a later call, or with `wait`.
        """
        if rows is None:
            self._step(self._played.actions(actions, None))
            return
        only = several_rows(rows, self.games)
        chosen = self._played.actions(actions, only)
        with self._only(only):
            self._step(chosen)

    def after(self, actions: Any, rows: Any = None) -> "VectorEnv":
        """The games with an action played in each, as an environment of their own.

        These games stay as they are. With `rows`, those are taken, in that order and as often as
        they are named: `env.after(legal, [row] * len(legal))` are all ways to go on from a game.
        """
        numbers = np.arange(self.games) if rows is None else row_numbers(rows, self.games)
        chosen = np.atleast_1d(numbers)
        later = VectorEnv.__new__(VectorEnv)
        vars(later).update(vars(self), games=check_games(len(chosen)), _written={})
        later._played = later._games()
        later._played.put(np.arange(later.games), self._played.take(chosen))
        later._histories = self._histories.taken(chosen.tolist())
        later.step(actions)
        return later

    def sample(self) -> Any:
        """A legal action for every game, drawn evenly."""
        return self._played.sample()

    def wait(self) -> None:
        """Wait until all steps are played; raise if one of them was not legal."""
        self._played.wait()

    # What is seen

    @property
    def seats(self) -> Any:
        """The seat that is asked."""
        return self._played.shown("seats")

    @property
    def rewards(self) -> Any:
        """At the end, from 1 for who came first to -1 for who came last, seat by seat."""
        return self._played.shown("rewards").reshape(self.games, self._match.players)

    @property
    def terminated(self) -> Any:
        """Whether the last step ended the game."""
        return self._played.shown("terminated").view(np.bool_)

    @property
    def truncated(self) -> Any:
        """Whether it was cut off after `longest` actions."""
        return self._played.shown("truncated").view(np.bool_)

    @property
    def lengths(self) -> Any:
        """The actions so far in each game."""
        return self._played.shown("lengths")

    @property
    def observations(self) -> Any:
        """What the seats see that are asked; `encoding.layout` says where.

        Written anew, to the same place, when it is asked for after a step.
        """
        return self._seen("observations")

    @property
    def masks(self) -> Any:
        """Which actions are legal; written as observations are."""
        return self._seen("masks")

    @property
    def prospects(self) -> Any:
        """What every seat's reward would be as things stand, by the evaluation that bots go by.

        From -1 to 1, written as observations are; the first time, the evaluation is compiled.
        """
        return self._seen("prospects")

    # Games that have ended

    @property
    def final_observations(self) -> Any:
        """What `final_seats` saw where a game ended; written as observations are.

        A row is of the game that ended there last, and of the start where none has.
        """
        return self._seen("final_observations")

    @property
    def final_prospects(self) -> Any:
        """The prospects of the games that ended last: the rewards, unless they were cut off."""
        return self._seen("final_prospects")

    @property
    def final_seats(self) -> Any:
        """The seat that would have been asked where a game was cut off; else who acted last."""
        return self._played.shown("final_seats")

    @property
    def final_lengths(self) -> Any:
        """The actions of the game that ended last; 0 where none has."""
        return self._played.shown("final_lengths")

    # Single games

    def match(self, row: int) -> Match:
        """A game as it stands, with all that was played, if its row is watched from the start on.

        Else what was played before is not known.
        """
        row = one_row(row, self.games)
        history = self._histories.get(row, RowHistory())
        return self._replayed(history.game, "states", row)

    def final_match(self, row: int) -> Match:
        """The same of the game that ended there last; of the start where none has."""
        row = one_row(row, self.games)
        history = self._histories.get(row, RowHistory())
        return self._replayed(history.final, "final_states", row)

    def watch(self, rows: Any = None) -> None:
        """Keep what is played in these rows and in no others, beginning with their next games.

        A game that nobody has acted in yet is kept, too.
        """
        chosen = several_rows(rows, self.games)
        lengths, origins, openings = map(self._played.fetched, ("lengths", "origins", "openings"))
        watched = Histories()
        for row in map(int, chosen):
            watched[row] = self._histories.get(row, RowHistory())
            if watched[row].game is None and not lengths[row]:
                watched[row].begin(self._openings.matches[openings[row]], int(origins[row]))
        self._histories = watched

    # Keeping and going on

    def save(self, rows: Any = None) -> Snapshot:
        """All games, or some, as they stand now."""
        chosen = several_rows(rows, self.games)
        histories = tuple(
            history and history.copy() for history in map(self._histories.get, map(int, chosen))
        )
        return Snapshot.of(self._match, chosen, self._played.take(chosen), histories)

    def restore(self, snapshot: Snapshot, rows: Any = None, seed: int | None = None) -> None:
        """Go on from games as they stood when they were saved.

        They are put where they were, or in other rows; a single game may be put in many. A seed
        draws other dice, reactions and samples from there on; else they are the same again.
        """
        kept = check_snapshot(snapshot)
        chosen = several_rows(kept.rows if rows is None else rows, self.games)
        kept.check(self._match, chosen)
        self._forget()
        self._played.put(chosen, kept.taken())
        if seed is not None:
            self._played.seed(generators(seed, len(chosen)), chosen)
        for number, row in enumerate(map(int, chosen)):
            if row in self._histories:
                history = kept.histories[number % len(kept)]
                self._histories[row] = history.copy() if history else RowHistory()

    def clone(self, row: int, rows: Any, seed: int | None = None) -> None:
        """Put a game in the place of others, each of which goes on by itself."""
        self.restore(self.save(one_row(row, self.games)), rows, seed)

    def __reduce__(self) -> tuple[object, ...]:
        """For `pickle` and deep copies: how it was made, and all games."""
        setup, starts = self._match.setup, self._openings.matches
        made = {
            "game": self._match.game.name,
            "games": self.games,
            "players": setup.players,
            "threads": self._threads,
            "longest": self.longest,
            "device": self.device,
            "start": None if starts == [self._match] else starts,
            **setup.options,
        }
        return _restored, (made, list(self._histories), self.save())

    # Inside

    def _games(self) -> Any:
        """The games themselves, where they are to be played."""
        made = (self._match.state, self.encoding, self.games, self.longest)
        if not is_named(self.device, DEVICES):
            known = ", ".join(DEVICES)
            raise BadOption(f"there is no device {quoted(self.device)}: use {known}")
        if self.device == "cpu":
            return HostGames(*made, self._threads)
        if self._threads is not None:
            raise BadOption("threads are for device cpu: a GPU has one for each game")
        from tablier.research.vector.cuda_games import CudaGames

        return CudaGames(*made)

    def _opening_at(self, matches: list[Match]) -> Openings:
        ints = np.array([flat(match.state) for match in matches], np.int64)
        return Openings(matches, self._played.starts(ints))

    @contextmanager
    def _only(self, rows: Numbers) -> Iterator[None]:
        """Leave all other games alone meanwhile."""
        self._played.play_only(rows)
        try:
            yield
        finally:
            self._played.play_all()

    def _step(self, chosen: Any) -> None:
        self._played.check(chosen)
        self._play(chosen, self._openings)

    def _play(self, chosen: Any, openings: Openings) -> None:
        self._forget()
        self._played.play(chosen, openings.starts)
        if self._histories:
            self._histories.follow(chosen, self._played.fetched, openings.matches)

    def _forget(self) -> None:
        """Have what is seen written anew."""
        self._written.clear()

    def _seen(self, name: str) -> Any:
        """What is written when it is asked for."""
        if name not in self._written:
            self._written[name] = getattr(self._played, name)()
        return self._written[name]

    def _replayed(self, game: PlayedGame | None, states: str, row: int) -> Match:
        if game is not None:
            return game.match(self.encoding)
        position = load(self._match.state, self._played.ints(row, states), 0)
        return Match(self._match.game, self._match.setup, position, standard=False)


def _restored(made: dict[str, Any], watched: list[int], snapshot: Snapshot) -> VectorEnv:
    """An environment that was pickled."""
    env = VectorEnv(**made)
    env.watch(watched)
    env.restore(snapshot)
    return env
