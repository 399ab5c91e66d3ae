"""Whole games between simulated players, for games in which the quickest acts.

A game that can be raced has a `policy` with two kernels: `reaction`, the
microseconds that a seat takes before it acts, and `choice`, what it does then.
Both get a drawn number, so that a seed tells the whole game. Deadlines
pass in the same simulated time, and the table throws its dice at once.
"""

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from numba import types
from numba.extending import register_jitable

from tablier.compile.dispatch import decision, game_of, place, play
from tablier.compile.intrinsics import twin
from tablier.compile.native import compiled
from tablier.core import registry
from tablier.core.game import MAX_SEATS, TABLE, Position
from tablier.core.parts import Policy
from tablier.engine.simulate.playout import draw_number
from tablier.engine.simulate.race_order import first_due, keeping

NORMAL = 100
NEVER = 1 << 40


class Habits(NamedTuple):
    """What sets the players apart, seat by seat."""

    pace: tuple[int, ...] = (NORMAL,) * MAX_SEATS
    """How long reactions take, in percent."""
    slips: tuple[int, ...] = (0,) * MAX_SEATS
    """How many choices of a thousand are slips."""


def reaction(position: Position, seat: int, drawn: int, pace: int) -> int:
    """How long a seat takes that needs `pace` percent of the usual time, in microseconds."""
    return _policy(type(position)).reaction(position, seat, drawn, pace)


def choice(position: Position, seat: int, drawn: int, slips: int) -> int:
    """What a seat does, or the table."""
    return _policy(type(position)).choice(position, seat, drawn, slips)


def _policy(position_class: type) -> Policy:
    """What plays the game that has such positions."""
    policy = registry.owner(position_class).policy
    assert policy is not None, "a race is simulated by the game's own policy"
    return policy


@twin(reaction)
def _reaction(position: Any, seat: Any, drawn: Any, pace: Any) -> Any:
    if not isinstance(position, types.BaseNamedTuple):
        return None
    chosen = _policy(position.instance_class).reaction
    game_of(position)
    return lambda position, seat, drawn, pace: chosen(position, seat, drawn, pace)


@twin(choice)
def _choice(position: Any, seat: Any, drawn: Any, slips: Any) -> Any:
    if not isinstance(position, types.BaseNamedTuple):
        return None
    chosen = _policy(position.instance_class).choice
    game_of(position)
    return lambda position, seat, drawn, slips: chosen(position, seat, drawn, slips)


@register_jitable
def race(
    position: Position, habits: Habits, due: MutableSequence[int], state: int, turn: int = NEVER
) -> tuple[Position, int, int]:
    """Play until a turn begins or the game ends.

    Return the position, the microseconds it took and the generator. `due` is
    room for the moments at which the seats and the table will act. A seat that
    waits for others keeps its moment while the same deadline runs.
    """
    now, planned = 0, 0
    asked = decision(position)
    while asked.actors and position.turn < turn:
        for seat in range(TABLE + 1):
            if (asked.actors & ~planned) >> seat & 1:
                state = draw_number(state)
                due[seat] = now + _delay(position, seat, habits, state)
        seat = first_due(asked.actors, due)
        now = due[seat]
        state = draw_number(state)
        slips = 1 if seat < TABLE and state * 1000 >> 32 < habits.slips[seat] else 0
        state = draw_number(state)
        before = position.turn
        position = play(position, seat, choice(position, seat, state, slips))
        after = decision(position)
        planned = keeping(asked, after, seat, position.turn == before)
        asked = after
    return position, now, state


@register_jitable
def _delay(position: Position, seat: int, habits: Habits, drawn: int) -> int:
    """Microseconds until a seat or the table acts."""
    if seat == TABLE:
        return decision(position).ms * 1000
    return reaction(position, seat, drawn, habits.pace[seat])


def races(
    position: Position,
    habits: Habits,
    games: int,
    wins: MutableSequence[int],
    due: MutableSequence[int],
    state: int,
) -> tuple[int, int]:
    """Play many games, and count each seat's wins; return turns and microseconds in all."""
    turns, time = 0, 0
    for _ in range(games):
        end, taken, state = race(position, habits, due, state)
        turns += end.turn + 1
        time += taken
        for seat in range(len(wins)):
            if place(end, seat) == 1:
                wins[seat] += 1
    return turns, time


races_compiled = compiled(races)
