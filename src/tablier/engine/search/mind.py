"""What a bot thinks with where turns are taken: a glance, a search, or a tree."""

from collections.abc import Callable
from functools import cached_property, partial
from random import Random
from threading import Lock, Timer
from typing import Any

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.engine.levels import Level, ThoughtLimits
from tablier.engine.pondering import ThinkingOn
from tablier.engine.search.deepening import BRIEF, think
from tablier.engine.search.interrupt import halting
from tablier.engine.search.mcts import (
    STOPPED,
    Tree,
    chance,
    favourite,
    fresh_favourite,
    grow,
    new_tree,
)
from tablier.engine.search.one_turn import Glance
from tablier.engine.search.scores import INFINITY
from tablier.engine.search.tablebases import known_shelf_of, shelf_of
from tablier.engine.search.transposition import STOPPED as SEARCH_STOPPED
from tablier.engine.search.transposition import UNLIMITED, Memory, new_memory
from tablier.engine.way import is_searched
from tablier.solver.numbering import Shelf

TREE_NODES, SMALL_TREE = 2_000_000, 500_000
"""The most nodes of a tree; the smaller where nodes alone limit it, as on a phone: 32 MB."""
NODES_A_VISIT = 10
"""A visit to the tree takes about as long as ten nodes of the other search."""
UNPICKLED = ("_memory", "_pondering", "_busy")
FOREVER = 1 << 40
CLEAR = 5
"""Beyond log odds of 5 to one side a game is as good as decided. Nobody should have to
wait long for its end then, so the highest level, which uses its time, thinks briefly."""


class Mind:
    """Thinks about matches of one game, and remembers what it saw."""

    def __init__(
        self, game: Game, knows: bool = False, learned: bool = True, threads: int = 1
    ) -> None:
        """It `knows` a whole game where the files of that are at hand.

        What was `learned` is the game's net. With `threads` it searches in several where nothing
        but time limits it.
        """
        self._game = game
        self._knows = knows
        self._learned = learned
        self._threads = threads
        self._glance = Glance(game)
        self._pondering, self._busy = ThinkingOn(), Lock()

    @cached_property
    def _memory(self) -> Memory:
        """What the search remembers; there when it is needed, since it takes its time to make."""
        return new_memory(self._game, shelf=self._shelf(), learned=self._learned)

    def _shelf(self) -> Shelf:
        return known_shelf_of(self._game) if self._knows else shelf_of(self._game)

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle`: all that is remembered, less what every memory begins with."""
        self.rest()
        memory = vars(self).get("_memory")
        rest = {name: value for name, value in vars(self).items() if name not in UNPICKLED}
        if memory is None:
            return rest
        from tablier.engine.search.kept_memory import kept

        return {**rest, "_kept": kept(memory)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        remembered = state.pop("_kept", None)
        vars(self).update(state, _pondering=ThinkingOn(), _busy=Lock())
        if remembered is not None:
            from tablier.engine.search.kept_memory import regained

            vars(self)["_memory"] = regained(self._game, remembered, self._shelf(), self._learned)

    def glance(self, match: Match, seat: int, random: Random, sight: float) -> str:
        """What looks best in the seat's own turn, of a share of its actions."""
        return self._glance.choose(match, seat, random, sight)

    def think(self, match: Match, legal: int, limits: ThoughtLimits) -> int:
        """The best action within some limits; `legal` is the number of legal actions."""
        self.rest()
        with self._busy:
            if is_searched(match):
                return self._search(match, limits)
            return self._grow(match, legal, limits)

    def ponder(self, match: Match, seconds: float) -> None:
        """Think about a match in which others are to act, at most for some seconds.

        Whatever else is asked of this mind ends that.
        """
        if not is_searched(match) or match.game.dice or match.result is not None:
            return
        memory = self._memory
        self._pondering.begin(
            partial(self._think_on, match.copy(), memory, seconds),
            partial(memory.counters.__setitem__, SEARCH_STOPPED, 1),
        )

    def _think_on(self, match: Match, memory: Memory, seconds: float) -> None:
        """Not while a thought goes on that nobody waits for any more: it has the memory."""
        if self._busy.acquire(blocking=False):
            try:
                think(match, memory, seconds=seconds)
            finally:
                self._busy.release()

    def rest(self) -> None:
        """Ponder no longer."""
        self._pondering.end()

    def pieces(self, match: Match, level: Level) -> list[Callable[[], object]]:
        """What is compiled for such a match: calls, each of which needs one piece of it."""
        needed: list[Callable[[], object]] = []
        if self._game.endgame is not None:
            needed.append(self._shelf)
        if level.lapses:
            looked = partial(self._glance.look, match.state, 0, match.players, match.state.turn)
            needed.append(looked)
        if is_searched(match):
            needed.append(lambda: think(match, self._memory, nodes=1, depth=1))
        else:
            tree = new_tree(self._game, 1_000, self._learned)
            needed.append(partial(grow, match.state, match.players, self._game.scale, 1, tree))
        return needed

    def _search(self, match: Match, limits: ThoughtLimits) -> int:
        nodes = limits.nodes or UNLIMITED
        clear = CLEAR * self._game.scale if limits.brief else INFINITY
        threads = 1 if limits.nodes else self._threads
        found = think(
            match, self._memory, nodes=nodes, seconds=limits.seconds, clear=clear, threads=threads
        )
        return found.action

    def _grow(self, match: Match, legal: int, limits: ThoughtLimits) -> int:
        """With more than two seats, the action that was tried most and brings nothing back.

        Before the time begins to run, there is something to choose from.
        """
        visits = limits.nodes // NODES_A_VISIT if limits.nodes else FOREVER
        most = SMALL_TREE if limits.seconds is None else TREE_NODES
        tree = new_tree(self._game, min(most, 100 * (legal + visits)), self._learned)
        more = partial(grow, match.state, match.players, self._game.scale)
        more(legal, tree)
        for share in (BRIEF, 1 - BRIEF) if limits.brief else (1.0,):
            if limits.seconds is None:
                more(int(share * visits), tree)
            else:
                self._visit(partial(more, visits), tree, share * limits.seconds, visits)
            best = favourite(tree)
            if tree.reward[best] >= chance(CLEAR) * tree.visits[best]:
                break
        return int(tree.action[fresh_favourite(match, tree)])

    def _visit(self, more: Callable[[Tree], None], tree: Tree, seconds: float, visits: int) -> None:
        """Let a tree grow by a number of visits, or for some seconds."""
        stop = partial(tree.counters.__setitem__, STOPPED, 1)
        tree.counters[STOPPED] = 0
        timer = Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            halting(stop, partial(more, tree), visits * NODES_A_VISIT)
        finally:
            timer.cancel()
