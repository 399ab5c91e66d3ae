"""What a game is played on, to be printed."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tablier.core.drawing.layout import Layout
from tablier.core.drawing.look import load_look
from tablier.core.drawing.paper import draw_on_paper, pages
from tablier.core.drawing.picture import Picture
from tablier.core.game import Game
from tablier.core.options import Choice, Custom, Option

MARGIN, AWAY = 0.55, 0.0
"""Around the points there is less than on the screen; names stand where pieces will."""


def paper(
    game: Game, players: int | None, options: Mapping[str, object], language: str = "en"
) -> list[str]:
    """The empty board, or everybody's sheet, as pages for both A4 and Letter: SVG documents.

    Unless somebody says how many play, it is for as many as can.
    """
    words = game.words_in(language)
    pictures = _pictures(game, players or game.players[-1], options, words)
    return pages(words["title"], words.get("goal", ""), pictures)


def _pictures(
    game: Game, players: int, options: Mapping[str, object], words: Mapping[str, Any]
) -> tuple[Picture, ...]:
    start, _ = game.start(players, options)
    if game.paper is not None:
        return game.paper(start, words)
    topology, look = game.board(start), load_look(game.name, game.folder)
    margin = look.number("board-margin", MARGIN) if topology.cells else MARGIN
    layout = Layout(topology, 0, margin, look.number("board-sag", 0), AWAY)
    return (draw_on_paper(layout, game.seats(players)),)


@cache
def printed_options(game: Game) -> tuple[str, ...]:
    """The options that are seen on paper: what can be given freely may be."""
    return tuple(option.name for option in game.options if _is_seen(game, option))


def _is_seen(game: Game, option: Option) -> bool:
    if isinstance(option, Custom):
        return True
    players = next(count for count in reversed(game.players) if option.suits(count))
    words = game.words_in("en")
    usual = _pictures(game, players, {}, words)
    return isinstance(option, Choice) and any(
        _pictures(game, players, {option.name: choice}, words) != usual for choice in option.choices
    )
