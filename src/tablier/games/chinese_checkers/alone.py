"""A player alone on the star, for a table of how many moves it takes to fill the destination.

A set of six holes is seen from behind its home, as if every player came from N: the holes
to the left of the way across, those on it, and those to the right. What is equal by
reflection has one number: the side with more pegs comes first, and of two sides with as
many the one that is listed later.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from tablier.core.game import Actions
from tablier.core.rules.bits import bits, both, either, first, less, meet, rest, some, tables
from tablier.core.rules.kernel import IntTable, kernel, lowest, popcount
from tablier.games.chinese_checkers.board import (
    HOLES,
    HOMES,
    LOWER_BIT,
    MIDDLE,
    SPOTS,
    TRIANGLES,
    UPPER,
    UPPER_BIT,
)
from tablier.games.chinese_checkers.moves import ALL, enterable, targets
from tablier.games.chinese_checkers.position import SEATS, Holes, Position, only, own_pegs
from tablier.games.chinese_checkers.rules import MOST_ACTIONS, PEGS

ROOM = MOST_ACTIONS
"""More sets than one move leads to, or comes from."""
NOTHING = (0, 0)


class PegSet(NamedTuple):
    """Six pegs, as bit sets; a hole on the right has the number of its reflection."""

    left: int
    middle: int
    right: int


# The star from behind a home


def _turned(spot: tuple[int, int]) -> tuple[int, int]:
    """Where a spot comes to lie when the star is turned clockwise, triangle by triangle."""
    row, halves = spot
    down = row - MIDDLE
    return MIDDLE + (down + halves) // 2, (halves - 3 * down) // 2


def _seen_from(home: str) -> tuple[int, ...]:
    """Where each hole comes to lie when a home is turned to N."""
    spots = list(SPOTS)
    while {SPOTS.index(spots[hole]) for hole in TRIANGLES[home]} != set(TRIANGLES["N"]):
        spots = [_turned(spot) for spot in spots]
    return tuple(SPOTS.index(spot) for spot in spots)


_LEFT = tuple(hole for hole in range(HOLES) if SPOTS[hole][1] < 0)
_AXIS = tuple(hole for hole in range(HOLES) if SPOTS[hole][1] == 0)
_RIGHT = tuple(SPOTS.index((SPOTS[hole][0], -SPOTS[hole][1])) for hole in _LEFT)
LEFT_HOLE, MIDDLE_HOLE, RIGHT_HOLE = IntTable(_LEFT), IntTable(_AXIS), IntTable(_RIGHT)
"""The holes by their numbers in `PegSet`, for the player at N."""

CHAIRS = tuple(_seen_from(home) for home in (*HOMES[2], "N", *HOMES[3]))
"""Where each hole comes to lie, by players and seat as the destinations are in position.py."""
LEFT_BIT, MIDDLE_BIT, RIGHT_BIT = (
    IntTable(1 << side.index(seen) if seen in side else 0 for chair in CHAIRS for seen in chair)
    for side in (_LEFT, _AXIS, _RIGHT)
)
"""Each hole as a set, by the same."""
GOAL = bits(TRIANGLES["S"], UPPER)


@kernel
def alone(position: Position, seat: int) -> PegSet:
    """A seat's pegs, as if there were no others."""
    chair = SEATS * (position.players - 2) + seat
    return seen(own_pegs(position, seat), chair * HOLES)


@kernel
def seen(pegs: Holes, start: int) -> PegSet:
    """Some holes from where a chair's part of the tables begins."""
    left = middle = right = 0
    while some(pegs):
        hole = start + first(pegs, UPPER)
        pegs = rest(pegs)
        left |= LEFT_BIT[hole]
        middle |= MIDDLE_BIT[hole]
        right |= RIGHT_BIT[hole]
    return PegSet(left=left, middle=middle, right=right)


FILLED = seen(GOAL, 0)


@kernel
def holes(pegs: PegSet) -> Holes:
    """The holes where the pegs of the player at N stand."""
    upper = lower = 0
    left, middle, right = pegs.left, pegs.middle, pegs.right
    while left:
        upper |= UPPER_BIT[LEFT_HOLE[lowest(left)]]
        lower |= LOWER_BIT[LEFT_HOLE[lowest(left)]]
        left &= left - 1
    while middle:
        upper |= UPPER_BIT[MIDDLE_HOLE[lowest(middle)]]
        lower |= LOWER_BIT[MIDDLE_HOLE[lowest(middle)]]
        middle &= middle - 1
    while right:
        upper |= UPPER_BIT[RIGHT_HOLE[lowest(right)]]
        lower |= LOWER_BIT[RIGHT_HOLE[lowest(right)]]
        right &= right - 1
    return upper, lower


# Numbers

SIZES = PEGS + 1
CHOOSE = IntTable(comb(n, k) for n in range(len(_LEFT) + 1) for k in range(SIZES))
"""How many sets of k there are among n holes."""


def _sets(most: int, least: int) -> int:
    """How many sets have `most` pegs on one side and `least` on the other, less reflections."""
    one, other = comb(len(_LEFT), most), comb(len(_LEFT), least)
    pairs = one * (one + 1) // 2 if most == least else one * other
    return pairs * comb(len(_AXIS), PEGS - most - least)


_SPLITS = [(most, least) for most in range(SIZES) for least in range(min(most, PEGS - most) + 1)]
FIRST = IntTable(
    sum(_sets(*split) for split in _SPLITS if split < (most, least))
    for most in range(SIZES)
    for least in range(SIZES)
)
"""The first number of the sets, by their pegs on one side and on the other."""
NUMBERS = sum(_sets(*split) for split in _SPLITS)


@kernel
def listed_at(bits: int) -> int:
    """The number of a set of holes among all of its size."""
    number, size = 0, 0
    while bits:
        size += 1
        number += CHOOSE[lowest(bits) * SIZES + size]
        bits &= bits - 1
    return number


@kernel
def set_at(number: int, size: int, places: int) -> int:
    """The set of that number."""
    bits = 0
    while size:
        places -= 1
        if number >= CHOOSE[places * SIZES + size]:
            number -= CHOOSE[places * SIZES + size]
            bits |= 1 << places
            size -= 1
    return bits


@kernel
def number_of(pegs: PegSet) -> int:
    """The number that a set shares with its reflection."""
    most, least = popcount(pegs.left), popcount(pegs.right)
    one, other = listed_at(pegs.left), listed_at(pegs.right)
    if most < least or (most == least and one < other):
        most, least, one, other = least, most, other, one
    pair = one * (one + 1) // 2 if most == least else one * CHOOSE[len(_LEFT) * SIZES + least]
    axis = CHOOSE[len(_AXIS) * SIZES + PEGS - most - least]
    return FIRST[most * SIZES + least] + (pair + other) * axis + listed_at(pegs.middle)


@kernel
def numbered(pegs: PegSet, number: int) -> PegSet:
    """The set of that number; `pegs` is any."""
    split = SIZES * SIZES - 1
    while FIRST[split] > number or split % SIZES > min(split // SIZES, PEGS - split // SIZES):
        split -= 1
    most, least = split // SIZES, split % SIZES
    number -= FIRST[split]
    axis = CHOOSE[len(_AXIS) * SIZES + PEGS - most - least]
    pair = number // axis
    if most == least:
        one = int((2 * pair) ** 0.5)
        if one * (one + 1) // 2 > pair:
            one -= 1
        other = pair - one * (one + 1) // 2
    else:
        one, other = divmod(pair, CHOOSE[len(_LEFT) * SIZES + least])
    return PegSet(
        left=set_at(one, most, len(_LEFT)),
        middle=set_at(number % axis, PEGS - most - least, len(_AXIS)),
        right=set_at(other, least, len(_LEFT)),
    )


# Moves


@kernel
def later(pegs: PegSet, out: Actions) -> int:
    """List the numbers of the sets that a move leads to; return how many."""
    stand = left = holes(pegs)
    count = 0
    while some(left):
        hole = first(left, UPPER)
        left = rest(left)
        to = targets(hole, stand, enterable(hole, stand, GOAL, NOTHING), NOTHING)
        count = exchanged(stand, hole, to, out, count)
    return count


@kernel
def earlier(pegs: PegSet, out: Actions) -> int:
    """List the numbers of the sets that a move leads here from; return how many.

    Steps and jumps go back as they came. A peg outside the destination never was in it; one
    inside came from outside by any way, or from inside without having left (CC-12).
    """
    stand = left = holes(pegs)
    free = less(ALL, stand)
    inside = both(free, GOAL)
    count = 0
    while some(left):
        hole = first(left, UPPER)
        left = rest(left)
        came = less(targets(hole, stand, free, NOTHING), GOAL)
        if meet(only(hole), GOAL):
            came = either(came, targets(hole, stand, inside, NOTHING))
        count = exchanged(stand, hole, came, out, count)
    return count


@kernel
def exchanged(pegs: Holes, hole: int, others: Holes, out: Actions, count: int) -> int:
    """List the numbers of the sets with another hole for one, behind those that are there."""
    stay = seen(less(pegs, only(hole)), 0)
    while some(others):
        to = first(others, UPPER)
        others = rest(others)
        moved = PegSet(
            left=stay.left | LEFT_BIT[to],
            middle=stay.middle | MIDDLE_BIT[to],
            right=stay.right | RIGHT_BIT[to],
        )
        out[count] = number_of(moved)
        count += 1
    return count


# Judging

HALVES = 2
"""Moves are counted in halves; distances are bytes, and become int64 by that."""
HALF_MOVE = 30
"""What half a move less is worth before the players have passed each other."""
RACE, LEAD = 2_000, 100
"""Nearly a certain win, and what each half move of a lead adds to it."""
_BELOW = [tuple(hole for hole in range(HOLES) if SPOTS[hole][0] >= row) for row, _ in SPOTS]
UPPER_BELOW, LOWER_BELOW = tables(_BELOW, UPPER)
"""For each hole, all those that lie in no row above it."""


@kernel
def decided(position: Position) -> bool:
    """Whether two players have passed each other, and only their distances count."""
    return position.players == 2 and parted(position)


@kernel
def informed(position: Position, seat: int, score: int, distances: Sequence[int]) -> int:
    """An evaluation for two, with what the distances tell: who is ahead by how many moves.

    Once they have passed each other, that decides.
    """
    if position.players > 2 or position.ending:
        return score
    own = HALVES * distances[number_of(alone(position, seat))]
    other = HALVES * distances[number_of(alone(position, 1 - seat))]
    if not parted(position):
        return score + HALF_MOVE * (other - own)
    lead = other - own + (1 if position.seat == seat else -1)
    return (RACE if lead > 0 else -RACE) + LEAD * lead


@kernel
def parted(position: Position) -> bool:
    """Whether the pegs of the player from N are all below those of the player from S."""
    top = first(own_pegs(position, 0), UPPER)
    return not meet(own_pegs(position, 1), (UPPER_BELOW[top], LOWER_BELOW[top]))
