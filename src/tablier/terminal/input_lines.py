"""Lines that people type, or that come through a pipe."""

import sys

from tablier.core.errors import TablierError, shortened
from tablier.terminal.phrases import Phrases


class BadLine(TablierError):
    """A line of the input that can't be used, where nobody is there to write another."""


class InputLines:
    """What is typed, or comes through a pipe."""

    def __init__(self, *, piped: bool = False) -> None:
        """`piped` says that nobody is there who could be asked once more."""
        self.piped = piped
        self._read = 0
        self._last = ""
        self._ahead: str | None = None

    @classmethod
    def here(cls) -> "InputLines":
        """Those of this process."""
        return cls(piped=not (sys.stdin and sys.stdin.isatty()))

    @property
    def exhausted(self) -> bool:
        """Whether nothing more comes through the pipe; of those who type nobody knows."""
        if self.piped and self._ahead is None:
            try:
                self._ahead = input()
            except EOFError:
                return True
        return False

    def ask(self, question: str) -> str:
        """The next line."""
        if self._ahead is None:
            self._last = input(question).strip()
        else:
            print(question, end="", flush=True)
            self._last, self._ahead = self._ahead.strip(), None
        self._read += 1
        return self._last

    def refuse(self, why: str, phrases: Phrases) -> None:
        """Say why the last line was not obeyed. Raises BadLine where nobody is there."""
        if self.piped:
            print()
            line = shortened(self._last)
            raise BadLine(phrases("bad_line", n=self._read, line=line, why=why))
        print(why)

    def agree(self, question: str, phrases: Phrases, *, usual: bool) -> bool:
        """Whether the answer is yes, in English or in the language that is spoken here."""
        words = {"y", "yes", phrases("yes").lower(), phrases("yes")[0].lower()}
        answer = self.ask(question)
        return answer.lower() in words if answer else usual
