"""What people see of a Chinese Checkers position."""

from itertools import permutations

from tablier.core.board.scene import Mark, Piece, Prompt, Scene
from tablier.core.rules.bits import points
from tablier.games.chinese_checkers import rules
from tablier.games.chinese_checkers.board import NAMES, NEIGHBOURS, TRIANGLES, UPPER
from tablier.games.chinese_checkers.position import Position, destination, one_left, own_pegs

COLOURS = {2: ("red", "blue"), 3: ("red", "yellow", "blue")}
LETTERS = {2: "RB", 3: "RYB"}
"""Those of the colours, by which the seats are called."""
TIPS = {min(holes, key=lambda hole: len(NEIGHBOURS[hole])) for holes in TRIANGLES.values()}
"""The outer corner of each triangle: a peg gets out of it only by way of the other five holes."""
AROUND = 5


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
        warnings=_warnings(position),
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


def _warnings(position: Position) -> tuple[Prompt, ...]:
    """A peg in the tip, and five around it that are bound (CC-12): neither player can ever win."""
    if position.ending or position.swap or position.forfeit:
        return ()
    colours = COLOURS[position.players]
    playing = [seat for seat in range(position.players) if not position.places[seat]]
    return tuple(
        Prompt("shut_in", {"hole": NAMES[tip], "owner": colours[owner], "other": colours[other]})
        for owner, other in permutations(playing, 2)
        if len(_arrived(position, other)) == AROUND
        for tip in TIPS & {*_pegs(position, owner)}
        if tip in points(destination(position, other), UPPER)
    )


def _prompt(position: Position) -> Prompt:
    if position.ending:
        return Prompt("over")
    if one_left(position.places):
        return Prompt("alone")
    if passes := position.passes[position.seat]:
        return Prompt("move_or_pass", {"passes": passes})
    return Prompt("move")
