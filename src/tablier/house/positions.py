"""Positions and whole games, for whoever looks at them move by move."""

from typing import Any

import tablier
from tablier.core.match import Match
from tablier.table import view


def shown(match: Match) -> dict[str, Any]:
    """A position, and what can be done in it."""
    seats = [seat for seat in match.seats if seat < match.players]
    return {
        "game": match.game.name,
        "position": match.position(),
        "colours": match.seat_names,
        "board": view.board(match.game, match.state),
        "scene": view.scene(match),
        "actors": match.seats,
        "legal": {str(seat): match.legal(seat) for seat in seats},
        "moves": view.moves(match, seats),
        "last": view.last(match),
        "result": _result(match),
    }


def record_shown(record: str) -> dict[str, Any]:
    """A record, checked, move by move."""
    match = tablier.read_record(record)
    return {
        "game": match.game.name,
        "title": match.game.title,
        "players": match.players,
        "colours": match.seat_names,
        "headers": match.headers,
        "board": view.board(match.game, match.states[0]),
        "frames": view.frames(match),
        "result": _result(match),
    }


def _result(match: Match) -> dict[str, Any] | None:
    result = match.result
    return None if result is None else {"ranks": result.ranks, "reason": result.reason}
