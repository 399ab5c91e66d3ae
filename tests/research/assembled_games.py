"""Assembles the code of every game that TABLIER_GAMES lets one find, for test_cuda.py.

Races are only played here, and not stepped, which would take as long as all others together.
"""

import subprocess
import sys

import numpy as np

import tablier
from tablier.compile.targets.cuda import Striped, kept_ptx, type_of
from tablier.compile.targets.lowering import Wanted
from tablier.engine.simulate.playout import Walks, play_games
from tablier.research.encoding import Encoding
from tablier.research.vector.batch import Room, Starts, new_batch, step_games

PROCESSOR = "sm_90"


class StripedRoom(Room):
    """Room as it is on a GPU."""

    def striped(self, kind: type, rows: int, width: int) -> Striped:
        """Rows that lie as stripes."""
        return Striped(np.zeros(rows * width, kind))


def wanted(name: str) -> Wanted:
    """What is assembled of a game."""
    match = tablier.new(name)
    encoding, numbers = Encoding(match), np.zeros(1, np.int64)
    if match.game.is_race:
        games = Walks(numbers, Striped(numbers), numbers, numbers)
        return Wanted(play_games, tuple(map(type_of, (match.state, 1, games, 0, 0))))
    batch = new_batch(encoding, 1, StripedRoom())
    arguments = (match.state, batch, encoding.coding, 1, Starts(1, numbers), numbers, 0, 0)
    return Wanted(step_games, tuple(map(type_of, arguments)))


def main() -> None:
    """Print the names of the games whose code the assembler takes."""
    names = tablier.games()
    for name, code in zip(names, kept_ptx(list(map(wanted, names)), PROCESSOR), strict=True):
        subprocess.run(
            [sys.argv[1], f"-arch={PROCESSOR}", "-o", "/dev/null", "-"],
            input=code.text.encode(),
            check=True,
        )
        print(name)


if __name__ == "__main__":
    main()
