"""The look: files that the page and the drawings can use."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from tablier.checks.fault import Fault
from tablier.core.drawing.look import Look
from tablier.core.game import Game
from tablier.core.match import Match

SYMBOL = "{http://www.w3.org/2000/svg}symbol"
BOX = 4
EXPORTS = {"table.js": "createTable", "card.js": "createCard"}


def looks(game: Game) -> Iterator[Fault]:
    """What is wrong with the files of `look/`, and whether the game can be drawn."""
    if game.look is not None:
        yield from _files(game, game.look)
    start, setup = game.start(None, {})
    drawn = Match(game, setup, start).svg()
    try:
        ElementTree.fromstring(drawn)
    except ElementTree.ParseError as error:
        yield Fault("look", f"the picture of the game is no SVG: {error}")


def _files(game: Game, folder: Path) -> Iterator[Fault]:
    if not game.has_table:
        for name in ("pieces.svg", "board.css"):
            if not (folder / name).is_file():
                yield Fault(f"look/{name}", "this file is missing: a look has at least these two")
    for path in sorted(folder.glob("*.svg")):
        yield from _symbols(path)
    for path in sorted(folder.glob("*.css")):
        yield from _style(path, game.name)
    for name, function in EXPORTS.items():
        path = folder / name
        said = re.compile(rf"export\s+(async\s+)?(function|const|let)\s+{function}\b|export\s*{{")
        if path.is_file() and not said.search(path.read_text("utf-8")):
            yield Fault(f"look/{name}", f"exports no {function}")
    if (folder / "pieces.svg").is_file():
        Look(game.name, folder)


def _symbols(path: Path) -> Iterator[Fault]:
    where = f"look/{path.name}"
    try:
        root = ElementTree.fromstring(path.read_text("utf-8"))
    except ElementTree.ParseError as error:
        yield Fault(where, f"is no SVG: {error}")
        return
    for symbol in root.iter(SYMBOL):
        box = symbol.get("viewBox", "0 0 1 1").split()
        if not symbol.get("id"):
            yield Fault(where, "a symbol has no id")
        elif len(box) != BOX or not all(re.fullmatch(r"-?\d+(\.\d+)?", side) for side in box):
            yield Fault(where, f"the viewBox of {symbol.get('id')} must be four numbers")


def _style(path: Path, game: str) -> Iterator[Fault]:
    where, text = f"look/{path.name}", path.read_text("utf-8")
    plain = re.sub(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", "", text, flags=re.DOTALL)
    if plain.count("{") != plain.count("}"):
        yield Fault(where, "has more braces of one kind than of the other")
    if path.name == "board.css" and f'[data-game="{game}"]' not in text:
        yield Fault(where, f'styles nothing under [data-game="{game}"]')
