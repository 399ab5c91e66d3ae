"""Diagrams in the rules: a Markdown image whose file is drawn from a position of the folder.

The page draws it by day or by night; the file, drawn by `make pictures`, is for whoever reads
the rules as they lie in the repository.

`![A caption.](diagrams/spoke.svg)` names the entry `spoke` of the folder's `diagrams.json`: a
position, and the actions that are played in it, so that the picture shows the last of them.
"""

import json
import re
from typing import Any

from tablier.core.errors import BadOption, listing
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.reading.position import read_position

IMAGE = re.compile(r"!\[([^\[\]]+)\]\(diagrams/(\w+)\.svg\)")


def diagrams(game: Game) -> dict[str, Any]:
    """What the rules show, by name; not every game shows something."""
    path = game.folder / "diagrams.json"
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


def diagram(game: Game, name: str) -> Match:
    """A match that stands as the diagram shows it."""
    known = diagrams(game)
    if name not in known:
        raise BadOption(f"{game.name} has no diagram {name!r}; there are {listing(known)}")
    match = read_position(known[name]["position"])
    for text in known[name].get("actions", ()):
        match.play(text, match.seats[0])
    return match


def in_text(game: Game, rules: str) -> str:
    """The rules with their diagrams drawn in letters, above the captions."""

    def drawn(image: re.Match[str]) -> str:
        return f"```\n{diagram(game, image[2]).show()}\n```\n\n*{image[1]}*"

    return IMAGE.sub(drawn, rules)
