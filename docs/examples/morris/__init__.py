"""Nine Men's Morris: the worked example of a fifth game."""

from pathlib import Path

from tablier.core.game import Game
from tablier.core.notation import PointNotation
from tablier.games.morris import rules
from tablier.games.morris.board import ALL, BOARD
from tablier.games.morris.evaluate import evaluate
from tablier.games.morris.refusal import refuse
from tablier.games.morris.scene import scene

SEATS = ("white", "black")
GAME = Game(
    name="morris",
    title="Nine Men's Morris",
    players=(2,),
    seats=lambda players: SEATS,
    rules=rules,
    notation=PointNotation(BOARD, rules, scene, rules.judged, seats=SEATS),
    board=lambda position: BOARD,
    scene=scene,
    refuse=refuse,
    evaluate=evaluate,
    folder=Path(__file__).parent,
    ranges={"pieces": ALL, "hands": rules.PIECES, "due": 1, "quiet": rules.QUIET_MOVES},
)
