"""Do ZINGA's chances foretell the winners? And which factors would do it best?

Equal players race for whole games. From each game one position is kept, at the
start of a turn drawn by lot, with the winner. A good estimate finds the winner
likely: the mean of -log(chance) is small. The fit looks for the factors that
make it smallest; what it prints are the constants of games/zinga/chances.py.
"""

import time
from typing import Any

import numpy as np
from scipy.optimize import minimize

import tablier
from tablier.compile.dispatch import place
from tablier.compile.marks import compiled
from tablier.core.game import MAX_SEATS, TABLE
from tablier.engine.simulate.playout import draw_number
from tablier.engine.simulate.race import Habits, race
from tablier.games.zinga import chances
from tablier.games.zinga.board import CELLS, LINES
from tablier.games.zinga.sheet.claims import NUMBERS, claim_at

GAMES = 30_000
LATEST = 18
"""Turns are drawn below this number for each player."""
SLIPS = 40
"""Slips in a thousand, so that there are blunders to learn from."""
KINDS = ("ticks", "plus", "blunders", "playing", "pawn")
TICKS, PLUS, BLUNDERS, PLAYING, PAWN = range(len(KINDS))


@compiled
def sample(
    position: Any, habits: Habits, games: int, latest: int, kept: Any, winners: Any, state: int
) -> int:
    """Keep a position of each game that lasts long enough, and its winner; return how many."""
    due = np.zeros(TABLE + 1, np.int64)
    count = 0
    for _ in range(games):
        state = draw_number(state)
        at, _, state = race(position, habits, due, state, state * latest >> 32)
        if at.ending:
            continue
        end, _, state = race(at, habits, due, state)
        for seat in range(at.players):
            kept[count, seat, TICKS] = at.ticks[seat]
            kept[count, seat, PLUS] = at.plus[seat]
            kept[count, seat, BLUNDERS] = at.blunders[seat]
            kept[count, seat, PLAYING] = at.playing >> seat & 1
            kept[count, seat, PAWN] = 1 if at.pawn == seat else 0
            if place(end, seat) == 1:
                winners[count] = seat
        count += 1
    return count


class Sample:
    """Positions of games between some players, and who won."""

    def __init__(self, players: int, seed: int) -> None:
        start = tablier.new("zinga", players=players).state
        kept = np.zeros((GAMES, players, len(KINDS)), np.int64)
        winners = np.zeros(GAMES, np.int64)
        habits = Habits(slips=(SLIPS,) * MAX_SEATS)
        count = sample(start, habits, GAMES, LATEST * players, kept, winners, seed)
        self.players = players
        self.kept, self.winners = kept[:count], winners[:count]
        numbers = [
            [claim_at(start.sheets, seat, cell) % NUMBERS for cell in range(CELLS)]
            for seat in range(players)
        ]
        near = np.array(chances.NEAR).reshape(-1, NUMBERS)[players] / chances.ONE
        self.offered = near[np.array(numbers)] / chances.NEARNESS
        ticked = self.kept[:, :, TICKS, None] >> np.arange(CELLS) & 1
        lines = np.array([[line >> cell & 1 for cell in range(CELLS)] for line in LINES])
        self.open = (1 - ticked) @ lines.T
        """How many cells of each line are open."""
        self.waiting = np.where(ticked, 0, np.log(self.offered)) @ lines.T

    def loss(self, factors: Any) -> float:
        """The mean of -log(chance) of the winners."""
        nearness, plus, blunders, pawn = factors[0], factors[1:4], factors[4:6], factors[6]
        lines = np.exp(self.waiting + self.open * np.log(nearness))
        strength = np.log(lines.sum(axis=2))
        strength += np.array([0, *plus])[self.kept[:, :, PLUS]]
        strength += np.array([0, *blunders, 0])[self.kept[:, :, BLUNDERS]]
        strength += pawn * self.kept[:, :, PAWN]
        strength = np.where(self.kept[:, :, PLAYING] > 0, strength, -99)
        total = np.log(np.exp(strength).sum(axis=1))
        return float((total - strength[np.arange(len(self.winners)), self.winners]).mean())

    def ignorance(self) -> float:
        """The same, if all who are still in were equally likely to win."""
        return float(np.log(self.kept[:, :, PLAYING].sum(axis=1)).mean())


def present() -> list[float]:
    """The factors that are in use: nearness as it is, the others as logarithms."""
    factors = (*chances.PLUS[1:], *chances.BLUNDERS[1:3], chances.PAWN)
    return [chances.NEARNESS, *(float(np.log(factor / chances.ONE)) for factor in factors)]


def main() -> None:
    """Print how good the chances are, and the best factors for two and for four players."""
    began = time.monotonic()
    samples = [Sample(players, players) for players in (2, 4)]
    for each in samples:
        print(
            f"{each.players} players: {len(each.winners):6} positions,"
            f" loss {each.loss(present()):.4f}, knowing nothing {each.ignorance():.4f}"
        )
    found = minimize(
        lambda factors: sum(each.loss(factors) for each in samples), present(), method="L-BFGS-B"
    )
    print(f"nearness {found.x[0]:.2f}")
    print("plus    ", [round(chances.ONE * float(np.exp(x))) for x in found.x[1:4]])
    print("blunders", [round(chances.ONE * float(np.exp(x))) for x in found.x[4:6]])
    print("pawn    ", round(chances.ONE * float(np.exp(found.x[6]))))
    print(f"loss {sum(each.loss(present()) for each in samples):.5f} → {found.fun:.5f}")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
