"""What a search remembers while it runs: positions seen, good actions, the path."""

from typing import Any, NamedTuple

from tablier.compile.dispatch import common_key, identity
from tablier.compile.marks import inlined, jitable
from tablier.compile.raw_array import zeros
from tablier.core.errors import TablierError
from tablier.core.game import Game, Position
from tablier.core.rules.kernel import key_of
from tablier.engine.net.known_nets import net_of, no_net
from tablier.engine.net.net import Net
from tablier.engine.search.scores import DEEPEST, UNSETTLED, Window, from_root
from tablier.engine.search.tablebases import shelf_of
from tablier.engine.simulate.rolls import room_for
from tablier.solver.numbering import Shelf

KEY, ENTRY = 0, 1
EXACT, LOWER, UPPER = 0, 1, 2
NO_ACTION = -1
OWN = 127
"""The bits of a position's own key that are kept."""
MOST_NUMBERED = (1 << 24) - 1
"""An entry has room for the numbers of actions below this."""

UNLIMITED = 1 << 60
"""More nodes than anybody looks at."""

# What `counters` holds
NODES, NODE_LIMIT, STOPPED, PATH, BEST, DRAWN, WINNER, KEPT, WHOLE, COUNTERS = range(10)
"""WINNER is one more than the seat that has won before the search begins, as far as books know;
KEPT how many actions are in `kept`, 0 if all may be looked at; WHOLE tells of packed books."""

SEEN = 4095
"""Keys are first looked up by these bits."""


class Memory(NamedTuple):
    """Arrays that a search writes to; `counters` also carries the signal to stop."""

    slots: int
    table: Any
    """Positions by the last bits of their common keys: [slot, KEY or ENTRY]. A key has its entry
    mixed in, so that what two threads have written half of is nothing that anybody looks for."""
    killers: Any
    history: Any
    actions: Any
    order: Any
    path: Any
    seen: Any
    counters: Any
    kept: Any
    """The first actions that keep the value of the position."""
    shelf: Any
    """The endgames that are known; see solver/numbering.py."""
    net: Net
    """What the game's net knows, with a place for each action of a line."""


def new_memory(
    game: Game, entries: int = 1 << 20, shelf: Shelf | None = None, learned: bool = True
) -> Memory:
    """Empty memory for one game; `entries` is a power of two.

    Without a shelf of one's own it has the endgames that are at hand. With what was `learned` it
    asks the game's net, if there is one.
    """
    rules = game.rules
    if rules.ACTIONS >= MOST_NUMBERED:
        raise TablierError(f"{game.name} has more actions than a search can number")
    width = room_for(game) if game.dice else rules.MOST_ACTIONS
    memory = Memory(
        slots=entries,
        table=zeros(entries, 2),
        killers=zeros(DEEPEST, 2),
        history=zeros(2, rules.ACTIONS),
        actions=zeros(DEEPEST, width),
        order=zeros(DEEPEST, width),
        path=zeros(4096),
        seen=zeros(SEEN + 1),
        counters=zeros(COUNTERS),
        kept=zeros(width),
        shelf=shelf_of(game) if shelf is None else shelf,
        net=(net_of if learned else no_net)(game, DEEPEST + 1),
    )
    memory.killers[:] = NO_ACTION
    return memory


# What every node calls is inlined by force: left to LLVM, some games lose a tenth of their speed.


@inlined
def count_node(memory: Memory) -> None:
    """One more position is looked at; the search stops when there are enough."""
    memory.counters[NODES] += 1
    if memory.counters[NODES] >= memory.counters[NODE_LIMIT]:
        memory.counters[STOPPED] = 1


# The table


class Keys(NamedTuple):
    """What a position is known by."""

    own: int
    """The hash of its identity."""
    common: int
    """The key that it shares with those equal by symmetry."""


@inlined
def keys_of(position: Position) -> Keys:
    """The keys of a position."""
    own = key_of(identity(position))
    return Keys(own, common_key(position, own))


@inlined
def recall(
    memory: Memory, keys: Keys, depth: int, window: Window, ply: int, sure: int
) -> tuple[int, int]:
    """What is remembered of a position: the action, and the score if nothing else need be done.

    That is so where it was looked at as deeply, and it settles the window; else UNSETTLED.
    """
    slot = keys.common & memory.slots - 1
    entry = memory.table[slot, ENTRY]
    if memory.table[slot, KEY] ^ entry != keys.common:
        return NO_ACTION, UNSETTLED
    action = action_of(entry, keys.own)
    if depth_of(entry) < depth or ply == 0:
        return action, UNSETTLED
    score, bound = from_root(score_of(entry), ply, sure), bound_of(entry)
    if (
        bound == EXACT
        or (bound == LOWER and score >= window.beta)
        or (bound == UPPER and score <= window.alpha)
    ):
        return action, score
    return action, UNSETTLED


@inlined
def remember(memory: Memory, keys: Keys, entry: int) -> None:
    """Write an entry in place of whatever has its slot."""
    slot = keys.common & memory.slots - 1
    memory.table[slot, KEY], memory.table[slot, ENTRY] = keys.common ^ entry, entry


@inlined
def bound_within(score: int, window: Window) -> int:
    """What a score says that was found in a window."""
    return UPPER if score <= window.alpha else LOWER if score >= window.beta else EXACT


# An entry packs score, action, some bits of the position's own key, depth and bound into one
# number. Positions that are equal by symmetry share an entry, but the action is only right for
# the one that it was found in.


@jitable
def packed(score: int, action: int, own_key: int, depth: int, bound: int) -> int:
    return (
        (score + (1 << 22)) << 40 | (action + 1) << 16 | (own_key & OWN) << 9 | depth << 2 | bound
    )


@jitable
def score_of(entry: int) -> int:
    return (entry >> 40) - (1 << 22)


@jitable
def action_of(entry: int, own_key: int) -> int:
    """The best action, where it was found in this very position."""
    return (entry >> 16 & MOST_NUMBERED) - 1 if entry >> 9 & OWN == own_key & OWN else NO_ACTION


@jitable
def depth_of(entry: int) -> int:
    return entry >> 2 & 0x7F


@jitable
def bound_of(entry: int) -> int:
    return entry & 3


# The path: positions that began a turn, in the game and in the line


@jitable
def repeats(memory: Memory, key: int) -> bool:
    """Whether a turn began with this position before."""
    if memory.seen[key & SEEN] == 0:
        return False
    for index in range(memory.counters[PATH] - 1, -1, -1):
        if memory.path[index] == key:
            return True
    return False


@jitable
def stood(memory: Memory, key: int) -> int:
    """How often a turn has begun with this position."""
    count = 0
    if memory.seen[key & SEEN]:
        for index in range(memory.counters[PATH]):
            count += memory.path[index] == key
    return count


@jitable
def enter(memory: Memory, key: int) -> None:
    """A turn begins with this position."""
    memory.path[memory.counters[PATH]] = key
    memory.counters[PATH] += 1
    memory.seen[key & SEEN] += 1


@jitable
def leave(memory: Memory) -> None:
    """The line is taken back to before its last turn."""
    memory.counters[PATH] -= 1
    memory.seen[memory.path[memory.counters[PATH]] & SEEN] -= 1
