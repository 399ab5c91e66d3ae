"""What people see of a Senseï position."""

from tablier.core.board.scene import Mark, Piece, Prompt, Scene
from tablier.core.board.topology import points_of
from tablier.games.sensei import rules
from tablier.games.sensei.board import START_LINES
from tablier.games.sensei.rules import STONE_MOVES, Position
from tablier.games.sensei.threat import exposed
from tablier.games.sensei.unfair import CONTACTS, ahead

COLOURS = ("green", "red")
CHARACTERS = ("sage", "monkey")
"""Who stands on the stones of Green, and of Red (SE-02)."""


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
    line = exposed(position)
    return Scene(
        pieces=stones + characters,
        counts=({}, {}),
        marks=(
            *_marks(position),
            *([Mark("exposed", points_of(line), position.seat)] if line else []),
        ),
        prompt=_prompt(position),
        warnings=_warnings(position, line),
    )


def _warnings(position: Position, line: int) -> tuple[Prompt, ...]:
    """The player in turn is told of a line that would be lost to a claim (SE-16)."""
    if not line:
        return ()
    return (Prompt("start_line" if _is_start(line, position.seat) else "line"),)


def _is_start(line: int, seat: int) -> bool:
    """Whether a line has a whole start line in it, which counts by our ruling (SE-16)."""
    return line & START_LINES[seat] == START_LINES[seat]


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
    left["who"] = CHARACTERS[position.seat]
    if rules.can_claim(position):
        line = rules.line_against(position, position.seat, CONTACTS)
        return Prompt("claim_start" if _is_start(line, 1 - position.seat) else "claim", left)
    if not position.moved and not position.flown:
        return Prompt("begin", left)
    if stones and character:
        return Prompt("stone_or_character", left)
    return Prompt("stone" if stones else "character", left)
