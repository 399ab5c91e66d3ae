"""Players to measure against, each made from a short text.

`level:3` is a bot, `level:7@0.5` one with half a second for each action, `hand:7@0.5` the
same without the game's net, by the evaluation that was made by hand,
`mcts:5000` is the bots' own tree search with 5,000 visits for each action,
for any number of players, `random` plays any legal action, `greedy` looks
through its own turn and no further, `uct:1000` is a plain tree search with a
thousand random playouts for each action and no evaluation. What the engine
learns does not change the last one, nor `random`, so that they stay the same
yardstick. `mymodule:policy` is an agent of somebody's own (own_agents.py).
"""

import re
from math import log, sqrt
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tablier.compile.dispatch import actions, decision, play
from tablier.compile.marks import compiled, jitable
from tablier.core.errors import BadOption, shortened
from tablier.core.game import TABLE, Game, Position
from tablier.core.match import Match
from tablier.core.rules.kernel import lowest
from tablier.engine.arena.own_agents import Agents, agent_for_game, asked, find_agent
from tablier.engine.bot import Bot, check_game
from tablier.engine.levels import level_in
from tablier.engine.search.mcts import fresh_favourite, grow, new_tree
from tablier.engine.search.one_turn import Glance, beaten
from tablier.engine.simulate.playout import LONGEST_PLAYOUT, draw_number, some_roll
from tablier.engine.simulate.race_policy import NORMAL, policy_of
from tablier.engine.simulate.rolls import list_choices, room_for

POSSIBLE = (
    "level:3, level:7@0.5 (seconds an action), hand:7, mcts:5000 (visits), "
    "random, greedy, uct:1000 (playouts), module:policy"
)
SPEC = re.compile(
    r"(level|hand):([0-9])(?:@([0-9]{1,4}(?:\.[0-9]{1,3})?))?"
    r"|(uct|mcts):([1-9][0-9]{0,5})|(random|greedy)"
)
OWN = re.compile(r"(?!(?:level|hand|uct|mcts):)[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
"""How an agent of somebody's own is written: a module, and a name in it."""
LONGEST_SPEC = 200
NONE: Agents = {}


class Rival:
    """A player of one game; the same seed plays the same, unless a clock limits it."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = Random(seed)

    def choose(self, match: Match, seat: int) -> str:
        """The text of the action that a seat plays."""
        raise NotImplementedError

    def delay(self, match: Match, seat: int) -> int:
        """The microseconds that it takes before it acts, where the quickest acts."""
        drawn = self.random.getrandbits(32)
        return policy_of(self.game).reaction(match.state, seat, drawn, NORMAL)


def rival(spec: str, game: Game, seed: int, agents: Agents = NONE) -> Rival:
    """The player that a text stands for, or an agent that plays under that name."""
    if spec in agents or is_own(spec):
        return Own(game, seed, spec, agents[spec] if spec in agents else find_agent(spec))
    kind, number, seconds = read_spec(spec, game)
    if kind in ("level", "hand"):
        return Levelled(game, seed, number, seconds, learned=kind == "level")
    if kind == "uct":
        return Uct(game, seed, number)
    if kind == "mcts":
        return Mcts(game, seed, number)
    return Greedy(game, seed) if kind == "greedy" else Uniform(game, seed)


def is_own(spec: str) -> bool:
    """Whether a text names an agent of somebody's own."""
    return len(spec) <= LONGEST_SPEC and OWN.fullmatch(spec) is not None


class Spec(NamedTuple):
    """A player's text, taken apart."""

    kind: str
    number: int = 0
    seconds: float | None = None


def read_spec(text: str, game: Game) -> Spec:
    """What a text says; BadOption if there is no such player, or not in this game."""
    if is_own(text):
        find_agent(text)
        return Spec("own")
    read = SPEC.fullmatch(text)
    if read is None:
        raise BadOption(f"there is no player {shortened(text)!r}; there are {POSSIBLE}")
    level, number, seconds, tree, visits, other = read.groups()
    if level:
        level_in(game, int(number))
        if seconds and not float(seconds):
            raise BadOption(f"{text}: a player needs more than no time")
        return Spec(level, int(number), float(seconds) if seconds else None)
    if game.is_race and tree:
        raise BadOption(f"{text} can't play {game.name}, in which several may act at once")
    return Spec(tree, int(visits)) if tree else Spec(other)


class Levelled(Rival):
    """A bot of some level."""

    def __init__(
        self, game: Game, seed: int, level: int, seconds: float | None, learned: bool = True
    ) -> None:
        super().__init__(game, seed)
        self.bot = Bot(game, level, seconds=seconds, seed=seed)
        if not learned:
            self.bot.level = self.bot.level._replace(learned=False)

    def choose(self, match: Match, seat: int) -> str:
        return self.bot.choose(match, seat)

    def delay(self, match: Match, seat: int) -> int:
        return self.bot.delay(match, seat)


class Own(Rival):
    """An agent of somebody's own; in a race it takes as long as anybody."""

    def __init__(self, game: Game, seed: int, spec: str, found: Any) -> None:
        super().__init__(game, seed)
        self.spec = spec
        self.agent = agent_for_game(spec, found, seed)

    def choose(self, match: Match, seat: int) -> str:
        return asked(self.spec, self.agent, match, seat)


class Grower(Rival):
    """Grows a tree for every action that is not forced, and plays what it tried most."""

    def __init__(self, game: Game, seed: int, visits: int) -> None:
        super().__init__(game, seed)
        self.visits = visits

    def choose(self, match: Match, seat: int) -> str:
        check_game(self.game, match)
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        return self.game.notation.write(match.state, seat, self.grown(match, len(legal)))

    def grown(self, match: Match, legal: int) -> int:
        """The action tried most; `legal` is the number of legal ones."""
        raise NotImplementedError


class Mcts(Grower):
    """The tree that bots grow where more than two play."""

    def grown(self, match: Match, legal: int) -> int:
        visits = max(self.visits, legal)
        tree = new_tree(self.game, min(MOST_NODES, 100 * visits))
        grow(match.state, match.players, self.game.scale, visits, tree)
        return int(tree.action[fresh_favourite(match, tree)])


class Uniform(Rival):
    """Any legal action, all of them equally likely."""

    def choose(self, match: Match, seat: int) -> str:
        return self.random.choice(match.legal(seat))


class Greedy(Rival):
    """Looks through its own turn; in a race the game's policy says what a greedy player does."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.glance = Glance(game)

    def choose(self, match: Match, seat: int) -> str:
        check_game(self.game, match)
        if policy := self.game.policy:
            action = policy.greedy(match.state, seat, self.random.getrandbits(32))
            return self.game.notation.write(match.state, seat, action)
        return self.glance.choose(match, seat, self.random)


# Plain UCT

EXPLORATION = sqrt(2)
DEEPEST = 500
MOST_NODES = 1 << 22


class Uct(Grower):
    """Upper confidence bounds on a tree, random playouts to the end, nothing else.

    It plays what it tried most; of equals what brought most, and of those any.
    """

    def grown(self, match: Match, legal: int) -> int:
        most = min(MOST_NODES, 1 + self.visits * self.game.rules.MOST_ACTIONS)
        tree = np.zeros((most, COLUMNS), np.int64)
        drawn = self.random.getrandbits(32)
        room = np.zeros(room_for(self.game), np.int64)
        simulate(match.state, match.players, self.visits, tree, room, drawn)
        first, count = tree[0, FIRST], tree[0, COUNT]
        tried = tree[first : first + count, [VISITS, MARGIN, ACTION]].tolist()
        self.random.shuffle(tried)
        _, _, action = max(tried, key=itemgetter(0, 1))
        return int(action)


# The columns of a tree; node 0 is the root, and the children of a node lie side by side.
ACTION, SEAT, FIRST, COUNT, VISITS, MARGIN, COLUMNS = range(7)
"""`MARGIN` sums up, for the seat that played the action, what `beaten` gave."""


@compiled
def simulate(
    position: Position, players: int, playouts: int, tree: Any, room: Any, state: int
) -> None:
    """Add up to one generation of children to a tree with each playout."""
    path = np.zeros(DEEPEST, np.int64)
    used, spread = 1, 2 * EXPLORATION * (players - 1)
    for _ in range(playouts):
        at, node, length = position, 0, 1
        asked = decision(at)
        while asked.actors and length < DEEPEST:
            seat = lowest(asked.actors)
            if tree[node, FIRST] == 0:
                if node and not tree[node, VISITS]:
                    break
                count, state = list_choices(at, asked, seat, room, state)
                if used + count > len(tree):
                    break
                adopt(tree, node, seat, used, room, count)
                used += count
            state = draw_number(state)
            if seat == TABLE:
                node = tree[node, FIRST] + (state * tree[node, COUNT] >> 32)
            else:
                node = promising(tree, node, spread, state)
            at = play(at, seat, tree[node, ACTION])
            path[length] = node
            length += 1
            asked = decision(at)
        for _ in range(LONGEST_PLAYOUT):
            if asked.actors == 0:
                break
            seat = lowest(asked.actors)
            state = draw_number(state)
            if asked.dice:
                action = some_roll(asked, state)
            else:
                action = room[state * actions(at, seat, room) >> 32]
            at = play(at, seat, action)
            asked = decision(at)
        for index in range(length):
            passed, seat = path[index], tree[path[index], SEAT]
            tree[passed, VISITS] += 1
            if seat != TABLE:
                tree[passed, MARGIN] += beaten(at, seat, players)


@jitable
def adopt(tree: Any, node: int, seat: int, used: int, listed: Any, count: int) -> None:
    """Give a node its children."""
    for index in range(count):
        tree[used + index, ACTION] = listed[index]
        tree[used + index, SEAT] = seat
    tree[node, FIRST], tree[node, COUNT] = used, count


@jitable
def promising(tree: Any, node: int, spread: float, state: int) -> int:
    """The child with the highest upper confidence bound; any of those never tried."""
    first, count = tree[node, FIRST], tree[node, COUNT]
    best, most = first, -1e9
    known = log(tree[node, VISITS] + 1.0)
    skipped = state * count >> 32
    for index in range(count):
        child = first + (index + skipped) % count
        visits = tree[child, VISITS]
        if visits == 0:
            return child
        bound = tree[child, MARGIN] / visits + spread * sqrt(known / visits)
        if bound > most:
            best, most = child, bound
    return best
