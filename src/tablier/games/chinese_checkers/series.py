"""Series of jumps, hop by hop: for reading them, drawing them, and telling why not."""

from functools import lru_cache

from tablier.games.chinese_checkers.board import (
    HOLES,
    LOWER_BIT,
    NEIGHBOURS,
    UPPER_BIT,
    holes_of,
)
from tablier.games.chinese_checkers.moves import enterable, landings, swappable
from tablier.games.chinese_checkers.position import Position, destination, taken
from tablier.games.chinese_checkers.rules import PASS


def owns(position: Position, seat: int, hole: int) -> bool:
    """Whether a peg of a seat stands in a hole."""
    return bool(position.upper[seat] & UPPER_BIT[hole] | position.lower[seat] & LOWER_BIT[hole])


def stands(position: Position, hole: int) -> bool:
    """Whether a peg of anybody stands in a hole."""
    pegs = taken(position)
    return bool(pegs[0] & UPPER_BIT[hole] | pegs[1] & LOWER_BIT[hole])


@lru_cache(64)
def touch_downs(position: Position, seat: int, source: int) -> frozenset[int]:
    """Where the peg from `source` may touch down, its own hole included (CC-12, CC-13)."""
    swaps = swappable(position, seat)
    upper, lower = enterable(source, taken(position), destination(position, seat), swaps)
    return frozenset((*holes_of(upper, lower), source))


@lru_cache(64)
def stops(position: Position, seat: int) -> frozenset[int]:
    """The holes in which a series ends by a swap (CC-17)."""
    return frozenset(holes_of(*swappable(position, seat)))


def path(position: Position, seat: int, action: int) -> tuple[int, ...]:
    """The holes that a peg touches on its shortest way, first and last included.

    Nothing for a pass, and for a move that can't be made.
    """
    if action == PASS:
        return ()
    source, target = divmod(action, HOLES)
    return way(position, seat, source, target, touch_downs(position, seat, source))


def way(
    position: Position, seat: int, source: int, target: int, enter: frozenset[int]
) -> tuple[int, ...]:
    """The shortest way through the holes in `enter`; nothing if there is none."""
    if source == target or target not in enter or not owns(position, seat, source):
        return ()
    if target in NEIGHBOURS[source]:
        return source, target
    halts = stops(position, seat)
    ways: list[tuple[int, ...]] = [(source,)]
    seen = {source}
    for so_far in ways:
        if so_far[-1] in halts:
            continue
        for hole in holes_of(*landings(so_far[-1], taken(position))):
            if hole == target:
                return *so_far, hole
            if hole in enter and hole not in seen:
                seen.add(hole)
                ways.append((*so_far, hole))
    return ()
