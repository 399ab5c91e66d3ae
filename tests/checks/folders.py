"""Folders made from the template, each with one fault."""

from pathlib import Path
from typing import NamedTuple

from tablier.checks.new import new_folder

MARK = "@kernel\n"
DECISION = "decision, place, reason = duel.decision,"
OWN_DECISION = """from tablier.core.game import Decision


@kernel
def decision(position: Any) -> Decision:
    return Decision(actors={actors}, deadline=0, ms=0, dice={dice}, roll=0)


place, reason ="""
LARGE = "Topology(tuple(f'p{n}' for n in range(81)), ((0.0, 0.0),) * 81) or Topology(\n"
NUMBERS = "ACTIONS = MOST_ACTIONS = POINTS"
PLAY = "    own, enemy = own_first(position.pieces, seat)\n    return judged"


class Made(NamedTuple):
    """A fault: a file, what stands there, what is put in its place, and what is told of it.

    Where nothing is put in its place the file is taken away.
    """

    file: str
    old: str
    new: str | None
    told: str


FAULTS = {
    # Loading
    "syntax": Made("rules.py", "class Position", "clas Position", "can't be read: invalid syntax"),
    "broken": Made("board.py", "SIZE = 3", "SIZE = 3 // 0", "board.py, line 6: importing it fail"),
    "leaving": Made("scene.py", "SIDES =", "exit(0)\nSIDES =", "importing it failed with SystemE"),
    "clock": Made("scene.py", "\nSIDES", "import time\n\nSIDES", "imports time"),
    "nothing": Made("__init__.py", "GAME = Game", "THIS = Game", "there is no GAME in it"),
    "kind": Made("__init__.py", "0},\n)", "0},\n).name", "GAME must be a Game, and is"),
    "field": Made("__init__.py", "    refuse=refuse,\n", "", "missing 1 required keyword-only"),
    "alone": Made("__init__.py", "(2,)", "(1, 2)", "a match has two to 8 seats, not 1, 2"),
    "count": Made("__init__.py", "(2,)", "2", "players must be a tuple of numbers, such as (2,)"),
    "large": Made(
        "board.py", "Topology(\n", LARGE, "sets of 62 points at the most, and pieces has 81"
    ),
    "alike": Made("board.py", "'abc'[", "'aac'[", "two points are called a1"),
    "blank": Made("board.py", "{'abc'[column]}{", "{column} {", "can't be called '0 1'"),
    # The parts
    "other": Made("__init__.py", 'FOLDER.name.replace("_", "-")', '"another"', "called 'another'"),
    "seats": Made(
        "__init__.py",
        'SEATS = ("white", "black")',
        'SEATS = ("white",)',
        "must be 2 different tokens",
    ),
    "unmarked": Made("rules.py", f"{MARK}def play", "def play", "play is not marked @kernel"),
    "helper": Made("rules.py", f"{MARK}def has_row", "def has_row", "by the kernel judged, and is"),
    "missing": Made(
        "rules.py", "decision, place, reason =", "decision, place, _ =", "reason is mi"
    ),
    "takes": Made("rules.py", "def start(players: int, ", "def start(", "called with 2 arguments"),
    "net": Made(
        "__init__.py",
        "refuse=refuse,\n",
        "refuse=refuse,\n    net=rules,\n",
        "WIDTHS is missing: How",
    ),
    "constant": Made("rules.py", "DEADLINES = ()", "DEADLINES = []", "DEADLINES must be a tuple"),
    # Words and rules
    "token": Made("words/en.json", '"black": "Black"', '"b": "B"', "seats has no words for 'blac"),
    "reason": Made("words/en.json", '"row":', '"line":', "reasons has no words for 'row'"),
    "refusal": Made("words/en.json", '"taken":', '"full":', "refusals has no words for 'taken'"),
    "unused": Made("words/en.json", '"taken":', '"far": "", "taken":', "no refusal has the code"),
    "group": Made("words/en.json", '"counts": {},', "", "counts is missing: what lies beside"),
    "typed": Made("words/en.json", '"pieces":', '"piecse":', "'pieces' may be meant"),
    "json": Made("words/en.json", '"options": {},', '"options": {,', "en.json, line 6: can't be"),
    "prompt": Made("words/en.json", '"place":', '"put":', "prompts has no words for 'place'"),
    "filled": Made("words/en.json", "a piece on", "{n} on", "prompts/place can't be filled in"),
    "slip": Made("words/en.json", "{square}", "{sqare}", "refusals/taken can't be filled in: KeyE"),
    "speechless": Made("words/en.json", "", None, "words/en.json: this file is missing"),
    "mute": Made("words/en.json", "", "\udcff", "words/en.json: can't be read"),
    "lawless": Made("RULES.md", "", None, "RULES.md: this file is missing"),
    "scrawled": Made("RULES.md", "", "\udcff", "RULES.md: can't be read: 'utf-8' codec"),
    "number": Made("RULES.md", "**NU-03** ", "", "RULES.md, line 12: a rule without an id"),
    "twice": Made("RULES.md", "**TW-03**", "**TW-02**", "TW-02 stands there twice"),
    "rests": Made("refusal.py", "-02", "-42", "not_your_turn rests on RE-42"),
    # The board
    "places": Made("board.py", "column - 1.0", "column - 2.0", "coordinates go from -1 to 1"),
    "edge": Made("board.py", "cells=True,", "edges=((0, 9),),", "(0, 9) doesn't join two points"),
    # Playing
    "most": Made("rules.py", NUMBERS, "ACTIONS, MOST_ACTIONS = 9, 4", "is 4, and a seat has 9"),
    "many": Made("rules.py", NUMBERS, "ACTIONS, MOST_ACTIONS = 9, 1", "is 1, and a seat has many"),
    "few": Made("rules.py", NUMBERS, "ACTIONS, MOST_ACTIONS = 5, 9", "is numbered 8, and ACTIONS"),
    "ints": Made(
        "rules.py", "Position((0, 0), 0,", "Position((0, 0), 0.0,", "seat is 0.0: positio"
    ),
    "turn": Made("rules.py", "    turn: int\n", "    turns: int\n", "no field `turn`"),
    "stuck": Made("rules.py", "if full else", "if 0 else", "is to act, and can do nothing"),
    "race": Made("rules.py", DECISION, OWN_DECISION.format(actors=3, dice=0), "GAME has no policy"),
    "dice": Made("rules.py", DECISION, OWN_DECISION.format(actors=256, dice=2), "asks for 2 dice"),
    "table": Made("rules.py", DECISION, OWN_DECISION.format(actors=256, dice=0), "no dice to thro"),
    "raises": Made("rules.py", PLAY, PLAY.replace("seat)", "seat // 0)", 1), "ZeroDivisionError"),
    "range": Made("__init__.py", '"pieces": ALL', '"pieces": 1', "ranges say 1 at the most"),
    "value": Made("evaluate.py", "    total = 0\n", "    total = 0.5\n", "must give a whole"),
    "points": Made("scene.py", "Piece(point,", "Piece(point + 9,", "on a board of 9 points"),
    # What comes beside
    "lessons": Made("lessons/steps.json", "", '[{"id": "a", "position": "lessons 0"}]', "a: has e"),
    "solved": Made("solved.json", "", '{"start": "solved"}', "solved.json: has no 'longest'"),
    "look": Made("look/pieces.svg", "", "<svg><symbol></svg>", "look/pieces.svg: is no SVG"),
    "style": Made("look/board.css", "", '[data-game="style"] { --gait: hop;', "more braces of one"),
    "golden": Made("golden/one.txt", "", "nonsense", "golden/one.txt: line 1"),
}


def make(name: str, made: Made, place: Path) -> Path:
    """The template with a fault."""
    folder = new_folder(name, place)
    path = folder / made.file
    path.parent.mkdir(exist_ok=True)
    if made.new is None:
        path.unlink()
        return folder
    text = path.read_text("utf-8") if made.old else ""
    assert made.old in text, name
    text = text.replace(made.old, made.new, 1) if made.old else made.new
    path.write_text(text, "utf-8", "surrogateescape")
    return folder
