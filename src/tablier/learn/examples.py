"""What a net is to learn: what it sees of positions, and the chances that it should tell."""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any, NamedTuple

import numpy as np

from tablier.compile.dispatch import decision, offered
from tablier.compile.marks import compiled
from tablier.compile.position_rows import load, store, width
from tablier.compile.raw_array import bare
from tablier.core.game import TABLE, Game, Position
from tablier.core.rules.kernel import lowest
from tablier.learn.samples import UNENDED, UNSCORED, Samples

PORTION = 1 << 14
"""Positions that a thread looks at in one go."""
NOBODY = -1
"""In place of a part, where a net is not asked."""


class Examples(NamedTuple):
    """A row for each position and seat that a net is asked about."""

    words: Any
    """What the seat sees, then the next, and so on: the words of their inputs, int64."""
    parts: Any
    """Which last layers are asked."""
    targets: Any
    """The seat's chance, from 0 to 1."""

    def __len__(self) -> int:
        return len(self.words)

    def of(self, rows: Any) -> "Examples":
        """Some of them."""
        return Examples(*(column[rows] for column in self))


class Seen(NamedTuple):
    """What all seats see of some positions."""

    words: Any
    """By position and seat."""
    parts: Any
    actors: Any


def together(parts: list[Examples]) -> Examples:
    """All of several."""
    return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def seen(game: Game, like: Position, players: int, positions: Any) -> Seen:
    """What every seat sees of some positions, given as rows of ints."""
    assert game.net is not None
    count, many = len(positions), len(game.net.WIDTHS)
    words = np.zeros((count, players, many), np.int64)
    parts, actors = np.zeros(count, np.int64), np.zeros(count, np.int64)
    rows = bare(positions.reshape(-1))
    given = (like, rows, players)
    into = (bare(words.reshape(-1)), bare(parts), bare(actors))
    write_inputs(*given, *into, 0, 0)
    with ThreadPoolExecutor(cpu_count()) as threads:

        def within(first: int) -> None:
            write_inputs(*given, *into, first, min(first + PORTION, count))

        list(threads.map(within, range(0, count, PORTION)))
    return Seen(words, parts, actors)


def examples(
    game: Game, like: Position, players: int, samples: Samples, results: float
) -> Examples:
    """What samples teach; the share `results` of a target is how the game ended.

    The seat to act is asked about where two play, as a search does, and every seat where more do.
    """
    found = seen(game, like, players, samples.positions)
    asked = found.parts != NOBODY
    chances = targets(samples, players, game.scale, results)
    shown = []
    for seat in range(players):
        there = asked & ~np.isnan(chances[:, seat])
        if players == 2:
            there &= found.actors == seat
        order = [(seat + step) % players for step in range(players)]
        words = found.words[there][:, order]
        shown.append(Examples(words, found.parts[there], chances[there, seat]))
    return together(shown)


def targets(samples: Samples, players: int, scale: int, results: float) -> Any:
    """By position and seat a chance; NaN where nobody knows."""
    odds = np.clip(samples.scores / scale, -50, 50)
    thought = np.where(samples.scores == UNSCORED, np.nan, 1 / (1 + np.exp(-odds)))
    ended = (samples.results + (players - 1)) / (2 * (players - 1))
    ended = np.where(samples.results == UNENDED, np.nan, ended)
    both = (1 - results) * thought + results * ended
    both = np.where(np.isnan(both), thought, both)
    return np.where(np.isnan(both), ended, both).astype(np.float32)


# What is compiled


@offered("net")
def inputs(position: Position, seat: int) -> Any:
    """The inputs that are on as a seat sees the position."""


@offered("net")
def part(position: Position) -> Any:
    """The part of the game, -1 where a net is not asked."""


@compiled
def write_inputs(
    like: Position,
    positions: Any,
    players: int,
    words: Any,
    parts: Any,
    actors: Any,
    first: int,
    last: int,
) -> None:
    """Write what every seat sees of some positions that are not over."""
    for index in range(first, last):
        position = load(like, positions, index * width(like))
        acting = decision(position).actors
        parts[index] = NOBODY
        if acting != 0 and acting != 1 << TABLE:
            parts[index], actors[index] = part(position), lowest(acting)
        if parts[index] != NOBODY:
            for seat in range(players):
                found = inputs(position, seat)
                store(found, words, (index * players + seat) * width(found))
