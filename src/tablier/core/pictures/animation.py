"""A match as a moving picture."""

from os import PathLike

from tablier.core.drawing.raster import format_of, moving, write_moving
from tablier.core.errors import BadOption, shortened
from tablier.core.match import Match
from tablier.core.pictures.frames import drawn_frames, sent_frames

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
    count = len(match.actions)
    drawn = drawn_frames(match, count, seconds, near=near, dark=dark, width=width, board=board)
    write_moving(path, drawn)


def sent(match: Match, *, near: int | None, dark: bool, board: str) -> bytes:
    """A match as a moving WebP picture that is neither large nor takes long to make."""
    return moving("WEBP", sent_frames(match, near=near, dark=dark, board=board))
