"""The examples that a folder of positions gives: by what searches thought, or by a solved game."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tablier.core import registry
from tablier.core.errors import TablierError
from tablier.core.game import Game, Position
from tablier.core.reading.position import read_position
from tablier.learn.collect import kept
from tablier.learn.exact_values import UNKNOWN, chances, with_neighbours, worths
from tablier.learn.examples import NOBODY, Examples, examples, seen, together
from tablier.learn.plan import Plan
from tablier.learn.samples import Samples
from tablier.solver.endgames import Endgames, endgame_of
from tablier.solver.whole import Whole

Report = Callable[[str, int, int], None]
RESULTS = 0.3
"""How much of a target is how the game ended; the rest is what the search thought."""
NEIGHBOURS = 3
"""Positions beside each of play, where all values are known."""
FADING = 0.99
"""How much nearer to a draw a win is for every turn that it takes."""


class SearchLessons(NamedTuple):
    """Learning by searches and results."""

    results: float = RESULTS

    def teach(self, game: Game, like: Position, players: int, samples: Samples) -> Examples:
        """What samples teach."""
        return examples(game, like, players, samples, self.results)


class SolvedLessons(NamedTuple):
    """Learning by the values of a game that is solved."""

    endgames: Endgames
    neighbours: int = NEIGHBOURS
    fading: float = FADING
    seed: int = 1

    def teach(self, game: Game, like: Position, players: int, samples: Samples) -> Examples:
        """What samples teach, and the positions beside them, as far as books tell."""
        most = game.rules.MOST_ACTIONS
        positions = with_neighbours(like, samples, self.neighbours, most, self.seed)
        worth = worths(self.endgames, like, positions)
        found = seen(game, like, players, positions)
        there = (worth != UNKNOWN) & (found.parts != NOBODY)
        other = np.stack([found.actors, 1 - found.actors], 1)
        words = np.take_along_axis(found.words, other[:, :, None], 1)
        return Examples(words[there], found.parts[there], chances(worth[there], self.fading))


def solved(game: Game, device: str, folder: Path | None, report: Report) -> Endgames:
    """The books of a whole game, all of them; on a GPU in its memory alone."""
    endgame = endgame_of(game)
    if device == "cpu":
        endgames = Endgames(game, folder)
    else:
        from tablier.solver.gpu_threads import GpuThreads

        endgames = Endgames(game, folder, GpuThreads(), False)
    for _ in Whole(endgames, endgame.MOST).solve(report):
        pass
    return endgames


def lessons(
    plan: Plan, folder: Path, source: SearchLessons | SolvedLessons, report: Report
) -> Examples:
    """All examples of the positions that are there."""
    game = registry.find(plan.game)
    shards = plan.shards()
    parts: list[Examples] = []
    for number, (shard, samples) in enumerate(kept(plan, folder)):
        report("examples", number, len(shards))
        match = read_position(shard.starts[0])
        parts.append(source.teach(game, match.state, shard.players, samples))
    if not parts or not any(map(len, parts)):
        raise TablierError(f"{folder} has no positions to learn from")
    seats = max(game.players)
    return together([_padded(part, seats) for part in parts])


def _padded(examples: Examples, seats: int) -> Examples:
    """The same with as many seats as the most that play: nobody sees anything from an empty one."""
    rows, there, many = examples.words.shape
    if there == seats:
        return examples
    words = np.zeros((rows, seats, many), np.int64)
    words[:, :there] = examples.words
    return Examples(words, examples.parts, examples.targets)
