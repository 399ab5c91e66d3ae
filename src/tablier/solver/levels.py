"""What follows from a state's turns, and the loops over states that many threads share.

A value is 0 for a draw, else one more than the turns to the end under best
play. Whoever is to move at the end has lost, so wins are even and losses odd.

A loop goes over the indices from `first` to before `last`; what it does for one
depends on no other, and what several write to one place is the same. So any
number of threads may share it, of this processor or of another.
"""

from typing import Any

from tablier.compile.dispatch import offered
from tablier.compile.marks import compiled, jitable
from tablier.compile.memory import peek, poke
from tablier.solver.numbering import (
    COUNTED,
    HEAD,
    LINE,
    LINES,
    MOST_COUNTED,
    SIZES,
    VALUES,
    WIDTH,
    Shelf,
    State,
    entry,
    frame_of,
    number_in,
    number_of,
    pieces_at,
    place_at,
    states_at,
    value_in,
    value_of,
    varied,
    waiting,
)

LOST_NOW = 1
EVERYTHING = 1 << 30
"""A turn by which all is settled."""
WIDE = 2
"""Bytes of a value while it is being looked for."""
CANDIDATE = (1 << 8 * WIDE) - 1
"""In place of a value: this state may be lost. Odd, so that it isn't taken for won."""


# What a game's endgame offers


@offered("endgame")
def first_turn(state: State) -> Any:
    """The first turn that can be played; its `left` is 0 if there is none."""


@offered("endgame")
def next_turn(state: State, turn: Any) -> Any:
    """The turn after this one, likewise."""


@offered("endgame")
def after_turn(state: State, turn: Any) -> Any:
    """The state that a turn leads to."""


@offered("endgame")
def first_origin(state: State) -> Any:
    """The first of the states that a turn without removals leads here from, likewise."""


@offered("endgame")
def next_origin(state: State, origin: Any) -> Any:
    """The one after this one, likewise."""


@offered("endgame")
def before_turn(state: State, origin: Any) -> Any:
    """The state that an origin is."""


@offered("endgame")
def lost(state: State) -> Any:
    """Whether the player to move has lost for having too few pieces."""


# One state


@jitable
def judge(state: State, settled: int, shelf: Shelf) -> int:
    """A state's value as far as it follows from its successors.

    Where nothing is removed, successors count if their value is at most `settled`;
    the others are known. A loss is only certain when all successors are.
    """
    frame = frame_of(state.enemy, shelf)
    win, loss, certain = 0, LOST_NOW, True
    turn = first_turn(state)
    while turn.left:
        after = after_turn(state, turn)
        turn = next_turn(state, turn)
        if lost(after):
            return LOST_NOW + 1
        value = 0
        if after.own != frame.own:
            value = value_of(after, shelf)
        elif settled:
            value = value_in(after, frame, shelf)
            if value > settled:
                value = 0
        if value & 1:
            win = value + 1 if win == 0 else min(win, value + 1)
        elif value:
            loss = max(loss, value + 1)
        else:
            certain = False
    if win:
        return win
    return loss if certain else 0


@jitable
def beaten(state: State, settled: int, shelf: Shelf) -> int:
    """The value of a state if all its successors are won for the opponent, else 0."""
    frame = frame_of(state.enemy, shelf)
    loss = LOST_NOW
    turn = first_turn(state)
    while turn.left:
        after = after_turn(state, turn)
        turn = next_turn(state, turn)
        if lost(after):
            return 0
        if after.own == frame.own:
            value = value_in(after, frame, shelf)
            if value > settled:
                return 0
        else:
            value = value_of(after, shelf)
        if value == 0 or value & 1:
            return 0
        loss = max(loss, value + 1)
    return loss


@jitable
def numbered(like: State, pieces: int, others: int, number: int, shelf: Shelf) -> State:
    """The state of a number."""
    lines = int(shelf.books[entry(waiting(like), pieces, others) + LINES])
    if lines == 0:
        return pieces_at(like, pieces, others, number, shelf)
    sets = int(shelf.choose[(shelf.places - pieces) * SIZES + others])
    orbits = int(shelf.first_orbit[pieces + 1] - shelf.first_orbit[pieces])
    place, before = place_at(lines, orbits * sets, number)
    return varied(pieces_at(like, pieces, others, place, shelf), number - before)


@jitable
def is_gap(state: State, number: int, shelf: Shelf) -> bool:
    """Whether a number is unused, because an equal state has another."""
    frame = frame_of(state.own, shelf)
    return frame.fixing != 0 and number_in(state, frame, shelf) != number


# Loops whose index 0 is that of `begin`; what is counted goes into `tally`


@compiled
def count_states(
    like: State,
    pieces: int,
    others: int,
    shelf: Shelf,
    begin: int,
    tally: Any,
    first: int,
    last: int,
) -> None:
    """Note how many states each place has; `tally` are the lines, counted from place 0."""
    for place in range(begin + first, begin + last):
        count = states_at(like, pieces, others, place, shelf)
        at = place // COUNTED * LINE + HEAD + place % COUNTED
        tally[at] = min(count, MOST_COUNTED + 1)


@compiled
def promise(
    like: State,
    pieces: int,
    others: int,
    shelf: Shelf,
    begin: int,
    tally: Any,
    first: int,
    last: int,
) -> None:
    """Give every state the value that removals and blocked players make of it.

    While pieces are placed that is all there is to know. Counts the states.
    """
    values = int(shelf.books[entry(waiting(like), pieces, others) + VALUES])
    settled = EVERYTHING if waiting(like) else 0
    for index in range(first, last):
        number = begin + index
        state = numbered(like, pieces, others, number, shelf)
        there = not is_gap(state, number, shelf)
        tally[index] = there
        value = judge(state, settled, shelf) if there else 0
        if value:
            poke(values + WIDE * number, WIDE, value)


@compiled
def compare(
    like: State,
    pieces: int,
    others: int,
    shelf: Shelf,
    begin: int,
    tally: Any,
    first: int,
    last: int,
) -> None:
    """Count the values that don't follow from the successors'."""
    book = entry(waiting(like), pieces, others)
    values, width = int(shelf.books[book + VALUES]), int(shelf.books[book + WIDTH])
    for index in range(first, last):
        number = begin + index
        state = numbered(like, pieces, others, number, shelf)
        value = 0 if is_gap(state, number, shelf) else judge(state, EVERYTHING, shelf)
        tally[index] = value != peek(values + width * number, width)


# Loops over a list of numbers


@compiled
def take_back(
    like: State,
    pieces: int,
    others: int,
    settled: int,
    shelf: Shelf,
    numbers: Any,
    first: int,
    last: int,
) -> None:
    """Take states whose value is `settled` back to their predecessors.

    A loss makes wins of them; a win makes candidates of those that have no value.
    """
    values = int(shelf.books[entry(waiting(like), others, pieces) + VALUES])
    for index in range(first, last):
        state = numbered(like, pieces, others, int(numbers[index]), shelf)
        origin = first_origin(state)
        while origin.left:
            earlier = before_turn(state, origin)
            origin = next_origin(state, origin)
            at = values + WIDE * number_of(earlier, shelf)
            known = peek(at, WIDE)
            if settled & 1:
                if known == 0 or known > settled + 1:
                    poke(at, WIDE, settled + 1)
            elif known == 0:
                poke(at, WIDE, CANDIDATE)


@compiled
def try_candidates(
    like: State,
    pieces: int,
    others: int,
    settled: int,
    shelf: Shelf,
    numbers: Any,
    first: int,
    last: int,
) -> None:
    """Give candidates the value that they have if they are lost by now, and no value if not."""
    values = int(shelf.books[entry(waiting(like), pieces, others) + VALUES])
    for index in range(first, last):
        number = int(numbers[index])
        state = numbered(like, pieces, others, number, shelf)
        poke(values + WIDE * number, WIDE, beaten(state, settled, shelf))
