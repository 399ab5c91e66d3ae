"""A match as it is played from this terminal, wherever the others sit."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.terminal.phrases import Phrases

T = TypeVar("T")


class GameSession(ABC):
    """What the screen needs to know, and can ask for."""

    match: Match
    people: tuple[int, ...]
    """The seats that are played at this keyboard."""
    phrases: Phrases
    lot = 0
    """At whose keys the first player is, where everybody has keys."""
    waits = False
    """Whether no time runs before somebody says `begin`."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        """Called when anything on the table has changed."""
        self.tell: Callable[[str], None] = lambda sentence: None
        """Called with what people should know besides."""
        self.go: Callable[[GameSession], None] = lambda session: None
        """Called with the table at which the next game is played."""

    @abstractmethod
    def open(self) -> None:
        """Sit down; called inside the running event loop."""

    def begin(self) -> None:  # noqa: B027
        """Let the time run."""

    @abstractmethod
    async def close(self) -> None:
        """Leave the table, and be gone."""

    @abstractmethod
    def play(self, seat: int, text: str, reaction: float | None = None) -> None:
        """An action of a person here; `reaction` in seconds, in a race. Raises MoveError."""

    @abstractmethod
    def undo(self) -> None:
        """Take back. Raises TablierError where that can't be."""

    @abstractmethod
    def redo(self) -> None:
        """Play again what was taken back."""

    @abstractmethod
    def draw(self) -> None:
        """Offer a draw or agree to one."""

    @abstractmethod
    def resign(self, seat: int) -> None:
        """Give up."""

    @abstractmethod
    def again(self) -> None:
        """Ask for another game, or agree to one, after the end."""

    @abstractmethod
    def play_on(self) -> None:
        """Ask to play on after the end, or agree to it."""

    def decline(self) -> None:
        """Say no to another game, or to playing on."""
        raise TablierError(self.phrases.house_refusal("nothing_offered", {}))

    def claim(self) -> None:
        """Take the game from somebody who stays away."""
        raise TablierError(self.phrases("nobody_away"))

    def chat(self, text: str) -> None:
        """Say something to the others."""
        raise TablierError(self.phrases("nobody_hears"))

    @abstractmethod
    def hint(self, done: Callable[[str], None]) -> None:
        """Find out what to play, and say it."""

    @abstractmethod
    def who(self, seat: int) -> str:
        """Who sits there, besides the seat's own name; nothing where that says it all."""

    def attend(self) -> None:  # noqa: B027
        """Do what is due by now."""

    def wait(self) -> float:
        """Seconds until something happens by itself."""
        return float("inf")

    def remaining(self) -> float | None:
        """Seconds until the deadline, or None if none runs."""
        return None

    def clock(self, seat: int) -> float | None:
        """Seconds that a seat has left for the whole game, or None."""
        return None

    @property
    def status(self) -> str:
        """What goes on besides the game; nothing, most of the time."""
        return ""

    @property
    def notice(self) -> str:
        """What stays to be known or answered, besides what goes on; nothing, most of the time."""
        return ""

    @property
    def redoes(self) -> bool:
        """Whether what was taken back can be played again."""
        return True

    @property
    def draw_question(self) -> str:
        """What is asked before a draw; nothing where nobody would agree to one."""
        return self.phrases("ask_draw")

    @property
    def asked_again(self) -> bool:
        """Whether somebody would like another game or to play on, and waits for an answer."""
        return False

    @property
    def resumers(self) -> tuple[int, ...]:
        """The seats of people here that may play on after the end."""
        return tuple(seat for seat in self.match.resumers if seat in self.people)

    @property
    def claimed_from(self) -> int | None:
        """The seat that the game can be claimed from, if there is one."""
        return None

    @property
    def cause(self) -> str:
        """What ended the game, where it was no rule: `time`, or `absent`."""
        return ""

    @property
    def judged(self) -> bool:
        """Whether the chances may be shown."""
        return True

    @property
    def acting(self) -> tuple[int, ...]:
        """The people here who may act now."""
        return tuple(seat for seat in self.match.seats if seat in self.people)

    @property
    def speaker(self) -> int | None:
        """The seat for which people here speak, resign or agree: one that acts, or still plays."""
        place, state = self.match.game.rules.place, self.match.state
        playing = [seat for seat in self.people if not place(state, seat)]
        return next(iter((*self.acting, *playing, *self.people)), None)


def run_aside(work: Callable[[], T], done: Callable[[T], None]) -> None:
    """Do something in a thread that nobody waits for; `done` is called in this one."""
    loop = asyncio.get_running_loop()

    def run() -> None:
        found = work()
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(done, found)

    Thread(target=run, daemon=True).start()
