"""What a net sees of a Senseï position: stones, characters, pits, and where they could land.

Every input is a bit of a word. The board is turned so that a seat's own start line is row 1.
"""

from typing import NamedTuple

from tablier.core.rules.duel import own_first
from tablier.core.rules.kernel import item, kernel, popcount
from tablier.games.sensei.board import COLUMN_A, ROW_1, SIDE, SQUARES, START_LINES
from tablier.games.sensei.evaluate import seen_from, slid
from tablier.games.sensei.moves import flights, sides
from tablier.games.sensei.rules import (
    BY_PLAYER,
    NO_CLAIMS,
    STONE_MOVES,
    Position,
    free_squares,
    line_against,
    loose,
)
from tablier.games.sensei.unfair import CONTACTS

GOAL = SIDE
"""Bits for the squares of a start line."""
STATES = 2 * (STONE_MOVES + 1)
"""What can be left of a turn's three actions."""
MOST_THREATS, MOST_ROOM = 2, 7
THREATS, ROOM = MOST_THREATS + 1, MOST_ROOM + 1
ROOM_UNIT = 2
"""Free squares that count as one."""
GAINED_UNIT, MOST_GAINED = 4, 10
GAINED = MOST_GAINED + 1
"""Rows that all stones have gone together."""


class Inputs(NamedTuple):
    """Words of inputs; the widths are below, in the same order."""

    own_stones: int
    """And the squares of the opponent's start line that the character has a clear line to."""
    enemy_stones: int
    """And the same of the enemy's character."""
    own_character: int
    """And the squares that it could land on with a stone that is at hand."""
    enemy_character: int
    pits: int
    """And the squares that the own character could land on after one flight."""
    own_leaps: int
    """The stones that the character can fly to, and the enemy's squares after one flight."""
    enemy_leaps: int
    """And the squares of the opponent's start line that an own stone reaches in one turn."""
    outlook: int
    """The enemy's such squares, how many threats there are, who can move, and how far on."""
    turn: int
    """What is left of the turn and of whose, who can win, who is near a claim, and the way."""


WIDTHS = (
    SQUARES + GOAL,
    SQUARES + GOAL,
    SQUARES + GOAL,
    SQUARES + GOAL,
    SQUARES + GOAL,
    SQUARES + GOAL,
    SQUARES + GOAL,
    GOAL + 2 * (THREATS + ROOM + GAINED),
    2 * STATES + 2 * 2 + 3,
)
INPUTS = sum(WIDTHS)
PARTS = 3
"""Stones that go one square, far, and far between pits."""


class Side(NamedTuple):
    """What counts for a player; sets of squares are as they lie on the board."""

    leaps: int
    landings: int
    threats: int
    second: int
    at_hand: int
    """Of the opponent's start line."""
    wins: int
    room: int
    gained: int
    facing: int


@kernel
def outlook(position: Position, seat: int) -> Side:
    """What counts for a seat; see the features of the evaluation."""
    own, enemy = own_first(position.stones, seat)
    stands = item(position.characters, seat)
    home = START_LINES[1 - seat]
    goal = home & ~enemy
    movable, free = loose(position, seat), free_squares(position)
    once = slid(movable, free, position.far)
    at_hand = own | once | slid(once, free, position.far)
    landings, leaps = flights(goal, enemy, stands), flights(own, enemy, stands)
    wins = 0
    if position.seat == seat and not position.flown:
        left = STONE_MOVES - position.moved
        now = own if left == 0 else own | once if left == 1 else at_hand
        wins = 1 if landings & now else 0
    return Side(
        leaps=leaps,
        landings=landings,
        threats=landings & at_hand,
        second=seen_from(leaps, goal, enemy) & at_hand,
        at_hand=at_hand & home,
        wins=wins,
        room=min(popcount(sides(movable) & free) // ROOM_UNIT, MOST_ROOM),
        gained=gained(own, seat) // GAINED_UNIT,
        facing=1 if position.unfair and line_against(position, seat, CONTACTS - 1) else 0,
    )


@kernel
def gained(stones: int, seat: int) -> int:
    """How many rows stones lie beyond their own start line, all together."""
    total = 0
    for row in range(1, SIDE):
        beyond = row if seat == 0 else SIDE - 1 - row
        total += popcount(stones >> SIDE * beyond & ROW_1) * row
    return total


@kernel
def turned(squares: int, seat: int) -> int:
    """Squares as a seat sees them: for seat 1 after half a turn of the board."""
    if seat == 0:
        return squares
    inner = 1 << SIDE // 2
    found = 0
    for row in range(SIDE):
        found = found << SIDE | squares >> SIDE * row & ROW_1
    middle = found & COLUMN_A * inner
    for column in range(SIDE // 2):
        apart = SIDE - 1 - 2 * column
        middle |= (found & COLUMN_A << column) << apart
        middle |= (found & COLUMN_A << column + apart) >> apart
    return middle


@kernel
def rim(squares: int, seat: int) -> int:
    """The squares of the opponent's start line, as that seat sees it, as the lowest bits."""
    return turned(squares, seat) >> SQUARES - SIDE & ROW_1


@kernel
def home_rim(squares: int, seat: int) -> int:
    """The squares of a seat's own start line, as it sees it, as the lowest bits."""
    return turned(squares, seat) & ROW_1


@kernel
def inputs(position: Position, seat: int) -> Inputs:
    """The inputs that are on, as a seat sees the position."""
    own, enemy = own_first(position.stones, seat)
    own_stands, enemy_stands = own_first(position.characters, seat)
    mine, theirs = outlook(position, seat), outlook(position, 1 - seat)
    states = 1 << 2 * position.moved + position.flown
    if position.seat != seat:
        states <<= STATES
    threats = 1 << min(popcount(mine.threats), MOST_THREATS)
    threats |= 1 << THREATS + min(popcount(theirs.threats), MOST_THREATS)
    room = 1 << mine.room | 1 << ROOM + theirs.room
    rows = 1 << mine.gained | 1 << GAINED + theirs.gained
    marks = mine.wins | theirs.wins << 1 | mine.facing << 2 | theirs.facing << 3
    marks |= position.far << 4
    marks |= 1 << 5 if position.unfair == BY_PLAYER else 0
    marks |= 1 << 6 if position.unfair == NO_CLAIMS else 0
    return Inputs(
        own_stones=turned(own, seat) | rim(mine.landings, seat) << SQUARES,
        enemy_stones=turned(enemy, seat) | home_rim(theirs.landings, seat) << SQUARES,
        own_character=turned(1 << own_stands, seat) | rim(mine.threats, seat) << SQUARES,
        enemy_character=turned(1 << enemy_stands, seat) | home_rim(theirs.threats, seat) << SQUARES,
        pits=turned(position.pits, seat) | rim(mine.second, seat) << SQUARES,
        own_leaps=turned(mine.leaps, seat) | home_rim(theirs.second, seat) << SQUARES,
        enemy_leaps=turned(theirs.leaps, seat) | rim(mine.at_hand, seat) << SQUARES,
        outlook=home_rim(theirs.at_hand, seat)
        | threats << GOAL
        | room << GOAL + 2 * THREATS
        | rows << GOAL + 2 * (THREATS + ROOM),
        turn=states | marks << 2 * STATES,
    )


@kernel
def viewers(position: Position) -> int:
    """How many seats see a position."""
    return 2


@kernel
def part(position: Position) -> int:
    """Which way of playing it is."""
    if position.far == 0:
        return 0
    return 2 if position.pits else 1
