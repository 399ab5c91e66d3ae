"""Bots: players that think with the engine."""

from collections.abc import Callable, Collection
from functools import cached_property
from numbers import Real
from random import Random
from typing import TYPE_CHECKING

from tablier.core.errors import AmbiguousMove, BadOption, OutOfTurn, listing, shortened
from tablier.core.game import TABLE, Game
from tablier.core.match import Match
from tablier.engine.adaptive_pace import adapted_pace
from tablier.engine.levels import (
    ADAPTIVE,
    HAS_THREADS,
    LONGEST_S,
    SLOWEST,
    Level,
    level_in,
    limits_of,
)
from tablier.engine.simulate.race_policy import policy_of

if TYPE_CHECKING:
    from tablier.engine.search.mind import Mind


PONDERING_S = 60.0
"""Nobody thinks for longer about what somebody else might do, who may have gone away."""


class Bot:
    """A player of one game at one level; a seed makes it play the same again."""

    def __init__(
        self,
        game: Game,
        level: int = 4,
        *,
        seconds: float | None = None,
        seed: int | None = None,
        rivals: Collection[int] | None = None,
        speed: int | None = None,
        threads: int = 1,
    ) -> None:
        """`rivals` are the seats that an adaptive bot is as quick as; all others, if not told.

        With more `threads` than one the highest level plays better, but not the same again.

        With a `speed`, in nodes a second, it counts nodes and looks at no clock.
        """
        self.game: Game = game
        """The game that it plays."""
        self.level: Level = level_in(game, level)
        """How it plays: nodes, seconds, lapses, reactions."""
        self._adapts = level == ADAPTIVE
        self._rivals = rivals
        self.seconds: float = self.level.seconds if seconds is None else _checked(seconds)
        """How many seconds it thinks at the most."""
        self._speed = SLOWEST if speed is None and not HAS_THREADS else speed
        self._random = Random(seed)
        self._threads = threads
        self._awake: set[int] = set()

    @cached_property
    def _mind(self) -> "Mind":
        """What thinks in compiled code; loaded when it is needed, and a race needs none."""
        from tablier.engine.search.mind import Mind

        return Mind(self.game, self.level.knows, self.level.learned, self._threads)

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
            return self._mind.glance(match, seat, self._random, self.level.sight)
        limits = limits_of(self.level, self.seconds, self._speed)
        action = self._mind.think(match, len(legal), limits)
        return self.game.notation.write(match.state, seat, action)

    def ponder(self, match: Match) -> None:
        """Go on thinking while others are to act, if this is the highest level.

        That ends with whatever is asked of the bot next, or after a while.
        """
        check_game(self.game, match)
        if self.level.nodes == 0 and not self.game.is_race and match.result is None:
            self._mind.ponder(match, PONDERING_S)

    def rest(self) -> None:
        """Ponder no longer."""
        if "_mind" in vars(self):
            self._mind.rest()

    def delay(self, match: Match, seat: int | None = None) -> int:
        """The microseconds that a seat takes before it acts, where the quickest acts.

        They count from the moment at which it could see what it reacts to. Ask
        once for each decision: the next answer is another one.
        """
        seat = self._seat(match, seat)
        if not self.game.is_race:
            return 0
        drawn = self._random.getrandbits(32)
        return policy_of(self.game).reaction(match.state, seat, drawn, self.pace(match, seat))

    def pace(self, match: Match, seat: int) -> int:
        """The time that a seat takes at this point of a match, in percent of the usual."""
        if not self._adapts:
            return self.level.pace
        others = (other for other in range(match.players) if other != seat)
        return adapted_pace(match, seat, tuple(others if self._rivals is None else self._rivals))

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
        return [] if self.game.is_race else self._mind.pieces(match, self.level)

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
        action = policy_of(self.game).choice(match.state, seat, drawn, slips)
        return self.game.notation.write(match.state, seat, action)


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
