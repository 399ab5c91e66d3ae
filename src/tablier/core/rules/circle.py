"""What games of turns between several share, for `rules.py` to take what it needs from here.

A position that these are used with has the fields that `duel.py` asks for, less `quiet`, and
two more: `players`, how many sat down, and `out`, the seats that have resigned.
"""

from typing import Any, TypeVar

from tablier.core.rules import duel
from tablier.core.rules.duel import RESIGNED, ended
from tablier.core.rules.kernel import changed, kernel, lowest, popcount

P = TypeVar("P")


@kernel
def playing(position: Any) -> int:
    """The seats that have not resigned."""
    return (1 << position.players) - 1 & ~position.out  # type: ignore[no-any-return]


@kernel
def next_turn(position: Any) -> Any:
    """The turn of the next who still plays; what else a turn begins with is the game's own."""
    seat = (position.seat + 1) % position.players
    while position.out >> seat & 1:
        seat = (seat + 1) % position.players
    return changed(changed(position, "seat", seat), "turn", position.turn + 1)


@kernel
def place(position: Any, seat: int) -> int:
    """The first for the winner, or for all where nobody won; the last for all who resigned."""
    return position.players if position.out >> seat & 1 else duel.place(position, seat)


@kernel
def out(position: Any, seat: int) -> Any:
    """The position once a seat has resigned: won where one is left, and no longer its turn."""
    position = changed(position, "out", position.out | 1 << seat)
    left = playing(position)
    if popcount(left) == 1:
        return ended(position, RESIGNED, lowest(left))
    return next_turn(position) if seat == position.seat else position


@kernel
def identity(position: P) -> P:
    """All but the turn's number."""
    return changed(position, "turn", 0)


@kernel
def unrepeated(position: P) -> P:
    """The position as it is: with dice, what came twice may yet end otherwise."""
    return position
