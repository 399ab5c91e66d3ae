"""How good a Senseï position is: where the character could land, then how far all got.

The weights come from a few hundred games of a shallow search against itself, one
weight changed at a time. Where stones slide far, their rows hardly count: they
cross the board in one move.
"""

from tablier.core.kernel import item, kernel, popcount
from tablier.games.sensei.board import ROW_1, SIDE, START_LINES
from tablier.games.sensei.moves import flights, sides
from tablier.games.sensei.rules import Position, free_squares, loose, own_first

LANDING = 30
FAR_ROW = 1
NEAR_ROW = 6
CHARACTER_ROW = 5
FLIGHT = 2
ROOM = 1
WON = 10_000


@kernel
def evaluate(position: Position, seat: int) -> int:
    """Thirtieths of a landing square, from the seat's point of view."""
    if position.ending:
        if position.winner < 0:
            return 0
        return WON if position.winner == seat else -WON
    return _strength(position, seat) - _strength(position, 1 - seat)


@kernel
def _strength(position: Position, seat: int) -> int:
    own, enemy = own_first(position.stones, seat)
    stands = item(position.characters, seat)
    landings = flights(START_LINES[1 - seat] & ~enemy, enemy, stands)
    rows = FAR_ROW if position.far else NEAR_ROW
    return (
        LANDING * popcount(landings)
        + rows * _rows_gained(own, seat)
        + CHARACTER_ROW * _rows_gained(1 << stands, seat)
        + FLIGHT * popcount(flights(own, enemy, stands))
        + ROOM * popcount(sides(loose(position, seat)) & free_squares(position))
    )


@kernel
def _rows_gained(squares: int, seat: int) -> int:
    """How many rows these squares lie beyond the own start line, all together."""
    gained = 0
    for row in range(SIDE):
        beyond = row if seat == 0 else SIDE - 1 - row
        gained += beyond * popcount(squares >> SIDE * row & ROW_1)
    return gained
