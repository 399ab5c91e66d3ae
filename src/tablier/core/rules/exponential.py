"""The exponential function, of nothing but operations that every processor rounds alike.

The one of a machine's own library may differ from another's in the last digit, and a search that
weighs by it would then choose differently there.
"""

from tablier.core.rules.kernel import kernel

HALVINGS = 1.4426950408889634
"""How often e can be halved: its logarithm to base 2."""
LN2, LN2_REST = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of 2 as a sum; the first has so few digits that products with it are exact."""
WORD, MOST_SHIFTED = 4611686018427387904.0, 62
"""2 to the 62, the highest power of 2 in an int."""
MOST_DOUBLED = 100.0
"""Beyond half of this a hyperbolic tangent is 1 in all its digits."""


@kernel
def exponential(x: float) -> float:
    """e to the x, for an x from -700 to 700: right to the last digit but one."""
    turns = int(x * HALVINGS + 0.5) if x >= 0.0 else -int(0.5 - x * HALVINGS)
    rest = (x - turns * LN2) - turns * LN2_REST
    left = abs(turns)
    scale = 1.0
    while left > MOST_SHIFTED:
        scale *= WORD
        left -= MOST_SHIFTED
    scale *= 1 << left
    return series(rest) * scale if turns > 0 else series(rest) / scale


@kernel
def hyperbolic_tangent(x: float) -> float:
    """From -1 to 1 for any x, right to 15 digits behind the point."""
    grown = exponential(min(2.0 * abs(x), MOST_DOUBLED))
    tangent = 1.0 - 2.0 / (grown + 1.0)
    return tangent if x >= 0.0 else -tangent


@kernel
def series(x: float) -> float:
    """The same for an x of at most 0.35: as many terms as change anything, in pairs."""
    square = x * x
    sum_ = 1.6059043836821613e-10 * x + 2.08767569878681e-09
    sum_ = sum_ * square + (2.505210838544172e-08 * x + 2.755731922398589e-07)
    sum_ = sum_ * square + (2.7557319223985893e-06 * x + 2.48015873015873e-05)
    sum_ = sum_ * square + (0.0001984126984126984 * x + 0.001388888888888889)
    sum_ = sum_ * square + (0.008333333333333333 * x + 0.041666666666666664)
    sum_ = sum_ * square + (0.16666666666666666 * x + 0.5)
    return sum_ * square + x + 1.0
