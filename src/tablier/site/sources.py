"""What of our own Python runs in a browser: found by following imports from where that begins."""

import sys
from collections.abc import Collection, Iterator
from functools import cache, cached_property
from pathlib import Path

from tablier.core import registry
from tablier.core.drawing.look import SHARED as BOARD_STYLE
from tablier.core.errors import TablierError
from tablier.core.reading.puzzles import FILE as PUZZLES
from tablier.core.words import SHARED
from tablier.engine.net.net_file import FILE as NET
from tablier.site.imports import Imported, imported
from tablier.table.explorer.book import FILE as BOOK

PACKAGE = Path(__file__).parents[1]
ENTRIES = ("tablier", "tablier.browser.worker", "tablier.browser.thoughts")
"""What the page's workers import: the house, and who thinks."""


PYODIDE = ("_pyodide", "js", "pyodide", "pyodide_js")
"""What Python finds only there."""


class Sources:
    """The modules that a browser imports, or that a function called there does.

    A function may have a quicker way that needs what no browser has, and go without: what can't be
    imported there is then left out.
    """

    def __init__(self, games: Collection[str], languages: Collection[str]) -> None:
        self._games = {name: registry.find(name).folder for name in games}
        self._words = {f"{language}.json" for language in ("en", *languages)}
        self._read: dict[str, list[Imported]] = {}
        self._lacks: dict[str, str | None] = {}

    @cached_property
    def modules(self) -> list[str]:
        """Their names."""
        entries = [name for name in ENTRIES if _path(name)]
        for name in entries:
            if lacking := self._lacking(name):
                raise TablierError(f"{name} can't be imported in a browser: it needs {lacking}")
        kept: set[str] = set()
        due = [*entries, registry.PACKAGE, *self._of_games()]
        while due:
            name = due.pop()
            if _path(name) and name not in kept and self._lacking(name) is None:
                kept.add(name)
                due += [name.rpartition(".")[0], *(found.name for found in self._imports(name))]
        return sorted(kept)

    @property
    def library(self) -> set[str]:
        """What they import of Python's own library."""
        names = {found.name for module in self.modules for found in self._imports(module)}
        return {name for name in names if name.partition(".")[0] != PACKAGE.name}

    def files(self) -> dict[str, bytes]:
        """The files of all of them, with their words and nets, and what boards are drawn with."""
        paths = [path for name in self.modules if (path := _path(name))]
        paths += [BOARD_STYLE, *self._looks()]
        own = [folder / what for folder in self._games.values() for what in ("words", "puzzles")]
        data = [folder / name for folder in (SHARED, *own) for name in sorted(self._words)]
        data += [folder / name for folder in self._games.values() for name in (PUZZLES, NET, BOOK)]
        return {_address(path): path.read_bytes() for path in [*paths, *filter(Path.is_file, data)]}

    def _looks(self) -> Iterator[Path]:
        for folder in self._games.values():
            for kind in ("*.css", "*.svg"):
                yield from sorted((folder / "look").glob(kind))

    def _of_games(self) -> Iterator[str]:
        """All in the folders of the games that can be imported there."""
        for folder in self._games.values():
            for path in sorted(folder.rglob("*.py")):
                name = _address(path).removesuffix(".py").removesuffix("/__init__")
                if self._lacking(name.replace("/", ".")) is None:
                    yield name.replace("/", ".")

    def _lacking(self, name: str) -> str | None:
        """What no browser has of all that importing a module imports; nothing where it works."""
        if name not in self._lacks:
            seen = {name}
            due = [name]
            while due and name not in self._lacks:
                for found in filter(_is_at_once, self._imports(due.pop())):
                    if _path(found.name):
                        due += {found.name} - seen
                        seen.add(found.name)
                    elif not (_is_there(found.name) or _path(found.name.rpartition(".")[0])):
                        self._lacks[name] = found.name.partition(".")[0]
            self._lacks.setdefault(name, None)
        return self._lacks[name]

    def _imports(self, name: str) -> list[Imported]:
        if name not in self._read:
            path = _path(name)
            text = path.read_text("utf-8") if path else ""
            package = path is not None and path.name == "__init__.py"
            self._read[name] = list(imported(text, name, is_package=package))
        return self._read[name]


def _is_at_once(found: Imported) -> bool:
    return found.at_once


def _is_there(name: str) -> bool:
    """Whether a browser has a module that is none of ours."""
    top = name.partition(".")[0]
    return top in sys.stdlib_module_names or top in PYODIDE


@cache
def _path(name: str) -> Path | None:
    """The file of a module of ours, wherever its game's folder lies; None where there is none."""
    inside = name.split(".")[1:]
    place = PACKAGE
    if name.startswith(f"{registry.PACKAGE}.") and (folder := registry.folder_of(inside[1])):
        place, inside = folder, inside[2:]
    if name.partition(".")[0] != PACKAGE.name:
        return None
    place = place.joinpath(*inside)
    paths = (place / "__init__.py", place.with_name(f"{place.name}.py"))
    return next(filter(Path.is_file, paths), None)


def _address(path: Path) -> str:
    """Where a file lies in the zip: all games' folders are together there."""
    for home in registry.homes():
        if path.is_relative_to(home):
            return f"{PACKAGE.name}/games/{path.relative_to(home).as_posix()}"
    return path.relative_to(PACKAGE.parent).as_posix()
