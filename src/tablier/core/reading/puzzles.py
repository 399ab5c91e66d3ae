"""The file of puzzles that ships with a game: a heading, then a puzzle a line, all of it JSON.

A puzzle is proven where it is found and again by `bench puzzles`; reading it proves nothing.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tablier.core.errors import TablierError, shortened
from tablier.core.game import Game
from tablier.core.parts import Drills, Finding

FORMAT = 1
FILE = "puzzles/puzzles.jsonl"
OTHERS = "*"
"""Stands for all wrong actions that no other answer names."""
LEVELS = 6
"""The levels that have tried each puzzle."""


class BadPuzzles(TablierError):
    """A file of puzzles that can't be read."""


class Puzzle(NamedTuple):
    """A task for the seat whose turn it is; core/parts.py says what a finding is."""

    id: str
    """The same as long as the puzzle is the same."""
    position: str
    finding: Finding
    levels: tuple[int, ...]
    """How often each level found the first action, in percent."""
    rating: int
    """How hard it is, on the scale of players."""


def puzzles_path(game: Game) -> Path:
    """Where the puzzles of a game are, if it has any."""
    return game.folder / FILE


@lru_cache(16)
def read_puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that ship with a game, easier ones first; none where it has none."""
    path = puzzles_path(game)
    return read_lines(path.read_text("utf-8"), game) if path.is_file() else ()


def read_lines(text: str, game: Game) -> tuple[Puzzle, ...]:
    """The puzzles in a text; BadPuzzles says what is wrong with it, and where."""
    heading, *lines = text.splitlines() or [""]
    if _parsed(heading, 1) != _heading(game):
        wanted = json.dumps(_heading(game))
        raise BadPuzzles(f"line 1: puzzles of {game.name} begin with {wanted}")
    found = tuple(_puzzle(_parsed(line, number), number) for number, line in enumerate(lines, 2))
    if len({puzzle.id for puzzle in found}) != len(found):
        raise BadPuzzles("two puzzles have the same id")
    return found


def _heading(game: Game) -> dict[str, object]:
    return {"tablier": "puzzles", "format": FORMAT, "game": game.name, "rules": game.version}


def _parsed(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadPuzzles(f"line {number}: {shortened(repr(line))} is no JSON") from error


SHAPE: Mapping[str, type] = {
    "id": str,
    "kind": str,
    "number": int,
    "position": str,
    "line": str,
    "asked": int,
    "proof": str,
    "levels": list,
    "rating": int,
    "answers": dict,
}


def _puzzle(line: Any, number: int) -> Puzzle:
    if not isinstance(line, dict) or line.keys() - {"answers"} != SHAPE.keys() - {"answers"}:
        raise BadPuzzles(f"line {number}: a puzzle has {', '.join(SHAPE)}")
    for name, value in line.items():
        if type(value) is not SHAPE[name]:
            raise BadPuzzles(f"line {number}: {name} can't be {shortened(repr(value))}")
    levels = tuple(line["levels"])
    if len(levels) != LEVELS or any(type(n) is not int or not 0 <= n <= 100 for n in levels):
        raise BadPuzzles(f"line {number}: levels are {LEVELS} shares in percent")
    texts = tuple(line["line"].split())
    if not 1 <= line["asked"] <= len(texts):
        raise BadPuzzles(f"line {number}: asked is from 1 to {len(texts)}")
    answers = {
        wrong: reply for reply, all_ in line.get("answers", {}).items() for wrong in all_.split()
    }
    finding = Finding(line["kind"], line["number"], texts, line["asked"], line["proof"], answers)
    return Puzzle(line["id"], line["position"], finding, levels, line["rating"])


def write_lines(game: Game, puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """The lines of a file of puzzles."""
    yield json.dumps(_heading(game)) + "\n"
    for puzzle in puzzles:
        finding = puzzle.finding
        line = {
            "id": puzzle.id,
            "kind": finding.kind,
            "number": finding.number,
            "position": puzzle.position,
            "line": " ".join(finding.line),
            "asked": finding.asked,
            "proof": finding.proof,
            "levels": list(puzzle.levels),
            "rating": puzzle.rating,
        }
        answers = _grouped(finding.answers)
        yield json.dumps(line | {"answers": answers} if answers else line) + "\n"


def _grouped(answers: Mapping[str, str]) -> dict[str, str]:
    """Wrong actions by the answer to them; those without one are left out."""
    groups: dict[str, list[str]] = {}
    for wrong, reply in answers.items():
        if reply:
            groups.setdefault(reply, []).append(wrong)
    return {reply: " ".join(wrong) for reply, wrong in groups.items()}


def brief(answers: Mapping[str, str]) -> dict[str, str]:
    """The same answers in fewer words: if each action has one, the usual stands for most.

    >>> brief({"a1-a2": "x", "a1-a3": "x", "a1-a4": "y"}), brief({"a1-a2": "x", "a1-a3": ""})
    ({'*': 'x', 'a1-a4': 'y'}, {'a1-a2': 'x'})
    """
    found = {wrong: reply for wrong, reply in answers.items() if reply}
    if not found or len(found) < len(answers):
        return found
    replies = list(found.values())
    usual = max(replies, key=replies.count)
    return {OTHERS: usual} | {wrong: one for wrong, one in found.items() if one != usual}


def drilled(drills: Drills, kind: str, number: int) -> tuple[str, tuple[str, ...]]:
    """The task of that number: a position as text, and all that is right there."""
    return drills.drill(kind, Random(f"{kind} {number}"))
