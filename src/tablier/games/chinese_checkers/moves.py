"""How a peg moves: a step, or a series of jumps (CC-07 to CC-13, CC-17)."""

from tablier.core.rules.bits import both, either, first, less, meet, rest, some
from tablier.core.rules.kernel import kernel, lowest
from tablier.games.chinese_checkers.board import (
    HOLES,
    LATTICE,
    LOWER_AT,
    LOWER_NEAR,
    UPPER,
    UPPER_AT,
    UPPER_NEAR,
)
from tablier.games.chinese_checkers.position import (
    Holes,
    Position,
    destination,
    only,
    own_pegs,
    taken,
)

ALL = (1 << UPPER) - 1, (1 << HOLES - UPPER) - 1


@kernel
def near(hole: int) -> Holes:
    """The holes next to a hole (CC-02)."""
    return UPPER_NEAR[hole], LOWER_NEAR[hole]


@kernel
def landings(hole: int, pegs: Holes) -> Holes:
    """The holes right behind the neighbouring pegs, free or not (CC-09)."""
    over = both(near(hole), pegs)
    return either(behind(over[0], 0, LATTICE[hole]), behind(over[1], UPPER, LATTICE[hole]))


@kernel
def behind(word: int, skipped: int, start: int) -> Holes:
    """What lies behind the holes in one word of a set, from a place on the lattice."""
    to_upper = to_lower = 0
    while word:
        landing = 2 * LATTICE[skipped + lowest(word)] - start
        word &= word - 1
        to_upper |= UPPER_AT[landing]
        to_lower |= LOWER_AT[landing]
    return to_upper, to_lower


@kernel
def targets(hole: int, pegs: Holes, enter: Holes, swaps: Holes) -> Holes:
    """Where the peg in a hole can go: one step, or jump after jump (CC-08, CC-10).

    `enter` are the holes that it may touch down in, its own not among them
    (CC-13). In `swaps`, which are among them, a series ends (CC-17). No
    touch-down lies next to the hole where the series began, so that the peg
    never jumps over itself.
    """
    to = both(near(hole), enter)
    start = only(hole)
    while some(start):
        land = both(landings(first(start, UPPER), pegs), enter)
        enter = less(enter, land)
        to = either(to, land)
        start = either(rest(start), less(land, swaps))
    return to


@kernel
def swappable(position: Position, seat: int) -> Holes:
    """The holes that a peg may enter by a swap: others stand there, in its destination (CC-17)."""
    if not position.swap:
        return 0, 0
    return both(less(taken(position), own_pegs(position, seat)), destination(position, seat))


@kernel
def enterable(hole: int, pegs: Holes, goal: Holes, swaps: Holes) -> Holes:
    """The holes that the peg in a hole may touch down in.

    All that are free, in any triangle, and swaps (CC-11, CC-17); but a peg in
    its destination stays inside, and has no reason to swap (CC-12).
    """
    free = less(ALL, pegs)
    if meet(only(hole), goal):
        return both(free, goal)
    return either(free, swaps)


@kernel
def can_move(position: Position, seat: int) -> bool:
    """Whether any peg of a seat can move (CC-14, CC-18)."""
    own = own_pegs(position, seat)
    pegs, goal, swaps = taken(position), destination(position, seat), swappable(position, seat)
    while some(own):
        hole = first(own, UPPER)
        own = rest(own)
        enter = enterable(hole, pegs, goal, swaps)
        if meet(near(hole), enter) or meet(landings(hole, pegs), enter):
            return True
    return False
