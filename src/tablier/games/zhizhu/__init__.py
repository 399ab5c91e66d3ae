"""ZhiZhu: Nine Men's Morris on a spider's web."""

from pathlib import Path

from tablier.core.game import Game
from tablier.core.options import Switch
from tablier.games.zhizhu import (
    arranging,
    endgame,
    evaluate,
    net_inputs,
    notation,
    puzzles,
    rules,
)
from tablier.games.zhizhu.board import WEB
from tablier.games.zhizhu.features import FEATURES
from tablier.games.zhizhu.refusal import refuse
from tablier.games.zhizhu.scene import scene
from tablier.games.zhizhu.soundness import sound
from tablier.games.zhizhu.symmetry import canonical

GAME = Game(
    name="zhizhu",
    title="ZhiZhu",
    version=1,
    players=(2,),
    seats=lambda players: ("white", "black"),
    options=(Switch("draws", True, "ZZ-25"),),
    rules=rules,
    notation=notation,
    board=lambda position: WEB,
    scene=scene,
    refuse=refuse,
    evaluate=evaluate.evaluate,
    canonical=canonical,
    sound=sound,
    folder=Path(__file__).parent,
    arranging=arranging,
    features=FEATURES,
    endgame=endgame,
    tuning=evaluate,
    net=net_inputs,
    puzzles=puzzles,
)
