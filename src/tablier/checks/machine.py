"""The rules as machine code: whether numba takes each kernel, and whether it plays the same."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numba.core.errors import NumbaError

from tablier.checks.fault import Fault, one_line
from tablier.checks.setups import setups
from tablier.checks.shape import source_of
from tablier.compile.dispatch import game_of
from tablier.core.game import Game
from tablier.engine.simulate.playout import walk, walk_compiled

WALKS = 20
STEP = "Failed in nopython mode pipeline"
"""How numba begins each of its reasons, the innermost last."""
NAMED = re.compile(r"File \"(?P<file>[^\"]+)\", line (?P<line>\d+):\s*def (?P<name>\w+)")
CALL = re.compile(r">>> (.+)")


def machine(game: Game) -> Iterator[Fault]:
    """Every kernel by itself, and then whole games."""
    refused = list(_kernels(game))
    yield from refused
    if not refused:
        yield from _parity(game)


def _kernels(game: Game) -> Iterator[Fault]:
    """Those that numba refuses, each with its reason."""
    import numba

    position, _ = game.start(None, {})
    game_of(numba.typeof(position))
    rules, out = game.rules, np.zeros(game.rules.MOST_ACTIONS, np.int64)
    calls: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (rules.decision, (position,)),
        (rules.actions, (position, 0, out)),
        (rules.play, (position, 0, 0)),
        (rules.place, (position, 0)),
        (rules.reason, (position,)),
        (rules.identity, (position,)),
        (rules.repeated, (position,)),
        (rules.agree, (position,)),
        (rules.resign, (position, 0)),
        (game.evaluate, (position, 0)),
        (game.sound, (position, position)),
    ]
    if game.canonical is not None:
        calls.append((game.canonical, (position,)))
    if game.policy is not None:
        numbers = (position, 0, 0, 0)
        calls += [(game.policy.reaction, numbers), (game.policy.choice, numbers)]
        calls.append((game.policy.outlook, numbers[:2]))
        calls.append((game.policy.greedy, numbers[:3]))
    seen = set()
    for function, arguments in calls:
        fault = _compile(function, tuple(map(numba.typeof, arguments)), game.folder)
        if fault is not None and fault not in seen:
            seen.add(fault)
            yield fault


def _compile(function: Callable[..., Any], types: tuple[Any, ...], folder: Path) -> Fault | None:
    where, name = source_of(function, folder) or "rules.py", function.__name__
    try:
        njit(function).compile(types)
    except NumbaError as error:
        return _refusal(str(error), Fault(where, name))
    except Exception as error:  # whatever else its compiler runs into
        return Fault(where, f"numba fails at {name}: {one_line(error)}")
    return None


def _refusal(told: str, asked: Fault) -> Fault:
    """The innermost function that numba names, and what it has against it."""
    inner = re.sub(r"\x1b\[[0-9;]*m", "", told).rpartition(STEP)[2]
    said = [line.strip() for line in inner.splitlines()[1:] if line.strip()]
    reason = said[0] if said else "it gives no reason"
    if reason.startswith("No implementation") and (call := CALL.search(inner)):
        reason = f"it knows no {call[1]}"
    if found := NAMED.search(inner):
        where = f"{Path(found['file']).name}, line {found['line']}"
        return Fault(where, f"numba refuses {found['name']}: {reason}")
    return Fault(asked.where, f"numba refuses {asked.told}: {reason}")


def _parity(game: Game) -> Iterator[Fault]:
    """Random games are the same both ways, with as many players as there can be."""
    rules = game.rules
    listed = [0] * rules.MOST_ACTIONS
    array = np.zeros(rules.MOST_ACTIONS, np.int64)
    first = {setup.players: setup for setup in reversed(setups(game))}
    for setup in first.values():
        start = rules.start(setup.players, setup.options)
        for seed in range(1, WALKS + 1):
            played = walk(start, setup.players, listed, seed)
            try:
                compiled = walk_compiled(start, setup.players, array, seed)
            except IndexError as error:
                told = "compiled, an index lies outside, one from the end perhaps"
                yield Fault("rules.py", f"{told}: {error} (seed {seed})")
                return
            if played != compiled:
                told = f"compiled, a game of {setup.players} goes otherwise than interpreted"
                yield Fault("rules.py", f"{told} (seed {seed})")
                return
