"""Analyses a match action by action, and gives hints.

>>> import tablier
>>> match = tablier.new("zhizhu").play("b3").play("c1")
>>> analysis = analyse(match, nodes=500)
>>> [(verdict.text, verdict.mark) for verdict in analysis.verdicts]
[('b3', ''), ('c1', '')]
>>> [hint.text in match.legal() for hint in hints(match, nodes=500)]
[True]

The match is looked at from its end to its beginning, so that what was found out
about a position is known when the one before it is judged. With `nodes` for each
position in place of `seconds` for all together, the result is the same every time.
"""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from tablier.core.errors import BadOption, TablierError, shortened
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.turn import Move
from tablier.engine.analysis.judges import Estimate, Judge, Share, judge_of
from tablier.engine.analysis.verdict import BRILLIANT, Analysis, Hint, Verdict, mark_of
from tablier.engine.levels import LONGEST_S
from tablier.engine.search.deepening import UNLIMITED

SECONDS = 20.0
"""For a whole match, unless told otherwise."""
HINT_SECONDS = 2.0
SPARE = 1.5
"""A position gets less than its part of the time, so that some can be looked at twice."""
LEAST = 0.001

Progress = Callable[[int, int], None]
"""Told how many actions have been looked at, and how many there are."""


class Effort:
    """What may be spent on a number of positions, handed out in shares."""

    def __init__(self, positions: int, seconds: float, nodes: int | None) -> None:
        self._positions = positions
        self._nodes = nodes
        self._end = monotonic() + seconds

    def share(self) -> Share:
        """The share of the next position."""
        if self._nodes is not None:
            return Share(self._nodes)
        left = max(self._end - monotonic(), 0.0)
        part = max(left / (self._positions * SPARE), LEAST)
        self._positions = max(self._positions - 1, 1)
        return Share(UNLIMITED, part)


def analyse(
    match: Match,
    *,
    seconds: float = SECONDS,
    nodes: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """A verdict on each action of a match, finished or not."""
    return Study(match, seconds=seconds, nodes=nodes, progress=progress).run()


class Study:
    """An analysis that is being made. Whoever interrupts it can still have it finished."""

    def __init__(
        self,
        match: Match,
        *,
        seconds: float = SECONDS,
        nodes: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        if not match.history:
            raise TablierError("there is nothing to analyse: no move has been played")
        _check_limits(seconds, nodes)
        self.match = match
        self._seconds, self._nodes = seconds, nodes
        self._progress = progress or (lambda done, of: None)
        self._judged: list[tuple[Verdict, Estimate]] = []
        """The last actions, the last first, each with an estimate of what was before it."""

    @property
    def left(self) -> int:
        """How many actions have no verdict yet."""
        return len(self.match.history) - len(self._judged)

    def run(self) -> Analysis:
        """Judge every action."""
        self._progress(0, self.left)
        self._judge, at = _ready(self.match)
        effort = Effort(self.left + 1, self._seconds, self._nodes)
        self._end = self._judge.estimate(at, effort.share())
        return self._go_on(at, effort)

    def finish(self) -> Analysis:
        """After an interrupt, when something has been judged: look at the rest briefly."""
        return self._go_on(_played(self.match, self.left), Effort(self.left, LEAST, None))

    def _go_on(self, at: Match, effort: Effort) -> Analysis:
        moves = self.match.history
        while self.left:
            at.undo()
            after = self._judged[-1][1] if self._judged else self._end
            move = moves[len(at.history)]
            self._judged.append(_judge_move(self._judge, at, move, after, effort.share()))
            self._progress(len(self._judged), len(moves))
        verdicts = tuple(verdict for verdict, _ in reversed(self._judged))
        return Analysis(self.match, self._judged[-1][1].chances, verdicts)


def hints(
    match: Match, *, seconds: float = HINT_SECONDS, nodes: int | None = None
) -> tuple[Hint, ...]:
    """What each seat that may act should do; in a race there are several."""
    if match.result is not None:
        raise TablierError("the game is over: there is nothing left to play")
    seats = [seat for seat in match.seats if seat != TABLE]
    if not seats:
        raise TablierError("nobody has to decide anything now: the dice are to be thrown")
    _check_limits(seconds, nodes)
    judge, at = _ready(match)
    effort = Effort(len(seats), seconds * SPARE, nodes)
    given = []
    for seat in seats:
        best = judge.best(at, seat, effort.share())
        given.append(Hint(seat, best.line[0], best.chance, best.line))
    return tuple(given)


def _check_limits(seconds: float, nodes: int | None) -> None:
    if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_S:
        raise BadOption(f"{shortened(seconds)} seconds to think: more than 0, up to {LONGEST_S}")
    if nodes is not None and (not isinstance(nodes, int) or nodes < 1):
        raise BadOption(f"{shortened(nodes)} nodes to think with: 1 or more")


def _ready(match: Match) -> tuple[Judge, Match]:
    """A judge that is compiled before the clock starts, and a match that it may change."""
    start = _played(match, 0)
    judge_of(start).estimate(start, Share(1))
    return judge_of(start), _played(match, len(match.history))


def _played(match: Match, actions: int) -> Match:
    """Another match with the first actions of one."""
    at = Match(match.game, match.setup, match.states[0])
    for move in match.history[:actions]:
        at.play(move.text, move.seat)
    return at


def _judge_move(
    judge: Judge, at: Match, move: Move, after: Estimate, share: Share
) -> tuple[Verdict, Estimate]:
    """The verdict on the next action, and an estimate of the position before it."""
    verdict = Verdict(len(at.history), at.state.turn + 1, move.seat, move.text, after.chances)
    decider = _decider(at, move)
    if decider is None:
        return verdict, judge.estimate(at, share)
    if move.seat == decider and len(at.legal(decider)) == 1:
        return verdict, after._replace(line=(move.text, *after.line), depth=after.depth + 1)
    before = judge.estimate(at, share)
    choice = judge.choice(at, decider, move.text, before, after, share)
    loss = max(choice.chance - choice.margin - after.chances[decider], 0.0)
    mark = mark_of(loss)
    best = choice.line[0] == move.text
    if best and judge.brilliant(at, decider, move.text, after, share):
        mark = BRILLIANT
    judged = replace(verdict, judged=True, decider=decider, loss=loss, mark=mark, line=choice.line)
    return judged, before


def _decider(match: Match, move: Move) -> int | None:
    """Whose decision an action was; nobody decides on dice, resigning and agreed draws.

    A deadline that passed was the decision of the seat that it ran for, if it ran
    for one only.
    """
    if move.action < 0:
        return None
    if move.seat != TABLE:
        return move.seat
    waited = [seat for seat in match.awaited if seat != TABLE]
    return waited[0] if len(waited) == 1 else None
