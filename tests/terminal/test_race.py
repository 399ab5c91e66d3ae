"""A race in a real terminal."""

import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablier


class Terminal:
    """A process on a pseudo terminal, read until it shows what is awaited."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from tablier.cli import main; main()", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "XDG_DATA_HOME": str(home), "TERM": "xterm"},
            close_fds=True,
        )
        os.close(slave)
        self.shown = ""

    def keys(self, keys: str) -> None:
        self.shown = ""
        os.write(self.master, keys.encode())

    def await_(self, pattern: str) -> re.Match[str]:
        while not (found := re.search(pattern, self.shown)):
            ready, _, _ = select.select([self.master], [], [], 30)
            assert ready, f"never showed {pattern!r}:\n{self.shown}"
            try:
                self.shown += os.read(self.master, 65536).decode("utf-8", "ignore")
            except OSError:
                pytest.fail(f"ended before {pattern!r}:\n{self.shown}")
        return found

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path, "play", "zinga", "--untimed")
    yield opened
    opened.close()


def test_two_people_play_a_turn_leave_and_come_back(terminal: Terminal, tmp_path: Path) -> None:
    terminal.await_("committed to [0-9a-f]{64}")
    terminal.keys("\r")
    terminal.await_("Declare a four")
    terminal.keys("ska")
    roll = terminal.await_(r"roll ((?:\d ){5}\d)")[1].split()
    terminal.keys("\x1b[Aa")
    terminal.await_(r"Player [12] > ")
    terminal.keys("r12\r")
    terminal.await_("BLUNDER 0 → 1")
    terminal.keys("\x03")
    terminal.await_("Saved")
    assert terminal.process.wait() == 0
    record = next(tmp_path.rglob("zinga.txt"))
    match = tablier.read_record(record.read_text())
    assert match.actions == ["ready", "ready", f"roll {' '.join(roll)}", "ring", "red 12"]
    again = Terminal(tmp_path, "play", "--resume", str(record))
    again.await_("committed to")
    again.keys("\r")
    again.await_("BLUNDER x")
    again.close()


def test_a_person_plays_the_computer(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "zinga", "--bot", "7", "--seat", "2", "-o", "turn_s=60")
    terminal.await_("Player 2: bell .A., pass .S.")
    terminal.keys("\r")
    terminal.await_("Player 1: ready")
    terminal.keys("s")
    terminal.await_("Player 1: (?:ring|nothing)")
    terminal.keys("\x03")
    terminal.await_("Saved")
    terminal.close()
    match = tablier.read_record(next(tmp_path.rglob("zinga.txt")).read_text())
    assert match.headers["Players"] == "Computer 7, Person"


def test_keys_struck_after_the_end_are_swallowed(tmp_path: Path) -> None:
    """Three blunders end the game for two, and somebody goes on hammering."""
    terminal = Terminal(tmp_path, "play", "zinga", "--untimed")
    terminal.await_("Press Enter")
    terminal.keys("\r")
    for _ in range(3):
        terminal.await_("Declare a four")
        terminal.keys("sk")
        terminal.await_(r"Ring if you see")
        terminal.keys("a")
        terminal.await_(r"Player [12] > ")
        terminal.keys("r12\r")
    terminal.await_("BLUNDER 2 → 3")
    terminal.keys("aaaaaa")
    terminal.await_("only one player is left")
    assert terminal.process.wait() == 0 and "aaaaaa" not in terminal.shown, "echoed"
    terminal.close()


def test_a_seat_is_for_playing_the_computer(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from tablier.cli import main; main()", "play", "--seat", "1"],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and "give --bot as well" in done.stderr


def test_a_race_needs_a_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from tablier.cli import main; main()", "play", "zinga"],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "tablier: ZINGA is played with single keys: it needs a terminal\n"


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_colours_are_for_terminals_that_want_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_color: str, coloured: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    terminal = Terminal(tmp_path, "show", "zhizhu")
    terminal.await_("White: place")
    terminal.close()
    assert ("\x1b[" in terminal.shown) == coloured
