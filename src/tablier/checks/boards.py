"""The board: points that can be named, told apart, and drawn."""

from collections.abc import Iterator

from tablier.checks.fault import Fault
from tablier.checks.setups import setups
from tablier.core.board.topology import Topology
from tablier.core.game import Game

WHERE = "board.py"
ROUNDING = 0.001


def boards(game: Game) -> Iterator[Fault]:
    """The boards that the setups start with."""
    for setup in setups(game):
        board = game.board(game.rules.start(setup.players, setup.options))
        if not isinstance(board, Topology):
            yield Fault(WHERE, f"board must give a Topology, and gives {board!r:.60}")
            return
        yield from topology(board)


def topology(board: Topology) -> Iterator[Fault]:
    """What is wrong with a board."""
    for point, place in zip(board.names, board.places, strict=True):
        if any(abs(side) > 1 + ROUNDING for side in place):
            yield Fault(WHERE, f"{point} lies at {place}: coordinates go from -1 to 1")
    for place in {place for place in board.places if board.places.count(place) > 1}:
        yield Fault(WHERE, f"two points lie at {place}")
    points = set(range(len(board.names)))
    for area, among in board.areas.items():
        if set(among) - points:
            yield Fault(WHERE, f"the area {area} has points that are not on the board")
    yield from _sketch(board)


def _sketch(board: Topology) -> Iterator[Fault]:
    for name, place in zip(board.names, board.written, strict=True):
        if place is None and not board.cells:
            yield Fault(WHERE, f"the sketch doesn't name {name}")
