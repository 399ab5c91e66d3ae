"""Games that a player plays against itself, kept as records and as arrays.

A folder holds `games.jsonl`, a game to a line with its record, for every thousand games a file of
arrays, and a sheet that describes it. It can be gone on with at any time: games that
are there are not played again, and arrays that are missing are made from them.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from tablier.compile.position_rows import flat
from tablier.compile.sources import sources_hash
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.reading.record import read_record
from tablier.engine.arena.arena import OPENING, run, seed_of
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.pairing import Outcome, Pairing
from tablier.engine.arena.players import read_spec
from tablier.research.arguments import is_named, quoted, whole
from tablier.research.dataset.columns import COLUMNS, GAMES, Arrays
from tablier.research.dataset.datasheet import write_datasheet
from tablier.research.dataset.parquet import check_parquet, write_parquet
from tablier.research.encoding import Encoding
from tablier.research.match_stepper import scores

DEVICES = ("cpu", "cuda")
SHARD = 1_000
"""Games in a file of arrays."""
MOST_GAMES, MOST_OPENING = 10_000_000, 1_000
SEEDS = (-1 << 63, (1 << 63) - 1)


class SelfPlay(NamedTuple):
    """What is played: games from `start`, with the same player in all seats."""

    start: str
    player: str
    games: int
    opening: int = OPENING
    seed: int = 1
    device: str = "cpu"

    def check(self) -> "SelfPlay":
        """The plan itself, if it can be carried out."""
        bounds = {"games": (1, MOST_GAMES), "opening": (0, MOST_OPENING), "seed": SEEDS}
        for name, (least, most) in bounds.items():
            number = whole(getattr(self, name))
            if number is None or not least <= number <= most:
                told = f"{name} is a whole number from {least} to {most}"
                raise BadOption(f"{told}, not {quoted(getattr(self, name))}")
        if not is_named(self.device, DEVICES):
            raise BadOption(f"there is no device {quoted(self.device)}: use cpu, cuda")
        if self.device != "cpu" and self.player != "random":
            raise BadOption("a GPU plays at random only: --random")
        if not isinstance(self.player, str):
            raise BadOption(f"{quoted(self.player)} is no player: its name is a text")
        match = read_position(self.start)
        if match.result is not None:
            raise BadOption("the game is over at the start position")
        read_spec(self.player, match.game)
        return self

    def pairings(self) -> list[Pairing]:
        """All games; each has a number for a key."""
        seats = read_position(self.start).players
        return [
            Pairing(
                key=str(number),
                start=self.start,
                players=(self.player,) * seats,
                opening=self.opening,
                opening_seed=seed_of(self.seed, self.start, "opening", number),
                seed=seed_of(self.seed, self.start, self.player, number),
            )
            for number in range(self.games)
        ]

    def head(self) -> dict[str, object]:
        """What two plans must share so that their games can lie in one folder."""
        device = {} if self.device == "cpu" else {"device": self.device}
        return {
            "dataset": self.start,
            "player": self.player,
            "opening": self.opening,
            "seed": self.seed,
            **device,
            "sources": sources_hash("research", read_position(self.start).game.name),
        }


def collect(
    plan: SelfPlay, executor: Executor, folder: Path, *, parquet: bool = False
) -> Iterator[Outcome]:
    """Play what is missing and write all of it; the games come as they end.

    In the end there is a sheet that describes the folder, and Parquet beside the arrays where
    it is asked for.
    """
    if parquet:
        check_parquet()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TablierError(f"{folder}: {error.strerror}") from error
    ledger = Ledger(folder / GAMES, plan)
    shelf = _Shelf(plan, executor, folder)
    try:
        for outcome in _runner(plan)(plan, executor, ledger):
            shelf.add(outcome)
            yield outcome
        shelf.finish()
        if parquet:
            write_parquet(folder, read_position(plan.start))
        write_datasheet(folder, plan.head())
    finally:
        ledger.close()


def _runner(plan: SelfPlay) -> Callable[..., Iterator[Outcome]]:
    """Who plays: this machine's processes, or its GPU."""
    if plan.device == "cpu":
        return run
    from tablier.research.cuda_selfplay import run_on_gpu

    return run_on_gpu


class _Shelf:
    """The files of arrays, each made by a worker once all of its games are there."""

    def __init__(self, plan: SelfPlay, executor: Executor, folder: Path) -> None:
        self.plan, self.executor, self.folder = plan, executor, folder
        self.records: dict[int, dict[int, str]] = {}
        self.waiting: list[tuple[Path, Future[Arrays]]] = []

    def add(self, outcome: Outcome) -> None:
        """One more game."""
        number = int(outcome.key)
        first = number - number % SHARD
        games = self.records.setdefault(first, {})
        games[number] = outcome.record
        if len(games) == min(SHARD, self.plan.games - first):
            records = [games[number] for number in sorted(games)]
            del self.records[first]
            path = self.folder / f"arrays-{first:07}.npz"
            if not _is_whole(path, len(records)):
                future = self.executor.submit(
                    encoded, self.plan.start, records, first, self.plan.opening
                )
                self.waiting.append((path, future))
        while self.waiting and self.waiting[0][1].done():
            self._write()

    def finish(self) -> None:
        """Wait for what is being made."""
        while self.waiting:
            self._write()

    def _write(self) -> None:
        path, future = self.waiting.pop(0)
        passing = path.with_suffix(".part")
        with passing.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **future.result())
        os.replace(passing, path)


def _is_whole(path: Path, games: int) -> bool:
    """Whether a file has arrays of a number of games; of more, where more were asked for before."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            return len(arrays["ranks"]) >= games
    except (OSError, ValueError, KeyError, BadZipFile, NotImplementedError):
        return False


# What a worker does with records


def encoded(start: str, records: list[str], first: int, opening: int) -> Arrays:
    """The arrays of some games; the first of them has that number.

    `opening` random actions came first in each, except where the quickest acts.
    """
    begun = read_position(start)
    encoding, drawn = Encoding(begun), 0 if begun.game.is_race else opening
    rows: list[Row] = []
    ranks = []
    for number, record in enumerate(records, first):
        match = read_record(record)
        ranks.append(match.result.ranks if match.result else (1,) * match.players)
        rows += _rows(match, encoding, number, drawn)
    columns = dict(zip(Row._fields, zip(*rows, strict=True), strict=True))
    columns["choices"] = tuple(map(len, columns["legal"]))
    columns["legal"] = tuple(chain.from_iterable(columns["legal"]))
    columns["ranks"] = tuple(ranks)
    return {name: np.array(columns[name], column.dtype) for name, column in COLUMNS.items()}


class Row(NamedTuple):
    """An action of a seat; columns.py says what the fields are."""

    game: int
    seat: int
    action: int
    opening: bool
    score: float
    repetitions: int
    state: tuple[int, ...]
    legal: list[int]


def _rows(match: Match, encoding: Encoding, number: int, opening: int) -> Iterator[Row]:
    """A row for every action of a seat: the position before it, and what came of it.

    An action of the opening never ends a game: where all did, it was a player's.
    """
    won = scores(match.result, match.players)
    rules, room = match.game.rules, [0] * match.game.rules.MOST_ACTIONS
    seen: Counter[Any] = Counter()
    turn, repetitions, last = None, 0, match.history[-1] if match.result else None
    for state, move in zip(match.states, match.history, strict=False):
        if state.turn != turn:
            identity = rules.identity(state)
            seen[identity] += 1
            turn, repetitions = state.turn, seen[identity]
        if move.seat != TABLE and move.action >= 0:
            legal = encoding.places[room[: rules.actions(state, move.seat, room)]]
            yield Row(
                game=number,
                seat=move.seat,
                action=encoding.places[move.action],
                opening=opening > 0 and move is not last,
                score=won[move.seat],
                repetitions=repetitions,
                state=flat(state),
                legal=sorted(legal.tolist()),
            )
            opening -= 1
