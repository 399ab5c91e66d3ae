"""A game's own style, from its folder's `look`: symbols, and what the style sheet says."""

import re
from functools import cache
from pathlib import Path

SHARED = Path(__file__).parents[2] / "web" / "css" / "board.css"
"""The style of all boards, which the page uses too."""

REFERENCE = re.compile(r'\bid="|url\(#|href="#')
SYMBOL = re.compile(r"<symbol\b[^>]*>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
WRAPPING = re.compile(r"<\?xml.*?\?>|</?svg\b[^>]*>|<!--.*?-->", re.DOTALL)
PIECE = "-50 -50 100 100"
"""The box of a symbol that names none: a hundred units are the distance between two points."""


class Look:
    """What a game brings of its own; whatever it lacks is drawn plainly.

    Ids get the game's name in front, so that several boards can stand in one document.
    """

    def __init__(self, game: str, folder: Path) -> None:
        self.game = game
        self.style = _text(folder / "board.css")
        symbols = inside(folder / "pieces.svg")
        self.symbols = REFERENCE.sub(lambda found: f"{found[0]}{game}--", symbols)
        opened = [dict(ATTRIBUTE.findall(tag)) for tag in SYMBOL.findall(symbols)]
        self._boxes = {
            symbol["id"]: tuple(float(side) for side in symbol.get("viewBox", PIECE).split())
            for symbol in opened
        }

    def has(self, name: str) -> bool:
        """Whether there is a symbol of that name."""
        return name in self._boxes

    def box(self, name: str) -> tuple[float, ...]:
        """The view box of a symbol: x, y, width, height."""
        return self._boxes[name]

    def href(self, name: str) -> str:
        """What a `use` element refers to."""
        return f"#{self.game}--{name}"

    def number(self, name: str, usual: float) -> float:
        """A number that the style sheet gives."""
        found = re.search(rf"--{name}:\s*([\d.]+)", self.style)
        return float(found[1]) if found else usual

    def leaps(self, kind: str) -> bool:
        """Whether pieces of a kind go over others, rather than along the board."""
        gaits = re.findall(r'(?:data-kind="([\w-]+)"\]|\.piece) \{\s*--gait: (\w+)', self.style)
        return any(gait != "slide" for of, gait in gaits if of in ("", kind))


def inside(path: Path) -> str:
    """What an SVG file holds, to be put into another; nothing where there is no such file."""
    return WRAPPING.sub("", _text(path))


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


@cache
def load_look(game: str, folder: Path) -> Look:
    """A game's look, read once."""
    return Look(game, folder / "look")
