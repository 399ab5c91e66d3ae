"""What a search remembers while it runs: positions seen, good actions, the path."""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from tablier.compile.raw_array import bare
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.engine.search.tablebases import shelf_of
from tablier.engine.simulate.rolls import room_for
from tablier.solver.numbering import Shelf

DEEPEST = 120
"""No line is followed further than this many actions."""
KEY, ENTRY = 0, 1
EXACT, LOWER, UPPER = 0, 1, 2
NO_ACTION = -1
OWN = 127
"""The bits of a position's own key that are kept."""
MOST_NUMBERED = (1 << 24) - 1
"""An entry has room for the numbers of actions below this."""

# What `counters` holds
NODES, NODE_LIMIT, STOPPED, PATH, BEST, DRAWN = range(6)

SEEN = 4095
"""Keys are first looked up by these bits."""


class Memory(NamedTuple):
    """Arrays that a search writes to; `counters` also carries the signal to stop."""

    slots: int
    table: Any
    """Positions by the last bits of their common keys: [slot, KEY or ENTRY]."""
    killers: Any
    history: Any
    actions: Any
    order: Any
    path: Any
    seen: Any
    counters: Any
    shelf: Any
    """The endgames that are known; see solver/numbering.py."""


def new_memory(game: Game, entries: int = 1 << 20, shelf: Shelf | None = None) -> Memory:
    """Empty memory for one game; `entries` is a power of two.

    Without a shelf of one's own it has the endgames that are at hand.
    """
    rules = game.rules
    if rules.ACTIONS >= MOST_NUMBERED:
        raise TablierError(f"{game.name} has more actions than a search can number")
    width = room_for(game) if game.dice else rules.MOST_ACTIONS
    return Memory(
        slots=entries,
        table=bare(np.zeros((entries, 2), np.int64)),
        killers=bare(np.full((DEEPEST, 2), NO_ACTION, np.int64)),
        history=bare(np.zeros((2, rules.ACTIONS), np.int64)),
        actions=bare(np.zeros((DEEPEST, width), np.int64)),
        order=bare(np.zeros((DEEPEST, width), np.int64)),
        path=bare(np.zeros(4096, np.int64)),
        seen=bare(np.zeros(SEEN + 1, np.int64)),
        counters=bare(np.zeros(8, np.int64)),
        shelf=shelf_of(game) if shelf is None else shelf,
    )


# An entry packs score, action, some bits of the position's own key, depth and bound into one
# number. Positions that are equal by symmetry share an entry, but the action is only right for
# the one that it was found in.


@register_jitable
def packed(score: int, action: int, own_key: int, depth: int, bound: int) -> int:
    return (
        (score + (1 << 22)) << 40 | (action + 1) << 16 | (own_key & OWN) << 9 | depth << 2 | bound
    )


@register_jitable
def score_of(entry: int) -> int:
    return (entry >> 40) - (1 << 22)


@register_jitable
def action_of(entry: int, own_key: int) -> int:
    """The best action, where it was found in this very position."""
    return (entry >> 16 & MOST_NUMBERED) - 1 if entry >> 9 & OWN == own_key & OWN else NO_ACTION


@register_jitable
def depth_of(entry: int) -> int:
    return entry >> 2 & 0x7F


@register_jitable
def bound_of(entry: int) -> int:
    return entry & 3
