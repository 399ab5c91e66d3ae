"""What one search leaves to the next in another process: the slots that are used."""

from typing import Any

import numpy as np

from tablier.core.game import Game
from tablier.engine.search.transposition import Memory, new_memory
from tablier.solver.numbering import Shelf


def kept(memory: Memory) -> tuple[Any, Any, Any]:
    """What there is to keep: the slots that are used, with their numbers, and the history."""
    used = np.flatnonzero(memory.table.any(axis=1))
    return used, np.asarray(memory.table[used]), np.asarray(memory.history)


def regained(
    game: Game, kept: tuple[Any, Any, Any], shelf: Shelf | None = None, learned: bool = True
) -> Memory:
    """Memory with what was kept of another."""
    memory = new_memory(game, shelf=shelf, learned=learned)
    used, rows, history = kept
    memory.table[used], memory.history[:] = rows, history
    return memory
