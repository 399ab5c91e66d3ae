"""What the figures of a solved game tell, as games to look at.

`solved.json` in a game's folder is what `tablier solve GAME --whole --figures` writes.
"""

import json
from typing import Any

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.reading.position import read_position

FILE = "solved.json"


def solved_figures(game: Game) -> dict[str, Any]:
    """The figures of a game that is solved."""
    figures: dict[str, Any] = json.loads((game.folder / FILE).read_text("utf-8"))
    return figures


def played(figures: dict[str, Any], turns: str) -> Match:
    """A match in which these turns were played, from the first on."""
    match = read_position(figures["start"])
    for turn in turns.split():
        for action in match.game.notation.split(turn):
            match.play(action)
    return match


def longest_win(figures: dict[str, Any]) -> dict[str, Any]:
    """What is told of the longest win, whether it begins while pieces are placed or later."""
    found = [win for win in figures["longest"].values() if win is not None]
    longest: dict[str, Any] = max(found, key=lambda win: win["in"])
    return longest
