"""Code for the processor at hand, which numba makes and loads.

One target of those that there may be: a function and the types of its arguments become code,
which is kept under where it comes from, and beside code of other targets.
"""

import hashlib
import logging
import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import njit, types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from tablier.compile import cache_folder, code_cache
from tablier.compile.sources import Origin, origin_of

_log = logging.getLogger(__name__)
_compiling = logging.getLogger("tablier.compiling")


def compiled(function: Any) -> Any:
    """Decorates a function that is generic over positions: each type of position has its code."""
    dispatcher = njit(nogil=True, error_model="numpy")(function)
    if dispatcher is not function:  # NUMBA_DISABLE_JIT leaves it as it is
        dispatcher._cache = NativeCache(function)
    return dispatcher


class NativeCache(NullCache):
    """The code of one function on disk, where numba asks for it by the types of the arguments.

    numba's own trusts its files, passes on what goes wrong with them, and looks at one source
    file only. Here damaged code is compiled anew, and code that can't be kept is used all the same.
    """

    def __init__(self, function: Any) -> None:
        self._function = function

    def load_overload(self, arguments: Any, context: Any) -> Any:
        """The code for some types; None where there is none that can be used."""
        context.refresh()
        folder = cache_folder.code_folder(self._origin(arguments))
        try:
            code = code_cache.load(folder / self._name(arguments, context.codegen()))
            if code is not None:
                return CompileResult._rebuild(context, *pickle.loads(code))
            _compiling.info("compiling %s, once per machine", self._function.__qualname__)
        except Exception:  # damaged bytes may raise anything when they are unpickled
            _log.warning("tablier: compiled code in %s is damaged; compiling again", folder)
        return None

    def save_overload(self, arguments: Any, code: Any) -> None:
        """Keep the code for some types, if that is possible."""
        if code.lifted or code.library.has_dynamic_globals:
            return
        try:
            folder = cache_folder.made_code_folder(self._origin(arguments))
            code_cache.save(folder / self._name(arguments, code.codegen), dumps(code._reduce()))
        except OSError as error:
            _log.warning(
                "tablier: compiled code can't be kept in %s (%s)",
                cache_folder.code_folder(self._origin(arguments)),
                error.strerror,
            )

    def _origin(self, arguments: Any) -> Origin:
        classes = {one for argument in arguments for one in _classes(argument)}
        return origin_of(self._function.__module__, {one.__module__ for one in classes})

    def _name(self, arguments: Any, processor: Any) -> str:
        """The name of a file: the function, and a hash of all that its code depends on besides."""
        function = self._function
        line = function.__code__.co_firstlineno
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        parts = (
            _source(Path(function.__code__.co_filename)),
            f"{function.__qualname__}:{line}",
            dumps(cells) if cells else b"",
            *map(_described, arguments),
            processor.magic_tuple(),
            numba.__version__,
        )
        told = hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()
        return f"{function.__name__.strip('<>')}-{told[:32]}.code"


@cache
def _source(path: Path) -> str:
    """A hash of a source file, if it is one."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _classes(type_: Any) -> Iterator[type]:
    """The classes of all NamedTuples in an argument."""
    if isinstance(type_, types.BaseNamedTuple):
        yield type_.instance_class
    if isinstance(type_, types.BaseTuple):
        for part in set(type_):
            yield from _classes(part)


def _described(type_: Any) -> str:
    """A type's name; that of a NamedTuple's class tells nothing of its module."""
    if not isinstance(type_, types.BaseTuple):
        return str(type_)
    name = ""
    if isinstance(type_, types.BaseNamedTuple):
        name = f"{type_.instance_class.__module__}.{type_.instance_class.__qualname__}"
    return f"{name}({', '.join(map(_described, type_))})"
