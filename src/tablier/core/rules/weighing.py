"""An evaluation that counts what matters to a seat, and weighs it.

A game's `evaluate.py` counts with a NamedTuple of ints, and has an IntTable of weights: one row, or
several where ways of playing or parts of a game differ. engine/arena/tuning.py finds such weights.
"""

from collections.abc import Sequence

from tablier.core.rules.kernel import kernel


@kernel
def weighed(counts: tuple[int, ...], weights: Sequence[int], first: int) -> int:
    """The sum of all counts times their weights, of which the first is at `first`."""
    total = 0
    for index in range(len(counts)):
        total += weights[first + index] * counts[index]
    return total
