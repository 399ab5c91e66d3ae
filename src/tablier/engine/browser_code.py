"""What browsers run of a game: all that is compiled for its bots, hints and analyses.

It lies in the game's folder, beside the rules that it was made from.
"""

from functools import partial
from pathlib import Path
from typing import Any

from numba import typeof

from tablier.compile.raw_array import zeros
from tablier.compile.targets.lowering import Wanted
from tablier.compile.targets.made_from import digest_of
from tablier.compile.targets.wasm import Exported, manifest_of, wasm
from tablier.compile.targets.wasm_object import BadObject
from tablier.core import registry
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.engine.search.alphabeta import search
from tablier.engine.search.expectimax import expect
from tablier.engine.search.mcts import grow, new_tree
from tablier.engine.search.one_turn import best_turn
from tablier.engine.search.scores import Window
from tablier.engine.search.transposition import Keys, new_memory
from tablier.engine.simulate.perft import count_ways
from tablier.engine.simulate.playout import playouts_compiled, walk_compiled
from tablier.engine.simulate.race import Habits, races_compiled
from tablier.engine.way import EXACT_DICE
from tablier.solver.numbering import empty_shelf

FILE = "engine.wasm"


def browser_functions(game: Game) -> list[Exported]:
    """What Python calls of compiled code while the game is played, by the names in the module."""
    exported = partial(_exported, game.start(None, {})[0])
    room, rows = zeros(1), zeros(1, game.rules.MOST_ACTIONS)
    found = [
        exported("walk", walk_compiled, 0, room, 0),
        exported("playouts", playouts_compiled, 0, room, 0),
        exported("count_ways", count_ways, 0, rows),
    ]
    if game.policy is not None:
        found.append(exported("races", races_compiled, Habits(), 0, 0, room, room, 0))
    if game.is_race:
        return found
    found.append(exported("best_turn", best_turn, 0, 0, 0, 0, rows))
    if 2 in game.players and game.dice <= EXACT_DICE:
        name, function = ("expect", expect) if game.dice else ("search", search)
        memory = new_memory(game, 1, empty_shelf())
        found.append(exported(name, function, Keys(0, 0), 0, 0, Window(0, 0), 0, memory))
    if max(game.players) > 2 or game.dice > EXACT_DICE:
        found.append(exported("grow", grow, 0, 0, 0, new_tree(game, 1)))
    return found


def _exported(first: Any, name: str, function: Any, *others: Any) -> Exported:
    return Exported(name, Wanted(function, tuple(map(typeof, (first, *others)))))


def place_of(game: Game) -> Path:
    """Where the code of a game lies, whether or not it is there."""
    folder = registry.folder_of(game.name.replace("-", "_"))
    assert folder is not None, "a game has a folder"
    return folder / FILE


def browser_code(game: Game) -> bytes:
    """The code of a game, made anew."""
    package = registry.PACKAGE + "." + game.name.replace("-", "_")
    return wasm(browser_functions(game), {"game": game.name}, (__name__, package))


def is_current(game: Game) -> bool:
    """Whether the code in a game's folder is what its sources give."""
    try:
        told = manifest_of(place_of(game).read_bytes())
        return bool(told["digest"] == digest_of(told["sources"]))
    except (OSError, BadObject, TablierError, ImportError, LookupError, ValueError):
        return False
