"""Series of jumps, hop by hop: for reading them, drawing them, and telling why not."""

from collections.abc import Mapping
from functools import lru_cache

from tablier.core.rules.bits import both, either, meet, points
from tablier.games.chinese_checkers.board import HOLES, NEIGHBOURS, UPPER
from tablier.games.chinese_checkers.moves import enterable, landings, swappable
from tablier.games.chinese_checkers.position import (
    Holes,
    Position,
    destination,
    only,
    own_pegs,
    taken,
)
from tablier.games.chinese_checkers.rules import PASS


def contains(holes: Holes, hole: int) -> bool:
    """Whether a hole is in a set."""
    return meet(holes, only(hole))


def owns(position: Position, seat: int, hole: int) -> bool:
    """Whether a peg of a seat stands in a hole."""
    return contains(own_pegs(position, seat), hole)


def stands(position: Position, hole: int) -> bool:
    """Whether a peg of anybody stands in a hole."""
    return contains(taken(position), hole)


def touch_downs(position: Position, seat: int, source: int) -> Holes:
    """Where the peg from `source` may touch down, its own hole included (CC-12, CC-13)."""
    swaps = swappable(position, seat)
    free = enterable(source, taken(position), destination(position, seat), swaps)
    return either(free, only(source))


def path(position: Position, seat: int, action: int) -> tuple[int, ...]:
    """The holes that a peg touches on its shortest way, first and last included.

    Nothing for a pass or a stop, and for a move that can't be made.
    """
    if action >= PASS:
        return ()
    source, target = divmod(action, HOLES)
    return _ways_from(position, seat, source).get(target, ())


@lru_cache(64)
def _ways_from(position: Position, seat: int, source: int) -> Mapping[int, tuple[int, ...]]:
    return ways(position, seat, source, touch_downs(position, seat, source))


def ways(position: Position, seat: int, source: int, enter: Holes) -> Mapping[int, tuple[int, ...]]:
    """The shortest ways through the holes in `enter`, by where they lead."""
    if not owns(position, seat, source):
        return {}
    halts, pegs = swappable(position, seat), taken(position)
    found: dict[int, tuple[int, ...]] = {source: (source,)}
    fresh = [source]
    for hole in fresh:
        if contains(halts, hole):
            continue
        for landing in points(both(landings(hole, pegs), enter), UPPER):
            if landing not in found:
                found[landing] = (*found[hole], landing)
                fresh.append(landing)
    del found[source]
    steps = (next_to for next_to in NEIGHBOURS[source] if contains(enter, next_to))
    return found | {next_to: (source, next_to) for next_to in steps}
