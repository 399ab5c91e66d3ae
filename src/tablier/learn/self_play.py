"""Games that the engine plays against itself, and what it thought meanwhile.

A game begins with some random actions, and later one action of some is random, too: so there
are positions that good players don't come to, but their searches do.
"""

from collections.abc import Callable
from math import log
from random import Random
from typing import Any, NamedTuple, Protocol

import numba

from tablier.compile.dispatch import actions, decision, identity, place, play, repeated
from tablier.compile.marks import compiled
from tablier.compile.position_rows import flat
from tablier.compile.raw_array import zeros
from tablier.core.game import TABLE, Actions, Game, Position
from tablier.core.match import REPETITIONS
from tablier.core.rules.kernel import key_of, lowest
from tablier.engine.search.alphabeta import search
from tablier.engine.search.deepening import ANY_SCORE
from tablier.engine.search.mcts import USED, Tree, favourite, grow, new_tree
from tablier.engine.search.mind import NODES_A_VISIT
from tablier.engine.search.scores import DEEPEST, SURE
from tablier.engine.search.transposition import (
    BEST,
    DRAWN,
    KEPT,
    NO_ACTION,
    NODE_LIMIT,
    NODES,
    PATH,
    SEEN,
    STOPPED,
    UNLIMITED,
    WHOLE,
    WINNER,
    Keys,
    Memory,
    enter,
    keys_of,
    new_memory,
    stood,
)
from tablier.learn.samples import UNSCORED, Samples, no_samples
from tablier.solver.probe import stored

LONGEST_GAME = 400
"""Actions after which a game is left, as one that teaches no result."""
ENTRIES = 1 << 16
"""Places in the table of a search that looks at few positions."""
TREE_ROOM = 60
"""Nodes of a tree for each visit."""
SUREST = 0.999
"""What no tree is surer of."""


class SelfPlayPace(NamedTuple):
    """How games are played."""

    nodes: int = 2_000
    """What is looked at for one action; a tree has a visit for ten of them."""
    opening: int = 8
    """The most random actions at first; each game draws how many."""
    slips: float = 0.1
    """The share of later actions that are random."""


class ShortThinker(Protocol):
    """Looks ahead, as far as it is told."""

    def think(self, position: Position, seat: int) -> tuple[int, int]:
        """The score of a position for the seat to act, and its best action."""


def play_samples(
    game: Game,
    starts: tuple[Position, ...],
    players: int,
    pace: SelfPlayPace,
    count: int,
    seed: int,
) -> Samples:
    """That many positions of whole games, and of one that is left when there are enough."""
    random, used = Random(seed), 0
    memory, listed = new_memory(game, ENTRIES), zeros(game.rules.MOST_ACTIONS)
    samples = no_samples(count, len(flat(starts[0])), players)
    thinker: ShortThinker = (
        SearchThinker(memory, pace.nodes)
        if players == 2
        else TreeThinker(game, players, pace.nodes)
    )
    list_legal = direct(legal_actions, (starts[0], 0, listed))
    step = direct(stepped, (starts[0], 0, 0, memory))
    while used < count:
        at, first = random.choice(starts), used
        opening = random.randint(0, pace.opening)
        latest = [UNSCORED] * players
        begin(memory, at)
        for number in range(LONGEST_GAME):
            actors = decision(at).actors
            if actors in (0, 1 << TABLE) or used == count:
                break
            seat = lowest(actors)
            action = int(listed[random.randrange(list_legal(at, seat, listed))])
            if number >= opening:
                score, best = thinker.think(at, seat)
                latest[seat] = score
                if players == 2:
                    latest[1 - seat] = -score
                samples.positions[used], samples.scores[used] = flat(at), latest
                used += 1
                if random.random() >= pace.slips:
                    action = best
            at = step(at, seat, action, memory)
        if decision(at).actors == 0:
            samples.results[first:used] = margins(at, players)
    return samples


def margins(end: Position, players: int) -> list[int]:
    """By seat, how many others came after it, less those before it."""
    places = [place(end, seat) for seat in range(players)]
    return [sum((theirs > own) - (theirs < own) for theirs in places) for own in places]


class SearchThinker:
    """For two: alpha-beta search, deeper and deeper, as deepening.py has it for whole matches."""

    def __init__(self, memory: Memory, nodes: int) -> None:
        self._memory, self._nodes = memory, nodes
        self._prepare: Callable[..., Any] | None = None
        self._search: Callable[..., Any] | None = None

    def think(self, position: Position, seat: int) -> tuple[int, int]:
        memory, counters = self._memory, self._memory.counters
        if self._prepare is None:
            self._prepare = direct(prepare, (position, memory))
        keys = Keys(*self._prepare(position, memory))
        action, score = NO_ACTION, 0
        for depth in range(1, DEEPEST // 2):
            counters[BEST] = NO_ACTION
            given = (position, keys, seat, depth, ANY_SCORE, 0, memory)
            if self._search is None:
                self._search = direct(search, given)
            found = int(self._search(*given))
            if counters[BEST] != NO_ACTION:
                action, score = int(counters[BEST]), found
            if counters[STOPPED] or counters[NODES] >= self._nodes or abs(score) >= SURE:
                break
            counters[NODE_LIMIT] = self._nodes
        return score, action


class TreeThinker:
    """For more: a tree for every action."""

    def __init__(self, game: Game, players: int, nodes: int) -> None:
        self._players, self._scale = players, game.scale
        self._visits = max(nodes // NODES_A_VISIT, 1)
        self._tree = new_tree(game, TREE_ROOM * (self._visits + game.rules.MOST_ACTIONS))

    def think(self, position: Position, seat: int) -> tuple[int, int]:
        tree = self._tree
        clear(tree)
        grow(position, self._players, self._scale, self._visits, tree)
        best = favourite(tree)
        share = float(tree.reward[best] / max(tree.visits[best], 1))
        share = min(max(share, 1 - SUREST), SUREST)
        return round(self._scale * log(share / (1 - share))), int(tree.action[best])


def direct(function: Any, arguments: tuple[object, ...]) -> Callable[..., Any]:
    """Compiled code for arguments like these, which never looks at their types again.

    In games of short thoughts that look would take longer than the thought.
    """
    types = tuple(numba.typeof(one) for one in arguments)
    function.compile(types)
    found: Callable[..., Any] = function.get_overload(types)
    return found


# What is compiled


@compiled
def begin(memory: Memory, position: Position) -> None:
    """A new game: nothing has stood on the board yet but this."""
    memory.counters[PATH] = 0
    for index in range(SEEN + 1):
        memory.seen[index] = 0
    enter(memory, key_of(identity(position)))


@compiled
def prepare(position: Position, memory: Memory) -> tuple[int, int]:
    """Set back what a search counts; return the position's keys."""
    counters = memory.counters
    counters[NODES], counters[NODE_LIMIT], counters[STOPPED] = 0, UNLIMITED, 0
    counters[KEPT] = counters[WINNER] = counters[WHOLE] = 0
    counters[DRAWN] = 1 if stored(position, memory.shelf) == 0 else 0
    for ply in range(DEEPEST):
        memory.killers[ply, 0] = memory.killers[ply, 1] = NO_ACTION
    keys = keys_of(position)
    return keys.own, keys.common


@compiled
def legal_actions(position: Position, seat: int, listed: Actions) -> int:
    """List a seat's legal actions; return how many."""
    return int(actions(position, seat, listed))


@compiled
def stepped(position: Position, seat: int, action: int, memory: Memory) -> Position:
    """The position after an action, with what a repetition makes of it."""
    after = play(position, seat, action)
    if after.turn == position.turn or decision(after).actors == 0:
        return after
    key = key_of(identity(after))
    if stood(memory, key) + 1 >= REPETITIONS:
        return repeated(after)
    enter(memory, key)
    return after


@compiled
def clear(tree: Tree) -> None:
    """A tree of nothing but its root."""
    for node in range(tree.counters[USED]):
        tree.first[node] = tree.children[node] = tree.visits[node] = 0
        tree.reward[node] = 0.0
    tree.counters[USED] = 1
