"""Whoever waits for the computer sees how far it is: line by line, and on the screen."""

import re
import signal
import sys
from io import StringIO
from pathlib import Path
from threading import Event, Thread

import pytest

import tablier
from tablier.cli.compile_wait import await_warmth
from tablier.compile import cache_folder
from tablier.compile.file_lock import alone
from tablier.compile.progress import lock_of, note
from tablier.engine import precompile
from tablier.terminal.phrases import Phrases
from tablier.terminal.progress_bar import ProgressLine, watch
from tablier.terminal.session import computer_opponent
from tablier.terminal.session.local_session import LocalSession

NAME = "sensei"


class Screen(StringIO):
    """A terminal that notes when a bar was drawn."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self.drawn = Event()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if "%" in text:
            self.drawn.set()
        return super().write(text)


@pytest.mark.parametrize(
    ("encoding", "drawn"),
    [("utf-8", "━" * 10), ("latin-1", "-" * 10)],
)
def test_a_bar_is_drawn_until_the_work_is_done(
    encoding: str, drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(encoding)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stderr", screen)
    work = Thread(target=screen.drawn.wait)
    work.start()
    watch(work, lambda: 0.5)
    assert not work.is_alive()
    assert re.search(rf"\r.*{drawn} +50%", screen.getvalue())
    assert "\x1b[2K" in screen.getvalue().rpartition("%")[2], "the line is gone"


class Hasty(Screen):
    """Somebody presses Ctrl-C whenever the cursor is hidden or shown."""

    def write(self, text: str) -> int:
        if CURSOR.search(text):
            signal.raise_signal(signal.SIGINT)
        return super().write(text)


CURSOR = re.compile(r"\x1b\[\?25[hl]")


def test_ctrl_c_in_the_middle_of_a_bar_leaves_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Hasty()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen)
    with pytest.raises(KeyboardInterrupt), ProgressLine() as line:
        line.show(0.5)
    assert CURSOR.findall(screen.getvalue())[-1] == "\x1b[?25h"
    assert "\x1b[2K" in screen.getvalue().rpartition("%")[2], "the line is gone"


def test_no_bar_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    work = Thread(target=int)
    work.start()
    watch(work, lambda: pytest.fail("nobody looks"))
    assert not work.is_alive() and capsys.readouterr().err == ""


def test_a_command_compiles_first_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path))
    screen, match = Screen(), tablier.new(NAME)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(precompile, "pieces_of", lambda *_: [screen.drawn.wait])
    monkeypatch.setattr("subprocess.Popen", _no_process)
    for _ in range(2):
        await_warmth(match, Phrases())
        assert cache_folder.is_warm(NAME, match.players)
    assert screen.getvalue().count("prepared for this machine") == 1


def _no_process(*_: object, **__: object) -> None:
    raise OSError("no more processes")


def test_the_screen_shows_how_far_the_computer_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = Event()
    monkeypatch.setattr(computer_opponent, "await_warmth", lambda match: compiled.wait())
    match, phrases = tablier.new(NAME), Phrases()
    rival = computer_opponent.Opponent(match, 1, person=1)
    session = LocalSession(match, tmp_path / "game.txt", phrases, rival)
    with monkeypatch.context() as cold:
        cold.setenv(cache_folder.PLACE, str(tmp_path))
        with alone(lock_of(NAME, match.players)):
            note(NAME, match.players, 1, 2)
            shown = session.status
    assert shown.startswith("██████████") and phrases("compiling") in shown
    compiled.set()
    assert rival.choose(match.copy()) in match.legal()
    assert session.status == phrases("thinking")
