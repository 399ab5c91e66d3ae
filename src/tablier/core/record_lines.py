"""A match written as a record, line by line; reading/record.py shows one, and reads it."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING

from tablier.core.dice import HEADERS as DICE_HEADERS
from tablier.core.errors import BadOption, listing
from tablier.core.game import TABLE, Game, Position
from tablier.core.remarks.drawing import MOST_DRAWINGS, drawing_fault
from tablier.core.remarks.variation import LONGEST_NAME, MOST_DEPTH, Remarks, Variation, lines
from tablier.core.turn import Move, grouped

if TYPE_CHECKING:
    from tablier.core.match import Match

FREE_HEADERS = ("Players", "Date", "Event", "Place", *DICE_HEADERS)
UNFINISHED = "*"
DRAWN = "[%"
"""Begins what is drawn, and no comment."""
DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def record_lines(match: "Match") -> Iterator[str]:
    """The lines of a record, for somebody who writes a long one a little at a time."""
    for name, value in _headers(match):
        yield f'[{name} "{_plain(value)}"]\n'
    yield "\n"
    if any(len(within) > MOST_DEPTH for within in lines(match)):
        raise BadOption(f"at most {MOST_DEPTH} variations lie within each other")
    for beside in _beside(match.game, match, 0, match.states[0]):
        yield f"{beside}\n"
    for _, text in _turns(match.game, match, match.states, match.history):
        yield f"{text}\n"


def _turns(
    game: Game, line: Remarks, states: Sequence[Position], moves: Sequence[Move], start: int = 0
) -> Iterator[tuple[int, str]]:
    """The turns of a line, and the variations below what they replace; how deep each stands."""
    played = 0
    for turn in grouped(states, moves):
        parts = [f"{turn.number}."]
        texts: list[str] = []
        for move in turn.moves:
            texts.append(seated(game, states[played], move))
            played += 1
            beside = _beside(game, line, start + played, states[played])
            varied = line.variations.get(start + played - 1, ())
            _check_variations(move, varied)
            if beside or varied:
                parts += [game.notation.join(texts), *beside]
                texts = []
            if varied:
                yield 0, " ".join(filter(None, parts))
                parts = []
            for variation in varied:
                yield from _variation(game, variation)
        if rest := " ".join(filter(None, [*parts, game.notation.join(texts)])):
            yield 0, rest


def _variation(game: Game, line: Variation) -> Iterator[tuple[int, str]]:
    """A variation, in one row but for those within it."""
    if line.start in line.variations:
        raise BadOption("what replaces a variation's first action stands beside the variation")
    name = f"{{{_plain(line.name)[:LONGEST_NAME]}}} " if line.name else ""
    turns = _turns(game, line, line.states, line.moves, line.start)
    rows = [
        (depth, text)
        for deep, row in groupby(turns, key=lambda turn: turn[0])
        for depth, text in (row if deep else [(0, " ".join(text for _, text in row))])
    ]
    rows[0] = 0, f"({name}{rows[0][1]}"
    rows[-1] = rows[-1][0], f"{rows[-1][1]})"
    yield from ((depth + 1, f"  {text}") for depth, text in rows)


def _check_variations(move: Move, varied: Sequence[Variation]) -> None:
    """They can be told from each other, and from what they replace."""
    firsts = [move, *(line.moves[0] for line in varied if line.moves)]
    if len(set(firsts)) <= len(varied):
        raise BadOption(f"the variations of {move.text} each begin with another action")


def _plain(text: str) -> str:
    """Text that can't end the header or comment that it stands in, and can be sent and stored.

    Nor is it taken for a drawing.
    """
    words = " ".join(text.split()).translate(str.maketrans('"{}', "'()"))
    words = f"({words[1:]}" if words.startswith(DRAWN) else words
    return words.encode("utf-8", "replace").decode()


def _beside(game: Game, line: Remarks, played: int, state: Position) -> list[str]:
    """Comments, marks and arrows."""
    said = [_plain(comment) for comment in line.comments.get(played, ())]
    told = [f"{{{each}}}" for each in said]
    drawn = list(dict.fromkeys(line.drawings.get(played, ())))
    if len(drawn) > MOST_DRAWINGS:
        raise BadOption(f"at most {MOST_DRAWINGS} marks and arrows stand beside an action")
    names = game.board(state).names if drawn else ()
    for drawing in drawn:
        if fault := drawing_fault(drawing, names):
            raise BadOption(f"the drawing {drawing}: {fault}")
    for kind, alike in groupby(drawn, key=lambda drawing: drawing.kind):
        told.append(f"{{{DRAWN}{kind} {' '.join(map(str, alike))}]}}")
    return told


def _headers(match: "Match") -> Iterator[tuple[str, str]]:
    yield "Game", match.game.name
    yield "Rules", str(match.version)
    chosen = match.game.chosen(match.setup, match.version)
    if chosen:
        yield "Options", " ".join(f"{name}={value}" for name, value in chosen.items())
    yield from dealt(match).items()
    for name, value in match.headers.items():
        if fault := header_fault(name, value, match.players):
            raise BadOption(f"the header {name} {value!r}: {fault}")
    for name in FREE_HEADERS:
        if name in match.headers:
            yield name, match.headers[name]
    if not match.standard:
        first = match.game.position_text(match.states[0], match.setup, match.version)
        yield "Position", first
    yield "Result", str(match.result or UNFINISHED)


def dealt(match: "Match") -> dict[str, str]:
    """The headers that follow from the position that a match began with."""
    own = match.game.headers.items()
    given = {name: tell(match.states[0], match.version) for name, tell in own}
    return {name: value for name, value in given.items() if value}


def header_fault(name: str, value: str, players: int) -> str:
    """What is wrong with a header that programs and people may fill in; nothing, mostly."""
    if name not in FREE_HEADERS:
        return f"there is none of that name to fill in; there are {listing(FREE_HEADERS)}"
    if not isinstance(value, str):
        return "what a header says is text"
    if name == "Date" and not _is_date(value):
        return "a date is written as year-month-day"
    if name == "Players" and len(value.split(",")) != players:
        return f"{players} players sit here; name them with commas between"
    return ""


def _is_date(text: str) -> bool:
    try:
        return DATE.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def seated(game: Game, state: Position, move: Move) -> str:
    """An action's text, with its seat where the text alone does not tell it."""
    awaited = game.rules.decision(state).actors & ~game.idle(state)
    if move.seat == TABLE or awaited == 1 << move.seat:
        return move.text
    return f"{move.seat + 1}:{move.text}"
