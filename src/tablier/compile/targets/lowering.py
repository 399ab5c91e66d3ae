"""What numba makes of functions before it knows of any processor, for whoever retargets it.

numba lowers each function that it compiles to a module of LLVM, and optimises that for the
processor at hand at once. Here a process of its own lowers functions and whatever they call, and
hands the modules over untouched: no code of this processor is in them, nor anything that other
compilations have left behind in memory or on disk.

`linked` makes one module of it that holds a function and nothing of CPython: wrappers, reference
counts and environments are used by nobody, and go.
"""

import pickle
import re
import subprocess
import sys
from collections.abc import Collection, Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core.serialize import dumps

from tablier.core.errors import TablierError

RUNTIME = """
define void @NRT_incref(ptr %0) { ret void }
define void @NRT_decref(ptr %0) { ret void }
define double @sqrt(double %0) {
  %2 = call double @llvm.sqrt.f64(double %0)
  ret double %2
}
declare double @llvm.sqrt.f64(double)
"""
"""Constant arrays are counted before optimising; there is nothing to count. A square root is
what every processor has, and C's library is nowhere.
"""
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
    sources: tuple[str, ...] = ()
    """The modules of Tablier and of games whose functions are in it."""


def lowered(wanted: Sequence[Wanted]) -> list[Lowered]:
    """Lower functions that a module has by their names, all in one other process."""
    asked = [(_name(function), types) for function, types in wanted]
    done = subprocess.run(
        [sys.executable, "-m", f"{__package__}.lowering_process"],
        input=dumps((sys.path, dumps(asked))),
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


def linked(codes: Sequence[Lowered], triple: str, data_layout: str, entry: str = "") -> Any:
    """One module for a target, of lowered functions and ways in; the latter alone are seen.

    `entry` is LLVM's text of functions that call them, named with a leading `tablier_`.
    """
    whole = llvm.parse_assembly(RUNTIME)
    whole.triple, whole.data_layout = triple, data_layout
    for text in dict.fromkeys(text for code in codes for text in code.modules):
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


def arguments_of(code: Lowered) -> list[str]:
    """LLVM's types of a function's arguments, less the two for its result and its error."""
    for text in code.modules:
        if found := re.search(rf'^define .*@"?{re.escape(code.symbol)}"?(\(.*)', text, re.M):
            _, _, own = found[1].partition('%"excinfo')
            return [plain(one.split()[0]) for one in own.split(", ")[1:]]
    raise AssertionError("a lowered function is among its modules")


def plain(type_: str) -> str:
    """A type without what it points to."""
    return "ptr" if type_.endswith("*") else type_


def known_errors(digests: Iterable[str]) -> str:
    """LLVM's text that makes the errors known to a way in."""
    return "\n".join(
        f'@"{EXCEPTION}{digest}" = external constant {{ptr, i32, ptr, ptr, i32}}'
        for digest in digests
    )


def numbered(digests: Collection[str], type_: str) -> str:
    """LLVM's text that puts into %number which of the known errors is %raised, from 1.

    One that is not known gets a number more than there are.
    """
    lines, number = [], str(len(digests) + 1)
    for at, digest in enumerate(digests, 1):
        lines.append(f'  %is{at} = icmp eq ptr %raised, @"{EXCEPTION}{digest}"')
        lines.append(f"  %n{at} = select i1 %is{at}, {type_} {at}, {type_} {number}")
        number = f"%n{at}"
    return "\n".join([*lines, f"  %number = add {type_} {number}, 0"])


def check_whole(module: Any, name: str) -> None:
    """Refuse an optimised module that still wants something from elsewhere."""
    parts = (*module.functions, *module.global_variables)
    missing = [
        part.name for part in parts if part.is_declaration and not part.name.startswith("llvm.")
    ]
    if missing:
        raise NotPortable(f"{name} needs {', '.join(sorted(missing))}, which only Python has")
