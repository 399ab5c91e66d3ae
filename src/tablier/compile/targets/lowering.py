"""What numba makes of functions before it knows of any processor, for whoever retargets it.

numba lowers each function that it compiles to a module of LLVM, and optimises that for the
processor at hand at once. Here a process of its own lowers functions and whatever they call, and
hands the modules over untouched: no code of this processor is in them, nor anything that other
compilations have left behind in memory or on disk.

`linked` makes one module of it that holds a function and nothing of CPython: wrappers, reference
counts and environments are used by nobody, and go.
"""

import pickle
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core.serialize import dumps

from tablier.core.errors import TablierError

RUNTIME = """
define void @NRT_incref(ptr %0) { ret void }
define void @NRT_decref(ptr %0) { ret void }
"""
"""Constant arrays are counted before optimising; there is nothing to count."""
EXCEPTION = ".const.picklebuf."
"""How the constants are named that stand for an error: its digest follows."""


class NotPortable(TablierError):
    """A function that needs more than its arguments: Python, or a library."""


class Wanted(NamedTuple):
    """A function of a module, for arguments of some types."""

    function: Any
    types: tuple[Any, ...]


class Lowered(NamedTuple):
    """A function as numba has lowered it."""

    symbol: str
    result: str
    """The type of LLVM that it leaves behind its first argument; what it returns is a status."""
    modules: tuple[str, ...]
    """LLVM's text of the function and of all that it may call."""
    errors: dict[str, bytes]
    """What it may raise: class, arguments and place, pickled, by the digest in constants' names."""


def lowered(wanted: Sequence[Wanted]) -> list[Lowered]:
    """Lower functions that a module has by their names, all in one other process."""
    asked = [(_name(function), types) for function, types in wanted]
    done = subprocess.run(
        [sys.executable, "-m", f"{__package__}.lowering_process"],
        input=dumps((sys.path, asked)),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        names = ", ".join(name for (_, name), _ in asked)
        raise NotPortable(f"{names} can't be compiled for another processor: {' '.join(last)}")
    found: list[Lowered] = pickle.loads(done.stdout)
    return found


def _name(function: Any) -> tuple[str, str]:
    """The module and the name of a function, compiled or not."""
    plain = getattr(function, "py_func", function)
    if getattr(import_module(plain.__module__), plain.__name__, None) not in (function, plain):
        raise NotPortable(f"{plain.__qualname__} is not among the names of its module")
    return plain.__module__, plain.__name__


def linked(code: Lowered, triple: str, data_layout: str, entry: str = "") -> Any:
    """One module for a target, of a lowered function and a way in; the latter alone is seen.

    `entry` is LLVM's text of functions that call it, named with a leading `tablier_`.
    """
    whole = llvm.parse_assembly(RUNTIME)
    whole.triple, whole.data_layout = triple, data_layout
    for text in code.modules:
        module = llvm.parse_assembly(text)
        module.triple, module.data_layout = triple, data_layout
        whole.link_in(module)
    if entry:
        module = llvm.parse_assembly(entry)
        module.triple, module.data_layout = triple, data_layout
        whole.link_in(module)
    for part in (*whole.functions, *whole.global_variables):
        if not part.is_declaration and not part.name.startswith(("tablier_", "llvm.")):
            part.linkage = "internal"
    whole.verify()
    return whole


def check_whole(module: Any, name: str) -> None:
    """Refuse an optimised module that still wants something from elsewhere."""
    parts = (*module.functions, *module.global_variables)
    missing = [
        part.name for part in parts if part.is_declaration and not part.name.startswith("llvm.")
    ]
    if missing:
        raise NotPortable(f"{name} needs {', '.join(sorted(missing))}, which only Python has")
