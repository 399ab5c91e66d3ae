"""What a game gets without asking: a sketch, a notation, English."""

import os
import subprocess
import sys
from pathlib import Path

from tablier.core.board.topology import Topology
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


SHOWN = "pieces:a4,d6/d2 hands:7/8 seat:black turn:3"
"""Two pieces against one, Black to place."""
FAULTS = {
    SHOWN: f"<Nine Men's Morris: morris {SHOWN}>",
    "hands:9/9 seat:white 7": "'7' is not written as a field, such as seat:1",
    "hand:9/9 seat:white": "a position has no 'hand'; it has pieces, hands, "
    "seat, due, quiet, turn, ending, winner",
    "hands:9/9 hands:8/8 seat:white": "hands is written twice",
    "hands:9/9": "whose turn is it? a position names its seat",
    "pieces:d6/d6 hands:8/8 seat:white turn:2": "two pieces stand on one point",
    "pieces:d6,d6/- hands:8/9 seat:white": "pieces: d6 is named twice",
    "pieces:z9/- hands:8/9 seat:white turn:1": "pieces: there is no 'z9'",
    "pieces:d6,d7/- hands:8/9 seat:white turn:1": "there are more pieces than the game has",
    "pieces:d6 hands:8/9 seat:white": "pieces has 2 parts with / between, and here are 1: d6",
    "hands:-9/9 seat:white": "a number is negative",
    "hands:9/9 seat:2": "there are only 2 players, counted from 0",
    "hands:9/9 seat:-": "there are only 2 players, counted from 0",
    "hands:9/9 seat:white ending:9": "there is no ending 9",
    "hands:9/9 seat:white due:1": "whoever is to act can do nothing",
    "hands:9/9 seat:red": "seat: 'red' is not a number, nor one of white, black",
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


SIZES = """
import tablier
from random import Random
from tablier.research.encoding import Encoding
from tablier.core.match import Match

random, seen, encoding = Random(1), None, Encoding(tablier.new("morris"))
for _ in range(30):
    match = tablier.new("morris")
    while match.result is None:
        match.play(random.choice(match.legal()))
        row = encoding.observation(match.state, match.seat or 0, match.repetitions)
        seen = row if seen is None else seen + row
parts = {name: part.stop - part.start for name, part in encoding.layout.items()}
dead = [name for name, part in encoding.layout.items() if not all(seen[part])]
print(parts, dead)
"""


def test_default_features_have_no_dead_bits() -> None:
    """Of a game that says how far its numbers go; endings and long waits are rare in 30 games."""
    done = subprocess.run(
        [sys.executable, "-c", SIZES],
        env={**os.environ, "TABLIER_GAMES": str(EXAMPLES)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout == (
        "{'observer': 2, 'repetitions': 1, 'pieces': 48, 'hands': 8, 'seat': 2, 'due': 1, "
        "'quiet': 7, 'turn': 1, 'ending': 7, 'winner': 2} ['ending']\n"
    )
