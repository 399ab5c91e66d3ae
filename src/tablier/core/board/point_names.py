"""What the points of a board may be called."""

import re
from collections import Counter
from collections.abc import Sequence

from tablier.core.errors import BadGame

NAME = re.compile(r"(?=.{1,8}$)[^\W_]+(-[^\W_]+)*")
RESERVED = ("resign", "draw")
"""What every game knows as an action."""


def check_names(names: Sequence[str]) -> None:
    """Refuse names that moves, records and sketches could not be read with.

    A name has up to eight letters and digits of any kind, perhaps with hyphens between them, and
    no other one is the same but for capitals: people type moves, with signs between the names.
    """
    for name in names:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BadGame(f"a point can't be called {name!r}: use up to eight letters and digits")
        if name.casefold() in RESERVED:
            raise BadGame(f"a point can't be called {name!r}, which every game knows as an action")
    name, times = Counter(name.casefold() for name in names).most_common(1)[0] if names else ("", 0)
    if times > 1:
        raise BadGame(f"two points are called {name}, or differ by capitals only")
