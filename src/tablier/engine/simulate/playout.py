"""Random games, played to the end as fast as the rules allow."""

from typing import Any, NamedTuple

from tablier.compile.dispatch import actions, decision, place, play, reason
from tablier.compile.lanes import row
from tablier.compile.marks import compiled, jitable
from tablier.core.dice import FACES
from tablier.core.game import TABLE, Actions, Decision, Position
from tablier.core.rules.kernel import key_of, lowest, popcount

LONGEST_PLAYOUT = 3_000
"""Actions after which a game is left: without draw rules it can go on for ever."""


@jitable
def draw_number(state: int) -> int:
    """The next of a row of numbers below 2**32, the same interpreted and compiled."""
    return state * 1_664_525 + 1_013_904_223 & 0xFFFF_FFFF


@jitable
def some_seat(actors: int, state: int) -> int:
    """One of those who may act, by the number drawn."""
    if actors & actors - 1 == 0:
        return lowest(actors)
    skipped = state * popcount(actors) >> 32
    seat = 0
    while skipped or not actors >> seat & 1:
        skipped -= actors >> seat & 1
        seat += 1
    return seat


@jitable
def playouts(position: Position, games: int, out: Actions, state: int) -> int:
    """Play games at random to their ends; return how many actions they took in all."""
    taken = 0
    for _ in range(games):
        at = position
        asked = decision(at)
        first = taken
        while asked.actors and taken - first < LONGEST_PLAYOUT:
            seat = some_seat(asked.actors, state)
            state = draw_number(state)
            if asked.dice and seat == TABLE:
                action = some_roll(asked, state)
            else:
                action = out[state * actions(at, seat, out) >> 32]
            at = play(at, seat, action)
            taken += 1
            asked = decision(at)
    return taken


@jitable
def all_rolls(asked: Decision) -> int:
    """How many rolls there are, all equally likely."""
    found = 1
    for _ in range(asked.dice):
        found *= FACES
    return found


@jitable
def some_roll(asked: Decision, state: int) -> int:
    """One of the rolls that the table can make, by the number drawn."""
    return asked.roll + (state * all_rolls(asked) >> 32)


@jitable
def walk(position: Position, players: int, out: Actions, state: int) -> tuple[int, int]:
    """Play one game at random; return how many actions it had and a checksum.

    Every legal list, every position and the result go into the checksum, so
    equal checksums mean that the same game was played by the same rules.
    """
    taken, checksum = 0, 0
    asked = decision(position)
    while asked.actors and taken < LONGEST_PLAYOUT:
        state = draw_number(state)
        seat = some_seat(asked.actors, state)
        state = draw_number(state)
        if asked.dice and seat == TABLE:
            action = some_roll(asked, state)
        else:
            count = actions(position, seat, out)
            for index in range(count):
                checksum = mixed(checksum, out[index])
            action = out[state * count >> 32]
        position = play(position, seat, action)
        checksum = mixed(checksum, key_of(position))
        taken += 1
        asked = decision(position)
    for seat in range(players):
        checksum = mixed(checksum, place(position, seat))
    return taken, mixed(checksum, reason(position))


@jitable
def mixed(checksum: int, number: int) -> int:
    """A checksum with one more number in it."""
    return (checksum * 1_000_003 ^ number & 0xFFFF_FFFF_FFFF) & 0xFFFF_FFFF


class Walks(NamedTuple):
    """Random games side by side, one for each number that its chance begins with."""

    states: Any
    """These numbers."""
    lists: Any
    """A row for each game, in which its legal actions are listed."""
    taken: Any
    """How many actions each game has had."""
    checksums: Any


@compiled
def play_games(position: Position, most: int, games: Walks, first: int, last: int) -> None:
    """Play some of the games; rows of `lists` have `most` places."""
    for game in range(first, last):
        room = row(games.lists, game, most)
        games.taken[game] = playouts(position, 1, room, games.states[game])


@compiled
def walk_games(
    position: Position, players: int, most: int, games: Walks, first: int, last: int
) -> None:
    """Play some of the games, and note a checksum of each."""
    for game in range(first, last):
        room = row(games.lists, game, most)
        taken, checksum = walk(position, players, room, games.states[game])
        games.taken[game], games.checksums[game] = taken, checksum


SEAT_BITS = 4
"""Of a move in `note_games`: who acts is in the lowest bits, the action above them."""


@compiled
def note_games(
    position: Position, most: int, longest: int, games: Walks, moves: Any, first: int, last: int
) -> None:
    """Play some of the games, and note all their moves, `longest` of each at most."""
    for game in range(first, last):
        room, noted = row(games.lists, game, most), row(moves, game, longest)
        state, taken, at = games.states[game], 0, position
        asked = decision(at)
        while asked.actors and taken < longest:
            seat = some_seat(asked.actors, state)
            state = draw_number(state)
            if asked.dice and seat == TABLE:
                action = some_roll(asked, state)
            else:
                action = int(room[state * actions(at, seat, room) >> 32])
            noted[taken] = action << SEAT_BITS | seat
            at = play(at, seat, action)
            taken += 1
            asked = decision(at)
        games.taken[game] = taken


playouts_compiled = compiled(playouts)
walk_compiled = compiled(walk)
