"""Keys of positions: the same interpreted and compiled, now and on every machine."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier.compile.marks import compiled
from tablier.core.rules.kernel import key_of

Numbers = tuple[int, tuple[int, int], int]
number = st.integers(-(2**63), 2**63 - 1)
numbers = st.tuples(number, st.tuples(number, number), number)


@pytest.fixture(scope="module")
def key_compiled() -> Callable[[Numbers], int]:
    return compiled(lambda position: key_of(position))  # type: ignore[no-any-return]


def test_they_are_the_same_compiled(key_compiled: Callable[[Numbers], int]) -> None:
    @given(position=numbers)
    @settings(max_examples=300)
    def compare(position: Numbers) -> None:
        assert key_compiled(position) == key_of(position)

    compare()


def test_they_stay_as_they_are() -> None:
    """Checksums of whole games are compared between processors and versions."""
    assert key_of((0, (0, 0), 0)) == 0
    assert key_of((1, (2, 3), -1)) == 56565009411240417
    assert key_of((1, 2, 3, -1)) == key_of((1, (2, 3), -1))


@given(position=numbers, field=st.integers(0, 3), bit=st.integers(0, 62))
def test_one_bit_makes_another_key(position: Numbers, field: int, bit: int) -> None:
    flat = [position[0], *position[1], position[2]]
    flat[field] ^= 1 << bit
    assert key_of(tuple(flat)) != key_of(position)


def test_positions_spread_over_a_table() -> None:
    """The last bits find the slot: a thousand small boards share few of 65,536."""
    keys = {key_of((1 << own, (1 << other, 0), 0)) for own in range(32) for other in range(32, 64)}
    assert len(keys) == 1024 and len({key & 0xFFFF for key in keys}) > 1000
