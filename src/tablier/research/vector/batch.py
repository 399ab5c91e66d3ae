"""Thousands of games side by side in arrays, and compiled code that plays them."""

from typing import Any, NamedTuple

import numpy as np

from tablier.compile.dispatch import actions, decision, identity, play, repeated
from tablier.compile.lanes import row
from tablier.compile.marks import compiled, inlined, jitable
from tablier.compile.position_rows import digest, load, store, width
from tablier.compile.raw_array import bare
from tablier.core.errors import BadOption, IllegalMove
from tablier.core.game import TABLE, Decision, Position
from tablier.core.match import REPETITIONS
from tablier.engine.search.one_turn import beaten
from tablier.engine.simulate.playout import some_roll
from tablier.research.encoding import Coding, Encoding
from tablier.research.turn_order import (
    CLOCK,
    PACES,
    asked_seat,
    drawn,
    drawn_after,
    keep_moments,
)

BEGIN = -1
"""In place of an action: begin anew, at any of the starts; what is less begins at a certain one."""
SIFTED = 10
"""A digest's first bits choose two of 2**10 bits that tell whether it may have been seen."""
SIEVE = (1 << SIFTED) // 8
"""The bytes of a row of `sieve`, which hold these bits."""
TURNS_KEPT = 1024
"""How many turns back a repetition is found: more than the games' own limits allow."""


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
    paused: Any
    """1 for games that a step leaves alone."""
    origins: Any
    """The generator as it was when the game began: with the actions, it tells the whole game."""
    openings: Any
    """Which of the starts it began at."""
    final_states: Any
    """The last position of the game before this one."""
    final_seats: Any
    """Who would have been asked there; who acted last, where nobody is asked any more."""
    final_lengths: Any
    final_repetitions: Any


class Starts(NamedTuple):
    """The positions at which games begin."""

    total: int
    ints: Any
    """One position after the other."""


def begin_at(start: Any) -> Any:
    """What stands in place of an action for a game that begins at a certain start."""
    return BEGIN - 1 - start


class Room:
    """Where the arrays of a batch come from."""

    def plain(self, kind: type, rows: int, width: int = 1) -> Any:
        """Room for rows that lie one after the other."""
        return bare(np.zeros(rows * width, kind))

    def striped(self, kind: type, rows: int, width: int) -> Any:
        """The same for rows that most of the memory's traffic goes to: as they are quickest."""
        return self.plain(kind, rows, width)


def new_batch(encoding: Encoding, games: int, room: Room) -> Batch:
    """Room for a number of games."""
    coding = encoding.coding
    return Batch(
        states=room.striped(np.int64, games, encoding.width),
        seats=room.plain(np.int64, games),
        listed=room.striped(np.int32, games, coding.most),
        counts=room.plain(np.int64, games),
        rewards=room.plain(np.float32, games, coding.players),
        terminated=room.plain(np.int8, games),
        truncated=room.plain(np.int8, games),
        lengths=room.plain(np.int64, games),
        chance=room.plain(np.int64, games),
        whims=room.plain(np.int64, games),
        clocks=room.striped(np.int64, games, CLOCK),
        seen=room.plain(np.int64, games, TURNS_KEPT),
        sieve=room.plain(np.uint8, games, SIEVE),
        turns=room.plain(np.int64, games),
        repetitions=room.plain(np.int64, games),
        paused=room.plain(np.int8, games),
        origins=room.plain(np.int64, games),
        openings=room.plain(np.int64, games),
        final_states=room.striped(np.int64, games, encoding.width),
        final_seats=room.plain(np.int64, games),
        final_lengths=room.plain(np.int64, games),
        final_repetitions=room.plain(np.int64, games),
    )


def check_actions(given: Any, games: int) -> None:
    """Refuse what are no actions, one for each of some games."""
    if given.shape != (games,) or (given.dtype.kind not in "iu" and games):
        raise BadOption(f"{games} whole numbers are needed, an action for each game")


def used_columns(turns: Any, counts: Any) -> dict[str, int]:
    """How many numbers of a row are in use, where that is known, for some games."""
    most = int(turns.max()) if len(turns) else 0
    return {
        "seen": min(most, TURNS_KEPT),
        "listed": int(counts.max()) if len(counts) else 0,
    }


@compiled
def step_games(
    start: Position,
    batch: Batch,
    coding: Coding,
    longest: int,
    starts: Starts,
    chosen: Any,
    first: int,
    last: int,
) -> None:
    """Play an action in each game from `first` up to `last`; or begin it anew, for `BEGIN`.

    When a game ends, the next one begins at once. Where it is the table's turn, it
    acts, until a seat is asked.
    """
    for game in range(first, last):
        if batch.paused[game]:
            continue
        room, clock = row(batch.listed, game, coding.most), row(batch.clocks, game, CLOCK)
        ints = row(batch.states, game, width(start))
        actor, wanted = int(batch.seats[game]), int(chosen[game])
        seat, acts = actor, wanted >= 0
        action = int(coding.actions[wanted]) if acts else 0
        batch.lengths[game] += 1
        go_on(batch, coding, game)
        if not acts:
            begin_game(start, batch, starts, game, wanted)
        while True:
            position, chance = load(start, ints, 0), int(batch.chance[game])
            while True:
                if acts:
                    position = played(position, seat, action, batch, game)
                asked = decision(position)
                if asked.actors == 0:
                    break
                seat, chance = asked_seat(position, asked, clock, chance)
                if seat != TABLE:
                    break
                action, chance = tabled(position, asked, room, chance)
                acts = True
            store(position, ints, 0)
            batch.chance[game] = chance
            over = asked.actors == 0
            if not over and batch.lengths[game] < longest:
                break
            end_game(start, batch, coding, game, over, actor if over else seat)
            begin_game(start, batch, starts, game, BEGIN)
            acts = False
        batch.seats[game], batch.counts[game] = seat, actions(position, seat, room)


@compiled
def sample_actions(
    whims: Any, listed: Any, counts: Any, coding: Coding, chosen: Any, first: int, last: int
) -> None:
    """Any legal action for each of some games, all of them equally likely."""
    for game in range(first, last):
        state = drawn_after(whims[game])
        whims[game] = state
        place = drawn(state) * counts[game] >> 32
        chosen[game] = coding.places[row(listed, game, coding.most)[place]]


@compiled
def first_illegal(
    listed: Any, counts: Any, paused: Any, coding: Coding, chosen: Any, first: int, last: int
) -> int:
    """The first of some games whose action is not among the legal ones; -1 if there is none.

    The game's number comes before 32 bits of the action's.
    """
    for game in range(first, last):
        if paused[game]:
            continue
        if not 0 <= chosen[game] < coding.repertoire:
            return refused(game, chosen[game])
        action, found = coding.actions[chosen[game]], False
        legal = row(listed, game, coding.most)
        for place in range(counts[game]):
            found = found | (legal[place] == action)
        if not found:
            return refused(game, chosen[game])
    return -1


@inlined
def refused(game: int, action: int) -> int:
    """A game and an action that is not legal there, as one number."""
    return game << 32 | min(max(action, -1 << 31), (1 << 31) - 1) & 0xFFFF_FFFF


def illegal_move(found: int) -> IllegalMove:
    """What to say of such a number."""
    action = (found + (1 << 31) & 0xFFFF_FFFF) - (1 << 31)
    return IllegalMove(f"game {found >> 32}: action {action} is not legal", code="illegal")


@compiled
def mask_actions(
    listed: Any, counts: Any, coding: Coding, marked: Any, masks: Any, first: int, last: int
) -> None:
    """Write 1 for every legal action of some games, and 0 for those marked before.

    A row of `marked` has the actions that are 1 in the mask, behind their number:
    a mask is long, and few of its numbers change.
    """
    for game in range(first, last):
        mask = row(masks, game, coding.repertoire)
        marks = row(marked, game, 1 + coding.most)
        for place in range(1, 1 + marks[0]):
            mask[marks[place]] = 0
        legal = row(listed, game, coding.most)
        marks[0] = counts[game]
        for place in range(counts[game]):
            action = coding.places[legal[place]]
            mask[action] = 1
            marks[1 + place] = action


# What happens in a game


@inlined
def go_on(batch: Batch, coding: Coding, game: int) -> None:
    """Write down that a game has brought nothing yet."""
    batch.terminated[game] = batch.truncated[game] = 0
    for seat in range(coding.players):
        batch.rewards[game * coding.players + seat] = 0.0


@jitable
def end_game(
    start: Position, batch: Batch, coding: Coding, game: int, over: bool, seat: int
) -> None:
    """Write down how a game has ended, or that it was cut off, and who sees it.

    This and how games begin is called rather than inlined: it is rare, and a loop that has it in
    itself is slower by a tenth.
    """
    ints, players = row(batch.states, game, width(start)), coding.players
    position = load(start, ints, 0)
    batch.terminated[game], batch.truncated[game] = over, not over
    for other in range(players):
        reward = beaten(position, other, players) / (players - 1) if over else 0.0
        batch.rewards[game * players + other] = reward
    batch.final_seats[game], batch.final_lengths[game] = seat, batch.lengths[game]
    batch.final_repetitions[game] = batch.repetitions[game]
    store(position, row(batch.final_states, game, width(start)), 0)


@jitable
def begin_game(start: Position, batch: Batch, starts: Starts, game: int, wanted: int) -> None:
    """Put a first position in a game's place, with nothing before it."""
    opening = BEGIN - 1 - wanted
    if opening < 0:
        opening = 0
        if starts.total > 1:
            batch.chance[game] = drawn_after(int(batch.chance[game]))
            opening = drawn(int(batch.chance[game])) * starts.total >> 32
    batch.lengths[game] = batch.turns[game] = 0
    batch.origins[game], batch.openings[game] = batch.chance[game], opening
    clock, sieve = row(batch.clocks, game, CLOCK), row(batch.sieve, game, SIEVE)
    for hand in range(PACES):
        clock[hand] = 0
    for byte in range(SIEVE):
        sieve[byte] = 0
    position = load(start, row(starts.ints, opening, width(start)), 0)
    store(noted(position, batch, game), row(batch.states, game, width(start)), 0)


@inlined
def played(position: Position, seat: int, action: int, batch: Batch, game: int) -> Position:
    """The position after an action, repetitions counted."""
    asked, turn = decision(position), position.turn
    position = play(position, seat, action)
    same_turn = position.turn == turn
    if not same_turn:
        position = noted(position, batch, game)
    clock = row(batch.clocks, game, CLOCK)
    keep_moments(asked, decision(position), seat, same_turn, clock)
    return position


@inlined
def noted(position: Position, batch: Batch, game: int) -> Position:
    """A position at the start of a turn, ended if it has stood there too often."""
    key = digest(identity(position))
    turns, count = batch.turns[game], 1
    seen, sieve = row(batch.seen, game, TURNS_KEPT), row(batch.sieve, game, SIEVE)
    one = key >> 64 - SIFTED & (1 << SIFTED) - 1
    other = key >> 64 - 2 * SIFTED & (1 << SIFTED) - 1
    if sieve[one >> 3] >> (one & 7) & sieve[other >> 3] >> (other & 7) & 1:
        for turn in range(min(turns, TURNS_KEPT)):
            count += seen[turn] == key
    sieve[one >> 3] |= 1 << (one & 7)
    sieve[other >> 3] |= 1 << (other & 7)
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
