"""Wins that can't be prevented, by trying every turn of both players."""

from typing import Any

from tablier.compile.dispatch import actions, decision, game_of, identity, place, play
from tablier.compile.marks import compiled, twin
from tablier.compile.raw_array import zeros
from tablier.core import registry
from tablier.core.game import Game, Position
from tablier.core.rules.kernel import key_of, lowest

SLOTS = 1 << 18
"""Positions that are remembered; a power of two."""
TURNS = 3
"""The most that are looked ahead."""
DEEPEST = 40
"""More actions than these turns have."""
MARKS = 15
"""The bits of an entry that are no part of the key: whether it is a win, seat, and turns."""
UNTOLD = -1


def wins_now(position: Position, seat: int) -> int:
    """Whether the seat in turn can win in this turn, 1 or 0; UNTOLD where a game doesn't say."""
    told = getattr(registry.owner(type(position)).puzzles, "wins_now", None)
    return UNTOLD if told is None else int(told(position, seat))


@twin(wins_now)
def _wins_now(position: Any, seat: Any) -> Any:
    game = game_of(position)
    if game is None:
        return None
    told = getattr(game.puzzles, "wins_now", None)
    if told is None:
        return lambda position, seat: UNTOLD
    return lambda position, seat: told(position, seat)


@compiled
def is_forced(position: Position, seat: int, turns: int, ply: int, rows: Any, table: Any) -> int:
    """1 where the seat wins within that many turns of its own, the one under way included.

    Longer than a screen, because it calls itself: numba can't keep what does so by way of another.
    """
    actors = decision(position).actors
    if actors == 0:
        return 1 if place(position, seat) == 1 and place(position, 1 - seat) != 1 else 0
    own = lowest(actors) == seat
    if turns == 0:
        return 0
    if own and turns == 1:
        told = wins_now(position, seat)
        if told != UNTOLD:
            return told
    marks = turns << 2 | seat << 1
    key = key_of(identity(position)) & ~MARKS
    slot = (key >> 8 ^ marks * 0x9E37) & SLOTS - 1
    if table[slot] & ~1 == key | marks:
        return table[slot] & 1
    count, found = actions(position, lowest(actors), rows[ply]), 0 if own else 1
    for index in range(count):
        after = play(position, lowest(actors), rows[ply][index])
        left = turns - 1 if own and after.turn != position.turn else turns
        if is_forced(after, seat, left, ply + 1, rows, table) == own:
            found = 1 if own else 0
            break
    table[slot] = key | marks | found
    return found


class ForcedWins:
    """Looks for them in one game, and remembers what was found."""

    def __init__(self, game: Game) -> None:
        self._rows = zeros(DEEPEST, game.rules.MOST_ACTIONS)
        self._table = zeros(SLOTS)

    def __call__(self, position: Position, seat: int, turns: int) -> bool:
        """Whether a seat wins within that many turns of its own."""
        return bool(is_forced(position, seat, turns, 0, self._rows, self._table))
