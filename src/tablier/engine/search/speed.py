"""How quick this machine is, so that whoever has no clock for a search knows how far it may go."""

from collections.abc import Callable

from tablier.core.match import Match
from tablier.engine.search.deepening import think
from tablier.engine.search.mcts import grow, new_tree
from tablier.engine.search.mind import NODES_A_VISIT
from tablier.engine.search.transposition import new_memory
from tablier.engine.way import is_searched

FIRST, MORE = 100, 4
"""The nodes that are looked at first, and how many times as many follow, until they take"""
LONG_ENOUGH_S = 0.05
ENTRIES = 1 << 16
DEEP_ENOUGH = 1_000_000
"""However quick the machine, no more nodes than this are looked at."""


def speed_of(match: Match, clock: Callable[[], float]) -> int:
    """The nodes that are looked at in a second, at the beginning of such a match.

    `clock` tells seconds. It is looked at here, and never while a game is thought about.
    """
    nodes = FIRST
    while True:
        began = clock()
        seen = _look(match, nodes)
        took = clock() - began
        if took >= LONG_ENOUGH_S or nodes >= DEEP_ENOUGH:
            return max(int(seen / max(took, 1e-6)), 1)
        nodes *= MORE


def _look(match: Match, nodes: int) -> int:
    """Look at some nodes, with nothing remembered; how many they were."""
    if is_searched(match):
        return think(match, new_memory(match.game, ENTRIES), nodes=nodes).nodes
    tree = new_tree(match.game, 10 * nodes)
    visits = max(nodes // NODES_A_VISIT, 1)
    grow(match.state, match.players, match.game.scale, visits, tree)
    return visits * NODES_A_VISIT
