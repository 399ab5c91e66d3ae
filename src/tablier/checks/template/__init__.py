"""Template: two players, nine squares, three in a row."""

from pathlib import Path

from tablier.core.game import Game
from tablier.core.notation import PointNotation

from . import rules
from .board import ALL, BOARD
from .evaluate import evaluate
from .refusal import refuse
from .scene import scene

FOLDER = Path(__file__).parent
SEATS = ("white", "black")

GAME = Game(
    name=FOLDER.name.replace("_", "-"),
    title="Template",
    players=(2,),
    seats=lambda players: SEATS,
    rules=rules,
    notation=PointNotation(BOARD, rules, scene, rules.judged, seats=SEATS),
    board=lambda position: BOARD,
    scene=scene,
    refuse=refuse,
    evaluate=evaluate,
    folder=FOLDER,
    ranges={"pieces": ALL, "quiet": 0},
)
