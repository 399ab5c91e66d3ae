"""Whoever thinks for the computer's seats, in processes, in a worker, or on the spot."""

from typing import NamedTuple, Protocol

from tablier.core import registry
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.table.sharing.fair_queue import Asker


class BotTask(NamedTuple):
    """A match as far as it has come, and who is to move."""

    game: str
    players: int
    options: dict[str, str]
    moves: tuple[tuple[int, str], ...]
    seat: int
    level: int
    people: tuple[int, ...] = ()
    """The seats that are not the computer's."""
    position: str = ""
    """Where it began, if not where the game begins."""

    def match(self) -> Match:
        """The match, played as far as that."""
        game = registry.find(self.game)
        if self.position:
            match = read_position(self.position)
        else:
            start, setup = game.start(self.players, self.options)
            match = Match(game, setup, start)
        for seat, text in self.moves:
            match.play(text, seat)
        return match


class BotPlan(NamedTuple):
    """What a bot wants to do, and after how many milliseconds where the quickest acts."""

    text: str
    delay: float


class Unthought(TablierError):
    """Nothing came of thinking."""


class Thinker(Protocol):
    """Thinks about matches that are not its own."""

    async def plan(self, task: BotTask, asker: Asker) -> BotPlan:
        """What a bot does in a match; Unthought if nothing comes of it.

        Who is cancelled no longer wants to know.
        """

    def compiling(self, game: str, players: int) -> float | None:
        """How much has been compiled of what a bot of this game needs, from 0 to 1.

        None if nothing is missing.
        """
