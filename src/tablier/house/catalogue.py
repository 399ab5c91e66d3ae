"""What there is to play, and what is told of it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import tablier
from tablier.core import registry
from tablier.core.errors import UnknownGame
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.options import Choice, Number, Switch
from tablier.core.pictures import paper
from tablier.core.reading.position import read_players
from tablier.core.touch import named
from tablier.engine.levels import ADAPTIVE, LEVELS
from tablier.house.puzzles import puzzle_count
from tablier.house.solved_page import solved_page
from tablier.table import view

KEPT = 16
"""Solved games of which what is told stays at hand."""


def games(language: str) -> list[dict[str, Any]]:
    """All games, with their options."""
    return [_game(registry.find(name), language) for name in registry.games()]


def _game(game: Game, language: str) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.words_in(language)["title"],
        "players": game.players,
        "options": [_option(option) for option in game.options],
        "colours": {str(players): game.seats(players) for players in game.players},
        "actions": view.acting(game),
        "begins": game.begins,
        "module": game.has_table,
        "lessons": game.has_lessons,
        "strategy": game.has_strategy,
        "arranging": _arranging(game),
        "solved": game.is_solved,
        "puzzles": puzzle_count(game),
        "drills": game.drills is not None,
        "levels": list(LEVELS),
        "adaptive": ADAPTIVE if game.quickest else None,
    }


def _arranging(game: Game) -> dict[str, Any] | None:
    """What is set up of its positions, where that can be done."""
    part = game.arranging
    return {"kinds": part.KINDS, "counts": dict(part.COUNTS)} if part else None


def _option(option: Any) -> dict[str, Any]:
    common: dict[str, Any] = {"name": option.name, "rule": option.rule, "kind": "custom"}
    common["players"] = option.players
    if isinstance(option, Choice):
        return common | {"kind": "choice", "choices": option.choices, "default": option.default}
    if isinstance(option, Switch):
        return common | {"kind": "switch", "default": option.default}
    if isinstance(option, Number):
        bounds = {"least": option.least, "most": option.most}
        return common | {"kind": "number", "default": option.default} | bounds
    return common | {"default": option.write(option.default), "possible": option.possible()}


def lessons(name: str, language: str, course: str = "lessons") -> list[dict[str, Any]]:
    """Small positions that teach a game, step by step; the other course is `strategy`."""
    return [_step(step) for step in registry.find(name).lessons_in(language, course)]


def _step(step: dict[str, Any]) -> dict[str, Any]:
    """A step, with the points of what shall be tried though it is not legal."""
    step = {name: told for name, told in step.items() if name != "worth"}
    if "refused" not in step:
        return step
    match = tablier.read_position(step["position"])
    tried = named(match.game.board(match.state), step["refused"]["text"])
    return step | {"refused": step["refused"] | tried._asdict()}


def to_print(
    name: str, players: str | None, options: Mapping[str, str], language: str
) -> dict[str, Any]:
    """What a game is played on as pages, and the options that are seen on them."""
    game = registry.find(name)
    pages = paper.paper(game, read_players(players), options, language)
    return {"pages": pages, "options": paper.printed_options(game)}


@lru_cache(maxsize=KEPT)
def solved(name: str) -> dict[str, Any]:
    """What a game comes to that is solved, and its longest win."""
    game = registry.find(name)
    if not game.is_solved:
        raise UnknownGame(f"{name} is not solved")
    return solved_page(game)


def start_board(name: str, players: str | None, options: Mapping[str, str]) -> dict[str, Any]:
    """The board as it stands before the first move."""
    game = registry.find(name)
    start, setup = game.start(read_players(players), options)
    match = Match(game, setup, start)
    return {"board": view.board(game, start), "scene": view.scene(match)}
