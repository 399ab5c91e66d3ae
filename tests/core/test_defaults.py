"""What a game gets without asking: a sketch, a notation, English."""

import os
import subprocess
import sys
from pathlib import Path

from tablier.core.topology import Topology
from tablier.core.words import read_words

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_a_board_without_a_sketch_gets_one() -> None:
    square = Topology(
        names=("a1", "b1", "a2", "b2"),
        places=((-1, 1), (1, 1), (-1, -1), (1, -1)),
        edges=((0, 1), (0, 2), (1, 3), (2, 3), (0, 3)),
    )
    assert square.sketch == "a2──b2\n│ ╱ │\na1──b1"


def test_squares_stand_side_by_side() -> None:
    row = Topology(names=("a1", "b1"), places=((-1, 0), (1, 0)), edges=((0, 1),), cells=True)
    assert row.sketch == "1  a1 b1 1\n   a  b"


def test_english_is_spoken_where_there_is_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text('{"title": "Merels"}')
    assert read_words(tmp_path, "de")["title"] == "Merels"


def test_a_folder_that_is_no_game_is_told(tmp_path: Path) -> None:
    (tmp_path / "attic").mkdir()
    (tmp_path / "attic" / "__init__.py").touch()
    done = subprocess.run(
        [sys.executable, "-m", "tablier", "games"],
        env={**os.environ, "TABLIER_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    told = "tablier: the folder of tablier.games.attic holds no game: it has no GAME\n"
    assert (done.returncode, done.stderr) == (2, told)


FAULTS = {
    "0,0 9,9 0": "a position has 8 words, here are 3: pieces, hands, "
    "seat, due, quiet, turn, ending, winner",
    "1,1 8,8 0 0 0 2 0 -": "two pieces stand on one point",
    "16777216,0 8,9 0 0 0 1 0 -": "a piece stands beside the board",
    "3,0 8,9 0 0 0 1 0 -": "there are more pieces than the game has",
    "-1,0 9,9 0 0 0 1 0 -": "pieces: '-1,0' is not 2 numbers with commas",
    "0,0 9,9 2 0 0 0 0 -": "there are only 2 players, counted from 0",
    "0,0 9,9 0 0 0 0 9 -": "there is no ending 9",
    "0,0 9,9 0 1 0 0 0 -": "whoever is to act can do nothing",
    "0,0 9,9 0 0 0 0 0 x": "winner: 'x' is not a number",
}
READ = """
import sys, tablier
for words in sys.stdin.read().splitlines():
    try:
        print(tablier.read_position(f"morris {words}"))
    except tablier.BadPosition as refused:
        print(refused)
"""


def test_a_position_that_cannot_be_is_refused() -> None:
    """In a process that has the example's folder."""
    done = subprocess.run(
        [sys.executable, "-c", READ],
        input="\n".join(FAULTS),
        env={**os.environ, "TABLIER_GAMES": str(EXAMPLES)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert dict(zip(FAULTS, done.stdout.splitlines(), strict=True)) == FAULTS
