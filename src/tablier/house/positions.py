"""Positions and whole games, for whoever looks at them move by move."""

from collections.abc import Mapping, Sequence
from typing import Any

import tablier
from tablier.core import registry
from tablier.core.board.scene import Spot
from tablier.core.errors import BadPosition, listing
from tablier.core.game import Position, Result
from tablier.core.match import Match
from tablier.core.remarks.variation import Remarks, Variation
from tablier.core.touch import LOOKED_BACK
from tablier.core.turn import Move
from tablier.table import view


def shown(match: Match) -> dict[str, Any]:
    """A position, and what can be done in it."""
    seats = [seat for seat in match.seats if seat < match.players]
    return {
        "game": match.game.name,
        "rules": match.version,
        "position": match.position(),
        "turn": match.state.turn + 1,
        "colours": match.seat_names,
        "board": view.board(match.game, match.state),
        "scene": view.scene(match),
        "actors": match.seats,
        "legal": {str(seat): match.legal(seat) for seat in seats},
        "moves": view.moves(match, seats),
        "last": view.last(match),
        "result": _told(match.result),
    }


def arranged(wish: Mapping[str, Any]) -> Match:
    """A position that somebody has set up; BadPosition says by which rule it can't be."""
    game = registry.find(wish["game"])
    if game.arranging is None:
        raise BadPosition(f"positions of {game.title} can't be set up piece by piece")
    start, setup = game.start(wish["players"], wish["options"])
    spots = tuple(Spot(*each) for each in wish["pieces"])
    names, seats = game.board(start).names, range(setup.players)
    for point, seat, kind in spots:
        if point not in range(len(names)) or seat not in seats or kind not in game.arranging.KINDS:
            raise BadPosition(f"there is no {kind!r} of seat {seat} for point {point}")
    if len({(spot.point, spot.kind) for spot in spots}) < len(spots):
        raise BadPosition("two pieces of a kind stand on the same point")
    most, counts = game.arranging.COUNTS, wish["counts"]
    if len(counts) != setup.players or any(each.keys() != most.keys() for each in counts):
        raise BadPosition(f"each seat has a number for {listing(most) or 'nothing'}")
    if wish["seat"] not in seats or any(
        n > most[name] for each in counts for name, n in each.items()
    ):
        raise BadPosition("there is no such seat, or more beside the board than there can be")
    words = game.arranging.words(start, spots, wish["seat"], counts)
    position = game.notation.read_position(words, start)
    return Match(game, setup, position, standard=False)


def played(position: str, line: Sequence[Sequence[Any]], text: str, seat: int | None) -> Match:
    """A position in which some seats did something, and then another did this.

    What led there counts where it repeats itself.
    """
    match = tablier.read_position(position)
    for earlier, action in line:
        match.play(action, earlier)
    return match.play(text, seat)


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
        "frames": [
            frame | _said(match, match, ply) for ply, frame in enumerate(view.frames(match))
        ],
        "branches": _Branches(match).frames,
        "result": _told(match.result),
        "record": match.record(),
    }


class _Branches:
    """The positions of all variations, each with the number of the one before it.

    The numbers of those of the game come first.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.frames: list[dict[str, Any]] = []
        self._played = len(match.states)
        self._follow(match, match.states, match.history, range(len(match.states)))

    def _follow(
        self, line: Remarks, states: Sequence[Position], moves: Sequence[Move], at: Sequence[int]
    ) -> None:
        """Add the variations of a line; `at` are the numbers of its positions."""
        start = line.start if isinstance(line, Variation) else 0
        for played, varied in sorted(line.variations.items()):
            before = played - start
            back = slice(max(0, before - LOOKED_BACK), before)
            for variation in varied:
                ways = [*states[back], *variation.states], [*moves[back], *variation.moves]
                numbers = [at[before]]
                for ply in range(played + 1, played + 1 + len(variation.moves)):
                    frame = view.frame(self.match, *ways, ply - played + before - back.start)
                    said = {"parent": numbers[-1]} | _said(self.match, variation, ply)
                    numbers.append(self._played + len(self.frames))
                    self.frames.append(frame | said)
                self.frames[numbers[1] - self._played]["name"] = variation.name
                ending = self.match.game.result(variation.states[-1], self.match.players)
                self.frames[-1]["result"] = _told(ending)
                self._follow(variation, variation.states, variation.moves, numbers)


def _said(match: Match, line: Remarks, ply: int) -> dict[str, Any]:
    """What stands beside an action, if anything does; points by their numbers."""
    names = match.game.board(match.state).names
    drawn = [
        {"kind": each.kind, "points": [names.index(point) for point in each.points]}
        for each in line.drawings.get(ply, ())
    ]
    comments = line.comments.get(ply, [])
    return ({"comments": comments} if comments else {}) | ({"drawings": drawn} if drawn else {})


def _told(result: Result | None) -> dict[str, Any] | None:
    return None if result is None else {"ranks": result.ranks, "reason": result.reason}
