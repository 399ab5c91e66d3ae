"""What a net says of a position, in numbers without a fraction.

For each seat that plays, the weights of the inputs that are on are added up. An action changes
few of them, so that the sums are kept, with the inputs that they are of, and brought up to date by
what differs: it does not matter which position they were of. What the seats' sums come to,
those of the seat that is asked for first, is weighed again for some hidden numbers, and these for
the result. Nothing but additions, products and shifts of whole numbers is done, so that the
result is the same everywhere.
"""

from typing import Any, NamedTuple

from tablier.compile.dispatch import offered
from tablier.compile.marks import jitable
from tablier.compile.position_rows import store, width
from tablier.compile.raw_array import tail
from tablier.compile.vectors import clipped, minus, plus, product, vector, weighed, write
from tablier.core.game import Position
from tablier.core.rules.kernel import lowest, popcount
from tablier.engine.net.net_file import HIDDEN

ONE = 127
"""What stands for 1 among the sums and the hidden numbers, which go from 0 to 1."""
SHIFT = 6
"""A weight of the later layers is 64 for 1."""
LOG_ODDS = 100
"""The evaluation's units in one of log odds."""
WORD = 64
"""Rows of weights for each word of inputs, so that a bit leads to its row."""
TWO = 2
"""Seats for whom LLVM finds what their inputs have in common, if it sees both side by side."""
NOWHERE = -1
"""The part of a position that no net knows."""


class Net(NamedTuple):
    """The weights of a net, and what is kept of the positions that it saw."""

    is_on: int
    """0 where there is none, and the evaluation is asked."""
    weights: Any
    """By word and bit, and at last what the sums begin with: int16."""
    hidden: Any
    """By part, seat in turn and hidden number: int16."""
    hidden_bias: Any
    """By part: int32, and so is what follows."""
    result: Any
    result_bias: Any
    """For each part one number: int64."""
    seen: Any
    """By place and seat the words of inputs that the sums are of, and room for those that are new:
    int64."""
    sums: Any
    """By place and seat: int16."""


@offered("net")
def inputs(position: Position, seat: int) -> Any:
    """The inputs that are on."""


@offered("net")
def part(position: Position) -> Any:
    """The number of the part, or NOWHERE."""


@offered("net")
def viewers(position: Position) -> Any:
    """How many seats see the position."""


@jitable
def net_score(position: Position, seat: int, part: int, place: int, seats: int, net: Net) -> int:
    """What a net says of a position for a seat, in the evaluation's unit.

    `place` says which sums are used, and `seats` how many are kept in each place.
    """
    first, playing = place * seats, viewers(position)
    if seats == TWO:
        follow(inputs(position, 0), first, net)
        follow(inputs(position, 1), first + 1, net)
    else:
        for other in range(playing):
            follow(inputs(position, other), first + other, net)
    total = vector(net.hidden_bias, part)
    for turn in range(playing):
        own = (seat + turn) % playing
        own_sums = clipped(vector(net.sums, first + own), 0, ONE)
        total = weighed(total, own_sums, net.hidden, (part * seats + turn) * HIDDEN)
    hidden = clipped(total, SHIFT, ONE)
    found = product(hidden, vector(net.result, part)) + net.result_bias[part]
    return found * LOG_ODDS // (ONE << SHIFT)


@jitable
def follow(words: Any, row: int, net: Net) -> None:
    """Bring a row of sums up to date with the inputs that are on."""
    length = width(words)
    seen = tail(net.seen, 2 * row * length)
    store(words, seen, length)
    changes = on = 0
    for word in range(length):
        changes += popcount(int(seen[length + word] ^ seen[word]))
        on += popcount(int(seen[length + word]))
    if on < changes:
        sums = vector(net.weights, length * WORD)
        for word in range(length):
            seen[word] = 0
    else:
        sums = vector(net.sums, row)
    for word in range(length):
        new, old = int(seen[length + word]), int(seen[word])
        seen[word] = new
        come, gone = new & ~old, old & ~new
        while come:
            sums = plus(sums, vector(net.weights, word * WORD + lowest(come)))
            come &= come - 1
        while gone:
            sums = minus(sums, vector(net.weights, word * WORD + lowest(gone)))
            gone &= gone - 1
    write(net.sums, row, sums)
