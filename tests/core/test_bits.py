"""Sets in two words do what Python's sets do, interpreted and compiled."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tablier.core.rules import bits

WORD = 40
sets = st.sets(st.integers(0, 99), max_size=12)


@given(one=sets, other=sets)
@settings(max_examples=200)
def test_two_words_are_a_set(one: set[int], other: set[int]) -> None:
    a, b = bits.bits(one, WORD), bits.bits(other, WORD)
    assert max(a) < 1 << bits.LONGEST
    assert set(bits.points(a, WORD)) == one
    assert set(bits.points(bits.both(a, b), WORD)) == one & other
    assert set(bits.points(bits.either(a, b), WORD)) == one | other
    assert set(bits.points(bits.less(a, b), WORD)) == one - other
    assert bits.meet(a, b) == bool(one & other)
    assert (bits.some(a), bits.size(a)) == (bool(one), len(one))


@given(one=sets, word=st.integers(38, bits.LONGEST))
@settings(max_examples=100)
def test_one_point_comes_after_another(one: set[int], word: int) -> None:
    left, taken = bits.bits(one, word), []
    while bits.some(left):
        taken.append(bits.first(left, word))
        left = bits.rest(left)
    assert taken == sorted(one) == list(bits.points(bits.bits(one, word), word))
    out = [0] * 20
    count = bits.listed(bits.bits(one, word), word, 1000, out, 1)
    assert out[1:count] == [1000 + point for point in sorted(one)]


def test_constants_become_two_tables() -> None:
    first, second = bits.tables([(0, WORD), (), (3,)], WORD)
    assert (first, second) == ((1, 0, 8), (1, 0, 0))
