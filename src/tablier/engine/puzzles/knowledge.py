"""What is known of positions beyond the rules, from whatever was solved or can be searched."""

from functools import cached_property

from tablier.core.errors import TablierError
from tablier.core.game import Game, Position
from tablier.engine.puzzles.forced import ForcedWins
from tablier.solver.distance_table import Solo
from tablier.solver.endgames import UNTOLD, Endgames


class Knowledge:
    """The books of a game, its distances, and a search for wins that can't be prevented."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def value(self, position: Position) -> tuple[int, int] | None:
        """What a position is worth to the seat to act, and in how many turns; None if untold."""
        found = self._endgames.probe(position)
        return None if found is None or found.turns == UNTOLD else found

    def moves(self, position: Position, seat: int) -> int | None:
        """How many moves a seat alone needs to its goal."""
        if self._solo.distances is None:
            told = "the distances of a player alone are needed"
            raise TablierError(f"{told}: `tablier solve {self.game.name}` finds them")
        return self._solo.moves(position, seat)

    def forced(self, position: Position, seat: int, turns: int) -> bool:
        """Whether a seat wins within that many turns of its own, whatever the other does."""
        return self._forced(position, seat, turns)

    @cached_property
    def _endgames(self) -> Endgames:
        return Endgames(self.game)

    @cached_property
    def _solo(self) -> Solo:
        return Solo(self.game)

    @cached_property
    def _forced(self) -> ForcedWins:
        return ForcedWins(self.game)
