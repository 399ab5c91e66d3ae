"""Puzzles and drills, for whoever solves them in either house."""

from typing import Any

import tablier
from tablier.core import registry
from tablier.core.errors import UnknownGame, shortened
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.reading.puzzles import Puzzle, drilled, read_puzzles
from tablier.core.words import read_words
from tablier.house.positions import shown

DRILLS = 1 << 31
"""Drills are numbered below this."""


class NoPuzzle(UnknownGame):
    """There is no such puzzle."""


def puzzle_count(game: Game) -> int:
    """How many puzzles ship with a game."""
    return len(read_puzzles(game))


def shelf(name: str, language: str) -> dict[str, Any]:
    """The themes of a game, in words, and every puzzle by id, theme and rating."""
    game = registry.find(name)
    kinds = [*(game.puzzles.KINDS if game.puzzles else ()), *_drill_kinds(game)]
    words = read_words(game.folder / "puzzles", language) if kinds else {}
    return {
        "kinds": [{"name": kind, **words[kind]} for kind in kinds],
        "drills": list(_drill_kinds(game)),
        "puzzles": [[one.id, one.finding.kind, one.rating] for one in read_puzzles(game)],
    }


def puzzle(name: str, which: str) -> dict[str, Any]:
    """One puzzle, and what can be done in its position."""
    found = next((one for one in read_puzzles(registry.find(name)) if one.id == which), None)
    if found is None:
        raise NoPuzzle(f"{name} has no puzzle {shortened(repr(which))}")
    match = tablier.read_position(found.position)
    return _told(found, match) | {"start": shown(match)}


def _told(found: Puzzle, match: Match) -> dict[str, Any]:
    finding = found.finding
    return {
        "id": found.id,
        "kind": finding.kind,
        "number": finding.number,
        "seat": match.seat,
        "rating": found.rating,
        "levels": found.levels,
        "proof": finding.proof,
        "line": finding.line,
        "asked": finding.asked,
        "answers": finding.answers,
        "right": [finding.line[0]],
    }


def drill(name: str, kind: str, number: int) -> dict[str, Any]:
    """A task made from a number, as puzzles are told."""
    game = registry.find(name)
    if game.drills is None or kind not in game.drills.KINDS or not 0 <= number < DRILLS:
        raise NoPuzzle(f"{name} has no drill {shortened(repr(kind))} {number}")
    position, right = drilled(game.drills, kind, number)
    match = tablier.read_position(position)
    start = shown(match)
    return {
        "id": f"{kind}-{number}",
        "kind": kind,
        "number": 0,
        "seat": 0,
        "rating": None,
        "levels": [],
        "proof": "solved",
        "line": right[:1],
        "asked": 1,
        "answers": {},
        "right": right,
        "start": start,
    }


def _drill_kinds(game: Game) -> tuple[str, ...]:
    return game.drills.KINDS if game.drills else ()
