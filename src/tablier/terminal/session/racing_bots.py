"""Bots at a table where the quickest acts: they wait as long as they need, then act."""

from collections.abc import Callable, Collection

from tablier.core.match import Match
from tablier.engine.bot import Bot
from tablier.engine.simulate.race_order import RaceOrder


class RacingBots:
    """Watches a match with a clock, which counts seconds and only ever goes forward.

    A bot decides how long it takes when it is asked. It keeps its time while
    the same deadline runs, and thinks again when something else is asked.
    """

    def __init__(
        self, match: Match, bot: Bot | None, seats: Collection[int], clock: Callable[[], float]
    ) -> None:
        self.match = match
        self.bot = bot
        self.seats = seats
        self.clock = clock
        self._order = RaceOrder()

    def attend(self) -> None:
        """Do what the bots have to do by now, one after the other."""
        if self.bot is None:
            return
        while (first := self._first()) is not None and self._order.due[first] <= self.clock():
            self.match.play(self.bot.choose(self.match, first), first)
            self._order.acted(first)

    def wait(self) -> float:
        """Seconds until the next bot acts, if nothing else happens."""
        first = self._first()
        return float("inf") if first is None else max(0.0, self._order.due[first] - self.clock())

    def _first(self) -> int | None:
        """Whose turn comes next; whoever is newly asked says when."""
        if self.bot is None:
            return None
        bots = sum(1 << seat for seat in self.match.seats if seat in self.seats)
        return self._order.next(self.match, bots, self.clock(), self._wait)

    def _wait(self, seat: int) -> float:
        """The seconds that a bot takes before it acts."""
        assert self.bot is not None
        return self.bot.delay(self.match, seat) / 1e6
