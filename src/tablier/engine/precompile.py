"""Compiling ahead, once per machine, so that a bot's first move doesn't wait for it.

Compiling keeps a Python process busy throughout, so it is done in another one.
A mark in the folder of the compiled code tells that a game is ready for a number of players.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from threading import Thread

from tablier.compile.cache_folder import is_warm, ready_mark
from tablier.compile.file_lock import alone
from tablier.compile.progress import lock_of, note
from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.engine.analysis.judges import judge_of
from tablier.engine.bot import Bot


def warm(game: Game, players: int) -> None:
    """Compile here and now, or wait for another process that does."""
    if is_warm(game.name, players):
        return
    mark, pieces = ready_mark(game.name, players), pieces_of(game, players)
    with alone(lock_of(game.name, players)):
        if not mark.exists():
            for done, wake in enumerate(pieces):
                note(game.name, players, done, len(pieces))
                wake()
            mark.touch()


def pieces_of(game: Game, players: int) -> list[Callable[[], object]]:
    """What bots need; in a race that is nothing, but hints and analyses do."""
    position, setup = game.start(players, {})
    match = Match(game, setup, position)
    return Bot(game).pieces(match) or [partial(judge_of(match).estimate, match, 1)]


def warm_aside(game: Game, players: int) -> Thread:
    """Compile in another process, while the thread lasts that is returned."""
    thread = Thread(target=_attend, args=(game, players), daemon=True)
    thread.start()
    return thread


def _attend(game: Game, players: int) -> None:
    """Wait for the other process; where there can't be one, compile here."""
    command = [sys.executable, "-m", __name__, game.name, str(players)]
    try:
        with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
            process.wait()
    except OSError:
        pass
    warm(game, players)


def main(name: str, players: int) -> None:
    """The other process: gives way to whoever is at the machine, and ends with who began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    Thread(target=_end_with_parent, daemon=True).start()
    warm(registry.find(name), players)


def _end_with_parent() -> None:
    """Nothing is ever written to the input: it ends with the process at its other end."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
