"""The files of a folder, before anything of it is run."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tablier.checks.fault import Fault

NAME = re.compile(r"[a-z][a-z0-9_]*")
NEEDED = {
    "__init__.py": "it holds GAME",
    "RULES.md": "the rules, each with its id",
    "words/en.json": "every sentence of the game, by token",
}
FORBIDDEN = {"time", "datetime", "random", "secrets", "socket", "numba", "numpy", "asyncio"}
"""What rules never see: clocks, chance, networks, and how they are compiled."""


def files(folder: Path) -> Iterator[Fault]:
    """What is missing, and what can't be read."""
    if not NAME.fullmatch(folder.name):
        told = "a folder's name has small letters, digits and underscores, and begins with a letter"
        yield Fault(folder.name, told)
    for name, holds in NEEDED.items():
        if not (folder / name).is_file():
            yield Fault(name, f"this file is missing: {holds}")
    for path in sorted(folder.rglob("*")):
        if path.suffix in CHECKED and path.is_file():
            yield from _readable(path, str(path.relative_to(folder)))


def _readable(path: Path, where: str) -> Iterator[Fault]:
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield Fault(where, f"can't be read: {error}")
        return
    try:
        yield from CHECKED[path.suffix](text, where)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        told = getattr(error, "msg", None) or str(error)
        yield Fault(f"{where}, line {line}" if line else where, f"can't be read: {told}")
    except (RecursionError, MemoryError):
        yield Fault(where, "can't be read: it is nested too deeply")


def _python(text: str, where: str) -> Iterator[Fault]:
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            if name.partition(".")[0] in FORBIDDEN:
                told = f"imports {name}: rules see no clock, no chance, no network and no numba"
                yield Fault(f"{where}, line {getattr(node, 'lineno', 0)}", told)


def _json(text: str, where: str) -> Iterator[Fault]:
    json.loads(text)
    yield from ()


def _plain(text: str, where: str) -> Iterator[Fault]:
    yield from ()


CHECKED = {".py": _python, ".json": _json, ".md": _plain}
