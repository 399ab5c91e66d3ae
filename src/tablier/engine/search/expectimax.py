"""Alpha-beta search for two players and the table's dice.

Where the table rolls, a score is the mean over its rolls. Means need scores that add up, so
these are no log odds as in search.py but chances: from -WON, a sure loss, by 0, even, to WON,
a sure win. Rolls that lead to the same position are looked at once.

A window around a mean leaves a window for each of its rolls: what is known of the others, and
that none is beyond WON, tells when a roll can no longer bring the mean into the window (Star1,
by Ballard). While the table is to act, scores are those of the first seat.
"""

from math import atanh, tanh

from numba.extending import register_jitable

from tablier.compile.dispatch import actions, common_key, decision, identity, play, repeated, scale
from tablier.compile.native import compiled
from tablier.core.game import TABLE, Decision, Position
from tablier.core.match import REPETITIONS
from tablier.core.rules.kernel import lowest
from tablier.engine.search.alphabeta import (
    INFINITY,
    KNOWN,
    SURE,
    UNSETTLED,
    WON,
    credit,
    enter,
    from_table,
    leave,
    outcome,
    pick,
    rank,
    to_table,
    turned,
)
from tablier.engine.search.one_turn import SEATS
from tablier.engine.search.transposition import (
    BEST,
    DEEPEST,
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
from tablier.engine.simulate.rolls import MOST_ROLLS, all_rolls, list_choices
from tablier.solver.probe import assess

MOST_WORTH = 980_000
"""No evaluation is worth more: the rest is for games that are won."""
UNPROVEN = KNOWN - 1
"""No mean is more, unless every roll wins."""
SHARE = 255
"""The bits of `order` that tell how many rolls an entry stands for; the others are a hash."""


def log_odds(score: int, scale: int) -> int:
    """A score as search.py and the evaluation have them."""
    if abs(score) >= KNOWN:
        return score
    return max(1 - SURE, min(round(2 * scale * atanh(score / WON)), SURE - 1))


@register_jitable
def told(actors: int) -> int:
    """The seat that a score is for: the one to act, or the first where it is none."""
    return 0 if actors & SEATS == 0 else lowest(actors)


@register_jitable
def worth(position: Position, seat: int, memory: Memory) -> int:
    """The chance that an evaluation stands for."""
    return int(MOST_WORTH * tanh(assess(position, seat, memory.shelf) / (2.0 * scale(position))))


@register_jitable
def at_once(after: Position, asked: Decision, depth: int, ply: int, memory: Memory) -> int:
    """The score of a position that is not to be searched, for whom it is told, or UNSETTLED."""
    seat = told(asked.actors)
    if asked.actors == 0:
        return outcome(after, seat, ply)
    if depth > 0 and ply < DEEPEST - 1 and all_rolls(asked) <= MOST_ROLLS:
        return UNSETTLED
    memory.counters[NODES] += 1
    return worth(after, seat, memory)


@register_jitable
def stood(memory: Memory, key: int) -> int:
    """How often a turn has begun with this position, in the game and in the line."""
    count = 0
    if memory.seen[key & SEEN]:
        for index in range(memory.counters[PATH]):
            count += memory.path[index] == key
    return count


@register_jitable
def list_rolls(position: Position, asked: Decision, ply: int, memory: Memory) -> tuple[int, int]:
    """List one roll for each position that follows, and in `order` for how many it stands.

    Return how many are listed, and how many rolls there are.
    """
    listed, order = memory.actions[ply], memory.order[ply]
    every, _ = list_choices(position, asked, TABLE, listed, 0)
    count = 0
    for number in range(every):
        roll, index = listed[number], 0
        key = hash(play(position, TABLE, roll)) & ~SHARE
        while index < count and order[index] & ~SHARE != key:
            index += 1
        if index == count:
            listed[count], order[count] = roll, key
            count += 1
        order[index] += 1
    return count, every


@register_jitable
def window(alpha: int, beta: int, total: int, share: int, rest: int, every: int) -> tuple[int, int]:
    """What a roll's score must lie between to matter.

    `total` is what the rolls before it came to, `share` how many it stands for, `rest` how many
    come after it. A mean is rounded down.
    """
    low, high = -INFINITY, INFINITY
    if alpha >= -UNPROVEN:
        low = max(low, (every * (alpha + 1) - 1 - total - WON * rest) // share)
    if beta <= UNPROVEN:
        high = min(high, -((total - WON * rest - every * beta) // share))
    return low, high


@compiled
def expect(
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
    """The score of a position for the seat that it is told to, within the window; see `search`."""
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
            score = from_table(score_of(entry), ply, KNOWN)
            bound = bound_of(entry)
            if (
                bound == EXACT
                or (bound == LOWER and score >= beta)
                or (bound == UPPER and score <= alpha)
            ):
                return score

    asked = decision(position)
    rolled = asked.actors & SEATS == 0
    actor = TABLE if rolled else seat
    if rolled:
        count, every = list_rolls(position, asked, ply, memory)
    else:
        count, every = actions(position, seat, memory.actions[ply]), 0
        rank(memory, ply, count, seat, remembered)
    first_alpha, best, best_action = alpha, -INFINITY, NO_ACTION
    total, done, least, most = 0, 0, WON, -WON
    low, high = alpha, beta
    for index in range(count):
        share = memory.order[ply, index] & SHARE
        if rolled:
            action = memory.actions[ply, index]
            done += share
            low, high = window(alpha, beta, total, share, every - done, every)
        else:
            action = pick(memory, ply, index, count)
            low = alpha
        after = play(position, actor, action)
        next_key = hash(identity(after))
        new_turn = after.turn != position.turn
        if new_turn and stood(memory, next_key) >= REPETITIONS - 1:
            after = repeated(after)
        following = decision(after)
        score = at_once(after, following, depth - 1, ply + 1, memory)
        same = told(following.actors) == seat
        if score == UNSETTLED:
            if new_turn:
                enter(memory, next_key)
            score = expect(
                after,
                next_key,
                common_key(after, next_key),
                told(following.actors),
                depth - 1,
                *turned(low, high, same),
                ply + 1,
                memory,
            )
            if new_turn:
                leave(memory)
        score = score if same else -score
        if counters[STOPPED]:
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
                counters[BEST] = action
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    credit(memory, ply, seat, action, depth)
                    break
    bound = UPPER if best <= first_alpha else LOWER if best >= beta else EXACT
    memory.table[slot, KEY] = common
    memory.table[slot, ENTRY] = packed(to_table(best, ply, KNOWN), best_action, key, depth, bound)
    return best


@register_jitable
def mean(total: int, every: int, least: int, most: int) -> int:
    """What all rolls come to: proven only if each of them is."""
    found = total // every
    if least < KNOWN:
        found = min(found, UNPROVEN)
    return max(found, -UNPROVEN) if most > -KNOWN else found
