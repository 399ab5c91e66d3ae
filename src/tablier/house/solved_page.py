"""What the page shows of a game that is solved."""

from typing import Any

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.reading.solved import longest_win, played, solved_figures
from tablier.core.touch import named
from tablier.table import view

Figures = dict[str, Any]


def solved_page(game: Game) -> Figures:
    """The figures that people read, boards for the first turns, and the longest win as a record."""
    figures = solved_figures(game)
    start = played(figures, "")
    tables = [row for phase in ("moving", "placing") for row in figures[phase]]
    return {
        "value": figures["value"],
        "states": {kind: sum(row[kind]["states"] for row in tables) for kind in ("all", "reached")},
        "shares": figures["shares"]["reached"],
        "board": view.board(game, start.state),
        "colours": start.seat_names,
        "start": {"scene": view.scene(start), "turns": _turns(start, figures["openings"])},
        "openings": [_opening(figures, opening) for opening in figures["openings"]],
        "longest": _longest(figures),
    }


def _opening(figures: Figures, opening: Figures) -> Figures:
    """A first turn, how many are like it, and the answers to it."""
    first, *alike = opening["turns"]
    match = played(figures, first)
    answers = _turns(match, opening["answers"])
    return {"turn": first, "alike": len(alike), "scene": view.scene(match), "turns": answers}


def _turns(match: Match, kinds: list[Figures]) -> list[Figures]:
    """Turns with the point that each is about, and what they are worth to whoever plays them."""
    board = match.game.board(match.state)
    return [
        {"text": text, "point": named(board, text).points[-1], "outcome": kind["outcome"]}
        for kind in kinds
        for text in kind["turns"]
    ]


def _longest(figures: Figures) -> Figures:
    """The longest win: how many turns it takes, and the game that it ends."""
    win = longest_win(figures)
    begun = played(figures, win["way"])
    whole = played(figures, f"{win['way']} {win['line']}")
    return {
        "in": win["in"],
        "waiting": win["waiting"],
        "winner": begun.seat,
        "begins": len(begun.actions),
        "record": whole.record(),
    }
