"""Six-peg Chinese Checkers: a race across the star, by steps and by jumps."""

from pathlib import Path

from tablier.core.game import Game
from tablier.core.options import Number, Switch
from tablier.games.chinese_checkers import (
    alone,
    arranging,
    evaluate,
    net_inputs,
    notation,
    puzzles,
    rules,
)
from tablier.games.chinese_checkers.board import STAR
from tablier.games.chinese_checkers.features import FEATURES, REPERTOIRE
from tablier.games.chinese_checkers.refusal import refuse
from tablier.games.chinese_checkers.scene import scene
from tablier.games.chinese_checkers.series import path
from tablier.games.chinese_checkers.soundness import sound

SEATS = {2: ("north", "south"), 3: ("north", "south-east", "south-west")}

GAME = Game(
    name="chinese-checkers",
    title="Chinese Checkers",
    version=2,
    replays={1: {}},
    players=(2, 3),
    seats=lambda players: SEATS[players],
    options=(
        Number("passes", 0, "CC-16", 0, 999),
        Switch("swap", False, "CC-17"),
        Switch("forfeit", False, "CC-18"),
        Switch("play_on", False, "CC-19", players=(3,)),
        Switch("draws", True, "CC-20"),
    ),
    rules=rules,
    notation=notation,
    board=lambda position: STAR,
    scene=scene,
    refuse=refuse,
    evaluate=evaluate.evaluate,
    resume=rules.resume,
    folder=Path(__file__).parent,
    arranging=arranging,
    sound=sound,
    path=path,
    features=FEATURES,
    repertoire=REPERTOIRE,
    alone=alone,
    tuning=evaluate,
    net=net_inputs,
    puzzles=puzzles,
)
