"""What runs the loops of `levels.py`, whatever its memory is."""

from typing import Any, Protocol

from tablier.solver.numbering import Shelf, State

Kind = tuple[State, int, int]
"""Of a book: a state of its game with as many waiting pieces; own and enemy pieces."""


class Processor(Protocol):
    """Threads that share loops, and the memory that they work on."""

    @property
    def batch(self) -> int:
        """Indices between two reports of progress."""

    @property
    def is_host(self) -> bool:
        """Whether its memory is that of this process."""

    def taken(self, array: Any) -> Any:
        """An array of this process, in the processor's memory."""

    def given(self, array: Any) -> Any:
        """One in the processor's memory, for this process."""

    def address(self, array: Any) -> int:
        """Where an array is."""

    def zeros(self, count: int, kind: Any) -> Any:
        """An array of zeros."""

    def tally(self, loop: Any, kind: Kind, shelf: Shelf, begin: int, end: int) -> int:
        """Run a loop from `begin` to before `end`, and add up what it counts."""

    def fill(self, loop: Any, kind: Kind, shelf: Shelf, places: int, out: Any) -> None:
        """Run a loop over all places that writes to an array."""

    def each(
        self, loop: Any, kind: Kind, settled: int, shelf: Shelf, values: Any, wanted: int
    ) -> tuple[int, int]:
        """Run a loop over the numbers that have a value; return how many, and the highest value."""

    def run(self, loop: Any, count: int, *arguments: Any) -> None:
        """Run a loop over `count` indices and wait for it; arrays are in the processor's memory."""
