"""Whole games between simulated players, for games in which the quickest acts.

Deadlines pass in the same simulated time, and the table throws its dice at once.
"""

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from tablier.compile.dispatch import decision, offered, place, play, register_kernels
from tablier.compile.marks import compiled, jitable
from tablier.core.game import MAX_SEATS, TABLE, Decision, Position
from tablier.engine.simulate.playout import draw_number
from tablier.engine.simulate.race_order import first_due, keeping
from tablier.engine.simulate.race_policy import NORMAL

NEVER = 1 << 40

register_kernels()


class Habits(NamedTuple):
    """What sets the players apart, seat by seat."""

    pace: tuple[int, ...] = (NORMAL,) * MAX_SEATS
    """The time that reactions take, in percent of the usual."""
    slips: tuple[int, ...] = (0,) * MAX_SEATS
    """How many choices of a thousand are slips."""


@offered("policy")
def outlook(position: Position, seats: int) -> Any:
    """What the reactions of some seats rest on; see race_policy.py."""


@offered("policy")
def reaction_to(position: Position, ahead: Any, seat: int, drawn: int, pace: int) -> Any:
    """The microseconds that a seat takes."""


@offered("policy")
def choice(position: Position, seat: int, drawn: int, slips: int) -> Any:
    """What a seat does, or the table."""


@jitable
def wait_of(
    position: Position, asked: Decision, ahead: Any, seat: int, drawn: int, pace: int
) -> int:
    """Microseconds until a seat acts, or the table."""
    return asked.ms * 1000 if seat == TABLE else reaction_to(position, ahead, seat, drawn, pace)


@jitable
def race(
    position: Position, habits: Habits, due: MutableSequence[int], state: int, turn: int = NEVER
) -> tuple[Position, int, int]:
    """Play until a turn begins or the game ends.

    Return the position, the microseconds it took and the generator. `due` is
    room for the moments at which the seats and the table will act.
    """
    now, planned = 0, 0
    asked = decision(position)
    while asked.actors and position.turn < turn:
        fresh = asked.actors & ~planned
        ahead = outlook(position, fresh)
        for seat in range(TABLE + 1):
            if fresh >> seat & 1:
                state = draw_number(state)
                pace = habits.pace[seat] if seat < TABLE else NORMAL
                due[seat] = now + wait_of(position, asked, ahead, seat, state, pace)
        seat = first_due(asked.actors, due)
        now = due[seat]
        state = draw_number(state)
        slips = 1 if seat < TABLE and state * 1000 >> 32 < habits.slips[seat] else 0
        state = draw_number(state)
        before = position.turn
        position = play(position, seat, choice(position, seat, state, slips))
        after = decision(position)
        planned = keeping(asked, after, position.turn == before) & ~(1 << seat)
        asked = after
    return position, now, state


def races(
    position: Position,
    habits: Habits,
    games: int,
    players: int,
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
        for seat in range(players):
            if place(end, seat) == 1:
                wins[seat] += 1
    return turns, time


races_compiled = compiled(races)
