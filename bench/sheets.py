"""Are ZINGA's four sheets equally hard? And how fast is the simulator?

Four equal players, each with another sheet, race for whole games. The sheets go
round the seats in every order, so that no seat and no neighbour matters.
"""

import time
from itertools import permutations

import numpy as np

import tablier
from tablier.engine.simulate.race import Habits, races_compiled
from tablier.games.zinga.sheet.layouts import OURS

GAMES_PER_ORDER = 10_000
"""Of 24 orders."""
MOST_OFF = 0.01
"""How far a sheet's share of wins may be from a quarter."""
LEAST_PER_MINUTE = 100_000


def shares() -> tuple[list[float], int]:
    """Each sheet's share of wins, and the number of games."""
    wins = [0] * len(OURS)
    games = 0
    for seed, order in enumerate(permutations(range(len(OURS))), 1):
        match = tablier.new("zinga", players=len(OURS), sheets=[OURS[sheet] for sheet in order])
        won = _won(match, GAMES_PER_ORDER, seed)
        for seat, sheet in enumerate(order):
            wins[sheet] += int(won[seat])
        games += GAMES_PER_ORDER
    return [won / games for won in wins], games


def _won(
    match: tablier.Match, games: int, seed: int
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    wins, due = np.zeros(match.players, np.int64), np.zeros(tablier.TABLE + 1, np.int64)
    races_compiled(match.state, Habits(), games, match.players, wins, due, seed)
    return wins


def per_minute(games: int = 50_000) -> float:
    """Two-player games that one core plays in a minute."""
    match = tablier.new("zinga")
    _won(match, 1, 1)
    began = time.process_time()
    _won(match, games, 1)
    return games / (time.process_time() - began) * 60


def main() -> None:
    """Print the shares and the speed, and fail outside the bars."""
    found, games = shares()
    for number, share in enumerate(found, 1):
        print(f"sheet {number}: {share:7.3%} of {games:,} four-player games  (bar: 25 % ± 1 %)")
    speed = per_minute()
    print(f"{speed:,.0f} two-player games a minute  (bar: {LEAST_PER_MINUTE:,})")
    assert all(abs(share - 1 / len(OURS)) <= MOST_OFF for share in found)
    assert speed >= LEAST_PER_MINUTE


if __name__ == "__main__":
    main()
