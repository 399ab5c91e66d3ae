"""A match as a moving picture."""

from collections.abc import Iterator
from os import PathLike

from tablier.core.drawing.raster import format_of, write_moving
from tablier.core.errors import BadOption, shortened
from tablier.core.match import Match

LAST = 3
"""How many times as long the end is seen."""
LONGEST = 60
"""Seconds that a position can be seen."""


def animate(
    match: Match,
    path: str | PathLike[str],
    *,
    seconds: float = 1.0,
    near: int | None = None,
    dark: bool = False,
    width: int = 480,
    board: str = "own",
) -> None:
    """Write a match, action by action, as a moving picture: a `.webp`, `.gif` or `.png` file.

    Each position is seen for some seconds; all else is as with `Match.svg`. It needs
    `pip install 'tablier[pictures]'`.
    """
    if not isinstance(seconds, int | float) or not 0.02 <= seconds <= LONGEST:
        told = f"a position can be seen for 0.02 to {LONGEST} seconds"
        raise BadOption(f"{told}, not {shortened(repr(seconds))}")
    format_of(path)
    drawn = (
        shown.svg(near=near, dark=dark, width=width, board=board) for shown in _played_again(match)
    )
    count = len(match.actions)
    lasting = (seconds * (LAST if number == count else 1) for number in range(count + 1))
    write_moving(path, zip(drawn, lasting, strict=True))


def _played_again(match: Match) -> Iterator[Match]:
    """One and the same match, from its beginning on."""
    shown = match.copy()
    while shown.actions:
        shown.undo()
    yield shown
    for _ in match.actions:
        shown.redo()
        yield shown
