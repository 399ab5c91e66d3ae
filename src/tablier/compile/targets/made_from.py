"""What code was made from, so that files of it that are kept can be told from those out of date.

It is told by the modules whose functions are in the code: what their sources do, and the numbers
that their names stand for, whichever module these come from. Comments, docstrings and layout make
no difference, nor does the version of Python.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PLAIN = (int, float, str)
PASSED_OVER = frozenset({"ctx", "kind", "type_comment", "type_params"})
"""What only some versions of Python tell of a source, or what tells nothing."""


def digest_of(modules: Iterable[str]) -> str:
    """A hash that changes with what is in the code of some modules."""
    found = hashlib.sha256()
    for name in sorted(set(modules)):
        module = import_module(name)
        assert module.__file__ is not None, f"{name} has a source"
        tree = ast.parse(Path(module.__file__).read_text("utf-8"))
        found.update(repr((name, *_told(tree), *_constants(module))).encode())
    return found.hexdigest()


def _constants(module: ModuleType) -> Iterator[tuple[str, str]]:
    for name, value in sorted(vars(module).items()):
        if not name.startswith("__") and _is_plain(value):
            yield name, repr(value)


def _is_plain(value: Any) -> bool:
    """Whether a value is of numbers and texts only."""
    return all(map(_is_plain, value)) if isinstance(value, tuple) else isinstance(value, PLAIN)


def _told(node: Any) -> Iterator[Any]:
    """A source, less its docstrings."""
    if isinstance(node, ast.AST):
        yield type(node).__name__
        for field, value in ast.iter_fields(node):
            if field not in PASSED_OVER and value is not None and value != []:
                yield (field, *_told(value))
    elif isinstance(node, list):
        yield from (tuple(_told(one)) for one in node if not _is_docstring(one))
    else:
        yield repr(node)


def _is_docstring(node: Any) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
