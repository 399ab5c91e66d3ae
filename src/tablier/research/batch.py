"""Thousands of games side by side in arrays, and compiled code that plays them."""

from typing import Any, NamedTuple

import numpy as np

from tablier.compile.dispatch import actions, decision, identity, play, repeated
from tablier.compile.intrinsics import inlined
from tablier.compile.native import compiled
from tablier.compile.position_rows import digest, load, store, width
from tablier.compile.raw_array import bare, tail
from tablier.core.game import TABLE, Decision, Position
from tablier.core.match import REPETITIONS
from tablier.engine.search.one_turn import beaten
from tablier.engine.simulate.playout import some_roll
from tablier.research.encoding import Coding, Encoding
from tablier.research.turn_order import (
    PACES,
    asked_seat,
    drawn,
    drawn_after,
    keep_moments,
    new_clocks,
)

BEGIN = -1
"""In place of an action: begin anew."""
SIFTED = 10
"""A digest's first bits choose one of 2**10 bits that tell whether it may have been seen."""
SIEVE = (1 << SIFTED) // 8
"""The bytes of a row of `sieve`, which hold these bits."""
TURNS_KEPT = 1024
"""So many turns back a repetition is found: more than the games' own limits allow."""


class Batch(NamedTuple):
    """Bare arrays, the rows of all games one after the other."""

    states: Any
    seats: Any
    """Who is asked."""
    listed: Any
    """The legal actions, by the rules' numbers."""
    counts: Any
    """How many of them there are."""
    rewards: Any
    terminated: Any
    truncated: Any
    lengths: Any
    """Actions since the start."""
    chance: Any
    """The generator for dice and reactions."""
    whims: Any
    """The generator for sampled actions."""
    clocks: Any
    seen: Any
    """Digests of what began each turn, as far as repetitions go."""
    sieve: Any
    """Bits that mostly tell by themselves that a position is new."""
    turns: Any
    """How many of them there are."""
    repetitions: Any


def new_batch(encoding: Encoding, games: int) -> Batch:
    """Room for a number of games."""
    coding = encoding.coding

    def room(kind: type, *shape: int) -> Any:
        return bare(np.zeros(shape, kind))

    return Batch(
        states=room(np.int64, games * encoding.width),
        seats=room(np.int64, games),
        listed=room(np.int32, games * coding.most),
        counts=room(np.int64, games),
        rewards=room(np.float32, games * coding.players),
        terminated=room(np.int8, games),
        truncated=room(np.int8, games),
        lengths=room(np.int64, games),
        chance=room(np.int64, games),
        whims=room(np.int64, games),
        clocks=bare(new_clocks(games)),
        seen=room(np.int64, games, TURNS_KEPT),
        sieve=room(np.uint8, games, SIEVE),
        turns=room(np.int64, games),
        repetitions=room(np.int64, games),
    )


@compiled
def step_games(
    start: Position,
    batch: Batch,
    coding: Coding,
    chosen: Any,
    longest: int,
    first: int,
    last: int,
) -> None:
    """Play an action in each game from `first` up to `last`; or begin it anew, for `BEGIN`.

    When a game ends, the next one begins at once. Where it is the table's turn, it
    acts, until a seat is asked.
    """
    for game in range(first, last):
        room = tail(batch.listed, game * coding.most)
        position = load(start, batch.states, game * width(start))
        seat, chance = int(batch.seats[game]), int(batch.chance[game])
        begins = chosen[game] == BEGIN
        action = 0 if begins else int(coding.actions[chosen[game]])
        batch.lengths[game] += 1
        settled(batch, coding, game, position, 0, 0)
        while True:
            position = (
                begun(start, batch, game) if begins else played(position, seat, action, batch, game)
            )
            asked = decision(position)
            begins = asked.actors == 0 or batch.lengths[game] >= longest
            if begins:
                settled(batch, coding, game, position, asked.actors == 0, asked.actors != 0)
                continue
            seat, chance = asked_seat(position, asked, batch.clocks, game, chance)
            if seat != TABLE:
                break
            action, chance = tabled(position, asked, room, chance)
        batch.chance[game] = chance
        batch.seats[game], batch.counts[game] = seat, actions(position, seat, room)
        store(position, batch.states, game * width(start))


@compiled
def sample_actions(
    whims: Any, listed: Any, counts: Any, coding: Coding, chosen: Any, first: int, last: int
) -> None:
    """Any legal action for each of some games, all of them equally likely."""
    for game in range(first, last):
        state = drawn_after(whims[game])
        whims[game] = state
        place = drawn(state) * counts[game] >> 32
        chosen[game] = coding.places[listed[game * coding.most + place]]


@compiled
def first_illegal(
    listed: Any, counts: Any, coding: Coding, chosen: Any, first: int, last: int
) -> int:
    """The first of some games whose action is not among the legal ones; -1 if there is none."""
    for game in range(first, last):
        if not 0 <= chosen[game] < coding.repertoire:
            return game
        action, found = coding.actions[chosen[game]], False
        row = tail(listed, game * coding.most)
        for place in range(counts[game]):
            found = found | (row[place] == action)
        if not found:
            return game
    return -1


@compiled
def mask_actions(
    listed: Any, counts: Any, coding: Coding, marked: Any, masks: Any, first: int, last: int
) -> None:
    """Write 1 for every legal action of some games, and 0 for those marked before.

    A row of `marked` has the actions that are 1 in the mask, behind their number:
    a mask is long, and few of its numbers change.
    """
    for game in range(first, last):
        mask = tail(masks, game * coding.repertoire)
        marks = tail(marked, game * (1 + coding.most))
        for place in range(1, 1 + marks[0]):
            mask[marks[place]] = 0
        row = tail(listed, game * coding.most)
        marks[0] = counts[game]
        for place in range(counts[game]):
            action = coding.places[row[place]]
            mask[action] = 1
            marks[1 + place] = action


# What happens in a game


@inlined
def settled(
    batch: Batch, coding: Coding, game: int, position: Position, over: int, cut: int
) -> None:
    """Write down how a game stands: how it ended, that it was cut off, or nothing yet."""
    players = coding.players
    batch.terminated[game], batch.truncated[game] = over, cut
    for seat in range(players):
        reward = beaten(position, seat, players) / (players - 1) if over else 0.0
        batch.rewards[game * players + seat] = reward


@inlined
def begun(start: Position, batch: Batch, game: int) -> Position:
    """The first position, with nothing before it."""
    batch.lengths[game] = batch.turns[game] = 0
    for hand in range(PACES):
        batch.clocks[game, hand] = 0
    for byte in range(SIEVE):
        batch.sieve[game, byte] = 0
    return noted(start, batch, game)


@inlined
def played(position: Position, seat: int, action: int, batch: Batch, game: int) -> Position:
    """The position after an action, repetitions counted."""
    asked, turn = decision(position), position.turn
    position = play(position, seat, action)
    same_turn = position.turn == turn
    if not same_turn:
        position = noted(position, batch, game)
    keep_moments(asked, decision(position), seat, same_turn, batch.clocks, game)
    return position


@inlined
def noted(position: Position, batch: Batch, game: int) -> Position:
    """A position at the start of a turn, ended if it has stood there too often."""
    key = digest(identity(position))
    turns, count, seen = batch.turns[game], 1, batch.seen[game]
    sifted = key >> 64 - SIFTED & (1 << SIFTED) - 1
    byte, bit = sifted >> 3, 1 << (sifted & 7)
    if batch.sieve[game, byte] & bit:
        for turn in range(min(turns, TURNS_KEPT)):
            count += seen[turn] == key
    batch.sieve[game, byte] |= bit
    seen[turns % TURNS_KEPT] = key
    batch.turns[game] = turns + 1
    batch.repetitions[game] = count
    return repeated(position) if count >= REPETITIONS else position


@inlined
def tabled(position: Position, asked: Decision, room: Any, chance: int) -> tuple[int, int]:
    """What the table does, a roll or the end of a deadline, and the generator after it."""
    if asked.dice:
        chance = drawn_after(chance)
        return some_roll(asked, drawn(chance)), chance
    actions(position, TABLE, room)
    return int(room[0]), chance
