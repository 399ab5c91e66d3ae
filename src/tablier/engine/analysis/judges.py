"""How good a position is for each seat, as chances to win.

Three judges, each for the games that suit it:

- two players take turns: the alpha-beta search. A score becomes a chance by the
  logistic curve over the game's scale; what is proven is 1 or 0, and nothing else
  comes nearer to that than a hundredth.
- more players take turns, or throw many dice: the Monte-Carlo tree. Each seat's mean reward, taken
  together so that they add up to 1.
- a race: whole games between equal, careful players, simulated from the position
  with the dice as they lie. A chance is the share of games won.

What may be spent on a position is told in nodes, never in seconds, so that the same
match is judged alike every time and everywhere.
"""

from collections import Counter
from math import sqrt
from random import Random
from typing import NamedTuple, Protocol

from tablier.compile.raw_array import zeros
from tablier.core.game import MAX_SEATS, TABLE, Position
from tablier.core.match import REPETITIONS, Match
from tablier.core.rules.exponential import exponential
from tablier.engine.analysis.verdict import INACCURACY, MISTAKE, KnownOutcome
from tablier.engine.search.deepening import is_whole, think
from tablier.engine.search.mcts import Tree, grow, judge, new_tree
from tablier.engine.search.scores import DEEPEST, SURE
from tablier.engine.search.tablebases import known_shelf_of, shelf_of
from tablier.engine.search.transposition import UNLIMITED, new_memory
from tablier.engine.search.value_keeping import ValueKeeping
from tablier.engine.simulate.race import Habits, races_compiled
from tablier.engine.simulate.race_policy import policy_of
from tablier.engine.way import is_searched

UNPROVEN = 0.99
"""No chance is higher, or its counterpart lower, unless it is proven."""
SHALLOW = 3
"""The actions that somebody looks ahead who does not look closely."""
NODES_A_VISIT, TREE_NODES = 10, 400_000
"""The nodes that a visit to a tree counts for, and the most nodes that it has."""
EXPECTED = 20
"""The visits that an action must have for a line to be followed further."""
NODES_PER_GAME = 250
"""The nodes that a simulated game counts for."""
TRIED = 3
"""The actions that are tried in a race besides the policy's own: those that look best."""
CERTAINTY = 2.0
"""The standard errors beyond which a difference between simulated chances counts."""


class Estimate(NamedTuple):
    """Each seat's chance to win, and how it was found."""

    chances: tuple[float, ...]
    line: tuple[str, ...] = ()
    """The best action and what is expected then; empty unless one seat is to act, and never
    beyond a roll."""
    depth: int = DEEPEST // 2
    """How many actions ahead the search looked; all there are in a finished game."""
    games: int = 0
    """How many games were simulated."""


class BestLine(NamedTuple):
    """The best that a seat can do, with its chance to win then."""

    line: tuple[str, ...]
    chance: float
    margin: float = 0.0
    """By how much the chance may be wrong in comparison with another."""


class Judge(Protocol):
    """Estimates positions of one match; what it learns of one helps with the next."""

    def estimate(self, match: Match, nodes: int) -> Estimate:
        """How good the position is for each seat."""

    def choice(
        self, match: Match, seat: int, played: str, before: Estimate, after: Estimate, nodes: int
    ) -> BestLine:
        """The best that a seat could do instead of what it played, judged as carefully."""

    def best(self, match: Match, seat: int, nodes: int) -> BestLine:
        """The best that a seat can do."""

    def brilliant(self, match: Match, seat: int, text: str, after: Estimate, nodes: int) -> bool:
        """Whether the best action deserves to be called so."""

    def known(self, match: Match) -> KnownOutcome | None:
        """What best play leads to; None where nobody knows."""


def judge_of(match: Match, threads: int = 1) -> Judge:
    """The judge that suits a match; with more threads it sees more, but not always the same."""
    if match.game.is_race:
        return RaceJudge()
    return SearchJudge(match, threads=threads) if is_searched(match) else TreeJudge()


def finished(match: Match) -> Estimate:
    """The chances when the game is over; those who share the first place share its win."""
    assert match.result is not None
    first = match.result.ranks.count(1)
    return Estimate(tuple(1 / first if rank == 1 else 0.0 for rank in match.result.ranks))


class _Ahead:
    """What judges have in common that look ahead for the one seat to act."""

    def estimate(self, match: Match, nodes: int) -> Estimate:
        if match.result is not None:
            return finished(match)
        return self._look(match, nodes, DEEPEST // 2)

    def _look(self, match: Match, nodes: int, depth: int) -> Estimate:
        raise NotImplementedError

    def choice(
        self, match: Match, seat: int, played: str, before: Estimate, after: Estimate, nodes: int
    ) -> BestLine:
        """Where the action played seems worse, the best is looked at as long as it was.

        Else the best would be judged at another depth, which alone makes a difference.
        """
        best, chance = before.line[0], before.chances[seat]
        if best != played and chance - after.chances[seat] >= INACCURACY:
            chance = self._after(match, seat, best, nodes, after.depth).chances[seat]
        if best == played or chance < after.chances[seat]:
            line = before.line if best == played else (played, *after.line)
            return BestLine(line, after.chances[seat])
        return BestLine(before.line, chance)

    def best(self, match: Match, seat: int, nodes: int) -> BestLine:
        found = self.estimate(match, nodes)
        return BestLine(found.line, found.chances[seat])

    def brilliant(self, match: Match, seat: int, text: str, after: Estimate, nodes: int) -> bool:
        return False

    def known(self, match: Match) -> KnownOutcome | None:
        return None

    def _after(self, match: Match, seat: int, text: str, nodes: int, depth: int) -> Estimate:
        """The position after one more action."""
        match.play(text, seat)
        try:
            return finished(match) if match.result else self._look(match, nodes, depth)
        finally:
            match.undo()


class _Unrepeated(Match):
    """A match at a position, which knows of its past only what a repetition would end.

    The search takes any position that has been before for a draw. That is right for
    what it thinks up, but the second time in a real game is not yet the third.
    """

    def __init__(self, match: Match) -> None:
        super().__init__(match.game, match.setup, match.state)
        stood = Counter(match.identities)
        self._past = tuple(one for one, times in stood.items() if times >= REPETITIONS - 1)

    @property
    def identities(self) -> tuple[Position, ...]:
        return (*self._past, *super().identities)


class SearchJudge(_Ahead):
    """Two players who take turns."""

    def __init__(
        self, match: Match, entries: int = 1 << 20, knows: bool = True, threads: int = 1
    ) -> None:
        """One that `knows` has the files of a whole game, where they are at hand."""
        self._threads = threads
        shelf = known_shelf_of(match.game) if knows else shelf_of(match.game)
        self._memory = new_memory(match.game, entries, shelf)

    def known(self, match: Match) -> KnownOutcome | None:
        if match.result is not None or not is_whole(self._memory):
            return None
        worth = ValueKeeping(match, self._memory.shelf).worth()
        if worth is None:
            return None
        seat = min(match.seats)
        winner = (None, seat, 1 - seat)[worth.outcome]
        return KnownOutcome(winner, worth.turns, worth.sure)

    def _look(self, match: Match, nodes: int, depth: int) -> Estimate:
        found = think(
            match if match.game.dice else _Unrepeated(match),
            self._memory,
            nodes=nodes,
            depth=max(depth, 1),
            threads=self._threads,
        )
        own, known = chance_of(found.score, match.game.scale), self.known(match)
        chances = (1 - own, own) if min(match.seats) == 1 else (own, 1 - own)
        return Estimate(known_chances(known) if known else chances, found.line, found.depth)

    def brilliant(self, match: Match, seat: int, text: str, after: Estimate, nodes: int) -> bool:
        """See verdict.py. The cheap questions are asked first."""
        chance = after.chances[seat]
        others = [other for other in match.legal(seat) if other != text]
        if chance < 0.5 or len(others) < 2 or not self._looks_wrong(match, seat, text):
            return False
        return all(
            self._after(match, seat, other, nodes, after.depth).chances[seat] <= chance - MISTAKE
            for other in others
        )

    def _looks_wrong(self, match: Match, seat: int, text: str) -> bool:
        """Whether who looks only a little ahead takes the action for a mistake."""
        shallow = SearchJudge(match, 1 << 12, knows=False)
        seen = shallow._look(match, UNLIMITED, SHALLOW)
        after = shallow._after(match, seat, text, UNLIMITED, SHALLOW - 1)
        return seen.chances[seat] - after.chances[seat] >= MISTAKE


def known_chances(known: KnownOutcome) -> tuple[float, float]:
    """The chances where the outcome is known; not all the way if a draw by count may come first."""
    if known.winner is None:
        return 0.5, 0.5
    chance = 1.0 if known.sure else UNPROVEN
    return (1 - chance, chance) if known.winner else (chance, 1 - chance)


def chance_of(score: int, scale: int) -> float:
    """The chance to win that a search's score stands for."""
    if abs(score) >= SURE:
        return 1.0 if score > 0 else 0.0
    chance = 1 / (1 + exponential(-max(-100.0, min(score / scale, 100.0))))
    return max(1 - UNPROVEN, min(chance, UNPROVEN))


class TreeJudge(_Ahead):
    """Three or more players who take turns. The tree is grown anew for each position."""

    def _look(self, match: Match, nodes: int, depth: int) -> Estimate:
        tree = new_tree(match.game, TREE_NODES)
        visits = max(nodes // NODES_A_VISIT, 1)
        grow(match.state, match.players, match.game.scale, visits, tree)
        means = _mean_rewards(match, tree)
        total = sum(means)
        return Estimate(tuple(mean / total for mean in means), _visited_line(match, tree), depth)


def _mean_rewards(match: Match, tree: Tree) -> list[float]:
    """Each seat's mean reward, from the first actions of that seat below the root."""
    players = match.players
    rewards, visits = [0.0] * players, [0] * players
    waiting = [(0, 0)]
    while waiting:
        node, met = waiting.pop()
        for child in range(tree.first[node], tree.first[node] + tree.children[node]):
            if not tree.visits[child]:
                continue
            seat = int(tree.seat[child])
            if seat == TABLE:
                waiting.append((child, met))
                continue
            if not met >> seat & 1:
                rewards[seat] += float(tree.reward[child])
                visits[seat] += int(tree.visits[child])
            if met | 1 << seat != (1 << players) - 1:
                waiting.append((child, met | 1 << seat))
    still = [0.0] * MAX_SEATS
    if not all(visits):
        judge(match.state, players, match.game.scale, still, tree.net)
    return [rewards[s] / visits[s] if visits[s] else still[s] for s in range(players)]


def _visited_line(match: Match, tree: Tree) -> tuple[str, ...]:
    """The actions that were visited most, one after another, as far as no roll comes between."""
    rules, notation = match.game.rules, match.game.notation
    texts: list[str] = []
    position, node = match.state, 0
    while tree.children[node]:
        first = int(tree.first[node])
        children = range(first, first + int(tree.children[node]))
        node = max(children, key=lambda child: int(tree.visits[child]))
        if texts and tree.visits[node] < EXPECTED:
            break
        seat, action = int(tree.seat[node]), int(tree.action[node])
        if seat == TABLE:
            break
        texts.append(notation.write(position, seat, action))
        position = rules.play(position, seat, action)
    return tuple(texts)


class RaceJudge:
    """Games in which the quickest acts, and in which there may be dice."""

    def estimate(self, match: Match, nodes: int) -> Estimate:
        if match.result is not None:
            return finished(match)
        return self._simulated(match, match.state, nodes)

    def _simulated(self, match: Match, position: Position, nodes: int) -> Estimate:
        """One more game won by each who is still in: some games prove nothing for certain."""
        wins, due = zeros(match.players), zeros(TABLE + 1)
        games = max(nodes // NODES_PER_GAME, 1)
        drawn = Random(0).getrandbits(32)
        races_compiled(position, Habits(), games, match.players, wins, due, drawn)
        more = [0 if match.game.rules.place(position, s) else 1 for s in range(match.players)]
        won = [int(wins[seat]) + one for seat, one in enumerate(more)]
        return Estimate(tuple(each / sum(won) for each in won), games=games)

    def known(self, match: Match) -> KnownOutcome | None:
        return None

    def choice(
        self, match: Match, seat: int, played: str, before: Estimate, after: Estimate, nodes: int
    ) -> BestLine:
        """The best of some promising actions, simulated as often as the one played was."""
        if after.games:
            nodes = after.games * NODES_PER_GAME
        best = self._best(match, seat, nodes, played)
        if best is None or best.chance <= after.chances[seat]:
            return BestLine((played,), after.chances[seat])
        return best._replace(margin=CERTAINTY * sqrt(best.margin**2 + _error(after, seat) ** 2))

    def best(self, match: Match, seat: int, nodes: int) -> BestLine:
        found = self._best(match, seat, nodes, "")
        assert found is not None, "a seat that may act has an action"
        return found

    def brilliant(self, match: Match, seat: int, text: str, after: Estimate, nodes: int) -> bool:
        return False

    def _best(self, match: Match, seat: int, nodes: int, without: str) -> BestLine | None:
        """The best of the candidates, with its standard error as its margin."""
        tried = [a for a in _candidates(match, seat) if _text(match, seat, a) != without]
        best: BestLine | None = None
        for action in tried:
            after = match.game.rules.play(match.state, seat, action)
            if result := match.game.result(after, match.players):
                found = Estimate(tuple(float(rank == 1) for rank in result.ranks))
            else:
                found = self._simulated(match, after, nodes)
            if best is None or found.chances[seat] > best.chance:
                line = _own_line(match, seat, action)
                best = BestLine(line, found.chances[seat], _error(found, seat))
        return best


def _candidates(match: Match, seat: int) -> list[int]:
    """The policy's own action, and those after which the seat stands best."""
    rules, state = match.game.rules, match.state
    listed = [0] * rules.MOST_ACTIONS
    legal = listed[: rules.actions(state, seat, listed)]
    stands = {
        action: match.game.evaluate(rules.play(state, seat, action), seat) for action in legal
    }
    ranked = sorted(legal, key=lambda action: -stands[action])
    return list(dict.fromkeys([policy_of(match.game).choice(state, seat, 0, 0), *ranked[:TRIED]]))


def _own_line(match: Match, seat: int, action: int) -> tuple[str, ...]:
    """An action, and what the policy would add to it while only that seat is asked."""
    rules, notation, state = match.game.rules, match.game.notation, match.state
    texts = [notation.write(state, seat, action)]
    after = rules.play(state, seat, action)
    while rules.decision(after).actors & ~(1 << TABLE) == 1 << seat and after.turn == state.turn:
        action = policy_of(match.game).choice(after, seat, 0, 0)
        texts.append(notation.write(after, seat, action))
        after = rules.play(after, seat, action)
    return tuple(texts)


def _text(match: Match, seat: int, action: int) -> str:
    return match.game.notation.write(match.state, seat, action)


def _error(estimate: Estimate, seat: int) -> float:
    """The standard error of a simulated chance; what is certain has none."""
    chance = estimate.chances[seat]
    return sqrt(chance * (1 - chance) / estimate.games) if estimate.games else 0.0
