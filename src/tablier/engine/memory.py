"""What a search remembers while it runs: positions seen, good actions, the path."""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from tablier.core.game import Game

DEEPEST = 120
"""No line is followed further than this many actions."""
EXACT, LOWER, UPPER = 0, 1, 2
NO_ACTION = -1

# What `counters` holds
NODES, NODE_LIMIT, STOPPED, PATH, BEST = range(5)

SEEN = 4095
"""Keys are first looked up by these bits."""


class Memory(NamedTuple):
    """Arrays that a search writes to; `counters` also carries the signal to stop."""

    keys: Any
    entries: Any
    killers: Any
    history: Any
    actions: Any
    order: Any
    path: Any
    seen: Any
    counters: Any


def new_memory(game: Game, entries: int = 1 << 20) -> Memory:
    """Empty memory for one game; `entries` is a power of two."""
    rules = game.rules
    return Memory(
        keys=np.zeros(entries, np.int64),
        entries=np.zeros(entries, np.int64),
        killers=np.full((DEEPEST, 2), NO_ACTION, np.int64),
        history=np.zeros((2, rules.ACTIONS), np.int64),
        actions=np.zeros((DEEPEST, rules.MOST_ACTIONS), np.int64),
        order=np.zeros((DEEPEST, rules.MOST_ACTIONS), np.int64),
        path=np.zeros(4096, np.int64),
        seen=np.zeros(SEEN + 1, np.int64),
        counters=np.zeros(8, np.int64),
    )


# An entry packs score, action, depth and bound into one number.


@register_jitable
def packed(score: int, action: int, depth: int, bound: int) -> int:
    return (score + (1 << 30)) << 32 | (action + 1) << 16 | depth << 2 | bound


@register_jitable
def score_of(entry: int) -> int:
    return (entry >> 32) - (1 << 30)


@register_jitable
def action_of(entry: int) -> int:
    return (entry >> 16 & 0xFFFF) - 1


@register_jitable
def depth_of(entry: int) -> int:
    return entry >> 2 & 0x3FFF


@register_jitable
def bound_of(entry: int) -> int:
    return entry & 3
