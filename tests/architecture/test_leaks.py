"""Nothing outside a game's folder knows it: not its name, its rules, its looks or its colours."""

import ast
import re
from collections.abc import Iterator
from doctest import DocTestParser
from itertools import chain
from pathlib import Path

import pytest

from tablier.core import registry
from tablier.core.game import Game

ROOT = Path(__file__).parents[2] / "src" / "tablier"
TEXTS = {".py", ".js", ".css", ".html", ".svg", ".json", ".md", ".txt", ".toml", ".ini", ".mako"}
FILES = sorted(
    path
    for path in ROOT.rglob("*")
    if path.suffix in TEXTS and "games" not in path.relative_to(ROOT).parts
)
GAMES = [registry.find(name) for name in registry.games()]
COLOUR = re.compile(r"#[0-9a-f]{6}\b", re.IGNORECASE)
CLASS = re.compile(r"[.\s\"'](?:area|mark|rim)-([a-z-]+)|data-kind=\"([\w-]+)\"")
"""What a board draws of a scene, in the words of its game."""
OWN_CLASSES = {"layer", "line"}
"""Of the board itself: where things lie beside it, and the line of any mark."""
COINCIDENCES = {"#efe6d3"}
"""The terminal's paper is as white as a score sheet."""


def sayings(path: Path) -> Iterator[str]:
    """What a file says, line by line; of Python, everything but examples and comments."""
    if path.suffix != ".py":
        yield from path.read_text("utf-8").splitlines()
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Name | ast.Attribute):
            yield ast.unparse(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            told = DocTestParser().parse(node.value)
            lines = chain.from_iterable(part.splitlines() for part in told if isinstance(part, str))
            yield from (line for line in lines if not _is_sample(line))


def _is_sample(line: str) -> bool:
    """A line of a manual: a command, a header of a record, or something between backticks."""
    return line.lstrip().startswith(("tablier", "[", "(")) or "`" in line


def rule_letters(game: Game) -> str:
    """The two letters that all rules of a game begin with."""
    found = re.search(r"\*\*([A-Z]{2})-\d\d\*\*", game.rules_in("en"))
    assert found
    return found[1]


def colours(*paths: Path) -> set[str]:
    texts = (path.read_text("utf-8") for path in paths)
    return {found.lower() for text in texts for found in COLOUR.findall(text)}


def test_no_game_is_known_by_name_or_by_its_rules() -> None:
    names = {form for game in GAMES for form in (game.name, game.folder.name, game.title)}
    letters = "|".join(map(rule_letters, GAMES))
    pattern = re.compile(rf"\b({'|'.join(names)})\b|\b(?:{letters})-\d\d\b", re.IGNORECASE)
    hits = [(path, line) for path in FILES for line in sayings(path) if pattern.search(line)]
    assert hits == []


def test_no_part_of_a_games_scene_is_styled() -> None:
    named = {
        (path, name)
        for path in FILES
        if path.suffix in {".css", ".js"}
        for names in CLASS.findall(path.read_text("utf-8"))
        for name in names
        if name and name not in OWN_CLASSES
    }
    assert named == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_colour_of_a_game_is_used_elsewhere(game: Game) -> None:
    """But for the page's own, which a game may use, too."""
    looks = {
        each.name: colours(*(path for path in each.folder.glob("look/**/*.*") if path.is_file()))
        for each in GAMES
    }
    shared = colours(ROOT / "web" / "css" / "page.css").union(
        *(found for name, found in looks.items() if name != game.name)
    )
    own = looks[game.name] - shared - COINCIDENCES
    assert own and [path for path in FILES if own & colours(path)] == []
