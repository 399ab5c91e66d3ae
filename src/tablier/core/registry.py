"""The games that there are: every folder in `tablier.games`, or in one that TABLIER_GAMES names."""

import copyreg
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tablier.core.errors import UnknownGame, listing, shortened
from tablier.core.game import Game

PACKAGE = "tablier.games"


def homes() -> list[Path]:
    """Where the games' folders lie, the package's own first."""
    return [Path(path) for path in import_module(PACKAGE).__path__]


@cache
def _folders() -> dict[str, str]:
    """Module names by game name. A folder's underscores are hyphens in the name."""
    return {
        module.name.replace("_", "-"): f"{PACKAGE}.{module.name}"
        for module in iter_modules(map(str, homes()))
        if module.ispkg
    }


def games() -> list[str]:
    """The names of all games, sorted."""
    return sorted(_folders())


def folder_of(package: str) -> Path | None:
    """The folder of the game that has this name for its package, wherever it lies."""
    return next((home / package for home in homes() if (home / package).is_dir()), None)


def find(name: str) -> Game:
    """The game of that name."""
    module = _folders().get(name) if isinstance(name, str) else None
    if module is None:
        raise UnknownGame(f"there is no game {shortened(repr(name))}; there are {listing(games())}")
    return _load(module)


def owner(position_class: type) -> Game:
    """The game in whose folder a class of positions, states or pieces is defined."""
    return _game_around(position_class.__module__)


@cache
def _game_around(module: str) -> Game:
    inside = module.removeprefix(f"{PACKAGE}.")
    return _load(f"{PACKAGE}.{inside.partition('.')[0]}")


def brought(package: str) -> object:
    """What the folder of a package has for `GAME`, whatever that is; None if nothing."""
    return getattr(import_module(f"{PACKAGE}.{package}"), "GAME", None)


@cache
def _load(module: str) -> Game:
    game = getattr(import_module(module), "GAME", None)
    if not isinstance(game, Game):
        raise UnknownGame(f"the folder of {module} holds no game: it has no GAME")
    return game


def _by_name(game: Game) -> tuple[object, tuple[str]]:
    """How a game is pickled: whoever unpickles it finds it here."""
    return find, (game.name,)


copyreg.pickle(Game, _by_name)  # type: ignore[arg-type]
