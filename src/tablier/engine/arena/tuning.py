"""Weights for a game's evaluation, found by letting it play against itself.

Any game that brings a `Tuning` can be tuned. Players that look two actions ahead play
games, at first by the guess. A logistic regression over all positions so far then finds the
weights that tell best, from the difference between two seats' features, which of the two comes
out ahead; the next round is played by them. The weights in use have no influence, nor has a
clock: the same games and rounds give the same weights. They are thousandths of a unit of
log odds.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablier.compile.dispatch import actions, decision, offered, place, play
from tablier.compile.marks import compiled, jitable
from tablier.core.errors import BadOption
from tablier.core.game import TABLE, Game, Position
from tablier.core.match import Match
from tablier.core.parts import Tuning
from tablier.core.rules.kernel import lowest
from tablier.core.rules.weighing import weighed
from tablier.engine.search.one_turn import SETTLED, beaten
from tablier.engine.simulate.playout import draw_number, some_roll

UNIT = 1_000
"""The weight of one unit of log odds."""
OPENING = 4
"""Random actions at the beginning of a game."""
SLIPS = 0.1
"""The share of actions that are random later on."""
LONGEST_GAME = 400
"""Actions after which a game teaches nothing."""
MOST_POSITIONS = 1 << 20
"""In one round."""
RESTRAINT = 1e-4
"""What pulls weights towards 0 that hardly matter."""
MOST_STEPS, SETTLING = 30, 1e-9
"""Newton's method stops when a step is as small as this."""

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]


class Round(NamedTuple):
    """What a round of games taught."""

    positions: int
    loss: float
    """How badly the weights tell who comes out ahead: log 2 is no better than a coin."""
    weights: dict[int, tuple[int, ...]]
    """The game's own `Features`, for each row of weights that the games had use for."""


def tunable(game: Game) -> bool:
    """Whether a game's evaluation has weights."""
    return game.tuning is not None


def weights_in_use(game: Game) -> list[tuple[int, ...]]:
    """The rows of weights that a game's evaluation has."""
    tuning = tuning_of(game)
    length = len(tuning.GUESS)
    return [
        tuning.Features(*tuning.WEIGHTS[first : first + length])
        for first in range(0, len(tuning.WEIGHTS), length)
    ]


def tune(match: Match, games: int, rounds: int, seed: int = 1) -> Iterator[Round]:
    """Play rounds of games from where a match stands; the last round's weights are the best."""
    tuning, players = tuning_of(match.game), match.players
    length, rows = len(tuning.GUESS), len(weights_in_use(match.game))
    weights = np.array(tuning.GUESS * rows, np.int64)
    listed = np.zeros((2, match.game.rules.MOST_ACTIONS), np.int64)
    counted = np.zeros((MOST_POSITIONS, players, length), np.int16)
    places = np.zeros((MOST_POSITIONS, players), np.int16)
    firsts = np.zeros(MOST_POSITIONS, np.int16)
    lessons = [Lessons(length) for _ in range(rows)]
    for number in range(rounds):
        drawn = draw_number(draw_number(seed << 16 | number))
        used = self_play(match.state, weights, games, listed, drawn, counted, places, firsts)
        found, losses = {}, []
        for row, learned in enumerate(lessons):
            kept = np.flatnonzero(firsts[:used] == row * length)
            learned.add(counted[kept], places[kept])
            if len(learned.ahead):
                fitted, loss = regress(learned.differences, learned.ahead)
                weights[row * length : (row + 1) * length] = np.rint(UNIT * fitted)
                found[row] = tuning.Features(*weights[row * length : (row + 1) * length].tolist())
                losses.append((loss, len(learned.ahead)))
        loss = sum(loss * count for loss, count in losses) / sum(count for _, count in losses)
        yield Round(used, loss, found)


class Lessons:
    """What the positions of all rounds had for two seats, and which of them came out ahead."""

    def __init__(self, features: int) -> None:
        self.differences = np.zeros((0, features))
        self.ahead = np.zeros(0)

    def add(self, counted: npt.NDArray[np.int16], places: npt.NDArray[np.int16]) -> None:
        """Some more positions, with every two seats compared."""
        for one in range(counted.shape[1]):
            for other in range(one):
                pair = counted[:, one] - counted[:, other]
                self.differences = np.concatenate((self.differences, pair))
                worse = np.sign(places[:, one] - places[:, other])
                self.ahead = np.concatenate((self.ahead, (1 - worse) / 2))


def tuning_of(game: Game) -> Tuning:
    """What a game counts and weighs; BadOption where it has no weights."""
    if game.tuning is None:
        raise BadOption(f"{game.name} has no weights to tune")
    return game.tuning


# Playing


@offered("tuning")
def features(position: Position, seat: int) -> Any:
    """What counts for a seat."""


@offered("tuning")
def first_weight(position: Position) -> Any:
    """Where the position's row of weights begins."""


@compiled
def self_play(
    position: Position,
    weights: Any,
    games: int,
    listed: Any,
    drawn: int,
    counted: Any,
    places: Any,
    firsts: Any,
) -> int:
    """Play games; write, for every position, the features and the final places of each seat.

    And where its weights begin.

    Games that don't end are forgotten. Returns how many positions were kept.
    """
    used, players = 0, places.shape[1]
    for _ in range(games):
        at, first = position, used
        for number in range(LONGEST_GAME):
            asked = decision(at)
            if asked.actors == 0 or used == len(counted):
                break
            seat = lowest(asked.actors)
            drawn = draw_number(drawn)
            slips = number < OPENING or drawn < SLIPS * 2.0**32
            drawn = draw_number(drawn)
            if asked.dice:
                action = some_roll(asked, drawn)
            elif slips:
                action = listed[0, drawn * actions(at, seat, listed[0]) >> 32]
            else:
                action = chosen(at, seat, players, weights, listed, drawn)
            at = play(at, seat, action)
            if decision(at).actors:
                keep(at, players, counted[used])
                firsts[used] = first_weight(at)
                used += 1
        if decision(at).actors:
            used = first
        for row in range(first, used):
            for seat in range(players):
                places[row, seat] = place(at, seat)
    return used


@jitable
def keep(position: Position, players: int, row: Any) -> None:
    """Write down what counts for each seat."""
    for seat in range(players):
        counts = features(position, seat)
        for index in range(len(counts)):
            row[seat, index] = counts[index]


@jitable
def chosen(
    position: Position, seat: int, players: int, weights: Any, listed: Any, drawn: int
) -> int:
    """The action that is best after whatever comes next; of equal ones, any."""
    count = actions(position, seat, listed[0])
    skipped = drawn * count >> 32
    best, most = listed[0, skipped], -(1 << 61)
    for index in range(count):
        action = listed[0, (index + skipped) % count]
        after = play(position, seat, action)
        found = answered(after, seat, players, weights, listed[1], most)
        if found > most:
            best, most = action, found
    return best


@jitable
def answered(
    position: Position, seat: int, players: int, weights: Any, listed: Any, bar: int
) -> int:
    """The margin of a seat after one more action, its own or a rival's, unless the table rolls.

    It need not be exact once a rival has found an action that takes it below the bar.
    """
    actors = decision(position).actors
    if actors in (0, 1 << TABLE):
        return margin(position, seat, players, weights)
    actor = lowest(actors)
    side = 1 if actor == seat else -1
    best = -(1 << 61)
    for index in range(actions(position, actor, listed)):
        after = play(position, actor, listed[index])
        best = max(best, side * margin(after, seat, players, weights))
        if side < 0 and -best < bar:
            break
    return side * best


@jitable
def margin(position: Position, seat: int, players: int, weights: Any) -> int:
    """How far a seat is ahead of the best of the others."""
    if decision(position).actors == 0:
        return SETTLED * beaten(position, seat, players)
    best = -(1 << 60)
    for other in range(players):
        if other != seat and place(position, other) == 0:
            best = max(best, worth(position, other, weights))
    return worth(position, seat, weights) - best


@jitable
def worth(position: Position, seat: int, weights: Any) -> int:
    """What counts for a seat, weighed."""
    return weighed(features(position, seat), weights, first_weight(position))


# Learning


def regress(differences: Matrix, ahead: Vector) -> tuple[Vector, float]:
    """The logistic regression without a constant, as neither side is the first; and its loss."""
    spread = np.maximum(differences.std(axis=0), 1e-9)
    scaled = differences / spread
    weights = np.zeros(scaled.shape[1])
    restraint = RESTRAINT * np.eye(len(weights))
    for _ in range(MOST_STEPS):
        chances = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (chances - ahead) / len(ahead) + restraint @ weights
        bend = (scaled * (chances * (1 - chances))[:, None]).T @ scaled / len(ahead)
        step = np.clip(np.linalg.solve(bend + restraint, slope), -1, 1)
        weights -= step
        if np.abs(step).max() < SETTLING:
            break
    odds = scaled @ weights
    loss = float(np.mean(np.logaddexp(0, -odds) * ahead + np.logaddexp(0, odds) * (1 - ahead)))
    return weights / spread, loss
