"""Puzzles of ZhiZhu, from endgames that are solved: win, hold the draw, the only removal."""

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from tablier.core.parts import SOLVED, Finding, Known
from tablier.games.zhizhu import notation
from tablier.games.zhizhu.rules import LEAST_PIECES, MOST_ACTIONS, Position, actions, play
from tablier.games.zhizhu.symmetry import canonical

KINDS = ("win", "hold", "removal")
STARTS: tuple[dict[str, str], ...] = ({},)
FEWEST = 3
"""With fewer actions to choose from it is no puzzle."""
LONGEST = 11
"""Actions that are shown of a line."""
MOST_QUIET = 20
"""Slides without a removal after which the draw of ZZ-23 is still far."""
WON, LOST = 1, -1


class Worth(NamedTuple):
    """What a position is to a seat, and in how many turns; better ones are greater."""

    outcome: int
    haste: int
    """The sooner a win and the later a loss, the greater."""

    @property
    def turns(self) -> int:
        return abs(self.haste)


def found(position: Position, known: Known) -> Iterator[Finding]:
    """A puzzle where one action is worth more than all others; a win is counted in own turns."""
    if position.quiet > MOST_QUIET:
        return
    seat, worths = position.seat, _worths(position, known)
    if worths is None or len(worths) < FEWEST:
        return
    best = max(worth.outcome for worth in worths.values())
    right = [action for action, worth in worths.items() if worth.outcome == best]
    if len(right) > 1 or best == LOST:
        return
    kind = "removal" if position.due else "win" if best == WON else "hold"
    if kind == "removal" and best == WON and play(position, seat, right[0]).ending:
        return
    line, asked = _line(position, known)
    number = (worths[right[0]].turns + 1) // 2 if best == WON else 0
    answers = _answers(position, right[0], known)
    yield Finding(kind, number, line, asked, SOLVED, answers)


def _worths(position: Position, known: Known) -> dict[int, Worth] | None:
    """What each action is worth to the seat in turn; None where that is not known."""
    seat, found = position.seat, {}
    out = [0] * MOST_ACTIONS
    for action in out[: actions(position, seat, out)]:
        worth = _worth(play(position, seat, action), seat, known)
        if worth is None:
            return None
        found[action] = worth
    return found


def _worth(position: Position, seat: int, known: Known) -> Worth | None:
    """What a position is worth to a seat."""
    if position.ending:
        return Worth(WON if position.winner == seat else LOST, 0)
    if position.due:
        worths = _worths(position, known)
        return None if worths is None else max(worths.values())
    if min(_all_pieces(position)) < LEAST_PIECES:
        return None
    value = known.value(position)
    if value is None:
        return None
    outcome, turns = value if position.seat == seat else (-value[0], value[1])
    return Worth(outcome, -outcome * (turns + 1))


def _all_pieces(position: Position) -> tuple[int, int]:
    white, black = position.pieces
    return white.bit_count() + position.hands[0], black.bit_count() + position.hands[1]


def _line(position: Position, known: Known) -> tuple[tuple[str, ...], int]:
    """How the game goes on, and how far the seat in turn has to find the only action."""
    seat, line, asked, only = position.seat, list[str](), 0, True
    while not position.ending and len(line) < LONGEST:
        worths = _worths(position, known)
        if worths is None:
            break
        best = max(worths.values())
        if position.seat == seat:
            only = only and sum(w.outcome == best.outcome for w in worths.values()) == 1
        if position.seat == seat and not only and best.outcome != WON:
            break
        action = next(action for action, worth in worths.items() if worth == best)
        line.append(notation.write(position, position.seat, action))
        asked = len(line) if only and position.seat == seat else asked
        position = play(position, position.seat, action)
    finished = position.ending != 0
    return tuple(line if finished else line[: asked + 1]), asked


def _answers(position: Position, right: int, known: Known) -> Mapping[str, str]:
    """What follows each wrong action: the rest of the turn, and the best turn of the other."""
    seat, found = position.seat, {}
    out = [0] * MOST_ACTIONS
    for action in out[: actions(position, seat, out)]:
        if action != right:
            texts, turn = list[str](), position.turn
            after = play(position, seat, action)
            while not after.ending and after.turn < turn + 2:
                worths = _worths(after, known)
                if worths is None:
                    break
                best = max(worths, key=lambda one: worths[one])
                texts.append(notation.write(after, after.seat, best))
                after = play(after, after.seat, best)
            found[notation.write(position, seat, action)] = " ".join(texts)
    return found


def same(position: Position) -> Hashable:
    """The form that all turned and reflected positions share, whoever is to move.

    The symmetries are looked for as if pieces were still to be placed, and bans are left aside.
    """
    own, other = position.seat, 1 - position.seat
    pieces = position.pieces[own], position.pieces[other]
    asked = position._replace(pieces=pieces, hands=(9, 9), bans=(0, 0), seat=0)
    return canonical(asked).pieces, bool(position.due)
