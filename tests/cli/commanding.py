"""`tablier` with its arguments, in this process: starting one takes longer than most commands."""

import sys
from io import StringIO

import pytest
from commands import Done, Printed, Run

from tablier.cli import main


class Keyboard(StringIO):
    """Lines that somebody types, who can be asked once more."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; `stdin` comes through a pipe, `typed` from a keyboard."""

    def run_(*arguments: str, stdin: str = "", typed: str = "") -> Done:
        given = Keyboard(typed) if typed else StringIO(stdin)
        monkeypatch.setattr(sys, "argv", ["tablier", *arguments])
        monkeypatch.setattr(sys, "stdin", given)
        with pytest.raises(SystemExit) as left:
            main()
        return Done(int(left.value.code or 0), *capsys.readouterr())

    return run_


@pytest.fixture
def printed(run: Run) -> Printed:
    """Run a command, which must succeed; its output."""

    def printed_(*arguments: str, stdin: str = "", typed: str = "") -> str:
        done = run(*arguments, stdin=stdin, typed=typed)
        assert (done.status, done.err) == (0, "") and "\x1b" not in done.out
        return done.out

    return printed_
