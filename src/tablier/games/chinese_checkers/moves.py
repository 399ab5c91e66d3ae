"""How a peg moves: a step, or a series of jumps (CC-07 to CC-13, CC-17)."""

from tablier.core.kernel import item, kernel, lowest
from tablier.games.chinese_checkers.board import (
    HOLES,
    LATTICE,
    LOWER_AT,
    LOWER_BIT,
    LOWER_NEAR,
    UPPER,
    UPPER_AT,
    UPPER_BIT,
    UPPER_NEAR,
)
from tablier.games.chinese_checkers.position import Holes, Position, destination, taken

ALL_UPPER, ALL_LOWER = (1 << UPPER) - 1, (1 << HOLES - UPPER) - 1


@kernel
def landings(hole: int, pegs: Holes) -> Holes:
    """The holes right behind the neighbouring pegs, free or not (CC-09)."""
    start = LATTICE[hole]
    over_upper, over_lower = UPPER_NEAR[hole] & pegs[0], LOWER_NEAR[hole] & pegs[1]
    to_upper = to_lower = 0
    while over_upper:
        behind = 2 * LATTICE[lowest(over_upper)] - start
        over_upper &= over_upper - 1
        to_upper |= UPPER_AT[behind]
        to_lower |= LOWER_AT[behind]
    while over_lower:
        behind = 2 * LATTICE[UPPER + lowest(over_lower)] - start
        over_lower &= over_lower - 1
        to_upper |= UPPER_AT[behind]
        to_lower |= LOWER_AT[behind]
    return to_upper, to_lower


@kernel
def targets(hole: int, pegs: Holes, enter: Holes, swaps: Holes) -> Holes:
    """Where the peg in a hole can go: one step, or jump after jump (CC-08, CC-10).

    `enter` are the holes that it may touch down in, its own not among them
    (CC-13). In `swaps`, which are among them, a series ends (CC-17). No
    touch-down lies next to the hole where the series began, so that the peg
    never jumps over itself.
    """
    enter_upper, enter_lower = enter
    to_upper = UPPER_NEAR[hole] & enter_upper
    to_lower = LOWER_NEAR[hole] & enter_lower
    from_upper, from_lower = UPPER_BIT[hole], LOWER_BIT[hole]
    while from_upper | from_lower:
        if from_upper:
            at = lowest(from_upper)
            from_upper &= from_upper - 1
        else:
            at = UPPER + lowest(from_lower)
            from_lower &= from_lower - 1
        land_upper, land_lower = landings(at, pegs)
        land_upper &= enter_upper
        land_lower &= enter_lower
        enter_upper ^= land_upper
        enter_lower ^= land_lower
        to_upper |= land_upper
        to_lower |= land_lower
        from_upper |= land_upper & ~swaps[0]
        from_lower |= land_lower & ~swaps[1]
    return to_upper, to_lower


@kernel
def swappable(position: Position, seat: int) -> Holes:
    """The holes that a peg may enter by a swap: others stand there, in its destination (CC-17)."""
    if not position.swap:
        return 0, 0
    upper, lower = taken(position)
    goal_upper, goal_lower = destination(position, seat)
    upper = upper & ~item(position.upper, seat) & goal_upper
    lower = lower & ~item(position.lower, seat) & goal_lower
    return upper, lower


@kernel
def enterable(hole: int, pegs: Holes, goal: Holes, swaps: Holes) -> Holes:
    """The holes that the peg in a hole may touch down in.

    All that are free, in any triangle, and swaps (CC-11, CC-17); but a peg in
    its destination stays inside, and has no reason to swap (CC-12).
    """
    free_upper, free_lower = ALL_UPPER & ~pegs[0], ALL_LOWER & ~pegs[1]
    if UPPER_BIT[hole] & goal[0] | LOWER_BIT[hole] & goal[1]:
        return free_upper & goal[0], free_lower & goal[1]
    return free_upper | swaps[0], free_lower | swaps[1]


@kernel
def can_move(position: Position, seat: int) -> bool:
    """Whether any peg of a seat can move (CC-14, CC-18)."""
    own_upper, own_lower = item(position.upper, seat), item(position.lower, seat)
    pegs, goal, swaps = taken(position), destination(position, seat), swappable(position, seat)
    while own_upper | own_lower:
        if own_upper:
            hole = lowest(own_upper)
            own_upper &= own_upper - 1
        else:
            hole = UPPER + lowest(own_lower)
            own_lower &= own_lower - 1
        enter = enterable(hole, pegs, goal, swaps)
        if UPPER_NEAR[hole] & enter[0] | LOWER_NEAR[hole] & enter[1]:
            return True
        land = landings(hole, pegs)
        if land[0] & enter[0] | land[1] & enter[1]:
            return True
    return False
