"""The variations of a record, each as a match of its own."""

from typing import NamedTuple

from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.core.record_lines import seated
from tablier.core.remarks.variation import Remarks, Variation, lines
from tablier.core.turn import grouped


class Branch(NamedTuple):
    """A variation, counted as a record has them, from 1."""

    number: int
    path: tuple[Variation, ...]
    """The variation, behind those that it is within."""

    @property
    def line(self) -> Variation:
        """The variation itself."""
        return self.path[-1]


def branches(match: Match) -> list[Branch]:
    """All variations of a match.

    >>> import tablier
    >>> match = tablier.read_record(tablier.new("zhizhu").play("b3").record() + "(1. c1 2. c4)")
    >>> [(branch.number, told(match, branch)) for branch in branches(match)]
    [(1, '1. c1 2. c4')]
    >>> along(match, 1).actions
    ['c1', 'c4']
    """
    return [Branch(number, path) for number, path in enumerate(lines(match), 1)]


def along(match: Match, number: int) -> Match:
    """The game as a variation has it, from the first action to its last."""
    found = branches(match)
    if not 1 <= number <= len(found):
        there = f"there are 1 to {len(found)}" if found else "the record has none"
        raise BadOption(f"there is no variation {number}; {there}")
    version, headers = match.version, match.headers
    start = match.states[0]
    played = Match(match.game, match.setup, start, standard=match.standard, version=version)
    played.headers = dict(headers)
    outer: Remarks = match
    moves = match.history
    for line in found[number - 1].path:
        for move in moves[: line.start - len(played.history)]:
            played.play(move.text, move.seat)
        _said(played, outer, line.start)
        outer, moves = line, line.moves
    for move in moves:
        played.play(move.text, move.seat)
    _said(played, outer, len(played.history))
    return played


def told(match: Match, branch: Branch) -> str:
    """A variation as a record has it, without what stands beside it."""
    line, game = branch.line, match.game
    states = iter(line.states)
    turns = []
    for turn in grouped(line.states, line.moves):
        texts = [seated(game, next(states), move) for move in turn.moves]
        turns.append(f"{turn.number}. {game.notation.join(texts)}")
    return " ".join(turns)


def _said(played: Match, line: Remarks, end: int) -> None:
    """Take over what a line says of the actions that were played of it."""
    upto = Remarks()
    upto.remark(line, end=end)
    played.comments.update(upto.comments)
    played.drawings.update(upto.drawings)
