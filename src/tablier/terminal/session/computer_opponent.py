"""The computer as an opponent at this terminal."""

import re
import secrets
from threading import Event, Thread
from typing import TYPE_CHECKING

from tablier.core.match import Match
from tablier.engine.levels import level_in
from tablier.terminal.progress_bar import watch

if TYPE_CHECKING:
    from tablier.engine.bot import Bot

PERSON = "Person"
COMPUTER = "Computer"
"""What a record calls the two."""


class Opponent:
    """The computer at one level, in all seats but one. It is woken in the background."""

    def __init__(self, match: Match, level: int, person: int) -> None:
        level_in(match.game, level)
        self.level = level
        self.person = person
        names = [f"{COMPUTER} {level}"] * match.players
        names[person] = PERSON
        match.headers["Players"] = ", ".join(names)
        self._kind = match.game.name, match.players
        self._made = Event()
        self._waking = Thread(target=self._wake, args=(match.copy(),), daemon=True)
        self._waking.start()

    @classmethod
    def of(cls, match: Match, level: int, seat: int = 0) -> "Opponent | None":
        """The one that was asked for, or that a saved game was begun with."""
        names = [name.strip() for name in match.headers.get("Players", "").split(",")]
        if PERSON in names and (found := re.search(rf"{COMPUTER} (\d)", ",".join(names))):
            return cls(match, level or int(found[1]), names.index(PERSON))
        if not level:
            return None
        return cls(match, level, seat - 1 if seat else secrets.randbelow(match.players))

    def again(self, match: Match) -> "Opponent":
        """The same one in another match, in which the person sits one seat further."""
        return Opponent(match, self.level, (self.person + 1) % match.players)

    @property
    def bot(self) -> "Bot":
        """The player itself; there as soon as the engine has been loaded."""
        self._made.wait()
        return self._bot

    @property
    def waking(self) -> bool:
        """Whether it is still being compiled for this machine, which happens once."""
        return self._waking.is_alive()

    @property
    def share(self) -> float:
        """How much of it has been compiled, from 0 to 1."""
        from tablier.compile.progress import share

        return share(*self._kind)

    def watch(self) -> None:
        """Draw a bar, where there is a terminal, until it is awake."""
        watch(self._waking, lambda: self.share)

    def choose(self, match: Match) -> str:
        """The next action of the seat to act; `match` is changed meanwhile."""
        self._waking.join()
        return self._bot.choose(match)

    def ponder(self, match: Match) -> None:
        """Think on while the person does; `match` is changed meanwhile."""
        if self._made.is_set() and not self.waking:
            self._bot.ponder(match)

    def rest(self) -> None:
        """Ponder no longer."""
        if self._made.is_set():
            self._bot.rest()

    def _wake(self, match: Match) -> None:
        """Load the engine beside the screen; compile in another process, and load that."""
        if not match.game.is_race:
            await_warmth(match)
        from tablier.engine.bot import Bot
        from tablier.engine.search.helpers import cores

        self._bot = Bot(match.game, self.level, rivals=(self.person,), threads=cores())
        self._made.set()
        self._bot.wake(match)


def await_warmth(match: Match) -> None:
    """Have compiled in another process what thinking about such a match needs."""
    from tablier.compile.cache_folder import is_warm

    if not is_warm(match.game.name, match.players):
        from tablier.engine.precompile import warm_aside

        warm_aside(match.game, match.players).join()
