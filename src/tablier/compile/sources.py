"""What compiled code is made from, as a hash that changes with it.

A function's code holds whatever it calls: functions of its own layer and of those below, and the
rules of the game whose positions it was compiled for. Nothing else can be in it, so that a
changed game, or a changed environment for research, leaves the other code as good as it was.
"""

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tablier.core import registry

LAYERS = ("core", "compile", "solver", "engine", "research", "learn")
"""The packages whose functions are compiled, each resting on none but those before it."""
RULES = "compile"
"""The layer of a game's own functions and the core's, which rest on what they are compiled with."""
ELSEWHERE = "elsewhere"
"""The layer of functions outside the package, which may rest on anything."""
PACKAGE = __name__.partition(".")[0]


class Origin(NamedTuple):
    """Where compiled code comes from."""

    layer: str
    game: str = ""
    """The name of a game's folder, if a game has part in it."""

    def __str__(self) -> str:
        return "-".join(part for part in (*self, digest(self)) if part)


def origin_of(function_module: str, type_modules: Iterable[str]) -> Origin:
    """Where a function's code comes from, by its module and those of its arguments' classes.

    >>> origin_of("tablier.engine.search.mcts", ["tablier.games.lines.rules"])
    Origin(layer='engine', game='lines')
    >>> origin_of("tablier.games.lines.rules", [])
    Origin(layer='compile', game='lines')
    >>> origin_of("my.own", ["tablier.games.lines.rules"])
    Origin(layer='elsewhere', game='')
    """
    package, _, inside = function_module.partition(".")
    layer = inside.partition(".")[0]
    prefix = f"{registry.PACKAGE}."
    games = {
        module.removeprefix(prefix).partition(".")[0]
        for module in (function_module, *type_modules)
        if module.startswith(prefix)
    }
    if function_module.startswith(prefix) or layer == LAYERS[0]:
        layer = RULES
    if package != PACKAGE or layer not in LAYERS or len(games) > 1:
        return Origin(ELSEWHERE)
    return Origin(layer, *games)


@cache
def digest(origin: Origin) -> str:
    """A short name for all that is compiled into such code, as it is now."""
    found = hashlib.sha256(sys.version.encode())
    for folder in _folders(origin):
        for path in sorted(folder.rglob("*.py")):
            found.update(str(path.relative_to(folder)).encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _folders(origin: Origin) -> list[Path]:
    package = Path(__file__).parents[1]
    if origin.layer == ELSEWHERE:
        return [*(package / layer for layer in LAYERS), *registry.homes()]
    layers = [package / layer for layer in LAYERS[: LAYERS.index(origin.layer) + 1]]
    game = registry.folder_of(origin.game) if origin.game else None
    return layers if game is None else [*layers, game]


def sources_hash(layer: str, game: str) -> str:
    """A short name for what a layer makes of a game, by the game's name, as it is now."""
    return digest(Origin(layer, game.replace("-", "_")))
