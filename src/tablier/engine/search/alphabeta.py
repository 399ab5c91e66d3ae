"""Alpha-beta search for two players, over atomic actions.

The side changes only when the seat changes, so that removals and turns of
several actions need no special case: an action that leaves the same seat to
act is searched with the same window, any other with the window turned round.
"""

from numba.extending import register_jitable

from tablier.compile.dispatch import actions, common_key, decision, identity, place, play
from tablier.compile.native import compiled
from tablier.compile.raw_array import fetch_ahead
from tablier.core.game import TABLE, Position
from tablier.core.rules.kernel import lowest
from tablier.engine.search.transposition import (
    BEST,
    DEEPEST,
    DRAWN,
    ENTRY,
    EXACT,
    KEY,
    LOWER,
    NO_ACTION,
    NODE_LIMIT,
    NODES,
    PATH,
    SEEN,
    STOPPED,
    UPPER,
    Memory,
    action_of,
    bound_of,
    depth_of,
    packed,
    score_of,
)
from tablier.solver.probe import assess, stored

WON = 1_000_000
"""The score of a game that is won now; every action until then takes one off."""
KNOWN = WON - 2 * DEEPEST
"""The score of a win that the endgames promise now; what lies beyond was seen to the end."""
SURE = KNOWN // 2
"""Scores beyond this are proven wins."""
A_TURN = 4
"""A promised turn counts as so many actions, so that a quick win with removals comes first."""
INFINITY = WON + 1
UNSETTLED = WON + 2
LATE, LATE_DEPTH = 5, 3
"""Actions after the first few are first looked at less deeply, if there is depth to spare."""


@register_jitable
def outcome(position: Position, seat: int, ply: int) -> int:
    """The score of a finished game for a seat."""
    own, other = place(position, seat), place(position, 1 - seat)
    if own == other:
        return 0
    return WON - ply if own < other else ply - WON


@register_jitable
def promised(value: int, ply: int) -> int:
    """The score of a value that is not drawn, from the endgames."""
    score = KNOWN - A_TURN * (value - 1) - ply
    return -score if value & 1 else score


@register_jitable
def repeats(memory: Memory, key: int) -> bool:
    """Whether a turn began with this position before, in the game or in the line."""
    if memory.seen[key & SEEN] == 0:
        return False
    for index in range(memory.counters[PATH] - 1, -1, -1):
        if memory.path[index] == key:
            return True
    return False


@register_jitable
def enter(memory: Memory, key: int) -> None:
    """A turn begins with this position."""
    memory.path[memory.counters[PATH]] = key
    memory.counters[PATH] += 1
    memory.seen[key & SEEN] += 1


@register_jitable
def leave(memory: Memory) -> None:
    """The line is taken back to before its last turn."""
    memory.counters[PATH] -= 1
    memory.seen[memory.path[memory.counters[PATH]] & SEEN] -= 1


@register_jitable
def turned(alpha: int, beta: int, same: bool) -> tuple[int, int]:
    """The window as the next seat sees it."""
    return (alpha, beta) if same else (-beta, -alpha)


@register_jitable
def rank(memory: Memory, ply: int, count: int, seat: int, remembered: int) -> None:
    """How promising each listed action is: remembered, killer, then by history."""
    listed, order = memory.actions[ply], memory.order[ply]
    for index in range(count):
        action = listed[index]
        if action == remembered:
            order[index] = 1 << 60
        elif action == memory.killers[ply, 0]:
            order[index] = 1 << 59
        elif action == memory.killers[ply, 1]:
            order[index] = 1 << 58
        else:
            order[index] = memory.history[seat, action]


@register_jitable
def pick(memory: Memory, ply: int, index: int, count: int) -> int:
    """The most promising of the actions not looked at yet, moved to `index`."""
    listed, order = memory.actions[ply], memory.order[ply]
    best = index
    for other in range(index + 1, count):
        if order[other] > order[best]:
            best = other
    listed[index], listed[best] = listed[best], listed[index]
    order[index], order[best] = order[best], order[index]
    return listed[index]


@register_jitable
def credit(memory: Memory, ply: int, seat: int, action: int, depth: int) -> None:
    """Remember an action that refuted a line."""
    if memory.killers[ply, 0] != action:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = action
    memory.history[seat, action] += depth * depth


@register_jitable
def at_once(after: Position, actors: int, seat: int, depth: int, ply: int, memory: Memory) -> int:
    """The score for the seat of a position that is not to be searched, or UNSETTLED.

    Nothing is known of what the table does in a game that has said nothing of dice.
    """
    if actors == 0:
        return outcome(after, seat, ply)
    if actors == 1 << TABLE:
        return assess(after, seat, memory.shelf)
    score = UNSETTLED
    value = stored(after, memory.shelf)
    if value >= 0 and repeats(memory, hash(identity(after))):
        score = 0
    elif value > 0:
        score = promised(value, ply)
    elif value == 0 and not memory.counters[DRAWN]:
        score = 0
    elif depth <= 0 or ply >= DEEPEST - 1:
        score = assess(after, lowest(actors), memory.shelf)
    if score == UNSETTLED:
        return score
    memory.counters[NODES] += 1
    return score if lowest(actors) == seat else -score


@compiled
def search(
    position: Position,
    key: int,
    common: int,
    seat: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    memory: Memory,
) -> int:
    """The score of a position for the seat that is to act, within the window.

    `key` is its identity's hash, `common` that which it shares with those equal by
    symmetry, `depth` at least 1. When the search was stopped, the score means nothing.
    """
    counters = memory.counters
    counters[NODES] += 1
    if counters[NODES] >= counters[NODE_LIMIT]:
        counters[STOPPED] = 1

    slot = common & memory.slots - 1
    remembered = NO_ACTION
    if memory.table[slot, KEY] == common:
        entry = memory.table[slot, ENTRY]
        remembered = action_of(entry, key)
        if depth_of(entry) >= depth and ply > 0:
            score = from_table(score_of(entry), ply, SURE)
            bound = bound_of(entry)
            if (
                bound == EXACT
                or (bound == LOWER and score >= beta)
                or (bound == UPPER and score <= alpha)
            ):
                return score

    count = actions(position, seat, memory.actions[ply])
    rank(memory, ply, count, seat, remembered)
    first_alpha, best, best_action = alpha, -INFINITY, NO_ACTION
    for index in range(count):
        action = pick(memory, ply, index, count)
        after = play(position, seat, action)
        actors = decision(after).actors
        score = at_once(after, actors, seat, depth - 1, ply + 1, memory)
        if score == UNSETTLED:
            next_key = hash(identity(after))
            shared = common_key(after, next_key)
            fetch_ahead(memory.table, shared & memory.slots - 1)
            new_turn = after.turn != position.turn
            if new_turn and repeats(memory, next_key):
                score = 0
            else:
                if new_turn:
                    enter(memory, next_key)
                following = lowest(actors)
                same = following == seat
                score = alpha + 1
                if index > 0:
                    late = 1 if index >= LATE and depth >= LATE_DEPTH else 0
                    low, high = turned(alpha, alpha + 1, same)
                    less = depth - 1 - late
                    score = search(
                        after, next_key, shared, following, less, low, high, ply + 1, memory
                    )
                    score = score if same else -score
                    if late and score > alpha:
                        score = search(
                            after,
                            next_key,
                            shared,
                            following,
                            depth - 1,
                            low,
                            high,
                            ply + 1,
                            memory,
                        )
                        score = score if same else -score
                if index == 0 or alpha < score < beta:
                    low, high = turned(alpha, beta, same)
                    score = search(
                        after, next_key, shared, following, depth - 1, low, high, ply + 1, memory
                    )
                    score = score if same else -score
                if new_turn:
                    leave(memory)
        if counters[STOPPED]:
            return best
        if score > best:
            best, best_action = score, action
            if ply == 0:
                counters[BEST] = action
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    credit(memory, ply, seat, action, depth)
                    break
    bound = UPPER if best <= first_alpha else LOWER if best >= beta else EXACT
    memory.table[slot, KEY] = common
    memory.table[slot, ENTRY] = packed(to_table(best, ply, SURE), best_action, key, depth, bound)
    return best


@register_jitable
def to_table(score: int, ply: int, sure: int) -> int:
    """Proven wins are remembered by their distance from the position, not the root."""
    return score + ply if score >= sure else score - ply if score <= -sure else score


@register_jitable
def from_table(score: int, ply: int, sure: int) -> int:
    return score - ply if score >= sure else score + ply if score <= -sure else score
