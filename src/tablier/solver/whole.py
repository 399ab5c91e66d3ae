"""A whole game solved, from its last turn back to the first.

All books without waiting pieces come first, then those in which pieces are placed. Each player
may have fewer pieces than the rules say: that is a smaller game, whose books are the same.
"""

import math
import time
from collections.abc import Callable, Iterator

from tablier.solver.book_file import BookFigures, Key, together
from tablier.solver.endgames import Endgames, Value, meaning
from tablier.solver.numbering import places_of
from tablier.solver.retrograde import Report

TURNS = 5
"""How many times as long a place takes where pieces come back to where they were."""
REMOVALS = 0.1
"""How much of the time that a book takes goes by until its removals are looked at."""


class Whole:
    """The game in which each player has a given number of pieces."""

    def __init__(
        self, endgames: Endgames, each: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.endgames = endgames
        self.each = each
        self._clock = clock
        endgames.make_room(each)

    def solve(self, report: Report) -> Iterator[tuple[Key, bool]]:
        """Solve what is missing; yields every key with whether it was solved now."""
        progress = Progress(self, report, self._clock)
        yield from self.endgames.complete([(self.each, self.each)], progress.report)
        yield from self.endgames.complete_placing(self.each, progress.report)

    def value(self) -> Value:
        """What the game is worth to whoever begins."""
        return meaning(int(self.endgames.books[2 * self.each, 0, 0].values[0]))

    def ply(self, waiting: int) -> BookFigures:
        """What is in all books with as many waiting pieces."""
        all_figures = self.endgames.figures.items()
        return together([figures for key, figures in all_figures if key[0] == waiting])


class Progress:
    """How much of a whole game is solved, and how long the rest will take."""

    def __init__(self, whole: Whole, report: Report, clock: Callable[[], float]) -> None:
        self._report, self._clock, self._begun = report, clock, clock()
        self._books, shelf = whole.endgames.books, whole.endgames.shelf
        self._keys = whole.endgames.keys(whole.each)
        self._weight = {
            key: places_of(key[1], key[2], shelf) * (1 if key[0] else TURNS) for key in self._keys
        }
        """How long each book takes, in some unit."""
        self._kept = sum(self._weight[key] for key in self._keys if key in self._books)
        self._all = sum(self._weight.values())

    def report(self, doing: str, done: int, whole: int) -> None:
        """Pass on what is being done, as a part of the whole, with the time that is left."""
        missing = [key for key in self._keys if key not in self._books]
        here = missing[0]
        twins = {here, (here[0], here[2], here[1])} if here[0] == 0 else {here}
        share = done / max(whole, 1)
        if doing == "removals":
            share *= REMOVALS
        elif doing.startswith("turn"):
            share = REMOVALS + (1 - REMOVALS) * share
        solved = self._all - sum(self._weight[key] for key in missing)
        solved += round(share * sum(self._weight[key] for key in twins))
        note = f"{here[1]}-{here[2]} {doing}"
        if solved > self._kept:
            spent = self._clock() - self._begun
            note += f", {duration(spent * (self._all - solved) / (solved - self._kept))} left"
        self._report(note, solved, self._all)


def duration(seconds: float) -> str:
    """A time, to the minute.

    >>> duration(59), duration(3 * 3600 + 125)
    ('1 min', '3 h 2 min')
    """
    hours, minutes = divmod(math.ceil(seconds / 60) if seconds < 60 else int(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
