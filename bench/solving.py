"""How long ZhiZhu takes to be solved on this machine's cores, and from that how long the whole.

Times are the process's own, shared out to all cores, which are always busy.

A smaller game is solved from nothing. What its books took is fitted by their states, by how many
turns lead on from them, and by how many turns their longest win takes, since each is one more look
at all values. The whole is what that makes of all its books, whose states are known from
`solved.json`; of a book with waiting pieces only states and turns count.

SOLVING_PIECES   pieces of each player in the game that is solved (5)
"""

import json
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import nnls

from tablier.core import registry
from tablier.core.rules.kernel import lowest
from tablier.solver.book_file import Key
from tablier.solver.endgames import Endgames, endgame_of, placing_keys
from tablier.solver.whole import Whole, duration

PIECES = int(os.environ.get("SOLVING_PIECES", 5))
SAMPLES = 300
GAME = registry.find("zhizhu")
LEAST_PIECES, MOST = endgame_of(GAME).LEAST, endgame_of(GAME).MOST
CORES = os.cpu_count() or 1
BYTES = 2
"""Of a value while it is solved."""


LEAST = 100_000
"""States of a part whose time says something."""


class Work(NamedTuple):
    """What is solved together: the books of two numbers of pieces, or all of one ply."""

    states: int
    turns: float
    """That lead on from all of them."""
    longest: int

    def moving(self) -> tuple[float, ...]:
        """What its time is made of where pieces move: each turn takes one more look."""
        return self.states, self.turns, self.states * self.longest

    def placing(self) -> tuple[float, ...]:
        """The same where pieces are placed."""
        return self.states, self.turns


Terms = Callable[[Work], tuple[float, ...]]


@cache
def turns_from(waiting: int, own: int, enemy: int) -> float:
    """How many turns lead on from positions with some pieces anywhere, on average."""
    endgame, random = endgame_of(GAME), Random(f"{waiting} {own} {enemy}")
    total = 0
    for _ in range(SAMPLES):
        points = random.sample(range(endgame.PLACES), own + enemy)
        marks = [sum(1 << point for point in part) for part in (points[:own], points[own:])]
        state = endgame.placing(endgame.State(0, 0, 0), waiting)
        position = endgame.position_of(state._replace(own=marks[0], enemy=marks[1]))
        total += sum(1 for _ in turns(position, position.turn))
    return total / SAMPLES


def turns(position: Any, turn: int) -> Iterator[None]:
    """One for each way to play the turn to its end."""
    rules = GAME.rules
    actors = rules.decision(position).actors
    if position.turn != turn or not actors:
        yield None
        return
    listed = [0] * rules.MOST_ACTIONS
    seat = lowest(actors)
    for action in listed[: rules.actions(position, seat, listed)]:
        yield from turns(rules.play(position, seat, action), turn)


def whole_works() -> dict[str, Work]:
    """What the whole game consists of."""
    solved = json.loads((GAME.folder / "solved.json").read_text())
    works: dict[str, Work] = {}
    for row in solved["moving"]:
        add(works, (0, row["own"], row["enemy"]), row["all"]["states"], row["all"]["longest"] or 0)
    for row in solved["placing"]:
        keys = [key for key in placing_keys(LEAST_PIECES, MOST) if key[0] == row["waiting"]]
        for key in keys:
            add(works, key, row["all"]["states"] // len(keys), 0)
    return works


def add(works: dict[str, Work], key: Key, states: int, longest: int) -> None:
    """Count a book to what it is solved with."""
    waiting, *pieces = key
    name = f"{waiting} to place" if waiting else "{}-{}".format(*sorted(pieces, reverse=True))
    before = works.get(name, Work(0, 0.0, 0))
    works[name] = Work(
        before.states + states,
        before.turns + states * turns_from(*key),
        max(before.longest, longest),
    )


def measured(folder: Path) -> tuple[dict[str, Work], dict[str, float]]:
    """Solve a smaller game; what it consists of, and the seconds of all cores for each part."""
    works: dict[str, Work] = {}
    took: dict[str, float] = {}
    endgames = Endgames(GAME, folder)
    began = time.process_time()
    for key, _ in Whole(endgames, PIECES).solve(lambda doing, done, whole: None):
        seconds = (time.process_time() - began) / CORES
        figures = endgames.figures[key]
        add(works, key, figures.states, 0 if key[0] else figures.longest)
        name = next(reversed(works))
        took[name] = took.get(name, 0) + seconds
        began = time.process_time()
    return works, took


def fitted(works: dict[str, Work], took: dict[str, float], terms: Terms) -> Any:
    """How many seconds each unit of work takes, so that the shares that are wrong are least."""
    rows = np.array([terms(work) for work in works.values()])
    seconds = np.array([took[name] for name in works])
    return nnls(rows / seconds[:, None], np.ones(len(seconds)))[0]


def main() -> None:
    """Solve a smaller game, and say what that makes the whole."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in Whole(Endgames(GAME, Path(folder) / "warm"), 3).solve(lambda *told: None):
            continue  # so that nothing has to be compiled
        works, took = measured(Path(folder) / "measured")
    whole = whole_works()
    total = 0.0
    for kind, terms in (("pieces move", Work.moving), ("pieces are placed", Work.placing)):
        placing = kind == "pieces are placed"
        mine = {n: w for n, w in works.items() if ("place" in n) == placing and w.states > LEAST}
        rates = fitted(mine, took, terms)
        print(f"While {kind}: " + ", ".join(f"{rate * 1e9:.2f}" for rate in rates) + " ns")
        for name, work in mine.items():
            guess = float(np.dot(terms(work), rates))
            print(
                f"  {name:12} {work.states:13,} states {took[name]:8.1f} s, fitted {guess:8.1f} s"
            )
        parts = [w for n, w in whole.items() if ("place" in n) == placing]
        seconds = float(sum(np.dot(terms(work), rates) for work in parts))
        total += seconds
        print(f"  the whole: {sum(w.states for w in parts):,} states, {duration(seconds)}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    largest = max(work.states for name, work in whole.items() if "place" not in name)
    spent = sum(took.values())
    print(f"{PIECES}-{PIECES} on {CORES} cores: {spent:.0f} s, {memory:.1f} GiB")
    print(f"the whole: {duration(total)} (bar: 24 h)")
    print(f"its largest books: {largest * BYTES / 2**30:.1f} GiB in memory (bar: 16)")


if __name__ == "__main__":
    main()
