"""A match as a row of drawings, which whoever can puts together into a moving picture."""

from collections.abc import Iterator

from tablier.core.match import Match

LAST = 3
"""How many times as long the end is seen."""
MOST_SENT = 200
"""Actions in a picture that somebody asks a house for: of a longer match, the last of them."""
SENT_S, BRIEFEST_S, WHOLE_S = 1.0, 0.25, 90.0
"""Seconds that a position is seen there, usually and at least, and that the whole should take."""
SENT_WIDTH = 400

Frames = Iterator[tuple[str, float]]
"""Drawings, each with the seconds that it is seen."""


def sent_frames(match: Match, *, near: int | None, dark: bool, board: str) -> Frames:
    """The drawings of a picture that is neither large nor takes long to make."""
    count = min(len(match.actions), MOST_SENT)
    seconds = min(SENT_S, max(BRIEFEST_S, WHOLE_S / (count + LAST)))
    return drawn_frames(match, count, seconds, near=near, dark=dark, width=SENT_WIDTH, board=board)


def drawn_frames(
    match: Match,
    count: int,
    seconds: float,
    *,
    near: int | None,
    dark: bool,
    width: int,
    board: str,
) -> Frames:
    """The last actions, by their number, with the position before them."""
    for number, shown in enumerate(_played_again(match, count)):
        drawn = shown.svg(near=near, dark=dark, width=width, board=board)
        yield drawn, seconds * (LAST if number == count else 1)


def _played_again(match: Match, count: int) -> Iterator[Match]:
    """One and the same match, from before its last actions on."""
    shown = match.copy()
    for _ in range(count):
        shown.undo()
    yield shown
    for _ in range(count):
        shown.redo()
        yield shown
