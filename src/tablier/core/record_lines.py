"""A match written as a record, line by line; reading/record.py shows one, and reads it."""

import re
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from tablier.core.dice import HEADERS as DICE_HEADERS
from tablier.core.errors import BadOption, listing
from tablier.core.game import TABLE, Game, Position
from tablier.core.turn import Move, grouped

if TYPE_CHECKING:
    from tablier.core.match import Match

FREE_HEADERS = ("Players", "Date", "Event", "Place", *DICE_HEADERS)
UNFINISHED = "*"
DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def record_lines(match: "Match") -> Iterator[str]:
    """The lines of a record, for somebody who writes a long one a little at a time."""
    for name, value in _headers(match):
        yield f'[{name} "{_plain(value)}"]\n'
    yield "\n"
    for remark in _comments(match, 0):
        yield f"{remark}\n"
    states, played = match.states, 0
    for turn in grouped(states, match.history):
        parts = [f"{turn.number}."]
        texts: list[str] = []
        for move in turn.moves:
            texts.append(seated(match.game, states[played], move))
            played += 1
            if remarks := _comments(match, played):
                parts += [match.game.notation.join(texts), *remarks]
                texts = []
        yield " ".join(filter(None, [*parts, match.game.notation.join(texts)])) + "\n"


def _plain(text: str) -> str:
    """Text that can't end the header or comment that it stands in, and can be sent and stored."""
    words = " ".join(text.split()).translate(str.maketrans('"{}', "'()"))
    return words.encode("utf-8", "replace").decode()


def _comments(match: "Match", played: int) -> list[str]:
    return [f"{{{_plain(comment)}}}" for comment in match.comments.get(played, ())]


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
