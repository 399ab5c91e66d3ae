"""Code for the processor at hand, which numba makes and loads.

One target of those that there may be: a function and the types of its arguments become code,
which is kept under where it comes from, and beside code of other targets.
"""

import gc
import hashlib
import logging
import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import numba
from numba import njit, types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from tablier.compile import cache_folder, code_cache, machine_symbols
from tablier.compile.file_lock import held
from tablier.compile.sources import Origin, origin_of

RARELY = (50_000, 20, 100)
"""New objects between two looks for cycles while something is compiled; it takes a seventh less."""
_log = logging.getLogger(__name__)
_compiling = logging.getLogger("tablier.compiling")


def compiled(function: Any) -> Any:
    """Decorates a function that is generic over positions: each type of position has its code."""
    dispatcher = njit(nogil=True, error_model="numpy")(function)
    if dispatcher is not function:  # NUMBA_DISABLE_JIT leaves it as it is
        dispatcher._cache = NativeCache(function)
        dispatcher._compiler.compile = _claimed(function, dispatcher._compiler.compile)
    return dispatcher


class NativeCache(NullCache):
    """The code of one function on disk, where numba asks for it by the types of the arguments.

    numba's own trusts its files, passes on what goes wrong with them, and looks at one source
    file only. Here damaged code is compiled anew, and code that can't be kept is used all the same.
    """

    def __init__(self, function: Any, flags: str = "") -> None:
        self._function = function
        self._flags = flags

    def load_overload(self, arguments: Any, context: Any) -> Any:
        """The code for some types; None where there is none that can be used.

        Whoever gets None compiles. Others who want the same wait for it.
        """
        folder = cache_folder.code_folder(self._origin(arguments))
        path = folder / self.name(arguments, context)
        found = self._load(path, context)
        if found is None:
            context.refresh()
            if claims.take(path) and (found := self._load(path, context)) is not None:
                claims.drop()
        return found

    def _load(self, path: Path, context: Any) -> Any:
        try:
            code = code_cache.load(path)
            return None if code is None else self.rebuilt(context, pickle.loads(code))
        except Exception:  # damaged bytes may raise anything when they are unpickled
            _log.warning("tablier: compiled code in %s is damaged; compiling again", path.parent)
            with suppress(OSError):
                path.unlink()
            return None

    def save_overload(self, arguments: Any, code: Any) -> None:
        """Keep the code for some types, if that is possible."""
        try:
            if code.lifted or code.library.has_dynamic_globals:
                return
            folder = cache_folder.made_code_folder(self._origin(arguments))
            name = self.name(arguments, code.target_context)
            code_cache.save(folder / name, dumps(self.reduced(code)))
        except OSError as error:
            _log.warning(
                "tablier: compiled code can't be kept in %s (%s)",
                cache_folder.code_folder(self._origin(arguments)),
                error.strerror,
            )
        finally:
            claims.drop()

    def reduced(self, code: Any) -> Any:
        """What of some code goes into its file."""
        return machine_symbols.wanted(code.library), code._reduce()

    def rebuilt(self, context: Any, parts: Any) -> Any:
        """The code that it was reduced from."""
        names, made = parts
        if not machine_symbols.are_there(names):
            context.refresh()
        return CompileResult._rebuild(context, *made)

    def _origin(self, arguments: Any) -> Origin:
        return code_origin(self._function, arguments)

    def name(self, arguments: Any, context: Any) -> str:
        """The name of the file for some types."""
        made = (context.codegen().magic_tuple(), (numba.__version__, numba.config.OPT, self._flags))
        return code_name(self._function, arguments, made)


def code_origin(function: Any, arguments: Any) -> Origin:
    """Where the code of a function comes from, for arguments of some types."""
    classes = {one for argument in arguments for one in _classes(argument)}
    return origin_of(function.__module__, {one.__module__ for one in classes})


def code_name(function: Any, arguments: Any, made: Any) -> str:
    """The name of a file: the function, and a hash of all that its code depends on besides.

    `made` is by what it was made, and for what.
    """
    body = function.__code__
    cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
    parts = (
        _source(Path(body.co_filename)),
        (function.__qualname__, body.co_firstlineno, body.co_code, body.co_names),
        dumps(cells) if cells else b"",
        *map(_described, arguments),
        *made,
    )
    digest = hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()
    return f"{function.__name__.strip('<>')}-{digest[:32]}.code"


class Claims:
    """What this process compiles: one function, and within it those that it calls.

    numba compiles in one thread at a time. A claim that was not taken holds its place.
    """

    def __init__(self) -> None:
        self._held: list[tuple[Path, BinaryIO | None]] = []

    def take(self, path: Path) -> bool:
        """Wait until nobody else compiles the same; whether that could be."""
        place = path.with_suffix(".lock")
        try:
            self._held.append((place, held(place)))
        except OSError:
            self._held.append((place, None))
        return self._held[-1][1] is not None

    def drop(self) -> None:
        """Let those go on who wait for what was taken last."""
        place, file = self._held.pop()
        if file is not None:
            with suppress(OSError):
                place.unlink()
            file.close()

    @contextmanager
    def dropped_on_failure(self) -> Iterator[None]:
        """What can't be compiled is not saved, and nobody waits for it."""
        try:
            yield
        except BaseException:
            self.drop()
            raise


claims = Claims()


def _claimed(function: Any, compile_: Any) -> Any:
    """Compiles what was claimed, and says so.

    The environments of what it calls are part of it, and nobody else sets them.
    """

    def compile_claimed(arguments: Any, result: Any) -> Any:
        _compiling.info("compiling %s, once per machine", function.__qualname__)
        with claims.dropped_on_failure(), _rare_collections():
            code = compile_(arguments, result)
        for environment in code._find_referenced_environments():
            code.codegen.set_env(environment.env_name, environment)
        return code

    return compile_claimed


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Let Python look for cycles less often: numba makes a great many objects, and few cycles."""
    usual = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


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
