"""The computer as an opponent at this terminal."""

import re
import secrets
from threading import Thread

import tablier
from tablier.core.match import Match

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
        self.bot = tablier.bot(match.game.name, level)
        self._waking = Thread(target=self._wake, args=(copy_of(match),), daemon=True)
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

    @property
    def waking(self) -> bool:
        """Whether it is still being compiled for this machine, which happens once."""
        return self._waking.is_alive()

    def choose(self, match: Match) -> str:
        """The next action of the seat to act; `match` is changed meanwhile."""
        self._waking.join()
        return self.bot.choose(match)

    def _wake(self, match: Match) -> None:
        """Compile in another process, where people's moves don't wait for it, then load that."""
        from tablier.engine.cache import is_warm
        from tablier.engine.warmth import warm_aside

        if not is_warm(match.game.name):
            warm_aside(match.game, lambda done, steps: None).join()
        self.bot.wake(match)


def copy_of(match: Match) -> Match:
    """The same match, for somebody who tries things out on it."""
    copy = Match(match.game, match.setup, match.states[0], standard=match.standard)
    for move in match.history:
        copy.play(move.text, move.seat)
    return copy
