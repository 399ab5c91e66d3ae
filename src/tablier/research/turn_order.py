"""Who is asked next, in turns and in races.

Where several may act at once, every one of them takes as long as the game's
own model of reactions says, and whoever is first is asked what to do. The
table acts when its deadline is up.

Everything drawn comes from a number that the caller keeps, so that the same
number tells the same game, interpreted and compiled.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tablier.compile.dispatch import game_of
from tablier.compile.marks import jitable, twin
from tablier.core import registry
from tablier.core.game import MAX_SEATS, TABLE, Decision, Game, Position
from tablier.core.rules.kernel import lowest
from tablier.engine.simulate.race import outlook, wait_of
from tablier.engine.simulate.race_order import first_due, keeping
from tablier.engine.simulate.race_policy import NORMAL

Asker = Callable[[Position, Decision, Any, int], tuple[int, int]]

NOW, PLANNED = TABLE + 1, TABLE + 2
PACES = TABLE + 3
CLOCK = PACES + MAX_SEATS
"""A clock's numbers: when each seat and the table will act, the time, who has a moment;
and the time that each seat's reactions take, in percent of the usual."""


def new_clocks(games: int, paces: Sequence[int] = ()) -> npt.NDArray[np.int64]:
    """A clock for each game; seats without a pace of their own take the usual time."""
    clocks = np.zeros((games, CLOCK), np.int64)
    clocks[:, PACES:] = NORMAL
    clocks[:, PACES : PACES + len(paces)] = paces
    return clocks


@jitable
def drawn_after(state: int) -> int:
    """The next of a long row of numbers below 2**63; `drawn` takes its best bits."""
    return state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407 & 0x7FFF_FFFF_FFFF_FFFF


@jitable
def drawn(state: int) -> int:
    """A number below 2**32."""
    return state >> 31


@jitable
def in_turn(position: Position, asked: Decision, clock: Any, state: int) -> tuple[int, int]:
    """The only seat there is to ask."""
    return lowest(asked.actors), state


@jitable
def quickest(position: Position, asked: Decision, clock: Any, state: int) -> tuple[int, int]:
    """The seat whose moment comes first."""
    now, planned = int(clock[NOW]), int(clock[PLANNED])
    fresh = asked.actors & ~planned
    ahead = outlook(position, fresh)
    for seat in range(TABLE + 1):
        if fresh >> seat & 1:
            state = drawn_after(state)
            pace = int(clock[PACES + seat]) if seat != TABLE else NORMAL
            clock[seat] = now + wait_of(position, asked, ahead, seat, drawn(state), pace)
    seat = first_due(asked.actors, clock)
    clock[NOW] = clock[seat]
    return seat, state


def asked_seat(position: Position, asked: Decision, clock: Any, state: int) -> tuple[int, int]:
    """The seat that acts next, maybe the table, and the generator after it."""
    chosen = _asker(registry.owner(type(position)))
    return chosen(position, asked, clock, state)


@twin(asked_seat)
def _asked_seat(position: Any, asked: Any, clock: Any, state: Any) -> Any:
    if game := game_of(position):
        chosen = _asker(game)
        return lambda position, asked, clock, state: chosen(position, asked, clock, state)
    return None


def _asker(game: Game) -> Asker:
    return quickest if game.is_race else in_turn


@jitable
def keep_moments(asked: Decision, after: Decision, seat: int, same_turn: bool, clock: Any) -> None:
    """Note, after a seat has acted, who keeps the moment that was drawn."""
    if asked.deadline:
        clock[PLANNED] = keeping(asked, after, same_turn) & ~(1 << seat)
