"""Games with races and deadlines, played by people at one keyboard in real time."""

import os
import select
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.terminal.desk import BELLS, PASSES, Desk
from tablier.terminal.hotseat import save
from tablier.terminal.sentences import ending, request, seat_name
from tablier.terminal.table import Table, kept_dice, show_seed

REFRESH_S = 0.1
CLEAR = "\x1b[2J\x1b[H"
LEAVE = "\x03\x04"
"""Ctrl-C and Ctrl-D."""


def play(match: Match, path: Path, *, colour: bool) -> None:
    """Play a match to its end, or until somebody leaves; it is saved after every action."""
    if not sys.stdin.isatty():
        raise TablierError(f"{match.game.title} is played with single keys: it needs a terminal")
    match.headers.setdefault("Date", date.today().isoformat())
    dice = kept_dice(path, match.players)
    print(f"{_legend(match)}\nThe table's dice are committed to {dice.commitment}\n")
    input("Press Enter to begin. ")
    with _single_keys():
        left = _race(match, Table(match, dice, time.monotonic), path, colour)
    if left:
        print(f"\nSaved. Go on with: tablier play --resume {path}")
        return
    show_seed(match, dice, path)
    save(match, path)
    print(f"\n{ending(match)}\nThe record is in {path}; check its dice with: tablier verify {path}")


def _race(match: Match, table: Table, path: Path, colour: bool) -> bool:
    """Run the match; True if somebody left before the end."""
    desk = Desk(match)
    shown = ""
    saved = -1
    while match.result is None:
        table.attend()
        desk.listen()
        if saved != len(match.history):
            save(match, path)
            saved = len(match.history)
        screen = _screen(match, table, desk, colour)
        if screen != shown:
            print(CLEAR + screen, end="", flush=True)
            shown = screen
        for key in _keys():
            if key in LEAVE:
                return True
            desk.press(key)
            table.attend()
    desk.listen()
    print(CLEAR + _screen(match, table, desk, colour), flush=True)
    return False


def _screen(match: Match, table: Table, desk: Desk, colour: bool) -> str:
    remaining = table.remaining()
    countdown = "" if remaining is None else f"  {remaining:.0f} s"
    lines = [match.show(colour=colour), "", *desk.ticker, ""]
    if match.result is None:
        lines.append(request(match) + countdown)
        if desk.typist is not None:
            lines.append(f"{seat_name(match, desk.typist)} > {desk.typed}")
        else:
            lines.append(_legend(match))
    return "\n".join(lines)


def _legend(match: Match) -> str:
    """Which keys belong to whom."""
    return "   ".join(
        f"{seat_name(match, seat)}: [{BELLS[seat].upper()}] bell [{PASSES[seat].upper()}] pass"
        for seat in range(match.players)
    )


def _keys() -> Iterator[str]:
    """The keys pressed within a moment, one after the other."""
    if select.select([sys.stdin], [], [], REFRESH_S)[0]:
        data = os.read(sys.stdin.fileno(), 1024)
        yield from (data.decode("utf-8", "ignore") if data else LEAVE[-1])


@contextmanager
def _single_keys() -> Iterator[None]:
    """Keys one at a time, unechoed, until the end of the game."""
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setraw(sys.stdin, termios.TCSANOW)
        after = termios.tcgetattr(sys.stdin)
        after[1] |= termios.OPOST
        termios.tcsetattr(sys.stdin, termios.TCSANOW, after)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)
