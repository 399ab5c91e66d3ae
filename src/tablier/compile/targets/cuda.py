"""Runs functions on an NVIDIA GPU, by way of CuPy, which is imported for nothing else.

Arguments are what the functions take anyway: ints, positions, NamedTuples of these and of arrays.
Arrays are CuPy's, of one dimension; `Striped` ones are rows that lie as stripes (lanes.py).
"""

import pickle
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np
from numba import from_dtype, types

from tablier.compile import bounds, cache_folder, code_cache
from tablier.compile.file_lock import alone
from tablier.compile.lanes import LANES
from tablier.compile.native import code_name, code_origin
from tablier.compile.targets.lowering import Wanted, lowered
from tablier.compile.targets.nvptx import AT, ENTRY, FAULT, FOUND, NOTHING_FOUND, Ptx, limited, ptx
from tablier.compile.twins.bare_arrays import BareType
from tablier.compile.twins.stripes import StripedType
from tablier.core.errors import TablierError

BLOCK = 128
"""Threads that share a processor's registers."""
VERDICT = (0, 0, NOTHING_FOUND)


class NoDevice(TablierError):
    """There is no GPU here, or no CuPy that reaches it."""


class Striped(NamedTuple):
    """An array of rows that lie as stripes."""

    array: Any

    def rows(self, width: int) -> Any:
        """The same by row and place, to be looked at: rows in groups, places, rows of a group."""
        return self.array.reshape(-1, width, LANES)


def find_cupy() -> Any:
    """CuPy, if it is there and finds a GPU."""
    try:
        import cupy
    except ImportError as error:
        raise NoDevice("device cuda needs CuPy: pip install 'tablier[cuda]'") from error
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        found = 0
    if not found:
        raise NoDevice("device cuda needs an NVIDIA GPU, and there is none here")
    return cupy


class Call(NamedTuple):
    """A function, what it is always called with, and what is like that which comes after it."""

    function: Any
    arguments: tuple[Any, ...]
    last: tuple[Any, ...] = ()
    registers: int = 0
    """The most for each thread; 0 as many as it likes."""


def type_of(argument: Any) -> Any:
    """The numba type of an argument."""
    if isinstance(argument, Striped):
        return StripedType(from_dtype(argument.array.dtype))
    if isinstance(argument, tuple):
        parts = [type_of(part) for part in argument]
        class_ = type(argument) if hasattr(argument, "_fields") else None
        return types.BaseTuple.from_types(parts, class_)
    if _is_int(argument):
        return types.int64
    return BareType(from_dtype(argument.dtype), argument.shape[1:])


def leaves(argument: Any) -> Iterator[Any]:
    """An argument as compiled code gets it: addresses, and ints of 64 bits."""
    if isinstance(argument, Striped):
        yield argument.array
    elif isinstance(argument, tuple):
        for part in argument:
            yield from leaves(part)
    elif _is_int(argument):
        yield np.int64(argument)
    else:
        yield argument
        if bounds.CHECKED:
            yield np.int64(argument.size)


def _is_int(argument: Any) -> bool:
    return isinstance(argument, int | np.integer)


def kept_ptx(wanted: Sequence[Wanted], processor: str) -> list[Ptx]:
    """PTX of functions, made where it was not kept; those that are missing all at once."""
    paths = []
    for function, types_ in wanted:
        plain = getattr(function, "py_func", function)
        made = (processor, numba.__version__, llvmlite.__version__)
        origin, name = code_origin(plain, types_), code_name(plain, types_, made)
        target = f"nvptx-{processor}{bounds.SUFFIX}"
        paths.append(cache_folder.made_code_folder(origin, target) / name)
    with alone(paths[0].with_suffix(".lock")):
        found = [_kept(path) for path in paths]
        missing = [number for number, code in enumerate(found) if code is None]
        if missing:
            for number, code in zip(missing, lowered([wanted[n] for n in missing]), strict=True):
                found[number] = made_ptx = ptx(code, processor)
                with suppress(OSError):  # where it can't be kept, it is used all the same
                    code_cache.save(paths[number], pickle.dumps(made_ptx))
    return [code for code in found if code is not None]


def _kept(path: Any) -> Ptx | None:
    try:
        code = code_cache.load(path)
        return None if code is None else pickle.loads(code)
    except Exception:  # damaged bytes may raise anything when they are unpickled
        return None


class LaunchVerdict:
    """What a row of launches has come to; see nvptx.py.

    Nobody waits for a launch. What one of them has raised is raised here, by `look` once it is
    known, and by `wait` at the latest.
    """

    def __init__(self, cupy: Any) -> None:
        self._clean = cupy.array(VERDICT, np.int64)
        self.array = self._clean.copy()
        memory = cupy.cuda.alloc_pinned_memory(self.array.nbytes)
        self._seen = np.frombuffer(memory, np.int64, len(VERDICT))
        self._seen[:] = VERDICT
        self.errors: list[bytes] = []

    def look(self) -> int:
        """What is known to have been found; -1 if nothing is."""
        self.array.get(out=self._seen, blocking=False)
        return self._judged()

    def wait(self) -> int:
        """The same of all that was launched, which is waited for."""
        self.array.get(out=self._seen)
        return self._judged()

    def _judged(self) -> int:
        if self._seen[FAULT] == 0 and self._seen[FOUND] == NOTHING_FOUND:
            return NOTHING_FOUND
        self.array.get(out=self._seen)
        fault, at, found = (int(self._seen[number]) for number in (FAULT, AT, FOUND))
        self.array[:] = self._clean
        self._seen[:] = VERDICT
        if fault:
            raise raised(self.errors[fault - 1], at)
        return found


class Gpu:
    """A GPU and the functions that were loaded onto it."""

    def __init__(self) -> None:
        self.cupy = find_cupy()
        self.processor = f"sm_{self.cupy.cuda.Device().compute_capability}"
        self._entries: dict[tuple[Any, ...], tuple[Any, tuple[bytes, ...]]] = {}
        self._modules: list[Any] = []

    def launches(self, verdict: LaunchVerdict, *calls: Call) -> list["Launch"]:
        """Functions ready to be launched, loaded where they are not yet."""
        wanted = [
            (
                Wanted(call.function, tuple(map(type_of, (*call.arguments, *call.last, 0, 0)))),
                call.registers,
            )
            for call in calls
        ]
        missing = [one for one in wanted if one not in self._entries]
        if missing:
            self._entries.update(zip(missing, self.load(missing), strict=True))
        return [
            _ready(verdict, call, *self._entries[one])
            for call, one in zip(calls, wanted, strict=True)
        ]

    def load(self, wanted: Sequence[tuple[Wanted, int]]) -> list[tuple[Any, tuple[bytes, ...]]]:
        """Functions on the GPU, each with the errors that it may raise."""
        loaded = []
        found = kept_ptx([one for one, _ in wanted], self.processor)
        for code, (_, registers) in zip(found, wanted, strict=True):
            text = limited(code.text, registers) if registers else code.text
            module = self.cupy.cuda.function.Module()
            module.load(text.encode() + b"\0")
            self._modules.append(module)
            loaded.append((module.get_function(ENTRY), code.errors))
        return loaded


def _ready(verdict: LaunchVerdict, call: Call, entry: Any, errors: tuple[bytes, ...]) -> "Launch":
    base = len(verdict.errors)
    verdict.errors += [*errors, b""]
    fixed = tuple(leaf for argument in call.arguments for leaf in leaves(argument))
    return Launch(entry, fixed, base, verdict)


class Launch(NamedTuple):
    """A function on its GPU, with the arguments that stay the same."""

    entry: Any
    fixed: tuple[Any, ...]
    base: int
    """The errors of other functions that are counted before its own."""
    verdict: LaunchVerdict

    def __call__(self, count: int, *last: Any, block: int = BLOCK) -> None:
        """Have it done for the indices from 0 up to `count`, with the last of its arguments."""
        given = [leaf for argument in last for leaf in leaves(argument)]
        end = (np.int64(count), np.int64(self.base), self.verdict.array)
        self.entry((-(-count // block),), (block,), (*self.fixed, *given, *end))


def raised(error: bytes, at: int) -> Exception:
    """An error that compiled code has raised at an index, as Python has it."""
    if not error:
        return RuntimeError(f"at index {at}: compiled code has failed")
    class_, arguments, _ = pickle.loads(error)
    found: Exception = class_(*arguments)
    found.add_note(f"on the GPU, at index {at}")
    return found


@cache
def default_gpu() -> Gpu:
    """The GPU that is used where none is named."""
    return Gpu()
