"""How the worked learner fares: what it wins, and what of its time the environment takes.

PyTorch is not among our dependencies; without it nothing is measured. BENCH_MINUTES is how long
each game is learnt, and BENCH_CURVE=docs/learning.json writes what the handbook draws.
"""

import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

from bench._house import size
from tablier.research import VectorEnv

EXAMPLES = Path(__file__).parents[1] / "examples"
RUNS = {
    "zhizhu": [],
    "chinese-checkers": ["--guided", "--sparring", "0.5", "--games", "256"],
}


class Stopwatch:
    """Adds up what functions take; with another one, only while that one runs."""

    def __init__(self, within: "Stopwatch | None" = None) -> None:
        self.seconds, self.running, self.within = 0.0, False, within

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""

        def call(*given: Any, **named: Any) -> Any:
            if self.within and not self.within.running:
                return function(*given, **named)
            began, self.running = perf_counter(), True
            try:
                return function(*given, **named)
            finally:
                self.seconds += perf_counter() - began
                self.running = False

        return call


def main() -> None:
    """Learn each game."""
    if not find_spec("torch"):
        print("PyTorch is not here: pip install torch")
        return
    sys.path.insert(0, str(EXAMPLES))
    ppo, learning = import_module("ppo"), Stopwatch()
    stepping = Stopwatch(within=learning)
    for watch, owner, name in (
        (learning, ppo, "rollout"),
        (learning, ppo, "learn"),
        (stepping, ppo, "copied"),
        (stepping, ppo, "at_random"),
        (stepping, VectorEnv, "step"),
    ):
        setattr(owner, name, watch.timed(getattr(owner, name)))
    curves = {}
    for game, given in RUNS.items():
        learning.seconds = stepping.seconds = 0.0
        rows = ppo.main([game, *given, "--minutes", str(size("MINUTES", 4))])
        share = stepping.seconds / learning.seconds
        first = next((row["seconds"] for row in rows if row["won"] >= 0.9), None)
        reached = "never" if first is None else f"after {first:.0f} s"
        print(f"{game}: 90 % won {reached} (bar: 300 s), {share:.1%} in the environment (bar: 5 %)")
        curves[game] = rows
    if curve := os.environ.get("BENCH_CURVE"):
        Path(curve).write_text(json.dumps(curves, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
