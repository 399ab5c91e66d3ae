"""Monte-Carlo tree search for any number of seats.

Where alpha-beta knows one opponent, this keeps, for every action tried, how
well it went for the seat that played it. New positions are judged by the
game's evaluation instead of being played out, and an action that leads to a
better one is tried sooner and more often. Where the table rolls, nobody
chooses: any of its rolls is as likely as the others.
"""

from math import sqrt
from typing import Any, NamedTuple

from tablier.compile.dispatch import decision, evaluate, place, play, register_kernels
from tablier.compile.marks import compiled, jitable
from tablier.compile.raw_array import FLOAT64, zeros
from tablier.core.game import TABLE, Decision, Game, Position
from tablier.core.match import Match
from tablier.core.rules.exponential import exponential
from tablier.core.rules.kernel import lowest
from tablier.engine.net.assess import judged
from tablier.engine.net.known_nets import net_of, no_net
from tablier.engine.net.net import Net
from tablier.engine.simulate.playout import draw_number
from tablier.engine.simulate.rolls import list_choices, room_for

EXPLORATION = 0.3
"""How much an action is worth for having been tried little."""
SHARPNESS = 10.0
"""An action whose evaluation is better by the game's scale is exp(SHARPNESS) times as likely."""
FORESIGHT = 40.0
"""The same for what the others do: they are taken to play what looks best, nearly always, so
that the tree goes deep where the own choice is."""
FRESHNESS = 0.1
"""The chance that is given up for a position that is new, from 0 to 1."""
SURE_ODDS = 700.0
"""Log odds beyond which a chance is certain; nothing is added to it."""
DEEPEST = 200

NEW, JUDGED, PLACES = range(3)
"""Where the net keeps what it has added up."""

# What `counters` holds
STOPPED, USED, CHANCE = range(3)
"""`CHANCE` is the tree's own generator, which rolls in place of the table."""

register_kernels()


class Tree(NamedTuple):
    """Nodes by number; node 0 is the root, and the children of a node lie side by side."""

    room: int
    """For how many nodes there is room."""
    action: Any
    seat: Any
    """Who played the action that led to the node; the table gets no rewards."""
    first: Any
    """Its first child; 0 while it has none."""
    children: Any
    visits: Any
    reward: Any
    hope: Any
    """The reward that the evaluation promises to who plays the action."""
    prior: Any
    """How likely the evaluation makes the action among all of its seat."""
    path: Any
    listed: Any
    rewards: Any
    counters: Any
    net: Net
    """What the game's net knows, with a place for new nodes and one for those that are judged."""


def new_tree(game: Game, nodes: int, learned: bool = True) -> Tree:
    """An empty tree with room for some nodes.

    With what was `learned` it asks the game's net, if there is one.
    """
    tree = Tree(
        room=nodes,
        action=zeros(nodes),
        seat=zeros(nodes),
        first=zeros(nodes),
        children=zeros(nodes),
        visits=zeros(nodes),
        reward=zeros(nodes, kind=FLOAT64),
        hope=zeros(nodes, kind=FLOAT64),
        prior=zeros(nodes, kind=FLOAT64),
        path=zeros(DEEPEST),
        listed=zeros(room_for(game)),
        rewards=zeros(TABLE + 1, kind=FLOAT64),
        counters=zeros(3),
        net=(net_of if learned else no_net)(game, PLACES),
    )
    tree.counters[USED] = tree.counters[CHANCE] = 1
    return tree


def favourite(tree: Tree) -> int:
    """The child of the root that was tried most."""
    return _favourites(tree)[0]


def fresh_favourite(match: Match, tree: Tree) -> int:
    """The same, unless it brings back a position and another that doesn't is nearly as good.

    A tree sees nothing of the game before it, and would go round in circles to a draw.
    """
    first, *others = _favourites(tree)
    if _is_fresh(match, tree, first):
        return first
    enough = _mean(tree, first) - FRESHNESS
    good = (child for child in others if tree.visits[child] and _mean(tree, child) >= enough)
    return next((child for child in good if _is_fresh(match, tree, child)), first)


def _favourites(tree: Tree) -> list[int]:
    """The children of the root, those that were tried most first."""
    first = int(tree.first[0])
    children = range(first, first + int(tree.children[0]))
    return sorted(children, key=lambda child: -int(tree.visits[child]))


def _mean(tree: Tree, child: int) -> float:
    return float(tree.reward[child] / tree.visits[child])


def _is_fresh(match: Match, tree: Tree, child: int) -> bool:
    """Whether an action leads to a position that the match has not had."""
    rules = match.game.rules
    after = rules.play(match.state, int(tree.seat[child]), int(tree.action[child]))
    return rules.identity(after) not in match.identities


@compiled
def grow(position: Position, players: int, scale: int, visits: int, tree: Tree) -> None:
    """Visit the root a number of times more, or until somebody stops it."""
    own = lowest(decision(position).actors)
    for _ in range(visits):
        if tree.counters[STOPPED]:
            break
        at, node, length = position, 0, 1
        tree.path[0] = 0
        while length < DEEPEST - 1:
            asked = decision(at)
            if asked.actors == 0:
                break
            seat = lowest(asked.actors)
            sharpness = SHARPNESS if seat == own else FORESIGHT
            if tree.first[node] == 0 and not (
                visited(tree, node) and expand(at, asked, seat, scale, sharpness, node, tree)
            ):
                break
            node = drawn(tree, node) if seat == TABLE else choose(tree, node)
            at = play(at, seat, tree.action[node])
            tree.path[length] = node
            length += 1
        judge(at, players, scale, tree.rewards, tree.net)
        for index in range(length):
            passed = tree.path[index]
            tree.visits[passed] += 1
            tree.reward[passed] += tree.rewards[tree.seat[passed]]


@jitable
def visited(tree: Tree, node: int) -> bool:
    """Whether a node has been judged before; the root counts as such."""
    return node == 0 or tree.visits[node] > 0


@jitable
def expand(
    position: Position,
    asked: Decision,
    seat: int,
    scale: int,
    sharpness: float,
    node: int,
    tree: Tree,
) -> bool:
    """Give a node its children; False if there is no more room."""
    used = tree.counters[USED]
    count, tree.counters[CHANCE] = list_choices(
        position, asked, seat, tree.listed, tree.counters[CHANCE]
    )
    if used + count > tree.room:
        return False
    for index in range(count):
        tree.action[used + index] = tree.listed[index]
        tree.seat[used + index] = seat
    if seat != TABLE:
        for child in range(used, used + count):
            after = play(position, seat, tree.action[child])
            tree.prior[child] = prospect(after, seat, tree.net) / scale
            tree.hope[child] = chance(tree.prior[child])
        weigh(tree.prior, used, used + count, sharpness)
    tree.first[node] = used
    tree.children[node] = count
    tree.counters[USED] = used + count
    return True


@jitable
def prospect(position: Position, seat: int, net: Net) -> int:
    """How good a position is for a seat, whether or not the game goes on."""
    if decision(position).actors == 0:
        return evaluate(position, seat)
    return judged(position, seat, NEW, net)


@jitable
def weigh(priors: Any, first: int, last: int, sharpness: float) -> None:
    """Turn log odds of success into shares of attention, which add up to 1."""
    highest, total = priors[first], 0.0
    for index in range(first, last):
        highest = max(highest, priors[index])
    for index in range(first, last):
        priors[index] = exponential(max(sharpness * (priors[index] - highest), -500.0))
        total += priors[index]
    for index in range(first, last):
        priors[index] /= total


@jitable
def drawn(tree: Tree, node: int) -> int:
    """Any child, by lot."""
    state = draw_number(tree.counters[CHANCE])
    tree.counters[CHANCE] = state
    return tree.first[node] + (state * tree.children[node] >> 32)


@jitable
def choose(tree: Tree, node: int) -> int:
    """The child that promises most: what it brought, and how little it was tried.

    What the evaluation said of a child counts as one visit.
    """
    best, most = tree.first[node], -1.0
    curiosity = EXPLORATION * sqrt(tree.visits[node] + 1.0)
    for child in range(tree.first[node], tree.first[node] + tree.children[node]):
        brought = tree.hope[child] + tree.reward[child] + curiosity * tree.prior[child]
        promise = brought / (1.0 + tree.visits[child])
        if promise > most:
            best, most = child, promise
    return best


@jitable
def judge(position: Position, players: int, scale: int, rewards: Any, net: Net) -> None:
    """How well each seat stands, from 0 to 1."""
    over = decision(position).actors == 0
    for seat in range(players):
        if over:
            rewards[seat] = share_beaten(position, seat, players)
        else:
            rewards[seat] = chance(judged(position, seat, JUDGED, net) / scale)


@jitable
def share_beaten(position: Position, seat: int, players: int) -> float:
    """The reward of a seat where the game is over: the share of the others that it has beaten."""
    beaten, own = 0.0, place(position, seat)
    for other in range(players):
        theirs = place(position, other)
        beaten += 1.0 if theirs > own else 0.5 if theirs == own else 0.0
    return (beaten - 0.5) / (players - 1)


@jitable
def chance(log_odds: float) -> float:
    """From 0 to 1."""
    return 1.0 / (1.0 + exponential(max(-SURE_ODDS, min(-log_odds, SURE_ODDS))))
