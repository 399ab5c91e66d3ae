"""What people see of a ZhiZhu position."""

from tablier.core.board.scene import Mark, Piece, Prompt, Scene
from tablier.core.board.topology import points_of
from tablier.games.zhizhu.board import LINES
from tablier.games.zhizhu.rules import PIECES, Position, circle_chain, spoke_chain

COLOURS = ("white", "black")


def scene(position: Position) -> Scene:
    """Pieces, hands and captures, the chains that stand, and a running ban."""
    return Scene(
        pieces=tuple(
            Piece(point, seat, "piece", colour[0].upper(), colour)
            for seat, colour in enumerate(COLOURS)
            for point in points_of(position.pieces[seat])
        ),
        counts=tuple(
            {"hand": position.hands[seat], "captured": _captured(position, 1 - seat)}
            for seat in range(2)
        ),
        marks=_marks(position),
        prompt=_prompt(position),
    )


def _captured(position: Position, seat: int) -> int:
    """How many pieces a seat has lost."""
    return PIECES - position.hands[seat] - position.pieces[seat].bit_count()


def _marks(position: Position) -> tuple[Mark, ...]:
    chains = tuple(
        Mark("chain", points_of(chain), seat)
        for seat in range(2)
        for chain in _chains(position.pieces[seat])
    )
    ban = position.bans[position.seat]
    if not ban:
        return chains
    return (*chains, Mark("ban", LINES[ban & 63], position.seat))


def _chains(own: int) -> list[int]:
    """A player's spoke and circle chains, each as a set of points."""
    ends = points_of(own)
    found = {spoke_chain(own, point) for point in ends} | {circle_chain(own, p) for p in ends}
    return sorted(found - {0})


def _prompt(position: Position) -> Prompt:
    if position.ending:
        return Prompt("over")
    if position.due:
        return Prompt("remove", {"due": position.due})
    return Prompt("place" if position.hands[position.seat] else "slide")
