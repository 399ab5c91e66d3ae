"""How many moves a player alone on the board is from the goal, for games that say so.

A byte for every set of pieces, found backwards from the goal and layer by layer: whatever
a move leads to the last layer from, and has no distance yet, is one move further away.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

import numpy as np

from tablier.compile.dispatch import offered
from tablier.compile.marks import compiled
from tablier.compile.raw_array import Bare, bare
from tablier.core.parts import Alone
from tablier.solver.retrograde import Report

UNREACHED = 255
PORTION = 1 << 19
"""Sets that are looked at between two reports of progress."""

Pieces = Any
"""A NamedTuple from a game's folder: the pieces of one player."""


# What a game's alone offers


@offered("alone")
def number_of(pieces: Pieces) -> Any:
    """The number of a set, one for all that are equal by symmetry."""


@offered("alone")
def numbered(pieces: Pieces, number: int) -> Any:
    """The set of that number; `pieces` is any."""


@offered("alone")
def earlier(pieces: Pieces, out: Any) -> Any:
    """List the numbers of the sets that a move leads here from; return how many."""


@offered("alone")
def later(pieces: Pieces, out: Any) -> Any:
    """List the numbers of the sets that a move leads to; return how many."""


# Layers


@compiled
def spread(like: Pieces, first: int, last: int, distance: int, distances: Any, out: Any) -> int:
    """Take a layer back by a move; return how many sets are in it.

    Several threads may do so at once: what they write to one place is the same.
    """
    found = 0
    for number in range(first, last):
        if distances[number] == distance:
            found += 1
            for index in range(earlier(numbered(like, number), out)):
                before = out[index]
                if distances[before] == UNREACHED:
                    distances[before] = distance + 1
    return found


@compiled
def first_fault(like: Pieces, first: int, last: int, distances: Any, out: Any) -> int:
    """The first number whose distance doesn't follow from the moves that there are, or -1."""
    goal = number_of(like)
    for number in range(first, last):
        nearest = UNREACHED
        for index in range(later(numbered(like, number), out)):
            nearest = min(nearest, int(distances[out[index]]))
        expected = 0 if number == goal else min(nearest + 1, UNREACHED)
        if distances[number] != expected:
            return number
    return -1


def at_the_goal(alone: Alone) -> Bare:
    """The distances before the first layer: none is known but that of the goal."""
    distances = bare(np.full(alone.NUMBERS, UNREACHED, np.uint8))
    distances[alone.number_of(alone.FILLED)] = 0
    return distances


def layers(alone: Alone, distances: Bare, settled: int, report: Report) -> Iterator[int]:
    """Fill in distances from those up to `settled` on; yields each that is complete then."""
    done = int(np.count_nonzero(distances < settled))
    while np.any(distances == settled):
        for found in _everywhere(spread, alone, settled, distances):
            done += found
            report(f"{settled} moves", done, alone.NUMBERS)
        settled += 1
        yield settled


def check(alone: Alone, distances: Bare, report: Report) -> int:
    """The first number whose distance doesn't follow from the rules' moves, or -1."""
    done = 0
    for fault in _everywhere(first_fault, alone, distances):
        if fault >= 0:
            return fault
        done = min(done + PORTION, alone.NUMBERS)
        report("check", done, alone.NUMBERS)
    return -1


def _everywhere(look: Any, alone: Alone, *arguments: Any) -> Iterator[int]:
    """What a compiled function finds in every portion, on all cores."""

    def within(first: int) -> int:
        out, last = bare(np.zeros(alone.ROOM, np.int64)), min(first + PORTION, alone.NUMBERS)
        return int(look(alone.FILLED, first, last, *arguments, out))

    with ThreadPoolExecutor(cpu_count()) as threads:
        yield from threads.map(within, range(0, alone.NUMBERS, PORTION))
