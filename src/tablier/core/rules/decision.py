"""Who may act in a position, and why a game ended: the words in which rules answer."""

from typing import NamedTuple

from tablier.core.rules.kernel import kernel

MAX_SEATS = 8
TABLE = MAX_SEATS
"""The table's own seat: it rolls the dice and calls the deadlines."""


class Decision(NamedTuple):
    """Who may act now, and what runs meanwhile.

    `actors` is a bit set of seats, with bit `TABLE` for the table. One seat is
    a turn, several are a race, none means that the game is over. `deadline`
    numbers the game's `DEADLINES` (0: none runs) and `ms` is its length; when
    it passes, the table plays the game's `expired` action. `dice` is how many
    six-sided dice the table must throw for its next action; `roll` is then the
    action of all ones, and the other rolls are numbered on from it, the last die
    counting fastest.
    """

    actors: int
    deadline: int
    ms: int
    dice: int
    roll: int


@kernel
def turn_of(seat: int) -> Decision:
    """The decision of a single seat, without a deadline."""
    return Decision(actors=1 << seat, deadline=0, ms=0, dice=0, roll=0)


@kernel
def roll_of(dice: int, first: int) -> Decision:
    """The decision of the table, which throws `dice` dice; `first` is the action of all ones."""
    return Decision(actors=1 << TABLE, deadline=0, ms=0, dice=dice, roll=first)


@kernel
def nobody() -> Decision:
    """The decision of a game that is over."""
    return Decision(actors=0, deadline=0, ms=0, dice=0, roll=0)


class Reason(NamedTuple):
    """Why a game ended: a stable word, and the rule behind it."""

    token: str
    rule: str
