"""Alpha-beta search for two players and the table's dice.

Where the table rolls, a score is the mean over its rolls. Means need scores that add up, so
these are no log odds as in alphabeta.py but chances: from -WON, a sure loss, by 0, even, to WON,
a sure win. Rolls that lead to the same position are looked at once.

A window around a mean leaves a window for each of its rolls: what is known of the others, and
that none is beyond WON, tells when a roll can no longer bring the mean into the window (Star1,
by Ballard). While the table is to act, scores are those of the first seat.
"""

from math import atanh

from tablier.compile.dispatch import (
    actions,
    common_key,
    decision,
    identity,
    play,
    register_kernels,
    repeated,
    scale,
)
from tablier.compile.marks import compiled, jitable
from tablier.core.game import TABLE, Decision, Position
from tablier.core.match import REPETITIONS
from tablier.core.rules.exponential import hyperbolic_tangent
from tablier.core.rules.kernel import key_of, lowest
from tablier.engine.net.assess import assess
from tablier.engine.search.move_order import credit, pick, rank
from tablier.engine.search.one_turn import SEATS
from tablier.engine.search.scores import (
    DEEPEST,
    INFINITY,
    KNOWN,
    SURE,
    UNSETTLED,
    WON,
    Window,
    from_here,
    outcome,
    turned,
)
from tablier.engine.search.transposition import (
    BEST,
    NO_ACTION,
    NODES,
    STOPPED,
    Keys,
    Memory,
    bound_within,
    count_node,
    enter,
    leave,
    packed,
    recall,
    remember,
    stood,
)
from tablier.engine.simulate.playout import all_rolls
from tablier.engine.simulate.rolls import MOST_ROLLS, list_choices

MOST_WORTH = 980_000
"""No evaluation is worth more: the rest is for games that are won."""
UNPROVEN = KNOWN - 1
"""No mean is more, unless every roll wins."""
SHARE = 255
"""The bits of `order` that tell how many rolls an entry stands for; the others are a hash."""

register_kernels()


def log_odds(score: int, scale: int) -> int:
    """A score as alphabeta.py and the evaluation have them."""
    if abs(score) >= KNOWN:
        return score
    return max(1 - SURE, min(round(2 * scale * atanh(score / WON)), SURE - 1))


@jitable
def scored_seat(actors: int) -> int:
    """The seat that a score is for: the one to act, or the first where it is none."""
    return 0 if actors & SEATS == 0 else lowest(actors)


@jitable
def worth(position: Position, seat: int, ply: int, memory: Memory) -> int:
    """The chance that an evaluation stands for."""
    odds = assess(position, seat, ply, memory.net, memory.shelf) / scale(position)
    return int(MOST_WORTH * hyperbolic_tangent(odds / 2.0))


@jitable
def at_once(after: Position, asked: Decision, depth: int, ply: int, memory: Memory) -> int:
    """The score of a position that is not to be searched, for its `scored_seat`, or UNSETTLED."""
    seat = scored_seat(asked.actors)
    if asked.actors == 0:
        return outcome(after, seat, ply)
    if depth > 0 and ply < DEEPEST - 1 and all_rolls(asked) <= MOST_ROLLS:
        return UNSETTLED
    memory.counters[NODES] += 1
    return worth(after, seat, ply, memory)


@jitable
def list_rolls(position: Position, asked: Decision, ply: int, memory: Memory) -> tuple[int, int]:
    """List one roll for each position that follows, and in `order` for how many it stands.

    Return how many are listed, and how many rolls there are.
    """
    listed, order = memory.actions[ply], memory.order[ply]
    every, _ = list_choices(position, asked, TABLE, listed, 0)
    count = 0
    for number in range(every):
        roll, index = listed[number], 0
        key = key_of(play(position, TABLE, roll)) & ~SHARE
        while index < count and order[index] & ~SHARE != key:
            index += 1
        if index == count:
            listed[count], order[count] = roll, key
            count += 1
        order[index] += 1
    return count, every


@jitable
def narrowed(window: Window, total: int, share: int, rest: int, every: int) -> Window:
    """What a roll's score must lie between to matter, so that the mean lies within a window.

    `total` is what the rolls before it came to, `share` how many it stands for, `rest` how many
    come after it. A mean is rounded down.
    """
    low, high = -INFINITY, INFINITY
    if window.alpha >= -UNPROVEN:
        low = max(low, (every * (window.alpha + 1) - 1 - total - WON * rest) // share)
    if window.beta <= UNPROVEN:
        high = min(high, -((total - WON * rest - every * window.beta) // share))
    return Window(low, high)


@compiled
def expect(
    position: Position,
    keys: Keys,
    seat: int,
    depth: int,
    window: Window,
    ply: int,
    memory: Memory,
) -> int:
    """The score of a position for its `scored_seat`, within the window.

    As long as `search`, and for the same reason.
    """
    count_node(memory)
    remembered, score = recall(memory, keys, depth, window, ply, KNOWN)
    if score != UNSETTLED:
        return score
    asked = decision(position)
    rolled = asked.actors & SEATS == 0
    actor = TABLE if rolled else seat
    if rolled:
        count, every = list_rolls(position, asked, ply, memory)
    else:
        count, every = actions(position, seat, memory.actions[ply]), 0
        rank(memory, ply, count, seat, remembered)
    alpha, beta = window
    best, best_action = -INFINITY, NO_ACTION
    total, done, least, most = 0, 0, WON, -WON
    for index in range(count):
        share = memory.order[ply, index] & SHARE
        low, high = alpha, beta
        if rolled:
            action = memory.actions[ply, index]
            done += share
            low, high = narrowed(window, total, share, every - done, every)
        else:
            action = pick(memory, ply, index, count)
        after = play(position, actor, action)
        own_key = key_of(identity(after))
        new_turn = after.turn != position.turn
        if new_turn and stood(memory, own_key) >= REPETITIONS - 1:
            after = repeated(after)
        following = decision(after)
        score = at_once(after, following, depth - 1, ply + 1, memory)
        whose = scored_seat(following.actors)
        same = whose == seat
        if score == UNSETTLED:
            if new_turn:
                enter(memory, own_key)
            within = turned(low, high, same)
            next_keys = Keys(own_key, common_key(after, own_key))
            score = expect(after, next_keys, whose, depth - 1, within, ply + 1, memory)
            if new_turn:
                leave(memory)
        score = score if same else -score
        if memory.counters[STOPPED]:
            return best
        if rolled:
            total += share * score
            least, most = min(least, score), max(most, score)
            if score <= low:
                best = max((total + WON * (every - done)) // every, -UNPROVEN)
                break
            if score >= high:
                best = min((total - WON * (every - done)) // every, UNPROVEN)
                break
            if done == every:
                best = mean(total, every, least, most)
        elif score > best:
            best, best_action = score, action
            if ply == 0:
                memory.counters[BEST] = action
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    credit(memory, ply, seat, action, depth)
                    break
    bound, score = bound_within(best, window), from_here(best, ply, KNOWN)
    remember(memory, keys, packed(score, best_action, keys.own, depth, bound))
    return best


@jitable
def mean(total: int, every: int, least: int, most: int) -> int:
    """What all rolls come to: proven only if each of them is."""
    found = total // every
    if least < KNOWN:
        found = min(found, UNPROVEN)
    return max(found, -UNPROVEN) if most > -KNOWN else found
