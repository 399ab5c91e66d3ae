"""Puzzles of Chinese Checkers for two: long series, the way home, races, and what gets blocked."""

from collections.abc import Hashable, Iterator

from tablier.core.parts import EXHAUSTED, SOLVED, Finding, Known
from tablier.core.rules.bits import points
from tablier.games.chinese_checkers import notation
from tablier.games.chinese_checkers.alone import parted, seen
from tablier.games.chinese_checkers.board import HOLES, SPOTS, UPPER
from tablier.games.chinese_checkers.moves import enterable, targets
from tablier.games.chinese_checkers.position import (
    Position,
    destination,
    own_pegs,
    taken,
)
from tablier.games.chinese_checkers.rules import MOST_ACTIONS, PASS, actions, play
from tablier.games.chinese_checkers.series import path

KINDS = ("series", "home", "race", "blocked")
STARTS: tuple[dict[str, str], ...] = ({},)
PLAYERS = 2
LEAST_ROWS, LEAST_JUMPS = 6, 3
"""How far a long series goes, and by how many jumps."""
HOME = range(2, 6)
"""Moves to the goal that can be thought out."""
FEWEST = 8
"""With fewer moves to choose from it is no puzzle."""
NOTHING = (0, 0)


def found(position: Position, known: Known) -> Iterator[Finding]:
    """The longest series; the way home and the race, once the players are past each other; or
    the two moves that nobody can block."""
    if position.players != PLAYERS or any(position.passes) or position.swap:
        return
    yield from _series(position)
    if parted(position):
        yield from _way_home(position, known)
    else:
        yield from _unblocked(position)


def legal(position: Position) -> list[int]:
    """The moves of the seat in turn."""
    out = [0] * MOST_ACTIONS
    count = actions(position, position.seat, out)
    return [action for action in out[:count] if action < PASS]


def gain(action: int, seat: int) -> int:
    """The rows that a move leads on towards the goal, or back."""
    rows = SPOTS[action % HOLES][0] - SPOTS[action // HOLES][0]
    return rows if seat == 0 else -rows


def _text(position: Position, action: int) -> str:
    return notation.write(position, position.seat, action)


# The longest series


def _series(position: Position) -> Iterator[Finding]:
    """One move that goes farther than any other, by a series of jumps."""
    seat, choice = position.seat, legal(position)
    gains = sorted((gain(action, seat), action) for action in choice)
    (second, _), (most, best) = gains[-2:] if len(gains) > 1 else [(0, 0)] * 2
    jumps = len(path(position, seat, best)) - 1 if most > second else 0
    if most > second and most >= LEAST_ROWS and jumps >= LEAST_JUMPS:
        yield Finding("series", most, (_text(position, best),), 1, EXHAUSTED)


# Home, and the race


def _way_home(position: Position, known: Known) -> Iterator[Finding]:
    """The only move that is one of the fewest that fill the goal, nobody being in the way."""
    seat, own = position.seat, known.moves(position, position.seat)
    other = known.moves(position, 1 - seat)
    if own is None or other is None or own not in HOME or not _is_alone(position):
        return
    if len(_nearer(position, own, known)) != 1:
        return
    line, asked = _homeward_line(position, own, known)
    yield Finding("race" if own == other else "home", own, line, asked, SOLVED)


def _nearer(position: Position, own: int, known: Known) -> list[int]:
    """The moves after which the goal is nearer."""
    seat = position.seat
    return [a for a in legal(position) if known.moves(play(position, seat, a), seat) == own - 1]


def _is_alone(position: Position) -> bool:
    """Whether the other's pegs neither help nor hinder any move."""
    pegs, own = taken(position), own_pegs(position, position.seat)
    goal = destination(position, position.seat)
    for hole in points(own, UPPER):
        among = targets(hole, pegs, enterable(hole, pegs, goal, NOTHING), NOTHING)
        if among != targets(hole, own, enterable(hole, own, goal, NOTHING), NOTHING):
            return False
    return True


def _homeward_line(position: Position, own: int, known: Known) -> tuple[tuple[str, ...], int]:
    """Move by move while there is only one, the other going its own way between."""
    seat, line, asked = position.seat, list[str](), 0
    while not position.ending:
        if position.seat == seat:
            choice = _nearer(position, own, known)
            if len(choice) != 1 or not _is_alone(position):
                break
            action, own = choice[0], own - 1
        else:
            action = _own_way(position, known)
        line.append(_text(position, action))
        asked = len(line) if position.seat == seat else asked
        position = play(position, position.seat, action)
    return tuple(line[: asked + 1] if position.ending == 0 else line), asked


def _own_way(position: Position, known: Known) -> int:
    """A move of the other, as near to its goal as can be."""
    seat = position.seat

    def far(action: int) -> tuple[int, int]:
        moves = known.moves(play(position, seat, action), seat)
        return 99 if moves is None else moves, action

    return min(legal(position), key=far)


# Two moves that can't be blocked


def _unblocked(position: Position) -> Iterator[Finding]:
    """The move that makes the most of two, whatever the other plays between them.

    The one that promises more than all others, if the other did nothing, is not it.
    """
    seat = position.seat
    promised = {action: _promise(position, action) for action in legal(position)}
    order = sorted(promised, key=lambda action: (-promised[action], action))
    if len(order) < FEWEST or promised[order[0]] < LEAST_ROWS:
        return
    worst, answers = dict[int, int](), dict[int, int]()
    most = -HOLES
    for action in order:
        if promised[action] < most:
            continue
        worst[action], answers[action] = _at_worst(position, action, most)
        most = max(most, worst[action])
    best = [action for action in worst if worst[action] == most]
    if len(best) != 1 or best[0] == order[0] or promised[order[0]] - worst[order[0]] < 2:
        return
    right, after = best[0], play(position, seat, best[0])
    reply = answers[right]
    line = (_text(position, right), _text(after, reply))
    end = play(after, 1 - seat, reply)
    told = {
        _text(position, one): _text(play(position, seat, one), answers[one])
        if one in answers
        else ""
        for one in order
        if one != right
    }
    yield Finding("blocked", most, (*line, _text(end, _furthest(end, seat))), 1, EXHAUSTED, told)


def _furthest(position: Position, seat: int) -> int:
    """The move that leads on the farthest."""
    return max(legal(position), key=lambda action: (gain(action, seat), -action))


def _promise(position: Position, action: int) -> int:
    """The rows of a move and the best one after it, if the other did not move."""
    seat = position.seat
    return gain(action, seat) + _next_gain(play(position, seat, action), seat)


def _at_worst(position: Position, action: int, enough: int) -> tuple[int, int]:
    """The rows of a move and the next at the other's worst answer, and that answer.

    Less than `enough` is not looked at closer.
    """
    seat = position.seat
    after = play(position, seat, action)
    if after.ending or after.seat == seat:
        return gain(action, seat), 0
    least, worst = HOLES, 0
    for reply in sorted(legal(after)):
        rows = gain(action, seat) + _next_gain(play(after, 1 - seat, reply), seat)
        if rows < least:
            least, worst = rows, reply
        if least < enough:
            break
    return least, worst


def _next_gain(position: Position, seat: int) -> int:
    """The most rows that one move of a seat leads on."""
    pegs, goal = taken(position), destination(position, seat)
    most = -HOLES
    for hole in points(own_pegs(position, seat), UPPER):
        to = targets(hole, pegs, enterable(hole, pegs, goal, NOTHING), NOTHING)
        ends = points(to, UPPER)
        if ends:
            far = max(ends) if seat == 0 else min(ends)
            most = max(most, gain(hole * HOLES + far, seat))
    return most


# Symmetry


def same(position: Position) -> Hashable:
    """The pegs as whoever is to move sees them from behind the own home, or in a mirror."""
    chair = 3 * (position.players - 2) + position.seat
    order = [(position.seat + step) % position.players for step in range(position.players)]
    sides = [seen(own_pegs(position, seat), chair * HOLES) for seat in order]
    mirrored = [(side.right, side.middle, side.left) for side in sides]
    return min(tuple(tuple(side) for side in sides), tuple(mirrored))
