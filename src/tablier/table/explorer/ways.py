"""How often moves were played from a position and what came of it: counted, and never by whom.

What is counted is a way: from one position to another by one action, of one game with its options
and rules. Positions that are alike by a board's symmetries are one, so that such moves count
together, whatever led there.
"""

from hashlib import blake2b
from typing import Any, NamedTuple

from tablier.core.game import PLAY_ON, TABLE, Game, Position, Setup
from tablier.core.match import Match
from tablier.core.turn import Step

PLIES = 40
"""The first actions of a game, which are counted; later on hardly any position comes again."""


class WayTally(NamedTuple):
    """How often a way was taken, and what came of it for whoever took it."""

    played: int = 0
    won: int = 0
    drawn: int = 0

    def __add__(self, other: tuple[Any, ...]) -> "WayTally":
        return WayTally(*(one + more for one, more in zip(self, other, strict=True)))


class WayChoice(NamedTuple):
    """A legal action, and the way that it is."""

    seat: int
    text: str
    path: tuple[int, ...]
    way: int


def choices(match: Match) -> list[WayChoice]:
    """What can be played now."""
    game, setup, before = match.game, match.setup, match.state
    if match.result is not None or game.is_race:
        return []
    prefix, found = _prefix(game, setup, before), []
    for seat in (seat for seat in match.seats if seat != TABLE):
        for touch in match.touches(seat):
            after = match.foresee(touch.text, seat).position
            found.append(WayChoice(seat, touch.text, touch.path, _way(game, prefix, after)))
    return found


def tallies(match: Match, last: Step | None = None) -> dict[int, WayTally]:
    """The ways that a finished game took, each with what came of it; `last` may have ended it.

    Games that went on after their end were counted at that end.
    """
    game, states, moves = match.game, match.states, match.history
    if last is not None:
        states, moves = (*states, last.position), (*moves, last.move)
    result = game.result(states[-1], match.players)
    found: dict[int, WayTally] = {}
    if result is None or game.is_race or match.version != game.version or not match.standard:
        return found
    if any(move.action == PLAY_ON for move in moves):
        return found
    drawn = result.ranks.count(1) == match.players
    for before, after, move in zip(states, states[1:], moves[:PLIES], strict=False):
        if move.action < 0 or move.seat == TABLE:
            continue
        won = not drawn and result.ranks[move.seat] == 1
        way = _way(game, _prefix(game, match.setup, before), after)
        found[way] = found.get(way, WayTally()) + WayTally(1, int(won), int(drawn))
    return found


def _prefix(game: Game, setup: Setup, before: Position) -> str:
    chosen = sorted(game.chosen(setup).items())
    return f"{game.name} {game.version} {setup.players} {chosen} {_alike(game, before)}"


def _way(game: Game, prefix: str, after: Position) -> int:
    """A number for a way, the same everywhere and for good."""
    text = f"{prefix} {_alike(game, after)}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little", signed=True)


def _alike(game: Game, position: Position) -> tuple[Any, ...]:
    """One position for all that are alike."""
    return tuple((game.canonical or game.rules.identity)(position))
