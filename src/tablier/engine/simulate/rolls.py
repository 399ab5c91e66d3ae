"""The table's rolls, for whoever looks ahead: all of them, or as many as can be looked at."""

from typing import Any

from tablier.compile.dispatch import actions
from tablier.compile.marks import jitable
from tablier.core.dice import FACES
from tablier.core.game import TABLE, Decision, Game, Position
from tablier.engine.simulate.playout import all_rolls, draw_number, some_roll
from tablier.engine.way import EXACT_DICE

MOST_ROLLS = FACES**EXACT_DICE


def room_for(game: Game) -> int:
    """The length of a list that takes the actions of a seat, or the table's rolls."""
    return max(game.rules.MOST_ACTIONS, MOST_ROLLS)


@jitable
def list_choices(
    position: Position, asked: Decision, seat: int, out: Any, state: int
) -> tuple[int, int]:
    """Write what a seat may do, or what may befall where it is the table's turn.

    Return how many there are, and the generator that drew them where not all fit.
    """
    if seat != TABLE or asked.dice == 0:
        return actions(position, seat, out), state
    count = min(all_rolls(asked), MOST_ROLLS)
    for index in range(count):
        out[index] = asked.roll + index
    if all_rolls(asked) > MOST_ROLLS:
        for index in range(count):
            state = draw_number(state)
            out[index] = some_roll(asked, state)
    return count, state
