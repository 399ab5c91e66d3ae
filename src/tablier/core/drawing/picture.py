"""Pictures, and the SVG elements that they are made of."""

import re
from html import escape
from typing import NamedTuple

from tablier.core.errors import BadOption, listing

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
STILL = "still"
"""The class of what is the same in all drawings of a game, and takes the longest to draw."""


class Picture(NamedTuple):
    """Something drawn: the part of the plane that it takes, its style sheet, its elements."""

    x: float
    y: float
    width: float
    height: float
    style: str
    content: str


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; `class_` and `data_kind` stand for `class` and `data-kind`."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for key, value in attributes.items()
    )
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def words(text: str, **attributes: str | float) -> str:
    """A text in the middle of its place."""
    return element("text", escape(text, quote=False), text_anchor="middle", **attributes)


def number(value: str | float) -> str:
    """A number short enough for an attribute, without a minus before a zero."""
    return value if isinstance(value, str) else f"{round(value, 2) + 0:g}"


BOARDS = ("own", "wood", "paper", "slate")
"""What boards can be made of; style sheets say what that means, under `[data-board]`."""


def document(picture: Picture, *, title: str, dark: bool, width: int, board: str) -> str:
    """A whole SVG file, that wide in pixels, by day or by night."""
    if type(width) is not int or width < 1:
        raise BadOption(f"a drawing is at least one pixel wide, not {width!r}")
    if board not in BOARDS:
        raise BadOption(f"there are no boards of {board!r}; there are {listing(BOARDS)}")
    box = " ".join(number(side) for side in picture[:4])
    return element(
        "svg",
        element("style", escape(COMMENT.sub("", picture.style), quote=False)),
        picture.content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        width=width,
        height=width * picture.height / picture.width,
        role="img",
        aria_label=title,
        data_theme="dark" if dark else "light",
        data_board=board,
    )
