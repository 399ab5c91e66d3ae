"""Moments to act, where the quickest acts: who comes first, and who keeps one.

Any unit of time will do, and anything that says by seat when each of them is due.
"""

from collections.abc import Mapping, Sequence

from numba.extending import register_jitable

from tablier.core.game import TABLE, Decision

Moments = Sequence[float] | Mapping[int, float]


@register_jitable
def first_due(actors: int, due: Moments) -> int:
    """Who acts next; of those due at the same moment the first seat, and the table last."""
    first = TABLE
    for seat in range(TABLE - 1, -1, -1):
        if actors >> seat & 1 and (not actors >> first & 1 or due[seat] <= due[first]):
            first = seat
    return first


@register_jitable
def keeping(asked: Decision, after: Decision, seat: int, same_turn: bool) -> int:
    """Who keeps the moment after a seat has acted: the others, while the same deadline runs."""
    if same_turn and asked.deadline and after.deadline == asked.deadline:
        return asked.actors & ~(1 << seat)
    return 0
