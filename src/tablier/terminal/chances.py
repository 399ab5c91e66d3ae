"""Chances as people read them."""

from collections.abc import Sequence


def hundredths(chances: Sequence[float]) -> list[int]:
    """Whole hundredths that add up to 100; 0 and 100 are kept for what is certain.

    What rounding down leaves goes to whoever lost most by it.

    >>> hundredths([0.625, 0.375]), hundredths([1 / 3] * 3), hundredths([0.999, 0.001])
    ([63, 37], [34, 33, 33], [99, 1])
    """
    exact = [100 * chance / (sum(chances) or 1) for chance in chances]
    whole = [max(1, int(share)) if share > 0 else 0 for share in exact]
    left = 100 - sum(whole)
    order = sorted(range(len(whole)), key=lambda seat: whole[seat] - exact[seat])
    for seat in order[: max(left, 0)]:
        whole[seat] += 1
    whole[whole.index(max(whole))] += min(left, 0)
    return whole
