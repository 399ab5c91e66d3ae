"""Analyses a match action by action, and gives hints.

>>> import tablier
>>> match = tablier.new("zhizhu").play("b3").play("c1")
>>> analysis = analyse(match, nodes=500)
>>> [(verdict.text, verdict.mark) for verdict in analysis.verdicts]
[('b3', ''), ('c1', '')]
>>> [hint.text in match.legal() for hint in hints(match, nodes=500)]
[True]

The match is looked at from its end to its beginning, so that what was found out
about a position is known when the one before it is judged. `nodes` are for each
position, so that the result is the same every time, on every machine.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tablier.core.errors import BadOption, TablierError, shortened
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.turn import Move
from tablier.engine.analysis.judges import Estimate, Judge, judge_of
from tablier.engine.analysis.verdict import BRILLIANT, Analysis, Assessment, Hint, Verdict, mark_of

NODES = 50_000
"""What is looked at of each position, unless told otherwise."""
MOST_NODES = 10_000_000
"""The most that can be asked for."""
HINT_NODES = 500_000
BRIEF_NODES = 500
"""Enough for what is left when somebody has lost patience."""

Progress = Callable[[int, int], None]
"""Told how many actions have been looked at, and how many there are."""


def analyse(
    match: Match, *, nodes: int = NODES, progress: Progress | None = None, threads: int = 1
) -> Analysis:
    """A verdict on each action of a match, finished or not; the same every time with one thread."""
    return Study(match, nodes=nodes, progress=progress, threads=threads).run()


class Study:
    """An analysis that is being made. Whoever interrupts it can still have it finished."""

    def __init__(
        self,
        match: Match,
        *,
        nodes: int = NODES,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> None:
        if not match.history:
            raise TablierError("there is nothing to analyse: no move has been played")
        _check(nodes)
        self.match = match
        self._nodes, self._threads = nodes, threads
        self._progress = progress or (lambda done, of: None)
        self._judged: list[tuple[Verdict, Estimate]] = []
        """The last actions, the last first, each with an estimate of what was before it."""

    @property
    def left(self) -> int:
        """How many actions have no verdict yet."""
        return len(self.match.history) - len(self._judged)

    def run(self) -> Analysis:
        """Judge every action."""
        for _ in self.steps():
            pass
        return self.analysis

    def steps(self) -> Iterator[None]:
        """The same, an action at a time, for who has other things to do meanwhile."""
        self._progress(0, self.left)
        self._judge, at = _ready(self.match, self._threads)
        self._end = self._judge.estimate(at, self._nodes)
        self._known = self._judge.known(at)
        yield from self._go_on(at, self._nodes)

    def finish(self) -> Analysis:
        """After an interrupt, when something has been judged: look at the rest briefly."""
        for _ in self._go_on(_played(self.match, self.left), min(BRIEF_NODES, self._nodes)):
            pass
        return self.analysis

    @property
    def analysis(self) -> Analysis:
        """What came of it, when every action has been judged."""
        verdicts = tuple(verdict for verdict, _ in reversed(self._judged))
        return Analysis(self.match, self._judged[-1][1].chances, verdicts)

    def _go_on(self, at: Match, nodes: int) -> Iterator[None]:
        moves = self.match.history
        while self.left:
            at.undo()
            after = self._judged[-1][1] if self._judged else self._end
            move = moves[len(at.history)]
            verdict, before = _judge_move(self._judge, at, move, after, nodes)
            self._judged.append((replace(verdict, known=self._known), before))
            self._known = self._judge.known(at)
            self._progress(len(self._judged), len(moves))
            yield


def hints(match: Match, *, nodes: int = HINT_NODES, threads: int = 1) -> tuple[Hint, ...]:
    """What each seat that may act should do; in a race there are several.

    With more `threads` than one they are better, but not the same every time.
    """
    if match.result is not None:
        raise TablierError("the game is over: there is nothing left to play")
    seats = [seat for seat in match.seats if seat != TABLE]
    if not seats:
        raise TablierError("nobody has to decide anything now: the dice are to be thrown")
    _check(nodes)
    judge, at = _ready(match, threads)
    given = []
    for seat in seats:
        best = judge.best(at, seat, nodes)
        given.append(Hint(seat, best.line[0], best.chance, best.line, judge.known(at)))
    return tuple(given)


def assess(match: Match, *, nodes: int = NODES) -> Assessment:
    """What is to be said about the position that a match stands at."""
    _check(nodes)
    judge, at = _ready(match)
    found = judge.estimate(at, nodes)
    return Assessment(found.chances, found.line, judge.known(at))


def _check(nodes: int) -> None:
    if type(nodes) is not int or not 1 <= nodes <= MOST_NODES:
        raise BadOption(f"{shortened(nodes)} nodes to think with: from 1 to {MOST_NODES}")


def _ready(match: Match, threads: int = 1) -> tuple[Judge, Match]:
    """A judge that knows nothing yet, and a match that it may change."""
    return judge_of(match, threads), _played(match, len(match.history))


def _played(match: Match, actions: int) -> Match:
    """Another match with the first actions of one."""
    at = Match(match.game, match.setup, match.states[0])
    for move in match.history[:actions]:
        at.play(move.text, move.seat)
    return at


def _judge_move(
    judge: Judge, at: Match, move: Move, after: Estimate, nodes: int
) -> tuple[Verdict, Estimate]:
    """The verdict on the next action, and an estimate of the position before it."""
    verdict = Verdict(len(at.history), at.state.turn + 1, move.seat, move.text, after.chances)
    decider = _decider(at, move)
    if decider is None:
        return verdict, judge.estimate(at, nodes)
    if move.seat == decider and len(at.legal(decider)) == 1:
        return verdict, after._replace(line=(move.text, *after.line), depth=after.depth + 1)
    before = judge.estimate(at, nodes)
    choice = judge.choice(at, decider, move.text, before, after, nodes)
    loss = max(choice.chance - choice.margin - after.chances[decider], 0.0)
    mark = "" if _opens(at, decider, after) else mark_of(loss)
    best = choice.line[0] == move.text
    if best and judge.brilliant(at, decider, move.text, after, nodes):
        mark = BRILLIANT
    judged = replace(verdict, judged=True, decider=decider, loss=loss, mark=mark, line=choice.line)
    return judged, before


def _opens(match: Match, seat: int, after: Estimate) -> bool:
    """Whether a seat's first turn is judged, and nothing is proven: the game is even there.

    What an evaluation makes of openings is a matter of taste. In a race a wrong call is wrong
    from the first.
    """
    if match.game.is_race or after.chances[seat] == 0:
        return False
    states, turn = match.states, match.state.turn
    earlier = [at for at, move in zip(states, match.history, strict=False) if move.seat == seat]
    first = all(at.turn == turn for at in earlier)
    return first and states[0] == match.game.rules.start(match.players, match.setup.options)


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
