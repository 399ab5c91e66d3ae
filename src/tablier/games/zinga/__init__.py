"""ZINGA: six dice, one bell, and a sheet to fill five in a line."""

from pathlib import Path

from tablier.core.game import MAX_SEATS, Game
from tablier.core.options import Custom, Number, Switch
from tablier.games.zinga import notation, policy, puzzles, rules
from tablier.games.zinga.board import SHEET
from tablier.games.zinga.drawing.paper_sheet import sheets_on_paper
from tablier.games.zinga.drawing.svg_picture import picture
from tablier.games.zinga.drawing.text_picture import show
from tablier.games.zinga.evaluate import evaluate
from tablier.games.zinga.features import FEATURES, REPERTOIRE
from tablier.games.zinga.refusal import refuse
from tablier.games.zinga.remark import remark
from tablier.games.zinga.scene import scene, sheets_header
from tablier.games.zinga.sheet.claims import DICE
from tablier.games.zinga.sheet.layouts import read_sheets, write_sheets
from tablier.games.zinga.soundness import sound

GAME = Game(
    name="zinga",
    title="ZINGA",
    version=2,
    replays={1: {"pawn_again": False}},
    players=tuple(range(2, MAX_SEATS + 1)),
    seats=lambda players: tuple(f"player-{seat + 1}" for seat in range(players)),
    options=(
        Custom("sheets", (), "ZI-02", read_sheets, write_sheets, "sheets of 25 cells: r5,b9,…/…"),
        Switch("pawn_again", True, "ZI-20"),
        Switch("untimed", False, "ZI-09"),
        Number("pause_s", 5, "ZI-24", 1, 120),
        Number("turn_s", 30, "ZI-09", 1, 600),
        Number("announce_s", 4, "ZI-14", 1, 60),
        Number("stop_s", 3, "ZI-21", 1, 60),
        Number("bonus_s", 20, "ZI-11", 1, 300),
        Number("rescue_s", 10, "ZI-22", 1, 120),
    ),
    rules=rules,
    notation=notation,
    board=lambda position: SHEET,
    scene=scene,
    refuse=refuse,
    idle=rules.idle_seats,
    headers={"Sheets": sheets_header},
    evaluate=evaluate,
    dice=DICE,
    sound=sound,
    folder=Path(__file__).parent,
    show=show,
    draw=picture,
    paper=sheets_on_paper,
    remark=remark,
    features=FEATURES,
    repertoire=REPERTOIRE,
    policy=policy,
    quickest=policy.quickest,
    drills=puzzles,
)
