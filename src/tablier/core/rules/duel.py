"""What games of turns between two share, for `rules.py` to take what it needs from here.

A position that these are used with has the fields `seat`, whose turn it is; `turn`; `quiet`, for
how long nothing final has happened; `ending`, the number of the reason that the game ended for, 0
while it goes on; and `winner`, a seat or NOBODY.
"""

from typing import Any, TypeVar

from tablier.core.rules.decision import Decision, Reason, nobody, turn_of
from tablier.core.rules.kernel import changed, kernel

P = TypeVar("P")

NOBODY = -1
REPETITION, AGREED, RESIGNED = 1, 2, 3
"""The first three reasons of a game that takes `repeated`, `agree` and `resign` from here."""


def reasons(*, draw: str, resigned: str) -> tuple[Reason, ...]:
    """Those three, with the ids of their rules."""
    return Reason("repetition", draw), Reason("agreed", draw), Reason("resigned", resigned)


@kernel
def own_first(pair: tuple[int, int], seat: int) -> tuple[int, int]:
    """A pair in the seat's order, own and opponent's, and back again."""
    return pair if seat == 0 else (pair[1], pair[0])


@kernel
def decision(position: Any) -> Decision:
    """The turn of a seat, until the game is over."""
    return nobody() if position.ending else turn_of(position.seat)


@kernel
def place(position: Any, seat: int) -> int:
    """The first for the winner, and for both where nobody won."""
    if position.ending == 0:
        return 0
    return 1 if position.winner in (seat, NOBODY) else 2


@kernel
def reason(position: Any) -> int:
    """The number of the reason."""
    return position.ending  # type: ignore[no-any-return]


@kernel
def score(position: Any, seat: int, won: int) -> int:
    """What a game that is over is worth to a seat, of which a win is worth `won`."""
    if position.winner == NOBODY:
        return 0
    return won if position.winner == seat else -won


@kernel
def ended(position: P, ending: int, winner: int) -> P:
    """The position, with the game over."""
    return changed(changed(position, "ending", ending), "winner", winner)


@kernel
def identity(position: P) -> P:
    """All but the counters."""
    return changed(changed(position, "turn", 0), "quiet", 0)


@kernel
def repeated(position: Any) -> Any:
    """A draw, unless the game was over already."""
    return position if position.ending else ended(position, REPETITION, NOBODY)


@kernel
def agree(position: P) -> P:
    """A draw."""
    return ended(position, AGREED, NOBODY)


@kernel
def resign(position: P, seat: int) -> P:
    """A win for the other seat."""
    return ended(position, RESIGNED, 1 - seat)
