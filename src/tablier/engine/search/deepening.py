"""Thinking about a match: searches deeper and deeper until a limit is reached."""

from functools import partial
from threading import Timer
from time import monotonic
from typing import Any, NamedTuple

from tablier.compile import NATIVE
from tablier.core.errors import TablierError
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.rules.kernel import key_of, lowest
from tablier.engine.search.alphabeta import search
from tablier.engine.search.expectimax import expect, log_odds
from tablier.engine.search.helpers import Helpers
from tablier.engine.search.interrupt import halting
from tablier.engine.search.scores import (
    A_TURN,
    DEEPEST,
    INFINITY,
    KNOWN,
    MOST_ADDED,
    SURE,
    TOLD,
    Window,
)
from tablier.engine.search.tablebases import recheck
from tablier.engine.search.transposition import (
    BEST,
    DRAWN,
    ENTRY,
    KEPT,
    KEY,
    NO_ACTION,
    NODE_LIMIT,
    NODES,
    PATH,
    STOPPED,
    UNLIMITED,
    WHOLE,
    WINNER,
    Memory,
    action_of,
    enter,
    keys_of,
)
from tablier.engine.search.value_keeping import UNSEEN, ValueKeeping
from tablier.solver.numbering import FIELDS, WIDTH
from tablier.solver.probe import stored

ANY_SCORE = Window(-INFINITY, INFINITY)
BRIEF = 0.1
"""This share of the time is enough where the game is as good as decided."""


class Thought(NamedTuple):
    """What a search found: the action, its score for the seat, and the line expected.

    Where the table is to roll, there is no action and no line, and the score is the first seat's.
    """

    action: int
    score: int
    depth: int
    nodes: int
    line: tuple[str, ...]


def think(
    match: Match,
    memory: Memory,
    *,
    nodes: int = UNLIMITED,
    seconds: float | None = None,
    depth: int = DEEPEST // 2,
    clear: int = INFINITY,
    threads: int = 1,
) -> Thought:
    """Search for the seat to act until the first limit is reached.

    With more `threads` than one, others search the same beside it, unless there are dice.
    With a score beyond `clear`, for either side, a share of the seconds is enough, or of nodes.

    The action of the last finished depth is returned, or a better one that was
    found after it. The first depth is always finished, and the clock starts after
    it, so that neither a small limit nor compiling leaves a move to chance.
    Setting `memory.counters[STOPPED]` ends the search at once, and so does Ctrl-C.
    Where files turn out to have been cut meanwhile, it begins again without them.
    """
    search_once = partial(_think, match, memory, nodes, seconds, depth, clear, threads)
    thought = search_once()
    if memory.counters[WHOLE] and recheck(match.game):
        memory.table[:] = 0
        return search_once()
    return thought


def _think(
    match: Match,
    memory: Memory,
    nodes: int,
    seconds: float | None,
    depth: int,
    clear: int,
    threads: int,
) -> Thought:
    seat, dice, counters = min(match.seats), match.game.dice, memory.counters
    _prepare(match, memory)
    at = match.state, keys_of(match.state), 0 if seat == TABLE else seat
    stop = partial(counters.__setitem__, STOPPED, 1)
    clock = Timer(seconds or 0, stop)
    clock.daemon = True
    helpers = Helpers(memory, 1 if dice else threads)
    action, score, reached = NO_ACTION, 0, 0
    enough: float | None = None
    try:
        for reached in range(1, depth + 1):
            counters[BEST] = NO_ACTION
            look = partial(expect if dice else search, *at, reached, ANY_SCORE, 0, memory)
            found = int(halting(stop, look, nodes if reached > 1 else 0))
            if counters[BEST] != NO_ACTION or (seat == TABLE and not counters[STOPPED]):
                action = int(counters[BEST])
                score = log_odds(found, match.game.scale) if dice else found
            if counters[STOPPED] or counters[NODES] >= nodes or is_settled(score, reached):
                break
            if reached == 1:
                counters[NODE_LIMIT] = nodes
                if seconds is not None:
                    clock.start()
                    enough = monotonic() + BRIEF * seconds
                if counters[KEPT] == 1:
                    break
                helpers.begin(at, reached + 1)
            elif is_clear(score, clear) and _is_enough(counters, nodes, enough):
                break
    finally:
        clock.cancel()
        helpers.end()
    if action == NO_ACTION and seat != TABLE:
        action = int(memory.actions[0, 0])
    return Thought(action, score, reached, int(counters[NODES]), _line(match, memory, action))


def is_clear(score: int, clear: int) -> bool:
    """Whether a game counts as decided; not where it is won, but nobody sees how."""
    return abs(score) >= clear and not TOLD - MOST_ADDED <= score <= TOLD + MOST_ADDED


def _is_enough(counters: Any, nodes: int, moment: float | None) -> bool:
    """Whether a small share of the time has passed, or of the nodes where no time runs."""
    return counters[NODES] >= BRIEF * nodes if moment is None else monotonic() >= moment


def is_settled(score: int, depth: int) -> bool:
    """Whether looking deeper can't change anything.

    Where the endgames promise a win, every way of a whole turn must have been seen.
    """
    return abs(score) > KNOWN or (abs(score) >= SURE and depth >= A_TURN)


def _prepare(match: Match, memory: Memory) -> None:
    """Set the counters back, and tell the search which positions have begun a turn.

    So it sees repetitions.
    """
    game, counters = match.game, memory.counters
    if match.decision.dice > game.dice:
        raise TablierError(f"the table rolls in {game.name}, which has {game.dice} dice, it says")
    counters[NODES], counters[NODE_LIMIT], counters[STOPPED] = 0, UNLIMITED, 0
    counters[DRAWN] = stored(match.state, memory.shelf) == 0
    _keep_value(match, memory)
    counters[PATH] = 0
    memory.seen[:] = 0
    memory.killers[:] = NO_ACTION
    memory.history[:] //= 8
    for identity in match.identities[-len(memory.path) // 2 :]:
        enter(memory, key_of(identity))


def _keep_value(match: Match, memory: Memory) -> None:
    """Have the search look only at first actions that keep the value, where files know it."""
    counters = memory.counters
    counters[KEPT] = counters[WINNER] = counters[WHOLE] = 0
    if not is_whole(memory):
        return
    recheck(match.game)
    counters[WHOLE] = 1
    known = ValueKeeping(match, memory.shelf)
    if known.best == UNSEEN:
        return
    kept, seat = known.kept(), min(match.seats)
    memory.kept[: len(kept)] = kept
    counters[KEPT] = len(kept) if len(kept) < len(known.worths) else 0
    counters[DRAWN] = known.best == 0
    if known.best:
        counters[WINNER] = 1 + (seat if known.best > 0 else 1 - seat)


def is_whole(memory: Memory) -> bool:
    """Whether a search has files of a whole game, or of a part of it."""
    shelf = memory.shelf
    return NATIVE and shelf.places > 0 and bool((shelf.books[WIDTH::FIELDS] < 0).any())


def _line(match: Match, memory: Memory, action: int) -> tuple[str, ...]:
    """The actions that the search expects, as far as it remembers them; none is a roll."""
    texts: list[str] = []
    rules, notation = match.game.rules, match.game.notation
    position = match.state
    listed = [0] * rules.MOST_ACTIONS
    while len(texts) < DEEPEST // 4 and (actors := rules.decision(position).actors):
        seat = lowest(actors)
        if seat == TABLE or action not in listed[: rules.actions(position, seat, listed)]:
            break
        texts.append(notation.write(position, seat, action))
        position = rules.play(position, seat, action)
        keys = keys_of(position)
        slot = keys.common & memory.slots - 1
        entry = int(memory.table[slot, ENTRY])
        if int(memory.table[slot, KEY]) ^ entry != keys.common:
            break
        action = action_of(entry, keys.own)
    return tuple(texts)
