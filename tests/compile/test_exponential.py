"""The exponential function that every machine rounds alike."""

import math
from collections.abc import Callable
from random import Random

import pytest

from tablier.compile.dispatch import register_kernels
from tablier.compile.marks import compiled
from tablier.core.rules.exponential import exponential, hyperbolic_tangent

POINTS = [
    *(0.0, -0.0, 1.0, -1.0, 700.0, -700.0, math.log(2) / 2, -math.log(2) / 2, 1e-300),
    *(Random(1).uniform(-700, 700) for _ in range(2_000)),
    *(Random(2).gauss(0, 3) for _ in range(2_000)),
]


def power(x: float) -> float:
    return exponential(x)


@pytest.fixture(scope="module")
def power_compiled() -> Callable[[float], float]:
    register_kernels()
    return compiled(power)  # type: ignore[no-any-return]


def test_it_is_right_to_the_last_digit_but_one() -> None:
    for x in POINTS:
        right = math.exp(x)
        assert abs(exponential(x) - right) <= 2 * math.ulp(right), x


def test_it_is_the_same_compiled_bit_by_bit(power_compiled: Callable[[float], float]) -> None:
    assert [power_compiled(x).hex() for x in POINTS] == [exponential(x).hex() for x in POINTS]


def test_it_is_what_it_was_everywhere_else() -> None:
    assert exponential(1.0).hex() == "0x1.5bf0a8b14576ap+1"
    assert exponential(-10.5).hex() == "0x1.cdfc263f6a0bap-16"


def test_the_hyperbolic_tangent_rests_on_nothing_else() -> None:
    for x in (*POINTS, 1e300, -1e300):
        assert abs(hyperbolic_tangent(x) - math.tanh(x)) <= 4e-16, x
    assert hyperbolic_tangent(0.5).hex() == "0x1.d9353d7568af4p-2"
