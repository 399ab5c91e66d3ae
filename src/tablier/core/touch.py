"""How an action is touched on a board: docs/contract.md says it in words."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tablier.core.board.scene import Scene
from tablier.core.board.topology import Topology
from tablier.core.game import TABLE, Game, Position

LOOKED_BACK = 8
"""The actions back among which the last one is looked for that touched the board."""


class Touch(NamedTuple):
    """A text, and where it is touched: at one point, at a first and a last, or nowhere."""

    text: str
    points: tuple[int, ...]
    path: tuple[int, ...]
    """Every point on the way, from the first to the last."""


def touch(game: Game, position: Position, seat: int, action: int, text: str) -> Touch:
    """Where an action is touched: the points that its text names, or else those of its path."""
    if action < 0 or seat == TABLE:
        return Touch(text, (), ())
    way = game.path(position, seat, action) if game.path else ()
    points = game.board(position).named(text) or way[:1] + way[1:][-1:]
    return Touch(text, points, way if len(way) > len(points) else points)


def named(board: Topology, text: str) -> Touch:
    """Where a text would be touched that no rules have looked at: the points that it names."""
    points = board.named(text)
    return Touch(text, points, points)


def examples(game: Game, board: Topology) -> list[Touch]:
    """The actions that the game's words show in a sentence, as far as they name points."""
    texts = re.split(r"[\s,;:]+", game.words["actions"])
    return [touch for touch in (named(board, text) for text in texts) if touch.points]


def trail(
    game: Game, positions: Sequence[Position], moves: Sequence[tuple[int, int, str]], ply: int
) -> tuple[int, ...]:
    """The way of the last action that touched the board, or by which a piece came there.

    The moves are seats, actions and texts, of which the first `ply` count; there is a position
    before each, and one after all.
    """
    for index in reversed(range(max(0, ply - LOOKED_BACK), ply) if game.show is None else ()):
        before, after = positions[index : index + 2]
        seat, action, text = moves[index]
        path = touch(game, before, seat, action, text).path
        if path or (path := arrival(game.scene(before), game.scene(after), seat)):
            return path
    return ()


def arrival(before: Scene, after: Scene, seat: int) -> tuple[int, ...]:
    """From where to where a piece came between two scenes, a piece of that seat if possible."""
    came = [piece for piece in after.pieces if piece not in before.pieces]
    came.sort(key=lambda piece: piece.seat != seat)
    if not came:
        return ()
    alike = (came[0].seat, came[0].kind)
    left = [
        piece.point
        for piece in before.pieces
        if piece not in after.pieces and (piece.seat, piece.kind) == alike
    ]
    return (*left[:1], came[0].point)
