"""Senseï: carry your character across the board, from stone to stone."""

from pathlib import Path

from tablier.core.game import Game
from tablier.core.options import Choice, Custom, Switch
from tablier.games.sensei import arranging, evaluate, net_inputs, notation, puzzles, rules
from tablier.games.sensei.board import read_pits, tray, write_pits
from tablier.games.sensei.features import FEATURES, REPERTOIRE
from tablier.games.sensei.refusal import refuse
from tablier.games.sensei.scene import scene
from tablier.games.sensei.soundness import sound

GAME = Game(
    name="sensei",
    title="Senseï",
    version=2,
    replays={1: {}},
    players=(2,),
    seats=lambda players: ("green", "red"),
    options=(
        Choice("way", "arashi", "SE-04", rules.WAYS),
        Custom(
            name="pits",
            default=(),
            rule="SE-07",
            reader=read_pits,
            writer=write_pits,
            help="squares as in b3,f5; if none are named, b3,b5,d4,f3,f5",
        ),
        Choice("begins", "green", "SE-03", rules.BEGINNERS),
        Choice("unfair", "claim", "SE-18", ("claim", "auto", "off")),
        Switch("draws", True, "SE-19"),
    ),
    begins="begins",
    rules=rules,
    notation=notation,
    board=lambda position: tray(position.pits),
    scene=scene,
    refuse=refuse,
    evaluate=evaluate.evaluate,
    sound=sound,
    folder=Path(__file__).parent,
    arranging=arranging,
    features=FEATURES,
    repertoire=REPERTOIRE,
    tuning=evaluate,
    net=net_inputs,
    puzzles=puzzles,
)
