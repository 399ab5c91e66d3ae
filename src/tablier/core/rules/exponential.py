"""The exponential function, of nothing but operations that every processor rounds alike.

The one of a machine's own library may differ from another's in the last digit, and a search that
weighs by it would then choose differently there.
"""

from tablier.core.rules.kernel import kernel

HALVINGS = 1.4426950408889634
"""How often e can be halved: its logarithm to base 2."""
LN2, LN2_REST = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of 2 as a sum; the first has so few digits that products with it are exact."""
TERMS = 14
"""Of the series; the next would change nothing."""


@kernel
def exponential(x: float) -> float:
    """e to the x, for an x from -700 to 700: right to the last digit but one."""
    turns = int(x * HALVINGS + 0.5) if x >= 0.0 else -int(0.5 - x * HALVINGS)
    rest = (x - turns * LN2) - turns * LN2_REST
    power = 1.0
    for term in range(TERMS, 0, -1):
        power = 1.0 + power * rest / term
    factor, left = (2.0, turns) if turns >= 0 else (0.5, -turns)
    while left:
        if left & 1:
            power *= factor
        factor *= factor
        left >>= 1
    return power
