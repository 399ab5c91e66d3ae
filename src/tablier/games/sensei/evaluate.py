"""How good a Senseï position is: where the characters could land, this turn and later.

`Features` are what counts for a player; the weights come from games of the evaluation
against itself, and `python -m bench tune` finds them again.
"""

from typing import NamedTuple

from tablier.core.rules.duel import own_first, score
from tablier.core.rules.kernel import IntTable, item, kernel, lowest, popcount
from tablier.core.rules.weighing import weighed
from tablier.games.sensei.board import ALL, COLUMN_A, COLUMN_G, ROW_1, SIDE, START_LINES
from tablier.games.sensei.moves import flights, sides
from tablier.games.sensei.rules import (
    STONE_MOVES,
    Position,
    free_squares,
    line_against,
    loose,
)
from tablier.games.sensei.unfair import CONTACTS

WON = 10_000
UNIT = 10
"""Units of a weight in one unit of the evaluation."""


class Features(NamedTuple):
    """What counts for a player. A stone is at hand for a square that it reaches in one turn."""

    landings: int
    """Squares of the opponent's start line that the character has a clear line to."""
    threats: int
    """Those of them that a stone is at hand for: a win next turn, if nothing is done about it."""
    double: int
    """1 if there are several, so that one stone in the way won't do."""
    wins: int
    """1 if the character arrives in this very turn."""
    second: int
    """Squares with a stone at hand that the character has a clear line to after one flight."""
    flights: int
    rows: int
    """How far the stones are from the own start line, all together."""
    character_row: int
    room: int
    """Free squares beside stones that can move."""
    arrived: int
    """Stones on the opponent's start line."""
    facing: int
    """1 if one more contact makes the opponent's line unfair (SE-17)."""
    left: int
    """Actions left in this turn."""


GUESS = Features(
    landings=100,
    threats=100,
    double=0,
    wins=1_000,
    second=0,
    flights=0,
    rows=0,
    character_row=0,
    room=0,
    arrived=0,
    facing=0,
    left=0,
)
"""Where tuning begins."""
NEAR = Features(
    landings=64,
    threats=334,
    double=207,
    wins=2206,
    second=90,
    flights=-5,
    rows=81,
    character_row=56,
    room=27,
    arrived=111,
    facing=1244,
    left=31,
)
FAR = Features(
    landings=101,
    threats=190,
    double=303,
    wins=2217,
    second=100,
    flights=19,
    rows=27,
    character_row=73,
    room=-12,
    arrived=118,
    facing=458,
    left=44,
)
"""Where stones slide far, their rows count less: they cross the board in one move (SE-04)."""
WEIGHTS = IntTable((*NEAR, *FAR))


@kernel
def first_weight(position: Position) -> int:
    """Where the weights begin that this way of playing has."""
    return position.far * len(GUESS)


@kernel
def evaluate(position: Position, seat: int) -> int:
    """Hundredths of a unit of log odds, from the seat's point of view."""
    if position.ending:
        return score(position, seat, WON)
    first = first_weight(position)
    own = weighed(features(position, seat), WEIGHTS, first)
    return (own - weighed(features(position, 1 - seat), WEIGHTS, first)) // UNIT


@kernel
def features(position: Position, seat: int) -> Features:
    own, enemy = own_first(position.stones, seat)
    stands = item(position.characters, seat)
    goal = START_LINES[1 - seat] & ~enemy
    movable, free = loose(position, seat), free_squares(position)
    once = slid(movable, free, position.far)
    at_hand = own | once | slid(once, free, position.far)
    landings, leaps = flights(goal, enemy, stands), flights(own, enemy, stands)
    threats = popcount(landings & at_hand)
    wins = left = 0
    if position.seat == seat:
        left = STONE_MOVES - position.moved
        now = own if left == 0 else own | once if left == 1 else at_hand
        wins = 1 if landings & now and not position.flown else 0
        left += 1 - position.flown
    return Features(
        landings=popcount(landings),
        threats=threats,
        double=1 if threats > 1 else 0,
        wins=wins,
        second=popcount(seen_from(leaps, goal, enemy) & at_hand),
        flights=popcount(leaps),
        rows=_rows_gained(own, seat),
        character_row=_rows_gained(1 << stands, seat),
        room=popcount(sides(movable) & free),
        arrived=popcount(own & START_LINES[1 - seat]),
        facing=1 if position.unfair and line_against(position, seat, CONTACTS - 1) else 0,
        left=left,
    )


@kernel
def slid(stones: int, free: int, far: int) -> int:
    """The squares that a move of one of these stones ends in (SE-04, SE-05)."""
    if not far:
        return sides(stones) & free
    return (
        _swept(stones, free, SIDE, 0)
        | _swept(stones, free, 0, SIDE)
        | _swept(stones, free & ~COLUMN_A, 1, 0)
        | _swept(stones, free & ~COLUMN_G, 0, 1)
    )


@kernel
def _swept(stones: int, free: int, up: int, down: int) -> int:
    """The free squares in one direction, given as shifts, up to what is in the way.

    Each round doubles the squares that all stones have gone together.
    """
    reached = stones
    for double in range(3):
        reached |= reached << (up << double) >> (down << double) & free
        free &= free << (up << double) >> (down << double)
    return reached & ~stones & ALL


@kernel
def seen_from(stones: int, goal: int, enemy: int) -> int:
    """The squares of the goal that a character on one of these stones has a clear line to."""
    seen = 0
    while stones:
        seen |= flights(goal, enemy, lowest(stones))
        stones &= stones - 1
    return seen


@kernel
def _rows_gained(squares: int, seat: int) -> int:
    """How many rows these squares lie beyond the own start line, all together."""
    gained = 0
    for row in range(SIDE):
        beyond = row if seat == 0 else SIDE - 1 - row
        gained += beyond * popcount(squares >> SIDE * row & ROW_1)
    return gained
