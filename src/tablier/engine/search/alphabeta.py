"""Alpha-beta search for two players, over atomic actions.

The side changes only when the seat changes, so that removals and turns of
several actions need no special case: an action that leaves the same seat to
act is searched with the same window, any other with the window turned round.
"""

from tablier.compile.dispatch import actions, decision, identity, play
from tablier.compile.marks import compiled, jitable
from tablier.compile.raw_array import fetch_ahead
from tablier.core.game import TABLE, Position
from tablier.core.rules.kernel import key_of, lowest
from tablier.engine.net.assess import assess
from tablier.engine.search.move_order import credit, keep, pick, rank
from tablier.engine.search.scores import (
    DEEPEST,
    INFINITY,
    SURE,
    UNSETTLED,
    Window,
    from_here,
    outcome,
    promised,
    told,
    turned,
)
from tablier.engine.search.transposition import (
    BEST,
    DRAWN,
    KEPT,
    NO_ACTION,
    NODES,
    STOPPED,
    WHOLE,
    WINNER,
    Keys,
    Memory,
    bound_within,
    count_node,
    enter,
    keys_of,
    leave,
    packed,
    recall,
    remember,
    repeats,
)
from tablier.solver.packed.layout import WON
from tablier.solver.probe import UNKNOWN, stored

LATE, LATE_DEPTH = 5, 3
"""Actions after the first few are first looked at less deeply, if there is depth to spare."""


@jitable
def at_once(after: Position, actors: int, seat: int, depth: int, ply: int, memory: Memory) -> int:
    """The score for the seat of a position that is not to be searched, or UNSETTLED.

    Nothing is known of what the table does in a game that has said nothing of dice.
    """
    if actors == 0:
        return outcome(after, seat, ply)
    if actors == 1 << TABLE:
        return assess(after, seat, ply, memory.net, memory.shelf)
    score = UNSETTLED
    value = stored(after, memory.shelf)
    if value >= 0 and repeats(memory, key_of(identity(after))):
        score = 0
    elif value >= WON:
        if depth <= 0 or ply >= DEEPEST - 1 or is_news(value, lowest(actors), memory):
            found = assess(after, lowest(actors), ply, memory.net, memory.shelf)
            score = told(value, found)
    elif value > 0:
        score = promised(value, ply)
    elif value == 0 and not memory.counters[DRAWN]:
        score = 0
    elif ply >= DEEPEST - 1 or (depth <= 0 and not is_unfinished(value, actors, seat, memory)):
        score = assess(after, lowest(actors), ply, memory.net, memory.shelf)
    if score == UNSETTLED:
        return score
    memory.counters[NODES] += 1
    return score if lowest(actors) == seat else -score


@jitable
def is_news(value: int, actor: int, memory: Memory) -> bool:
    """Whether somebody else has won than before the search: then there is no need to look on."""
    winner = 1 - actor if value & 1 else actor
    return memory.counters[WINNER] != winner + 1


@jitable
def is_unfinished(value: int, actors: int, seat: int, memory: Memory) -> bool:
    """Whether a turn goes on whose end is known: an evaluation says less than that."""
    return memory.counters[WHOLE] != 0 and value == UNKNOWN and actors == 1 << seat


@compiled
def search(
    position: Position,
    keys: Keys,
    seat: int,
    depth: int,
    window: Window,
    ply: int,
    memory: Memory,
) -> int:
    """The score of a position for the seat that is to act, within the window.

    `depth` is at least 1, or less within a turn whose end is known. When the search was stopped,
    the score means nothing.

    Longer than a screen, because it calls itself: numba can't keep what does so by way of another.
    """
    count_node(memory)
    remembered, score = recall(memory, keys, depth, window, ply, SURE)
    if score != UNSETTLED:
        return score
    count = actions(position, seat, memory.actions[ply])
    if ply == 0 and memory.counters[KEPT]:
        count = keep(memory, count)
    rank(memory, ply, count, seat, remembered)
    alpha, beta = window
    best, best_action = -INFINITY, NO_ACTION
    for index in range(count):
        action = pick(memory, ply, index, count)
        after = play(position, seat, action)
        actors = decision(after).actors
        score = at_once(after, actors, seat, depth - 1, ply + 1, memory)
        if score == UNSETTLED:
            following = keys_of(after)
            fetch_ahead(memory.table, following.common & memory.slots - 1)
            new_turn = after.turn != position.turn
            if new_turn and repeats(memory, following.own):
                score = 0
            else:
                if new_turn:
                    enter(memory, following.own)
                actor = lowest(actors)
                same, score = actor == seat, alpha + 1
                if index > 0:
                    less = depth - 2 if index >= LATE and depth >= LATE_DEPTH else depth - 1
                    narrow = turned(alpha, alpha + 1, same)
                    score = search(after, following, actor, less, narrow, ply + 1, memory)
                    score = score if same else -score
                    if less < depth - 1 and score > alpha:
                        score = search(after, following, actor, depth - 1, narrow, ply + 1, memory)
                        score = score if same else -score
                if index == 0 or alpha < score < beta:
                    wide = turned(alpha, beta, same)
                    score = search(after, following, actor, depth - 1, wide, ply + 1, memory)
                    score = score if same else -score
                if new_turn:
                    leave(memory)
        if memory.counters[STOPPED]:
            return best
        if score > best:
            best, best_action = score, action
            if ply == 0:
                memory.counters[BEST] = action
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    credit(memory, ply, seat, action, depth)
                    break
    bound, score = bound_within(best, window), from_here(best, ply, SURE)
    remember(memory, keys, packed(score, best_action, keys.own, max(depth, 0), bound))
    return best
