"""Bots: players that think with the engine."""

from random import Random
from threading import Timer

from tablier.core.errors import OutOfTurn
from tablier.core.game import TABLE, Game
from tablier.core.match import Match
from tablier.engine.levels import level_of
from tablier.engine.mcts import STOPPED, grow, new_tree
from tablier.engine.memory import new_memory
from tablier.engine.race import choice
from tablier.engine.thought import UNLIMITED, think

TREE_NODES = 2_000_000
NODES_A_VISIT = 10
"""A visit to the tree takes about as long as so many nodes of the other search."""
FOREVER = 1 << 40


class Bot:
    """A player of one game at one level; a seed makes it play the same again."""

    def __init__(
        self, game: Game, level: int = 4, *, seconds: float | None = None, seed: int | None = None
    ) -> None:
        self.game = game
        self.level = level_of(level)
        self.seconds = seconds if seconds is not None else self.level.seconds
        self._random = Random(seed)
        self._memory = new_memory(game) if 2 in game.players else None

    def choose(self, match: Match, seat: int | None = None) -> str:
        """The text of the action that the bot would play, for a seat that may act."""
        seat = self._seat(match, seat)
        if self.game.rules.DEADLINES:
            return self._react(match, seat)
        legal = match.legal(seat)
        if len(legal) == 1 or self._random.random() < self.level.lapses:
            return self._random.choice(legal)
        action = self._search(match) if match.players == 2 else self._grow(match)
        return self.game.notation.write(match.state, seat, action)

    def wake(self, match: Match) -> None:
        """Compile what thinking about such a match needs, once per machine."""
        if self.game.rules.DEADLINES or match.result is not None:
            return
        if match.players == 2 and self._memory is not None:
            think(match, self._memory, nodes=1, depth=1)
        else:
            grow(match.state, match.players, self.game.scale, 1, new_tree(self.game, 1_000))

    def _seat(self, match: Match, seat: int | None) -> int:
        seats = [actor for actor in match.seats if actor != TABLE]
        chosen = seat if seat is not None or len(seats) != 1 else seats[0]
        if chosen is None or chosen not in seats:
            raise OutOfTurn(f"no bot can act for seat {chosen} now", code="no_seat")
        return chosen

    def _react(self, match: Match, seat: int) -> str:
        """In a race the game's own policy acts."""
        drawn = self._random.getrandbits(32)
        slips = int(self._random.random() < self.level.lapses)
        action = choice(match.state, seat, drawn, slips)
        return self.game.notation.write(match.state, seat, action)

    def _search(self, match: Match) -> int:
        assert self._memory is not None
        nodes = UNLIMITED if self.seconds else self.level.nodes
        return think(match, self._memory, nodes=nodes, seconds=self.seconds).action

    def _grow(self, match: Match) -> int:
        """With more than two seats, the action that was tried most."""
        visits = FOREVER if self.seconds else max(10, self.level.nodes // NODES_A_VISIT)
        tree = new_tree(self.game, min(TREE_NODES, 100 * visits))
        timer = Timer(self.seconds or 0, tree.counters.__setitem__, (STOPPED, 1))
        if self.seconds:
            timer.start()
        grow(match.state, match.players, self.game.scale, visits, tree)
        timer.cancel()
        first = tree.first[0]
        tried = tree.visits[first : first + tree.children[0]]
        return int(tree.action[first + int(tried.argmax())])
