"""Whether the player in turn can win before the turn ends, without trying every action."""

from tablier.core.rules.duel import own_first
from tablier.core.rules.kernel import item, kernel, lowest
from tablier.games.sensei.board import (
    ALL,
    BETWEEN,
    COLUMN_A,
    COLUMN_G,
    IN_LINE,
    SIDE,
    SQUARES,
    START_LINES,
)
from tablier.games.sensei.moves import sides
from tablier.games.sensei.rules import (
    BY_PLAYER,
    STONE_MOVES,
    Position,
    line_against,
)
from tablier.games.sensei.unfair import CONTACTS


@kernel
def rays(square: int, free: int, step: int, rim: int) -> int:
    """The squares that can be seen from one along a direction, through free ones."""
    found, at = 0, 1 << square
    while at & ~rim:
        at = at << step if step > 0 else at >> -step
        at &= ALL
        if at == 0:
            break
        found |= at
        if at & free == 0:
            break
    return found


@kernel
def reaches(targets: int, free: int, far: int) -> int:
    """The squares from which a stone comes to one of the free targets in one move."""
    if not far:
        return sides(targets & free)
    found, left = 0, targets & free
    while left:
        square = lowest(left)
        left &= left - 1
        found |= rays(square, free, 1, COLUMN_G)
        found |= rays(square, free, -1, COLUMN_A)
        found |= rays(square, free, SIDE, 0)
        found |= rays(square, free, -SIDE, 0)
    return found


@kernel
def slides_of(square: int, free: int, far: int) -> int:
    """Where the stone on a square can go in one move."""
    if not far:
        return sides(1 << square) & free
    to = rays(square, free, 1, COLUMN_G) | rays(square, free, -1, COLUMN_A)
    return (to | rays(square, free, SIDE, 0) | rays(square, free, -SIDE, 0)) & free


@kernel
def open_targets(own: int, enemy: int, source: int, home: int) -> int:
    """The squares of the line that a character could fly to if an own stone stood there."""
    found, left = 0, IN_LINE[source] & home & ~enemy
    while left:
        target = lowest(left)
        left &= left - 1
        if BETWEEN[source * SQUARES + target] & enemy == 0:
            found |= 1 << target
    return found


@kernel
def arrives(position: Position, seat: int) -> bool:
    """Whether the character comes to the line within this turn (SE-15)."""
    if position.flown:
        return False
    own, enemy = own_first(position.stones, seat)
    stands = item(position.characters, seat)
    targets = open_targets(own, enemy, stands, START_LINES[1 - seat])
    if targets & own:
        return True
    if position.moved >= STONE_MOVES or targets == 0:
        return False
    loose = own & ~(1 << stands)
    free = ALL & ~(own | enemy | position.pits)
    if reaches(targets, free, position.far) & loose:
        return True
    if position.moved + 1 >= STONE_MOVES:
        return False
    stones = loose
    while stones:
        source = lowest(stones)
        stones &= stones - 1
        to = slides_of(source, free, position.far)
        while to:
            target = to & -to
            to &= to - 1
            now = free & ~target | 1 << source
            if reaches(targets, now, position.far) & (loose & ~(1 << source) | target):
                return True
    return False


@kernel
def wins_now(position: Position, seat: int) -> int:
    """1 where the player in turn can win in this turn, 0 where not.

    Where a line stands that the stone moves left might bring enough contacts with (SE-17), -1:
    that is to be tried.
    """
    if arrives(position, seat):
        return 1
    if position.unfair != BY_PLAYER:
        return 0
    contacts = CONTACTS - (STONE_MOVES - position.moved)
    return -1 if line_against(position, seat, contacts) else 0
