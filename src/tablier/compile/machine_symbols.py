"""What machine code asks its process for: the functions of numba's runtime, libm's, exceptions.

numba makes all of it ready for compiling, for which it loads two hundred modules and has LLVM
compile a part of the runtime: 55 MB. Code that was read from a file needs no more than that the
names in it lead somewhere, and LLVM ends the process where one does not.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core.runtime import _nrt_python

OWN = "llvm."
"""How the names of what LLVM makes code of itself begin."""


def wanted(library: Any) -> list[str]:
    """The names that a library uses and does not define."""
    return sorted({one.name for one in _outside(library._final_module)})


def are_there(names: list[str]) -> bool:
    """Whether all of some names lead somewhere in this process."""
    _name_runtime()
    return all(map(llvm.address_of_symbol, names))


def _outside(module: Any) -> Iterator[Any]:
    for one in (*module.functions, *module.global_variables):
        if one.is_declaration and not one.name.startswith(OWN):
            yield one


@cache
def _name_runtime() -> None:
    """Say where the runtime's functions are, as numba does before it compiles the rest."""
    for name, address in _nrt_python.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
