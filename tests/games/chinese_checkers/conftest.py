"""Stars to begin from."""

from collections.abc import Callable

import pytest

import tablier
from tablier.games.chinese_checkers.board import NAMES, ROWS

HOMES = {
    "n": "a1 b1 b2 c1 c2 c3",
    "s": "m1 l1 l2 k1 k2 k3",
    "e": "j10 i9 j9 h8 i8 j8",
    "w": "j1 i1 j2 h1 i2 j3",
}


@pytest.fixture
def star() -> Callable[..., tablier.Match]:
    return _star


def _star(
    *,
    players: int = 2,
    mover: str = "n",
    passes: str = "",
    places: str = "",
    turn: int = 0,
    options: str = "",
    **pegs: str,
) -> tablier.Match:
    """A match that begins with these pegs, by letter; those not named stand at home.

    Unless a turn is given, it is the first that the mover can have.
    """
    letters = "ns" if players == 2 else "new"
    holes: dict[str, str] = {}
    for letter, named in pegs.items():
        if named != "gone":
            holes |= dict.fromkeys(named.split(), letter)
    for letter in letters:
        if pegs.get(letter) != "gone":
            free = [hole for hole in HOMES[letter].split() if hole not in holes]
            missing = 6 - sum(owner == letter for owner in holes.values())
            holes |= dict.fromkeys(free[:missing], letter)
    board = "".join(holes.get(name, ".") for name in NAMES)
    rows = [board[sum(ROWS[:row]) : sum(ROWS[: row + 1])] for row in range(len(ROWS))]
    none = "-".join("0" * players)
    chosen = f"players={players} {options}" if players > 2 else options
    number = turn or letters.index(mover) + 1
    rest = f"{mover} {passes or none} {places or none} {number}"
    return tablier.read_position(f"chinese-checkers {chosen} {'/'.join(rows)} {rest}")
