"""What people see of a Chinese Checkers position."""

from tablier.core.board.scene import Mark, Piece, Prompt, Scene
from tablier.core.rules.bits import points
from tablier.games.chinese_checkers import rules
from tablier.games.chinese_checkers.board import UPPER
from tablier.games.chinese_checkers.position import Position, destination, one_left, own_pegs

COLOURS = {2: ("red", "blue"), 3: ("red", "yellow", "blue")}
LETTERS = {2: "RB", 3: "RYB"}
"""Those of the colours, by which the seats are called."""


def scene(position: Position) -> Scene:
    """All pegs; beside the board who has arrived, and what is left or settled."""
    players = position.players
    return Scene(
        pieces=tuple(
            Piece(hole, seat, "peg", LETTERS[players][seat], COLOURS[players][seat])
            for seat in range(players)
            for hole in _pegs(position, seat)
        ),
        counts=tuple(_counts(position, seat) for seat in range(players)),
        marks=tuple(
            Mark("bound", bound, seat)
            for seat in range(players)
            if (bound := _arrived(position, seat))
        ),
        prompt=_prompt(position),
    )


def _pegs(position: Position, seat: int) -> tuple[int, ...]:
    return points(own_pegs(position, seat), UPPER)


def _arrived(position: Position, seat: int) -> tuple[int, ...]:
    """The pegs that stand in their destination, and stay there (CC-12)."""
    goal = points(destination(position, seat), UPPER)
    return tuple(hole for hole in _pegs(position, seat) if hole in goal)


def _counts(position: Position, seat: int) -> dict[str, int]:
    """Pegs that have arrived; passes and a place where there are any."""
    counts = {"arrived": len(_arrived(position, seat))}
    if position.passes[seat]:
        counts["passes"] = position.passes[seat]
    if place := rules.place(position, seat):
        counts["place"] = place
    return counts


def _prompt(position: Position) -> Prompt:
    if position.ending:
        return Prompt("over")
    if one_left(position.places):
        return Prompt("alone")
    if passes := position.passes[position.seat]:
        return Prompt("move_or_pass", {"passes": passes})
    return Prompt("move")
