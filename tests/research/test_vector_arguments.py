"""Whatever is given to a vector of games: one sentence, or games; nothing else, and no crash."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier.research import VectorEnv

HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.integers(),
    st.floats(),
    st.text(max_size=9),
    st.binary(max_size=9),
    st.complex_numbers(),
    st.lists(st.integers(-1, 90), max_size=6),
    st.lists(st.one_of(st.floats(), st.text(max_size=2), st.none(), st.lists(st.integers()))),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.builds(slice, st.integers(-5, 5), st.one_of(st.none(), st.integers(-5, 5))),
    st.builds(
        lambda kind, shape, fortran: np.zeros(shape, kind, order="F" if fortran else "C"),
        st.sampled_from(["i1", "u8", ">i8", "f4", "f8", "c8", "?", "O", "U3", "M8[s]", "V4"]),
        st.lists(st.integers(0, 5), max_size=3).map(tuple),
        st.booleans(),
    ),
    st.builds(lambda n: np.arange(8)[::n], st.sampled_from([-2, -1, 1, 2])),
    st.sampled_from([np.uint64(2**64 - 1), np.float32(1), np.str_("a"), object(), type, len, ...]),
    st.builds(lambda: tablier.new("sensei")),
    st.sampled_from(["zhizhu", "sensei", "zhizhu x", "zinga players=3", "cpu", "cuda", "tpu"]),
)


@pytest.fixture(scope="module")
def env() -> VectorEnv:
    return VectorEnv("zhizhu", 4, seed=1, threads=1)


def calls(env: VectorEnv) -> dict[str, Callable[..., object]]:
    """All that people call, and what comes of it; how games are made is next."""
    return {
        "step": env.step,
        "after": env.after,
        "after rows": lambda given: env.after(env.sample()[:1], given),
        "step rows": lambda given: env.step(env.sample()[:1], rows=given),
        "reset": env.reset,
        "reset rows": lambda given: env.reset(rows=given),
        "reset start": lambda given: env.reset(start=given),
        "match": env.match,
        "final_match": env.final_match,
        "watch": env.watch,
        "save": env.save,
        "restore": env.restore,
        "restore rows": lambda given: env.restore(env.save([0]), given),
        "restore seed": lambda given: env.restore(env.save([0]), [1], given),
        "clone": lambda given: env.clone(given, [1]),
        "clone rows": lambda given: env.clone(0, given),
    }


MADE = ("game", "games", "players", "seed", "threads", "longest", "device", "start", "draws", "way")


@settings(max_examples=700, deadline=None)
@given(st.data())
def test_hostile_arguments_are_refused_in_one_sentence(env: VectorEnv, data: Any) -> None:
    known = calls(env)
    name = data.draw(st.sampled_from(sorted(known)))
    tried(known[name], data.draw(HOSTILE))
    assert (env.masks.sum(axis=1) > 0).all() and set(env.seats.tolist()) <= {0, 1}


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(MADE), HOSTILE)
def test_games_are_made_or_refused_in_one_sentence(name: str, value: object) -> None:
    arguments: dict[str, Any] = {"game": "zhizhu", "games": 2, name: value}
    if name == "games" and isinstance(value, int) and value > 100:
        arguments["games"] = value + (1 << 23)
    tried(lambda _: VectorEnv(**arguments), None)


def made(**arguments: Any) -> VectorEnv:
    return VectorEnv("zhizhu", 2, **arguments)


def tried(call: Callable[..., object], given: object) -> None:
    try:
        call(given)
    except tablier.TablierError as error:
        assert str(error) and "\n" not in str(error) and len(str(error)) < 300


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (None, [0, 1, 2, 3]),
        (2, [2]),
        (-1, [3]),
        (np.int8(2), [2]),
        ([3, 1], [3, 1]),
        ((0, 1), [0, 1]),
        (np.array([3, 0], np.uint8), [3, 0]),
        (slice(1, 3), [1, 2]),
        (slice(-1, None), [3]),
        ([True, False, False, True], [0, 3]),
        ([], []),
    ],
)
def test_rows_are_named_in_many_ways(env: VectorEnv, rows: Any, found: list[int]) -> None:
    env.reset()
    env.step(env.sample())
    env.reset(rows=rows)
    assert sorted(found) == np.flatnonzero(env.lengths == 0).tolist()
    assert env.save(rows).rows == tuple(found)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda env: env.match(4), "there is no row 4: there are 4"),
        (lambda env: env.match(-5), "there is no row -5"),
        (lambda env: env.match([0]), "is not the number of a game"),
        (lambda env: env.save([0, 0]), "named twice"),
        (lambda env: env.save([[0]]), "are no rows: a number, a slice"),
        (lambda env: env.save([0.0]), "are no rows"),
        (lambda env: env.save([[0], [1, 2]]), "are no rows"),
        (lambda env: env.save(np.ones(3, bool)), "are no rows"),
        (lambda env: env.step([0, 0], rows=[1]), "1 whole numbers are needed"),
        (lambda env: env.step([[0], [1, 2]]), "4 whole numbers are needed"),
        (lambda env: env.step("0000"), "4 whole numbers are needed"),
        (lambda env: env.after([0, 0], [1]), "1 whole numbers are needed"),
        (lambda env: env.after([88]), "4 whole numbers are needed"),
        (lambda env: env.after([88], [0]), "game 0: action 88 is not legal"),
        (lambda env: env.after([], []), "0 games can't be stepped"),
        (lambda env: env.after([0], [4]), "there is no row 4: there are 4"),
        (lambda env: env.reset(-1), "-1 is no seed"),
        (lambda env: env.reset("1"), "'1' is no seed"),
        (lambda env: env.reset(start=["zhizhu"] * 3), "3 starts are given for 4 games"),
        (lambda env: env.reset(start=[]), "is no start"),
        (lambda env: env.reset(start="sensei"), "is of another game"),
        (lambda env: env.reset(start="zhizhu draws=off"), "has other options"),
        (lambda env: env.reset(start=tablier.new("zhizhu").resign()), "the game is over at"),
        (lambda env: env.restore({"states": 1}), "is no snapshot"),
        (lambda env: made(threads=1.5), "1.5 threads can't play"),
        (lambda env: made(longest="9"), "a match of '9' actions"),
        (lambda env: env.step(range(10**12)), "4 whole numbers are needed"),
        (lambda env: made(device=None), "there is no device None"),
        (lambda env: made(device=np.zeros(2, "V4")), "there is no device array"),
    ],
)
def test_what_is_wrong_is_told(
    env: VectorEnv, call: Callable[[VectorEnv], object], message: str
) -> None:
    with pytest.raises(tablier.TablierError, match=message):
        call(env)
