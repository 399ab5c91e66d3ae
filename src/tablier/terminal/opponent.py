"""The computer as an opponent at this terminal."""

import re
import secrets
from threading import Event, Thread
from typing import TYPE_CHECKING

import tablier
from tablier.core.match import Match

if TYPE_CHECKING:
    from tablier.engine.bot import Bot

PERSON = "Person"
COMPUTER = "Computer"
"""What a record calls the two."""


class Opponent:
    """The computer at one level, in all seats but one. It is woken in the background."""

    def __init__(self, match: Match, level: int, person: int) -> None:
        self.level = level
        self.person = person
        names = [f"{COMPUTER} {level}"] * match.players
        names[person] = PERSON
        match.headers["Players"] = ", ".join(names)
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

    def choose(self, match: Match) -> str:
        """The next action of the seat to act; `match` is changed meanwhile."""
        self._waking.join()
        return self._bot.choose(match)

    def _wake(self, match: Match) -> None:
        """Load the engine beside the screen; compile in another process, and load that."""
        from tablier.engine.cache import is_warm
        from tablier.engine.warmth import warm_aside

        self._bot = tablier.bot(match.game.name, self.level)
        self._made.set()
        if not is_warm(match.game.name):
            warm_aside(match.game, lambda done, steps: None).join()
        self._bot.wake(match)
