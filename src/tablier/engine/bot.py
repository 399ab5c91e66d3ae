"""Bots: players that think with the engine."""

from collections.abc import Callable
from functools import cached_property, partial
from numbers import Real
from random import Random
from threading import Timer

from tablier.core.errors import AmbiguousMove, BadOption, OutOfTurn, listing, shortened
from tablier.core.game import TABLE, Game
from tablier.core.match import Match
from tablier.engine.levels import Level, level_of
from tablier.engine.search.deepening import BRIEF, LONGEST_S, is_searched, think
from tablier.engine.search.interrupt import halting
from tablier.engine.search.mcts import STOPPED, chance, favourite, fresh_favourite, grow, new_tree
from tablier.engine.search.one_turn import Glance
from tablier.engine.search.tablebases import shelf_of
from tablier.engine.search.transposition import Memory, new_memory
from tablier.engine.simulate.race import choice, reaction

TREE_NODES = 2_000_000
NODES_A_VISIT = 10
"""A visit to the tree takes about as long as so many nodes of the other search."""
FOREVER = 1 << 40
CLEAR = 5
"""Beyond log odds of so many to one side a game is as good as decided. Nobody should have to
wait long for its end then, so the highest level, which uses its time, thinks briefly."""


class Bot:
    """A player of one game at one level; a seed makes it play the same again."""

    def __init__(
        self, game: Game, level: int = 4, *, seconds: float | None = None, seed: int | None = None
    ) -> None:
        self.game: Game = game
        """The game that it plays."""
        self.level: Level = level_of(level)
        """How it plays: nodes, seconds, lapses, reactions."""
        self.seconds: float = self.level.seconds if seconds is None else _checked(seconds)
        """How long it thinks at the most."""
        self._random = Random(seed)
        self._glance = Glance(game)
        self._awake: set[int] = set()

    @cached_property
    def _memory(self) -> Memory:
        """What the search remembers; there when it is needed, since it takes its time to make."""
        return new_memory(self.game)

    def choose(self, match: Match, seat: int | None = None) -> str:
        """The text of the action that the bot would play; where several may act, say for whom.

        >>> import tablier
        >>> match = tablier.new("zinga", untimed=True)
        >>> tablier.bot("zinga", seed=1).choose(match, seat=1)
        'ready'
        """
        seat = self._seat(match, seat)
        if self.game.is_race:
            return self._react(match, seat)
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        self.wake(match)
        if self._random.random() < self.level.lapses and not _is_alone(match, seat):
            return self._glance.choose(match, seat, self._random, self.level.sight)
        action = self._search(match) if is_searched(match) else self._grow(match, len(legal))
        return self.game.notation.write(match.state, seat, action)

    def delay(self, match: Match, seat: int | None = None) -> int:
        """The microseconds that a seat takes before it acts, where the quickest acts.

        They count from the moment at which it could see what it reacts to. Ask
        once for each decision: the next answer is another one.
        """
        seat = self._seat(match, seat)
        if not self.game.is_race:
            return 0
        return reaction(match.state, seat, self._random.getrandbits(32), self.level.pace)

    def wake(self, match: Match) -> None:
        """Compile what thinking about such a match needs, once per machine.

        A bot that was not woken wakes before its first action, so that its time
        does not pass meanwhile.
        """
        check_game(self.game, match)
        if match.result is None and match.players not in self._awake:
            for wake in self.pieces(match):
                wake()
            self._awake.add(match.players)

    def pieces(self, match: Match) -> list[Callable[[], object]]:
        """What is compiled for such a match: calls, each of which needs one piece of it."""
        check_game(self.game, match)
        if self.game.is_race:
            return []
        needed: list[Callable[[], object]] = []
        if self.game.endgame is not None:
            needed.append(partial(shelf_of, self.game))
        if self.level.lapses:
            looked = partial(self._glance.look, match.state, 0, match.players, match.state.turn)
            needed.append(looked)
        if is_searched(match):
            needed.append(lambda: think(match, self._memory, nodes=1, depth=1))
        else:
            tree = new_tree(self.game, 1_000)
            needed.append(partial(grow, match.state, match.players, self.game.scale, 1, tree))
        return needed

    def _seat(self, match: Match, seat: int | None) -> int:
        check_game(self.game, match)
        seats = [actor for actor in match.seats if actor != TABLE]
        chosen = seat if seat is not None or len(seats) != 1 else seats[0]
        if chosen in seats:
            return chosen
        if not seats:
            why = "the game is over" if match.result else "the table is to act"
            why = "the dice are to be thrown by the table" if match.to_roll else why
            raise OutOfTurn(f"no bot can act now: {why}", code="no_seat")
        if chosen is None:
            raise AmbiguousMove(f"say for whom the bot acts; seat={listing(seats)}", code="whose")
        raise OutOfTurn(
            f"no bot can act for seat {chosen} now; seat={listing(seats)} may", code="no_seat"
        )

    def _react(self, match: Match, seat: int) -> str:
        """In a race the game's own policy acts."""
        drawn = self._random.getrandbits(32)
        slips = int(self._random.random() < self.level.slips)
        action = choice(match.state, seat, drawn, slips)
        return self.game.notation.write(match.state, seat, action)

    def _search(self, match: Match) -> int:
        if self.level.nodes:
            found = think(match, self._memory, nodes=self.level.nodes, seconds=self.seconds)
        else:
            clear = CLEAR * self.game.scale
            found = think(match, self._memory, seconds=self.seconds, clear=clear)
        return found.action

    def _grow(self, match: Match, legal: int) -> int:
        """With more than two seats, the action that was tried most and brings nothing back.

        Before the time begins to run, there is something to choose from.
        """
        visits = self.level.nodes // NODES_A_VISIT if self.level.nodes else FOREVER
        tree = new_tree(self.game, min(TREE_NODES, 100 * (legal + visits)))
        more = partial(grow, match.state, match.players, self.game.scale)
        more(legal, tree)
        stop = partial(tree.counters.__setitem__, STOPPED, 1)
        for share in (1.0,) if self.level.nodes else (BRIEF, 1 - BRIEF):
            tree.counters[STOPPED] = 0
            timer = Timer(share * self.seconds, stop)
            timer.daemon = True
            timer.start()
            try:
                halting(stop, partial(more, visits, tree), visits * NODES_A_VISIT)
            finally:
                timer.cancel()
            best = favourite(tree)
            if tree.reward[best] >= chance(CLEAR) * tree.visits[best]:
                break
        return int(tree.action[fresh_favourite(match, tree)])


def check_game(game: Game, match: Match) -> None:
    """Refuse a match of another game, for which a player's memory has no room."""
    if match.game.name != game.name:
        raise BadOption(f"this bot plays {game.name}, and the match is of {match.game.name}")


def _is_alone(match: Match, seat: int) -> bool:
    """Whether a seat plays on when all others have their places: nobody likes to wait for it."""
    others = (other for other in range(match.players) if other != seat)
    return all(match.game.rules.place(match.state, other) for other in others)


def _checked(seconds: float) -> float:
    number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if not number or not 0 < seconds <= LONGEST_S:
        told = f"a bot can't think for {shortened(repr(seconds))} seconds"
        raise BadOption(f"{told}: more than 0, up to {LONGEST_S}")
    return seconds
