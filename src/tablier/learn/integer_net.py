"""A net in integers, as games bring it: rounded from floats, and what it then tells.

`told` is what engine/net computes, written with NumPy for many positions at once: the slow way to
the same.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from tablier.engine.net.net_file import Weights

ONE, SMALL = 127, 64
"""1 in the wide layer, and in the weights of the small ones."""
SHIFT = 6
"""What takes a sum of the second layer back to the scale of the first."""
ODDS = ONE * SMALL
"""A unit of log odds."""
HUNDREDTHS = 100


class IntegerNet(NamedTuple):
    """Weights and biases of the three layers."""

    first: Any
    """By input: int16."""
    first_bias: Any
    second: Any
    """By part of the game, number and input from the wide layer: int8."""
    second_bias: Any
    """int32; half of what the shift takes away is in it, so that sums are rounded."""
    third: Any
    third_bias: Any


def rounded(weights: Mapping[str, Any]) -> IntegerNet:
    """A float net's arrays as integers."""

    def whole(name: str, scale: int, kind: Any) -> Any:
        limits = np.iinfo(kind)
        return np.clip(np.rint(weights[name] * scale), limits.min, limits.max).astype(kind)

    return IntegerNet(
        first=whole("first", ONE, np.int16),
        first_bias=whole("first_bias", ONE, np.int16),
        second=whole("second", SMALL, np.int8),
        second_bias=whole("second_bias", ODDS, np.int32) + np.int32(1 << SHIFT - 1),
        third=whole("third", SMALL, np.int8),
        third_bias=whole("third_bias", ODDS, np.int32),
    )


def weights_of(net: IntegerNet, seats: int) -> Weights:
    """The numbers in the order in which a file has them."""
    parts, hidden, width = net.second.shape
    second = net.second.reshape(parts, hidden, seats, width // seats).transpose(0, 2, 1, 3)
    rows = (net.first, net.first_bias, second, net.second_bias, net.third, net.third_bias)
    return Weights(*(row.reshape(-1).tolist() for row in rows))


def told(net: IntegerNet, widths: tuple[int, ...], words: Any, parts: Any) -> Any:
    """Hundredths of log odds, from what seats see and the part that is asked."""
    bits = [words[:, :, word, None] >> np.arange(width) & 1 for word, width in enumerate(widths)]
    spread = np.concatenate(bits, 2)
    wide = spread @ net.first.astype(np.int64) + net.first_bias
    there = (words != 0).any(2, keepdims=True)
    wide = (np.clip(wide, 0, ONE) * there).reshape(len(words), -1)
    second = net.second.astype(np.int64)[parts]
    hidden = np.einsum("nhw,nw->nh", second, wide) + net.second_bias[parts]
    hidden = np.clip(hidden >> SHIFT, 0, ONE)
    out = (hidden * net.third.astype(np.int64)[parts]).sum(1) + net.third_bias[parts]
    return out * HUNDREDTHS // ODDS


class Deviation(NamedTuple):
    """How far an integer net is from the floats that it was rounded from, in hundredths."""

    positions: int
    mean: float
    most: float
    chance: float
    """The mean of how much a chance is another, from 0 to 1."""


def deviation(whole: Any, floats: Any) -> Deviation:
    """What integers and floats tell of the same positions, compared."""
    apart = np.abs(whole - HUNDREDTHS * floats)
    chances = np.abs(1 / (1 + np.exp(-whole / HUNDREDTHS)) - 1 / (1 + np.exp(-floats)))
    return Deviation(len(whole), float(apart.mean()), float(apart.max()), float(chances.mean()))
