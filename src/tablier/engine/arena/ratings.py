"""How strong players are, from who beat whom: Elo numbers that say how sure they are.

A draw counts half for each side. The numbers are fitted to all results at once,
so that every player's expected score is the one that was reached; their mean is
0. The intervals hold the truth in about 95 arenas of 100, in more where many
games are drawn.
"""

from collections.abc import Mapping
from math import log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SURE = 1.96
"""Standard deviations to each side of an interval of 95 %."""
POINTS = 400 / log(10)
"""Elo points in one unit of log odds."""
PRIOR = 1.0
"""Games that each pair is taken to have drawn besides: who always won is not infinitely strong."""
MOST_ROUNDS = 100


class Tally(NamedTuple):
    """How games went for one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A draw counts half."""
        return self.wins + self.draws / 2

    def turned(self) -> "Tally":
        """The same games as the other side sees them."""
        return Tally(self.losses, self.draws, self.wins)

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


Results = Mapping[tuple[str, str], Tally]
"""How it went for the first of two players against the second; each pair stands there once."""


Matrix = npt.NDArray[np.float64]


class Interval(NamedTuple):
    """A number, and the bounds that it lies between."""

    value: float
    low: float
    high: float


def share(part: float, whole: float) -> Interval:
    """A part of a number of games, with Wilson's interval; without games anything is possible."""
    if not whole:
        return Interval(0.5, 0.0, 1.0)
    value, doubt = part / whole, SURE * SURE / whole
    middle = (value + doubt / 2) / (1 + doubt)
    reach = sqrt(value * (1 - value) * doubt + doubt * doubt / 4) / (1 + doubt)
    return Interval(value, max(0.0, middle - reach), min(1.0, middle + reach))


def decided(tally: Tally) -> Interval:
    """The share of wins in the games that somebody won."""
    return share(tally.wins, tally.wins + tally.losses)


def between(results: Results, one: str, other: str) -> Tally:
    """How it went for one player against another."""
    return (
        results[one, other]
        if (one, other) in results
        else results.get((other, one), Tally()).turned()
    )


def total(results: Results, player: str) -> Tally:
    """All games of one player."""
    result = Tally()
    for pair in results:
        if player in pair:
            result = result.plus(between(results, player, pair[pair[0] == player]))
    return result


def ratings(results: Results) -> dict[str, Interval]:
    """Every player's Elo number, the strongest first."""
    players = list(dict.fromkeys(player for pair in results for player in pair))
    if not players:
        return {}
    points, games = _matrices(results, players)
    strength = np.zeros(len(players))
    known = np.zeros_like(points)
    for _ in range(MOST_ROUNDS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        known = _information(games * expected * (1 - expected))
        step = np.linalg.pinv(known) @ (points - games * expected).sum(axis=1)
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    strength -= strength.mean()
    reach = SURE * np.sqrt(np.diag(np.linalg.pinv(known)))
    found = {
        player: Interval(*(POINTS * float(x) for x in (value, value - wide, value + wide)))
        for player, value, wide in zip(players, strength, reach, strict=True)
    }
    return dict(sorted(found.items(), key=lambda rated: -rated[1].value))


def _matrices(results: Results, players: list[str]) -> tuple[Matrix, Matrix]:
    """Points of row against column, and games between them, the prior among them."""
    number = {player: index for index, player in enumerate(players)}
    points = np.zeros((len(players), len(players)))
    games = np.zeros_like(points)
    for (one, other), tally in results.items():
        for a, b, side in ((one, other, tally), (other, one, tally.turned())):
            points[number[a], number[b]] = side.points + PRIOR / 2
            games[number[a], number[b]] = side.games + PRIOR
    return points, games


def _information(weights: Matrix) -> Matrix:
    """What the results tell about the differences between the players."""
    return np.diag(weights.sum(axis=1)) - weights
