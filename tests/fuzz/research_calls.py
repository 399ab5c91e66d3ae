"""Calls of what researchers use, with arguments that nobody should hand in.

Each may answer, or refuse in a sentence; nothing else, and least of all may it end the process.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pyspiel
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import tablier
from tablier import research
from tablier.research import VectorEnv
from tablier.research.dataset import Dataset
from tablier.research.encoding import Encoding
from tablier.research.selfplay import SelfPlay, collect

Call = tuple[str, Callable[[], Any]]

OPENSPIELS_OWN = (pyspiel.SpielError, RuntimeError, TypeError, ValueError, OverflowError)
"""What OpenSpiel itself raises before it asks us."""


class Spiteful:
    """Says no to whoever looks closer."""

    def __index__(self) -> int:
        raise RuntimeError("no index")

    def __array__(self, *_: object, **__: object) -> Any:
        raise RuntimeError("no array")

    def __len__(self) -> int:
        return -1


ODD = [
    *(None, True, False, Spiteful(), Spiteful, object(), ..., NotImplemented, slice(None)),
    *(slice("a", 2.5), slice(0, 9, 0), range(10**12), float("nan"), float("inf"), 1j, b"zhizhu"),
    *({}, set(), {"seat": 1}, {"position": 5}, {"player_0": 0, "player_1": "x"}, [[0], [1, 2]]),
    *(np.float64(1), np.bool_(True), np.datetime64("2026-01-01"), np.array(None), np.array([])),
    *(np.ma.masked_array([1, 2], [True, False]), np.array([(1, 2)], [("a", "i4"), ("b", "i4")])),
    tablier.new("sensei"),
    tablier.new("zinga", players=3).state,
    tablier.new("zhizhu").state._replace(pieces=("a", None)),
    tablier.new("zhizhu").state._replace(turn=2**80),
]
KINDS = ["bool", "int8", "uint8", "int32", "int64", "uint64", "float32", "complex64", "U3", "O"]
NUMBERS = st.one_of(
    st.integers(-3, 150),
    st.integers(),
    st.sampled_from([2**31, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30]),
)


@st.composite
def arrays(draw: st.DrawFn) -> Any:
    """Arrays of any kind, shape and order."""
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=15))
    made = np.full(shape, draw(st.integers(0, 3))).astype(draw(st.sampled_from(KINDS)))
    changed = draw(st.sampled_from(["as it is", "turned", "every second", "read-only", "swapped"]))
    if changed == "turned":
        return made.T
    if changed == "every second" and made.ndim:
        return made[::-2]
    if changed == "read-only":
        made.flags.writeable = False
    return made.astype(made.dtype.newbyteorder()) if changed == "swapped" else made


ANYTHING = st.one_of(
    NUMBERS,
    st.sampled_from(ODD),
    arrays(),
    st.floats(),
    st.text(max_size=12),
    st.lists(NUMBERS, max_size=6),
    st.dictionaries(st.text(max_size=5), NUMBERS, max_size=3),
    st.sampled_from(["zhizhu", "zinga", "b3", "ring", "pass", "ansi", "level:1", "player_0"]),
)


@cache
def dataset() -> Dataset:
    """A few games."""
    folder = Path(mkdtemp())
    with ThreadPoolExecutor(1) as executor:
        list(collect(SelfPlay("zhizhu", "random", 3).check(), executor, folder))
    return Dataset(folder)


@cache
def environment(kind: str, game: str) -> Any:
    """An environment that was reset, used by one call after the other."""
    env = getattr(research, kind)(game)
    env.reset(seed=1)
    return env


@cache
def gym_vector() -> Any:
    """One of Gymnasium's vectors, used by one call after the other."""
    env = research.vector("zhizhu", 2, autoreset="NextStep", longest=5)
    env.reset(seed=1)
    return env


@cache
def games() -> VectorEnv:
    """A vector of games, used by one call after the other."""
    return VectorEnv("zhizhu", 4, seed=1, threads=1)


@cache
def openspiel_names() -> list[str]:
    return research.register_openspiel()


MADE = ("players", "render_mode", "longest", "draws", "untimed", "paces", "level", "seat", "way")
PLANNED = ("start", "player", "games", "opening", "seed", "device")
STEPPED = [("aec", "zhizhu"), ("aec", "zinga"), ("parallel", "zinga"), ("solo", "zinga")]


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """One call."""
    kind = draw(st.sampled_from([*KINDS_OF_CALLS]))
    return kind, KINDS_OF_CALLS[kind](draw)


def _rows(draw: st.DrawFn) -> Callable[[], Any]:
    asked = dataset()
    ways: list[Any] = [asked.observations, asked.masks, asked.__getitem__]
    return partial(draw(st.sampled_from(ways)), draw(ANYTHING))


def _encoding(draw: st.DrawFn) -> Callable[[], Any]:
    match = tablier.new("zhizhu").play("b3")
    encoding = dataset().encoding
    position = st.one_of(st.just(match.state), ANYTHING)
    seat, some = st.one_of(st.integers(0, 1), ANYTHING), ANYTHING
    table: dict[Any, list[Any]] = {
        encoding.observation: [position, seat, some],
        encoding.observations: [st.one_of(st.just([[0] * 13]), some), seat, seat],
        encoding.mask: [some],
        encoding.text: [st.one_of(st.just(match), some), some, seat],
        encoding.number: [st.one_of(st.just(match), some), some, seat],
        Encoding: [some],
    }
    way = draw(st.sampled_from([*table]))
    return partial(way, *(draw(argument) for argument in table[way]))


def _made(draw: st.DrawFn) -> Callable[[], Any]:
    kind = draw(st.sampled_from(["aec", "parallel", "solo"]))
    name = draw(st.one_of(st.sampled_from(tablier.games()), ANYTHING))
    given = draw(st.dictionaries(st.sampled_from(MADE), ANYTHING, max_size=2))
    return partial(getattr(research, kind), name, **given)


def _stepped(draw: st.DrawFn) -> Callable[[], Any]:
    env = environment(*draw(st.sampled_from(STEPPED)))
    if draw(st.integers(0, 3)) == 0:
        return partial(env.reset, seed=draw(ANYTHING), options=draw(ANYTHING))
    ways = [env.step, *(getattr(env, name) for name in ("observe",) if hasattr(env, name))]
    if hasattr(env, "possible_agents"):
        ways += [env.action_space, env.observation_space]
    way = draw(st.sampled_from(ways))
    given = draw(ANYTHING)
    if way == env.step and hasattr(env, "wait"):
        given = draw(st.one_of(st.just({"player_0": given, "player_1": 0}), ANYTHING))
    return partial(_step, env, way, given)


def _step(env: Any, way: Callable[[Any], Any], given: Any) -> None:
    """Begin anew where nobody can step any more."""
    if getattr(env, "agents", True) == []:
        env.reset()
    way(given)


def _vectors(draw: st.DrawFn) -> Callable[[], Any]:
    """Gymnasium's vectors: made anew, reset, stepped."""
    way = draw(st.integers(0, 2))
    if way == 0:
        name = draw(st.sampled_from(["num_envs", "autoreset", "render_mode", "start", "draws"]))
        value = draw(ANYTHING)
        if name == "num_envs" and isinstance(value, int) and value > 100:
            value = value + (1 << 23)
        return partial(research.vector, "zhizhu", **{"num_envs": 2, name: value})
    env = gym_vector()
    if way == 1:
        options = draw(st.one_of(ANYTHING, st.builds(lambda mask: {"reset_mask": mask}, ANYTHING)))
        return partial(env.reset, seed=draw(ANYTHING), options=options)
    return partial(env.step, draw(ANYTHING))


def _games(draw: st.DrawFn) -> Callable[[], Any]:
    env = games()
    ways: dict[str, Callable[[Any], Any]] = {
        "some": lambda given: env.step(env.sample()[:1], rows=given),
        "after some": lambda given: env.after(env.sample()[:1], given),
        "begin": lambda given: env.reset(rows=given),
        "start": lambda given: env.reset(start=given),
        "go on": lambda given: env.restore(env.save([0]), given),
        "clone": lambda given: env.clone(given, [1]),
    }
    plain = (env.step, env.after, env.reset, env.match, env.final_match)
    ways |= {way.__name__: way for way in (*plain, env.watch, env.save, env.restore)}
    return partial(ways[draw(st.sampled_from([*ways]))], draw(ANYTHING))


def _moving(draw: st.DrawFn) -> Callable[[], Any]:
    path = draw(st.one_of(st.just("/nowhere/game.gif"), ANYTHING))
    return partial(tablier.animate, tablier.new("zhizhu"), path, seconds=draw(ANYTHING), width=16)


def _planned(draw: st.DrawFn) -> Callable[[], Any]:
    given = draw(st.dictionaries(st.sampled_from(PLANNED), ANYTHING, min_size=1, max_size=3))
    return SelfPlay("zhizhu", "random", 3)._replace(**given).check


def _opened(draw: st.DrawFn) -> Callable[[], Any]:
    return partial(Dataset, draw(ANYTHING), mapped=draw(ANYTHING))


def _loaded(draw: st.DrawFn) -> Callable[[], Any]:
    name = draw(st.sampled_from(openspiel_names()))
    given = draw(st.dictionaries(st.sampled_from([*MADE, "position"]), ANYTHING, max_size=2))
    action = draw(ANYTHING)

    def load_and_play() -> None:
        state = pyspiel.load_game(name, given).new_initial_state()
        state.apply_action(action)

    return load_and_play


KINDS_OF_CALLS: dict[str, Callable[[st.DrawFn], Callable[[], Any]]] = {
    "rows of a dataset": _rows,
    "an encoding": _encoding,
    "a new environment": _made,
    "an environment": _stepped,
    "a vector": _vectors,
    "games at once": _games,
    "a moving picture": _moving,
    "a plan": _planned,
    "a dataset": _opened,
    "openspiel": _loaded,
}


def made(call: Call) -> str:
    """What came of a call: `answered` or `refused`; whatever else it raises is a fault."""
    kind, function = call
    allowed = OPENSPIELS_OWN if kind == "openspiel" else ()
    try:
        function()
    except tablier.TablierError as error:
        assert "\n" not in str(error) and len(str(error)) < 400, f"{kind}: {error}"
        return "refused"
    except allowed:
        return "refused"
    return "answered"
