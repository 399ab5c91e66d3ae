"""Compiling ahead, once per machine, so that a bot's first move doesn't wait for it.

Compiling keeps a Python process busy throughout, so it is done in another one.
A mark in the folder of the compiled code tells that a game is ready.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from threading import Thread

from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.engine.bot import Bot
from tablier.engine.cache import is_warm, ready_mark

Report = Callable[[int, int], None]
"""Told how many steps are done, and how many there are."""


def warm(game: Game, report: Report) -> None:
    """Compile here and now; a step for each number of players."""
    steps = len(game.players)
    for done, players in enumerate(game.players):
        report(done, steps)
        position, setup = game.start(players, {})
        Bot(game).wake(Match(game, setup, position))
    ready_mark(game.name).touch()
    report(steps, steps)


def warm_aside(game: Game, report: Report) -> Thread:
    """Compile in another process; `report` is called from the thread returned."""
    thread = Thread(target=_follow, args=(game, report), daemon=True)
    thread.start()
    return thread


def _follow(game: Game, report: Report) -> None:
    """Pass on what the other process tells; where there can't be one, compile here."""
    command = [sys.executable, "-m", __name__, game.name]
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                done, steps = line.split()
                report(int(done), int(steps))
    except OSError:
        pass
    if not is_warm(game.name):
        warm(game, report)


def main(name: str) -> None:
    """The other process: give way to whoever is at the machine, and tell of every step."""
    if hasattr(os, "nice"):
        os.nice(5)
    warm(registry.find(name), lambda done, steps: print(done, steps, flush=True))


if __name__ == "__main__":
    main(sys.argv[1])
