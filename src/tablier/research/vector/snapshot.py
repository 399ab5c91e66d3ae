"""Games of a vector as they stood, to be gone on with."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.research.arguments import Numbers, quoted
from tablier.research.vector.row_history import RowHistory


@dataclass(frozen=True)
class Snapshot:
    """Some games of a `VectorEnv`, whole: positions, repetitions, clocks, generators.

    `VectorEnv.save` makes it and `VectorEnv.restore` goes on from it, in the same environment or in
    another of the same game and options, in this process or, pickled, in another. It never changes.
    """

    game: str
    version: int
    players: int
    options: dict[str, Any]
    rows: tuple[int, ...]
    """The numbers that the games had."""
    histories: tuple[RowHistory | None, ...] = field(repr=False)
    _arrays: dict[str, tuple[str, bytes]] = field(repr=False)
    """Bytes, since nobody can write to them."""

    @classmethod
    def of(
        cls,
        match: Match,
        rows: Numbers,
        taken: dict[str, npt.NDArray[Any]],
        histories: tuple[RowHistory | None, ...],
    ) -> "Snapshot":
        """What was taken of some games, which begin like a match."""
        arrays = {name: (array.dtype.str, array.tobytes()) for name, array in taken.items()}
        game, setup = match.game, match.setup
        options, numbers = dict(setup.options), tuple(map(int, rows))
        return cls(game.name, game.version, setup.players, options, numbers, histories, arrays)

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.rows)

    def taken(self) -> dict[str, npt.NDArray[Any]]:
        """All that there is of the games, a row for each."""
        return {
            name: np.frombuffer(kept, dtype).reshape(len(self), -1)
            for name, (dtype, kept) in self._arrays.items()
        }

    def check(self, match: Match, rows: Numbers) -> None:
        """Refuse games that can't go on in these rows, beside those that begin like a match."""
        theirs = (self.game, self.version, self.players, self.options)
        game, setup = match.game, match.setup
        if theirs != (game.name, game.version, setup.players, dict(setup.options)):
            raise BadOption("the snapshot is of another game, or has other options")
        if len(self) not in (1, len(rows)):
            raise BadOption(f"{len(self)} games can't be put in the place of {len(rows)}")


def check_snapshot(snapshot: object) -> Snapshot:
    """A snapshot, if it is one."""
    if not isinstance(snapshot, Snapshot):
        raise BadOption(f"{quoted(snapshot)} is no snapshot: VectorEnv.save makes one")
    return snapshot
