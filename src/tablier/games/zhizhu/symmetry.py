"""The web's symmetries: turn it, reflect it, and swap its inner and outer circle."""

from tablier.core.rules.kernel import changed, kernel
from tablier.games.zhizhu.board import POINTS, SPOKES
from tablier.games.zhizhu.rules import ALL, CIRCLE, LAST_SPOKE, SPOKE, Position, identity

EARLY = 4
"""With fewer pieces in hand, lines hardly ever lead to equal positions, and to look for them
costs more than it saves."""


@kernel
def turned(points: int) -> int:
    """One spoke further."""
    return points << 1 & ~SPOKE & ALL | (points & LAST_SPOKE) >> SPOKES - 1


@kernel
def reflected(points: int) -> int:
    """Spoke 8 becomes spoke 1."""
    points = (points & 0x555555) << 1 | points >> 1 & 0x555555
    points = (points & 0x333333) << 2 | points >> 2 & 0x333333
    return (points & 0x0F0F0F) << 4 | points >> 4 & 0x0F0F0F


@kernel
def swapped(points: int) -> int:
    """The inner circle becomes the outer one."""
    return (points & CIRCLE) << 2 * SPOKES | points & CIRCLE << SPOKES | points >> 2 * SPOKES


@kernel
def canonical(position: Position) -> Position:
    """The same position for all early ones that are equal by symmetry and have no ban (ZZ-19)."""
    if position.bans[0] | position.bans[1] or position.hands[1] < EARLY:
        return identity(position)
    white, black = position.pieces
    least = white << POINTS | black
    for _ in range(2):
        for _ in range(SPOKES):
            white, black = turned(white), turned(black)
            least = min(least, white << POINTS | black)
            least = min(least, swapped(white) << POINTS | swapped(black))
        white, black = reflected(white), reflected(black)
    return changed(identity(position), "pieces", (least >> POINTS, least & ALL))
