"""What people see of a Senseï position."""

from tablier.core.scene import Mark, Piece, Prompt, Scene
from tablier.core.topology import points_of
from tablier.games.sensei import rules
from tablier.games.sensei.rules import STONE_MOVES, Position
from tablier.games.sensei.unfair import CONTACTS, ahead

COLOURS = ("green", "red")


def scene(position: Position) -> Scene:
    """Stones, the characters on them, a line that can be claimed, what is left of the turn."""
    stones = tuple(
        Piece(square, seat, "stone", colour[0], colour)
        for seat, colour in enumerate(COLOURS)
        for square in points_of(position.stones[seat])
    )
    characters = tuple(
        Piece(position.characters[seat], seat, "character", colour[0].upper(), colour)
        for seat, colour in enumerate(COLOURS)
    )
    return Scene(
        pieces=stones + characters,
        counts=({}, {}),
        marks=_marks(position),
        prompt=_prompt(position),
    )


def _marks(position: Position) -> tuple[Mark, ...]:
    """The line that can be claimed or was, and the stones in contact with it (SE-17)."""
    if position.ending:
        if position.ending != rules.UNFAIR:
            return ()
        seat = position.winner
    elif rules.can_claim(position):
        seat = position.seat
    else:
        return ()
    line = rules.line_against(position, seat, CONTACTS)
    touching = position.stones[seat] & ahead(1 - seat, line)
    return (
        Mark("wall", points_of(line), 1 - seat),
        Mark("contact", points_of(touching), seat),
    )


def _prompt(position: Position) -> Prompt:
    if position.ending:
        return Prompt("over")
    stones, character = STONE_MOVES - position.moved, 1 - position.flown
    left: dict[str, str | int] = {"stones": stones, "character": character}
    if rules.can_claim(position):
        return Prompt("claim", left)
    if not position.moved and not position.flown:
        return Prompt("begin", left)
    if stones and character:
        return Prompt("stone_or_character", left)
    return Prompt("stone" if stones else "character", left)
