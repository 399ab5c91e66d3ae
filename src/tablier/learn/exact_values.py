"""What positions of a solved game are worth, also in the middle of a turn, and those around them.

A worth is one for whoever is to act: WON less the turns until then, 0 for a draw, and so on. Draws
by count and repetition are left out of account, as books do.
"""

from typing import Any

import numpy as np

from tablier.compile.dispatch import actions, decision, offered, place, play
from tablier.compile.lanes import row
from tablier.compile.marks import compiled, jitable
from tablier.compile.position_rows import load, store, width
from tablier.compile.raw_array import bare, tail
from tablier.core.game import TABLE, Position
from tablier.core.rules.kernel import lowest
from tablier.engine.simulate.playout import draw_number
from tablier.learn.samples import Samples
from tablier.solver.endgames import Endgames
from tablier.solver.numbering import WIDTH, Shelf, entry, value_of
from tablier.solver.probe import state_of

WON = 10_000
UNKNOWN = 1 << 20
PORTION = 1 << 18
"""Positions that are looked up in one go: their lists of actions take memory."""
LISTS = 3
"""A turn has at most that many removals, each from a list of its own."""
NEARBY = 3
"""The most random actions that lead from a position of play to one that only searches see."""


def worths(endgames: Endgames, like: Position, positions: Any) -> Any:
    """What some positions are worth, given as rows of ints; UNKNOWN where no book tells."""
    processor, most = endgames.processor, endgames.game.rules.MOST_ACTIONS
    found = np.zeros(len(positions), np.int64)
    for first in range(0, len(positions), PORTION):
        some = positions[first : first + PORTION]
        rows = processor.taken(np.ascontiguousarray(some).reshape(-1))
        lists = processor.zeros(len(some) * LISTS * most, np.int64)
        out = processor.zeros(len(some), np.int64)
        given = (like, most, endgames.shelf, rows, lists, out)
        processor.run(look_up, len(some), *given)
        found[first : first + PORTION] = processor.given(out)
    return found


def chances(worth: Any, fading: float) -> Any:
    """Worths as chances: certain for a win now, and the less so the more turns it takes."""
    turns = WON - np.abs(worth)
    found = 0.5 + 0.5 * np.sign(worth) * fading**turns
    return np.where(worth == 0, 0.5, found).astype(np.float32)


def with_neighbours(like: Position, samples: Samples, times: int, most: int, seed: int) -> Any:
    """Positions of play, and for each `times` that some random actions lead to, as rows of ints."""
    count, wide = samples.positions.shape
    rows = np.repeat(samples.positions, times, axis=0).reshape(-1)
    listed, kept = np.zeros(most, np.int64), np.zeros(count * times, np.int64)
    there = bare(kept)
    scatter(like, wide, bare(rows), bare(listed), seed & 0xFFFF_FFFF, there, 0, count * times)
    near = rows.reshape(-1, wide)[kept != 0]
    return np.concatenate([samples.positions, near])


# What is compiled


@offered("endgame")
def covered(position: Position) -> Any:
    """Whether a position is a state."""


@offered("endgame")
def sizes(position: Position) -> Any:
    """How many pieces wait to be placed, whoever is to move has, and the opponent."""


@compiled
def look_up(
    like: Position,
    most: int,
    shelf: Shelf,
    positions: Any,
    lists: Any,
    worths: Any,
    first: int,
    last: int,
) -> None:
    """Write down what some positions are worth to whoever is to act."""
    for index in range(first, last):
        position = load(like, positions, index * width(like))
        actors = decision(position).actors
        seat = lowest(actors) if actors else 0
        worths[index] = of_three(position, seat, most, shelf, row(lists, index, LISTS * most))


@jitable
def settled(position: Position, seat: int, shelf: Shelf) -> int:
    """What a position is worth to a seat where the game is over or a turn begins, or UNKNOWN."""
    actors = decision(position).actors
    if actors == 0:
        own, other = place(position, seat), place(position, 1 - seat)
        return 0 if own == other else WON if own < other else -WON
    if not covered(position):
        return UNKNOWN
    waiting, own, enemy = sizes(position)
    if shelf.books[entry(waiting, own, enemy) + WIDTH] == 0:
        return UNKNOWN
    value = value_of(state_of(position), shelf)
    if value == 0:
        return 0
    worth = value - 1 - WON if value & 1 else WON - (value - 1)
    return worth if lowest(actors) == seat else -worth


@jitable
def of_one(position: Position, seat: int, most: int, shelf: Shelf, lists: Any) -> int:
    """The best that a seat can make of a position by one action more in its turn."""
    found = settled(position, seat, shelf)
    if found != UNKNOWN:
        return found
    best = -UNKNOWN
    for index in range(actions(position, seat, lists)):
        worth = settled(play(position, seat, lists[index]), seat, shelf)
        if worth == UNKNOWN:
            return UNKNOWN
        best = max(best, worth)
    return best if best > -UNKNOWN else UNKNOWN


@jitable
def of_two(position: Position, seat: int, most: int, shelf: Shelf, lists: Any) -> int:
    """The same by two."""
    found = settled(position, seat, shelf)
    if found != UNKNOWN:
        return found
    best = -UNKNOWN
    for index in range(actions(position, seat, lists)):
        after = play(position, seat, lists[index])
        worth = of_one(after, seat, most, shelf, tail(lists, most))
        if worth == UNKNOWN:
            return UNKNOWN
        best = max(best, worth)
    return best if best > -UNKNOWN else UNKNOWN


@jitable
def of_three(position: Position, seat: int, most: int, shelf: Shelf, lists: Any) -> int:
    """The same by three."""
    found = settled(position, seat, shelf)
    if found != UNKNOWN:
        return found
    best = -UNKNOWN
    for index in range(actions(position, seat, lists)):
        after = play(position, seat, lists[index])
        worth = of_two(after, seat, most, shelf, tail(lists, most))
        if worth == UNKNOWN:
            return UNKNOWN
        best = max(best, worth)
    return best if best > -UNKNOWN else UNKNOWN


@compiled
def scatter(
    like: Position,
    wide: int,
    positions: Any,
    listed: Any,
    drawn: int,
    there: Any,
    first: int,
    last: int,
) -> None:
    """Play one to NEARBY random actions in each position; note where the game is not over."""
    for index in range(first, last):
        position = load(like, positions, index * wide)
        drawn = draw_number(drawn)
        count = 1 + (drawn * NEARBY >> 32)
        for _ in range(count):
            actors = decision(position).actors
            if actors != 0 and actors != 1 << TABLE:
                drawn = draw_number(drawn)
                seat = lowest(actors)
                action = listed[drawn * actions(position, seat, listed) >> 32]
                position = play(position, seat, action)
        store(position, positions, index * wide)
        there[index] = 1 if decision(position).actors else 0
