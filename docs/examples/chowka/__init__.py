"""Chowka Bara: the worked example of a game with dice."""

from pathlib import Path

from tablier.core.game import Game
from tablier.core.notation import PointNotation
from tablier.games.chowka import rules
from tablier.games.chowka.board import BOARD, HOME, seats
from tablier.games.chowka.evaluate import evaluate
from tablier.games.chowka.refusal import refuse
from tablier.games.chowka.scene import scene

GAME = Game(
    name="chowka",
    title="Chowka Bara",
    players=(2, 3, 4),
    seats=seats,
    rules=rules,
    notation=PointNotation(
        BOARD, rules, scene, rules.judged, words=("pass",), dice=1, sets={"pieces": range(HOME)}
    ),
    board=lambda position: BOARD,
    scene=scene,
    refuse=refuse,
    evaluate=evaluate,
    dice=1,
    folder=Path(__file__).parent,
    ranges={"players": 4, "pieces": (1 << HOME) - 1, "hands": rules.PIECES, "out": 15, "die": 6},
)
