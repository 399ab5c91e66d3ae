"""Games with races and deadlines, played in real time at one keyboard."""

import os
import re
import select
import shlex
import shutil
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from tablier.core.match import Match
from tablier.terminal.computers import Computers
from tablier.terminal.desk import Desk
from tablier.terminal.hotseat import Computer, save
from tablier.terminal.sentences import ending, request, seat_name
from tablier.terminal.table import Table, show_seed, table_dice

REFRESH_S = 0.1
QUIET_S = 0.7
CLEAR = "\x1b[2J\x1b[H"
LEAVE = "\x03\x04"
"""Ctrl-C and Ctrl-D."""
ESCAPED = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""Arrows, function keys and Alt: an arrow up ends in A and is nobody's bell."""


def play(
    match: Match, path: Path, computer: Computer | None, *, source: Path, colour: bool
) -> None:
    """Play a match to its end, or until somebody leaves; it is saved after every action."""
    if match.result is not None:
        print(f"{match.show(colour=colour)}\n\n{ending(match)}")
        return
    match.headers.setdefault("Date", date.today().isoformat())
    dice = table_dice(match, path, source)
    people = range(match.players) if computer is None else (computer.person,)
    desk = Desk(match, int(dice.commitment, 16), people)
    print("\n".join(match.game.words["keys"]["help"]))
    for seat, bell, pass_ in zip(people, desk.bells.upper(), desk.passes.upper(), strict=True):
        print(f"  {seat_name(match, seat)}: bell [{bell}], pass [{pass_}]")
    print(f"Ctrl-C leaves and keeps the game.\nThe dice are committed to {dice.commitment}")
    input("Press Enter to begin. ")
    bot = None if computer is None else computer.bot
    bots = [seat for seat in range(match.players) if seat not in people]
    with _single_keys():
        table = Table(match, dice, time.monotonic)
        left = _race(desk, table, Computers(match, bot, bots, time.monotonic), path, colour)
        if not left:
            _let_go()
    name = shlex.quote(str(path))
    if not left:
        show_seed(match, dice, path)
    if not save(match, path):
        return
    if left:
        print(f"\nSaved. Go on with: tablier play --resume {name}")
    else:
        print(f"\n{ending(match)}\nCheck the dice of the record with: tablier verify {name}")


def _race(desk: Desk, table: Table, computers: Computers, path: Path, colour: bool) -> bool:
    """Run the match; True if somebody left before the end."""
    match = desk.match
    shown = ""
    saved = -1
    while match.result is None:
        table.attend()
        computers.attend()
        desk.listen()
        if saved != len(match.history):
            save(match, path)
            saved = len(match.history)
        screen = _screen(match, table, desk, colour)
        if screen != shown:
            print(CLEAR + screen, end="", flush=True)
            shown = screen
        for key in _keys(min(REFRESH_S, computers.wait())):
            if key in LEAVE:
                return True
            computers.attend()
            desk.press(key)
            if match.decision.dice:
                break  # what was struck before the dice are seen does not count (ZI-27)
            table.attend()
    desk.listen()
    print(CLEAR + _screen(match, table, desk, colour), flush=True)
    return False


def _screen(match: Match, table: Table, desk: Desk, colour: bool) -> str:
    """Sheets and dice, as many of the last events as there is room for, and what to do."""
    size = shutil.get_terminal_size()
    remaining = table.remaining()
    countdown = "" if remaining is None else f"  {remaining:.0f} s"
    board = match.show(colour=colour, width=size.columns)
    below = []
    if match.result is None:
        below.append(request(match) + countdown)
        below += [legend] if (legend := desk.legend()) else []
        if desk.typist is not None:
            below.append(f"{seat_name(match, desk.typist)} > {desk.typed}")
    used = board.count("\n") + 3 + sum(-(-len(line) // size.columns) for line in below)
    room = size.lines - used
    if room < -1:
        return f"Please make the window larger: {-1 - room} more lines, or more columns."
    told = [line[: size.columns] for line in desk.ticker[-room:]] if room > 0 else []
    return "\n".join([board, "", *told, "", *below])


def _let_go() -> None:
    """Swallow what is struck after the end, until nobody has struck a key for a while."""
    while any(key not in LEAVE for key in _keys(QUIET_S)):
        pass


def _keys(seconds: float) -> Iterator[str]:
    """The keys pressed within some time, one after the other."""
    if select.select([sys.stdin], [], [], seconds)[0]:
        data = os.read(sys.stdin.fileno(), 1024)
        yield from ESCAPED.sub("", data.decode("utf-8", "ignore")) if data else LEAVE[-1]


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
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)
