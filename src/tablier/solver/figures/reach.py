"""What can come about in a game from its first turn on, and how.

Books hold every state that the pieces allow; no game leads to many of them. Marks stand beside
the values: 0 where no game leads, else one more than the turns without a removal since the last
piece was placed or removed, at the least. The marks' shelf has them in place of the values.
"""

from typing import Any

import numpy as np

from tablier.compile.marks import compiled, jitable
from tablier.compile.memory import peek, poke
from tablier.core.errors import TablierError
from tablier.core.rules.kernel import popcount
from tablier.solver.book_file import PORTION, BookFigures, Key, figures_of, together
from tablier.solver.endgames import Endgames, needed
from tablier.solver.figures.lookup import Lookup, first_with
from tablier.solver.levels import after_turn, first_turn, lost, next_turn, numbered
from tablier.solver.numbering import VALUES, Shelf, State, entry, number_of, waiting
from tablier.solver.retrograde import Book, Report, put_on

HERE, FOUND = 255, 254
"""Marks of a state whose origin is looked for, and of the origins."""
MOST = FOUND - 1


@compiled
def lead_on(
    like: State,
    pieces: int,
    others: int,
    settled: int,
    shelf: Shelf,
    numbers: Any,
    first: int,
    last: int,
) -> None:
    """Mark what turns lead to from states whose mark is `settled`.

    Once all is marked, this marks those of them that lead HERE.
    """
    marks = int(shelf.books[entry(waiting(like), pieces, others) + VALUES])
    for index in range(first, last):
        number = int(numbers[index])
        state = numbered(like, pieces, others, number, shelf)
        turn = first_turn(state)
        while turn.left:
            after = after_turn(state, turn)
            turn = next_turn(state, turn)
            if not lost(after):
                at = mark_address(after, shelf)
                mark = peek(at, 1)
                if mark == 0:
                    moves = waiting(state) == 0 and after.own == state.enemy
                    poke(at, 1, settled + 1 if moves else 1)
                elif mark == HERE:
                    poke(marks + number, 1, FOUND)


@jitable
def mark_address(state: State, shelf: Shelf) -> int:
    """Where the mark of a state is."""
    book = entry(waiting(state), popcount(state.own), popcount(state.enemy))
    return int(shelf.books[book + VALUES]) + number_of(state, shelf)


class Reach:
    """Which states can come about of a game with a given number of pieces each."""

    def __init__(self, endgames: Endgames, each: int, report: Report) -> None:
        self._endgames, self._each, self._report = endgames, each, report
        self._processor = endgames.processor
        self._lookup = Lookup(endgames)
        books = self._processor.taken(self._processor.given(endgames.shelf.books).copy())
        self._shelf = endgames.shelf._replace(books=books)
        self.marks: dict[Key, Any] = {}
        self._layers: dict[Key, int] = {}
        """The highest mark of each book."""
        for key in endgames.keys(each):
            book = endgames.books[key]
            marks = self._processor.zeros(len(book.values), np.uint8)
            put_on(self._shelf, book._replace(values=marks), self._processor)
            self.marks[key] = marks
        self._flood()

    def _flood(self) -> None:
        """Go on from the first turn until nothing new comes about."""
        self.marks[2 * self._each, 0, 0][0:1] = 1
        keys = self._endgames.keys(self._each)
        placing = sorted((key for key in keys if key[0]), reverse=True)
        for number, key in enumerate(placing):
            self._layers[key] = 1
            self._lead(key, 1)
            self._report(f"{key[0]} to place, reached", number + 1, len(placing))
        least = self._endgames.endgame.LEAST
        for own, enemy in reversed(needed([(self._each, self._each)], least)):
            twins, layer = list(dict.fromkeys([(0, own, enemy), (0, enemy, own)])), 1
            while sum([self._lead(key, layer) for key in twins]):
                self._report(f"{own}-{enemy}, reached", layer, layer + 1)
                layer += 1
                if layer > MOST:
                    raise TablierError(f"{own}-{enemy} takes more than {MOST} turns to reach")
            self._layers.update(dict.fromkeys(twins, layer))

    def _lead(self, key: Key, layer: int) -> int:
        endgame, marks = self._endgames.endgame, self.marks[key]
        kind = (endgame.placing(endgame.State(0, 0, 0), key[0]), key[1], key[2])
        return self._processor.each(lead_on, kind, layer, self._shelf, marks, layer)[0]

    def figures(self, key: Key) -> BookFigures:
        """What is in a book, of what can come about."""
        book, marks, found = self._endgames.books[key], self.marks[key], []
        for first in range(0, len(marks), PORTION):
            there = marks[first : first + PORTION] != 0
            values = book.values[first : first + PORTION] * there
            found.append(figures_of(book._replace(values=values), int(there.sum())))
        return together(found)

    def longest(self, keys: list[Key]) -> tuple[Book, int] | None:
        """A state of these books that can come about, and from which a win takes longest."""
        figures = {key: self.figures(key) for key in keys}
        best = max(keys, key=lambda key: figures[key].longest)
        book, marks = self._endgames.books[best], self.marks[best]
        for first in range(0, len(marks), PORTION):
            there = marks[first : first + PORTION] != 0
            values = book.values[first : first + PORTION] * there
            at = first_with(values, figures[best].longest + 1)
            if at >= 0 and figures[best].longest:
                return book, first + at
        return None

    def way_to(self, book: Book, number: int) -> list[State]:
        """States from the first turn on that lead to a state, and it."""
        states = [self._lookup.state(book, number)]
        key, empty = (book.waiting, book.pieces, book.others), (2 * self._each, 0, 0)
        while key != empty:
            key, number = self._origin(key, number)
            states.insert(0, self._lookup.state(self._endgames.books[key], number))
            self._report("the way to the longest win", len(states), len(states) + key[0])
        return states

    def _origin(self, key: Key, number: int) -> tuple[Key, int]:
        """A state that can come about and leads to another, the sooner the better."""
        mark = self.marks[key][number : number + 1]
        before = int(mark[0])
        mark[:] = HERE
        try:
            for earlier, layers in self._origins(key, before):
                for layer in layers:
                    self._lead(earlier, layer)
                    found = first_with(self.marks[earlier], FOUND)
                    if found >= 0:
                        self.marks[earlier][self.marks[earlier] == FOUND] = layer
                        return earlier, found
        finally:
            mark[:] = before
        raise AssertionError("what is marked has an origin")

    def _origins(self, key: Key, mark: int) -> list[tuple[Key, range]]:
        """The books that a state can come from, and marks there."""
        waiting, own, enemy = key
        if mark > 1:
            return [((0, enemy, own), range(mark - 1, mark))]
        more = range(self._each - own + 1)
        keys = [(waiting + 1, enemy - 1, own + removed) for removed in more]
        if waiting == 0:
            keys += [(0, enemy, own + removed) for removed in more[1:]]
        return [(key, range(1, self._layers[key] + 1)) for key in keys if key in self.marks]
