"""Do the weights of the evaluations come from tuning?

Tunes every game and way of playing that has weights, and compares. What is printed can be
put into the game's evaluate.py as it stands. TUNE_ONLY names a part of a setup's text, so
that only such setups are tuned.
"""

import os

import tablier
from tablier.engine.arena.tuning import tune, weights_in_use

SETUPS = {
    "zhizhu": (2_000, 6),
    "chinese-checkers": (400, 6),
    "chinese-checkers players=3": (1_000, 1),
    "sensei": (1_000, 6),
    "sensei way=shizukana": (1_000, 6),
}
"""And the games of a round, and the rounds. Three players who learn from each other lose
their way, and games get long; so they learn from the first guess alone."""


def tuned(setup: str) -> dict[int, tuple[int, ...]]:
    """The weights of the last round, by their row."""
    weights: dict[int, tuple[int, ...]] = {}
    rounds = tune(tablier.read_position(setup), *SETUPS[setup])
    for number, learned in enumerate(rounds, 1):
        print(
            f"{setup}: round {number}, {learned.positions:,} positions, loss {learned.loss:.4f}",
            flush=True,
        )
        weights = learned.weights
    return weights


def main() -> None:
    """Tune, and fail if the weights in use are others."""
    differ = []
    for setup in SETUPS:
        if os.environ.get("TUNE_ONLY", "") in setup:
            weights, in_use = tuned(setup), weights_in_use(tablier.read_position(setup).game)
            print(*weights.values(), sep="\n", flush=True)
            if any(in_use[row] != found for row, found in weights.items()):
                differ.append(setup)
    assert not differ, f"the weights in use are others: {', '.join(differ)}"


if __name__ == "__main__":
    main()
