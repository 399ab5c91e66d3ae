"""Terminals of all kinds."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest
from houses import WAIT_S
from on_screen import Sit, opened, shown
from textual.widgets import Static

import tablier
from tablier.core.registry import find, games
from tablier.terminal.widgets.board_view import BoardView

pytest_plugins = "sitting"

pytestmark = pytest.mark.anyio

TERMINAL = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
LAST_SLIDE = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"


async def test_ascii_is_enough(sit: Sit) -> None:
    async with opened(
        sit(tablier.read_position(LAST_SLIDE), language="fr"), ascii_only=True
    ) as pilot:
        lines = [
            "".join(segment.text for segment in strip.apply_filter(filter_, None))  # type: ignore[arg-type]
            for filter_ in pilot.app.get_line_filters()[-1:]
            for strip in pilot.app.screen._compositor.render_strips()
        ]
        assert "\n".join(lines).isascii() and "(W )" in "\n".join(lines)


@pytest.mark.parametrize("name", games())
async def test_any_size_will_do(name: str, sit: Sit) -> None:
    async with opened(sit(tablier.new(name)), (40, 12)) as pilot:
        for size in ((40, 12), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert find(name).title in shown(pilot)
            prompt = pilot.app.screen.query(".prompt").results(Static)
            assert all(line.region.bottom <= size[1] for line in prompt)


async def test_day_and_night(sit: Sit) -> None:
    async with opened(sit(tablier.new("sensei")), dark=False) as pilot:
        day = pilot.app.screen.query_one(BoardView).render_line(5)
        await pilot.press("f9")
        assert pilot.app.screen.query_one(BoardView).render_line(5) != day


PEOPLE = """
import asyncio, sys, tablier
from pathlib import Path
from tablier.terminal.app import TablierApp
from tablier.terminal.phrases import Phrases
from tablier.terminal.session.local_session import LocalSession

async def play():
    session = LocalSession(tablier.new("zhizhu"), Path(sys.argv[1]), Phrases())
    async with TablierApp(session.phrases, session).run_test() as pilot:
        await pilot.press("b", "3", "enter")
    assert session.match.actions == ["b3"]

asyncio.run(play())
print(*{"numba", "llvmlite", "numpy"} & set(sys.modules))
"""


def test_people_alone_load_no_engine(tmp_path: Path) -> None:
    """It is what takes most of the memory."""
    command = [sys.executable, "-c", PEOPLE, str(tmp_path / "game.txt")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is suspended there")
async def test_the_shell_is_a_key_away(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    async with opened(sit(tablier.new("zhizhu"))) as pilot:
        monkeypatch.setattr(pilot.app, "action_suspend_process", lambda: asked.append("suspend"))
        await pilot.press("ctrl+z")
        assert asked == ["suspend"]


SHELL = """
import fcntl, os, signal, subprocess, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
game = subprocess.Popen([sys.executable, "-m", "tablier", "play", "zhizhu"], process_group=0)
os.tcsetpgrp(0, game.pid)
stopped = os.WIFSTOPPED(os.waitpid(game.pid, os.WUNTRACED)[1])
os.tcsetpgrp(0, os.getpgrp())
print("STOPPED" if stopped else "ENDED", flush=True)
os.tcsetpgrp(0, game.pid)
os.kill(game.pid, signal.SIGCONT)
print("STATUS", game.wait(), flush=True)
"""
"""What a shell does with a command: it waits until it stops, and lets it go on."""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is suspended there")
def test_a_game_is_suspended_and_goes_on() -> None:
    screen, end = os.openpty()
    command = [sys.executable, "-c", SHELL]
    shell = subprocess.Popen(
        command, stdin=end, stdout=end, stderr=end, start_new_session=True, env=TERMINAL
    )
    os.close(end)
    limit = Timer(WAIT_S, shell.kill)
    limit.start()
    steps = [(b"White", b"\x1a"), (b"STOPPED", b""), (b"White", b"\x1b"), (b"Join", b"\x1b")]
    told = b""
    with suppress(OSError), open(screen, "r+b", buffering=0) as terminal:
        for sign, key in steps:
            while sign not in told:
                told += terminal.read(1000)
            told = told.partition(sign)[2]
            terminal.write(key)
        while read := terminal.read(1000):
            told += read
    limit.cancel()
    assert b"STATUS 0" in told and shell.wait(WAIT_S) == 0
