"""All figures of a game that is solved, as one document.

Figures are given twice: of every state that the pieces allow, and of those that can come about.
Outcomes are 1, 0 and -1 for a win, a draw and a loss; turns are counted from both sides.
"""

import json
from pathlib import Path
from typing import Any

from tablier.solver.book_file import BookFigures, Key, together
from tablier.solver.figures.best_play import BestPlay, start_text
from tablier.solver.figures.openings import openings
from tablier.solver.figures.reach import Reach
from tablier.solver.files.checked_file import write_file
from tablier.solver.retrograde import Report
from tablier.solver.whole import Whole

Figures = dict[str, Any]
MORE = 3
"""Up to how many pieces more than the opponent's shares are told of."""


def whole_figures(whole: Whole, report: Report) -> Figures:
    """What a game comes to that is solved."""
    endgames, each = whole.endgames, whole.each
    reach, play = Reach(endgames, each, report), BestPlay(endgames)
    keys = endgames.keys(each)
    moving, placing = [key for key in keys if not key[0]], [key for key in keys if key[0]]
    counted = {key: endgames.figures[key] for key in keys}
    reached = {key: reach.figures(key) for key in keys}
    value, endgame = whole.value(), endgames.endgame
    empty = endgame.position_of(endgame.placing(endgame.State(0, 0, 0), 2 * each))
    return {
        "game": endgames.game.name,
        "rules": endgames.game.version,
        "each": each,
        "start": start_text(endgames.game, empty),
        "value": {"outcome": value.outcome, "in": value.turns},
        "moving": [
            {"own": own, "enemy": enemy} | _both(counted, reached, [(waiting, own, enemy)])
            for waiting, own, enemy in moving
        ],
        "placing": [
            {"waiting": waiting}
            | _both(counted, reached, [key for key in placing if key[0] == waiting])
            for waiting in range(1, 2 * each + 1)
        ],
        "shares": {"all": shares(counted), "reached": shares(reached)},
        "openings": openings(play, endgame, empty),
        "longest": {
            "moving": longest_win(reach, play, moving),
            "placing": longest_win(reach, play, placing),
        },
    }


def _both(
    counted: dict[Key, BookFigures], reached: dict[Key, BookFigures], keys: list[Key]
) -> Figures:
    """Books together: all that is in them, and what can come about."""
    return {
        "all": described(together([counted[key] for key in keys])),
        "reached": described(together([reached[key] for key in keys])),
    }


def described(figures: BookFigures) -> dict[str, int]:
    """How many states are won, drawn and lost, and the turns of the longest win."""
    return {
        "states": figures.states,
        "won": figures.wins,
        "drawn": figures.draws,
        "lost": figures.losses,
        "longest": figures.longest,
    }


def shares(books: dict[Key, BookFigures]) -> Figures:
    """Percentages of won, drawn and lost states, as whoever is to move sees them.

    `more` is by how many pieces more whoever is to move has; `fewer`, how many the opponent has.
    """
    moving = {key: figures for key, figures in books.items() if not key[0]}

    def ahead(by: int) -> Figures:
        return _shares([moving[key] for key in moving if key[1] - key[2] == by])

    most = min(MORE, max(key[1] - key[2] for key in moving))
    return {
        "moving": _shares(list(moving.values())),
        "placing": _shares([figures for key, figures in books.items() if key[0]]),
        "equal": ahead(0),
        "more": [ahead(by) for by in range(1, most + 1)],
        "fewer": [ahead(-by) for by in range(1, most + 1)],
    }


def _shares(books: list[BookFigures]) -> Figures:
    """Percentages to a hundredth."""
    figures = described(together(books))
    states = max(figures["states"], 1)
    return {name: round(100 * figures[name] / states, 2) for name in ("won", "drawn", "lost")}


def longest_win(reach: Reach, play: BestPlay, keys: list[Key]) -> Figures | None:
    """The longest win from one of these books in a game that can come about, played to its end.

    `way` leads from the first turn to where the win begins.
    """
    found = reach.longest(keys)
    if found is None:
        return None
    way, position = play.along(reach.way_to(*found))
    line = play.line(position)
    begun = {"in": len(line), "waiting": found[0].waiting}
    return begun | {"way": " ".join(way), "line": " ".join(line)}


def write_figures(path: Path, figures: Figures) -> None:
    """Write the document, a line for each row of its tables."""
    rows = [f"{json.dumps(name)}: {_rows(value)}" for name, value in figures.items()]
    write_file(path, [("{\n" + ",\n".join(rows) + "\n}\n").encode()])


def _rows(value: Any) -> str:
    """A value as JSON, a list with a line for each of its items."""
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + ",\n".join(json.dumps(item) for item in value) + "\n]"
