"""What a net sees of a ZhiZhu position: pieces, chains made and to be made, and what is due.

Every input is a bit of a word. Of two sets of points in one word the own one comes first.
"""

from typing import NamedTuple

from tablier.core.rules.duel import own_first
from tablier.core.rules.kernel import item, kernel, popcount
from tablier.games.zhizhu.board import LINES, POINTS, SPOKES
from tablier.games.zhizhu.evaluate import (
    EMPTY,
    THREE,
    across,
    beside,
    open_runs,
    open_spokes,
)
from tablier.games.zhizhu.rules import ALL, CIRCLE, PIECES, Position, banned_line, in_chains, slides

NUMBER = PIECES + 1
"""Bits for how many pieces there are somewhere, from none to all."""
MOST_ROOM = 13
"""From that many slides on, more of them make no difference."""
ROOM = MOST_ROOM + 1
MOST_DUE = 3


class Inputs(NamedTuple):
    """Words of inputs; the widths are below, in the same order."""

    pieces: int
    chains: int
    spokes: int
    """Free points that would complete a spoke chain, and spokes with one piece alone."""
    runs: int
    """The same for runs, and again spokes with one piece alone: the enemy's."""
    ready_spokes: int
    """Those that a piece can slide to from outside the chain."""
    ready_runs: int
    doubles: int
    """Those that it can slide to out of another chain, to and fro."""
    growing: int
    """Rows of five with three pieces of one side and none of the other, by their first point."""
    counts: int
    """How many pieces both have, in hand or not, and how many slides."""
    own_wait: int
    """Pieces in both hands, and the line that the own ban forbids."""
    enemy_wait: int
    """The line that the enemy's ban forbids, what is due to whom, and whose turn it is."""


WIDTHS = (
    2 * POINTS,
    2 * POINTS,
    2 * POINTS + SPOKES,
    2 * POINTS + SPOKES,
    2 * POINTS,
    2 * POINTS,
    2 * POINTS,
    2 * POINTS,
    2 * NUMBER + 2 * ROOM,
    2 * NUMBER + len(LINES),
    len(LINES) + 2 * MOST_DUE + 2,
)
INPUTS = sum(WIDTHS)
PARTS = 4
"""Placing, with many pieces in hand or few; sliding, with many pieces on the web or few."""
FEW_IN_HAND, FEW_ON_WEB = 4, 5


class Side(NamedTuple):
    """What counts for a player, as sets of points and as numbers."""

    chains: int
    lone: int
    spokes: int
    runs: int
    ready_spokes: int
    ready_runs: int
    doubles: int
    growing: int
    room: int


@kernel
def side(own: int, enemy: int) -> Side:
    """What counts for whoever has the own pieces."""
    free = ALL & ~(own | enemy)
    inner, middle, outer = own & CIRCLE, own >> SPOKES & CIRCLE, own >> 2 * SPOKES & CIRCLE
    single = inner ^ middle ^ outer ^ (inner & middle & outer)
    taken = (enemy | enemy >> SPOKES | enemy >> 2 * SPOKES) & CIRCLE
    spokes, runs, chains = open_spokes(own) & free, open_runs(own) & free, in_chains(own)
    rows = THREE[inner] & EMPTY[enemy & CIRCLE]
    rows |= (THREE[middle] & EMPTY[enemy >> SPOKES & CIRCLE]) << SPOKES
    rows |= (THREE[outer] & EMPTY[enemy >> 2 * SPOKES & CIRCLE]) << 2 * SPOKES
    return Side(
        chains=chains,
        lone=single & ~taken,
        spokes=spokes,
        runs=runs,
        ready_spokes=spokes & beside(own),
        ready_runs=runs & across(own),
        doubles=spokes & beside(chains) | runs & across(chains),
        growing=rows,
        room=min(popcount(slides(own, free)), MOST_ROOM),
    )


@kernel
def inputs(position: Position, seat: int) -> Inputs:
    """The inputs that are on, as a seat sees the position."""
    own, enemy = own_first(position.pieces, seat)
    hand, other_hand = own_first(position.hands, seat)
    own_ban, enemy_ban = own_first(position.bans, seat)
    mine, theirs = side(own, enemy), side(enemy, own)
    acts = 1 if position.seat == seat else 0
    due = 1 << position.due - 1 if position.due else 0
    due = due if acts else due << MOST_DUE
    return Inputs(
        pieces=own | enemy << POINTS,
        chains=mine.chains | theirs.chains << POINTS,
        spokes=mine.spokes | theirs.spokes << POINTS | mine.lone << 2 * POINTS,
        runs=mine.runs | theirs.runs << POINTS | theirs.lone << 2 * POINTS,
        ready_spokes=mine.ready_spokes | theirs.ready_spokes << POINTS,
        ready_runs=mine.ready_runs | theirs.ready_runs << POINTS,
        doubles=mine.doubles | theirs.doubles << POINTS,
        growing=mine.growing | theirs.growing << POINTS,
        counts=1 << popcount(own) + hand
        | 1 << NUMBER + popcount(enemy) + other_hand
        | 1 << 2 * NUMBER + mine.room
        | 1 << 2 * NUMBER + ROOM + theirs.room,
        own_wait=1 << hand | 1 << NUMBER + other_hand | banned_line(own_ban) << 2 * NUMBER,
        enemy_wait=banned_line(enemy_ban)
        | due << len(LINES)
        | acts << len(LINES) + 2 * MOST_DUE
        | (1 - acts) << len(LINES) + 2 * MOST_DUE + 1,
    )


@kernel
def viewers(position: Position) -> int:
    """How many seats see a position."""
    return 2


@kernel
def part(position: Position) -> int:
    """Which part of the game it is, by what is in hand and on the web."""
    white, black = position.pieces
    waiting = item(position.hands, 1)
    if waiting:
        return 0 if waiting > FEW_IN_HAND else 1
    return 2 if min(popcount(white), popcount(black)) > FEW_ON_WEB else 3
