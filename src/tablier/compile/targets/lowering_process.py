"""Lowers functions for `lowering.py`, which runs this and talks to it over its pipes.

numba is told to make no code at all here, so that whatever it lowers stays as it is.
"""

import pickle
import re
import sys
from contextlib import nullcontext
from importlib import import_module
from typing import Any

from numba.core import cgutils, compiler
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from tablier.compile import native
from tablier.compile.targets.lowering import Lowered
from tablier.compile.twins.called_code import CalledCompiler

PICKLED = re.compile(
    r'@"?\.const\.pickledata\.([0-9a-f]{40})"? = [^\n]*? c"((?:[^"\\]|\\[0-9A-Fa-f]{2})*)"'
)

PRIVATE = re.compile(r'^(@"?\.const\.pickle\S+ = )internal', re.MULTILINE)
"""Errors are constants of each module; equal ones are to become one when modules are linked."""


class KeptLibrary(JITCodeLibrary):
    """What numba takes for code, and is LLVM's text."""

    texts: tuple[str, ...] = ()

    def add_ir_module(self, ir_module: Any) -> None:
        """Keep a module."""
        text = cgutils.normalize_ir_text(str(ir_module))
        self.texts = (*self.texts, PRIVATE.sub(r"\1linkonce_odr", text))

    def add_llvm_module(self, ll_module: Any) -> None:
        """Keep one that was read already."""
        self.texts = (*self.texts, str(ll_module))

    def finalize(self) -> None:
        """Leave it as it is."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is nothing to be called."""
        return 0

    def called(self) -> "dict[KeptLibrary, None]":
        """This and all that it calls, each once."""
        found: dict[KeptLibrary, None] = {self: None}
        for library in self._linking_libraries:
            if isinstance(library, KeptLibrary):
                found.update(library.called())
        return found


class KeepingCodegen(JITCPUCodegen):
    """Makes such libraries."""

    _library_class = KeptLibrary

    def set_env(self, env_name: str, env: Any) -> None:
        """There is no environment."""

    def magic_tuple(self) -> tuple[str, ...]:
        """No processor: what is lowered is the same wherever that is done."""
        return ("lowered",)


_met: set[str] = set()
"""The modules of all functions that were asked for."""


def _noted(cache: native.NativeCache, *_: Any) -> None:
    _met.add(cache._function.__module__)


def prepare() -> Any:
    """Numba's context, which makes no code from now on and finds none that was kept."""
    context = cpu_target.target_context
    context.refresh()
    context._internal_codegen = KeepingCodegen("tablier.lowering")
    CalledCompiler.library_class = KeptLibrary
    native.NativeCache.load_overload = _noted  # type: ignore[method-assign, assignment]
    native.NativeCache.save_overload = lambda *_: None  # type: ignore[method-assign]
    native.claims.drop = lambda: None  # type: ignore[method-assign]
    return context


@global_compiler_lock
def lower(context: Any, function: Any, types: tuple[Any, ...]) -> Lowered:
    """A function for some types."""
    flags = Flags()
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.error_model = "numpy"
    flags.nrt = True
    typing_context = cpu_target.typing_context
    plain = getattr(function, "py_func", function)
    with getattr(function, "_compiling_counter", nullcontext()):  # so it may call itself
        done = compiler.compile_extra(typing_context, context, plain, types, None, flags, {})
    libraries = done.library.called()
    texts = tuple(dict.fromkeys(text for library in libraries for text in library.texts))
    result = context.call_conv.get_return_type(done.fndesc.restype).pointee
    errors = {
        digest: _bytes(written) for text in texts for digest, written in PICKLED.findall(text)
    }
    sources = tuple(sorted({plain.__module__, *_met}))
    return Lowered(done.fndesc.llvm_func_name, str(result), texts, errors, sources)


def _bytes(written: str) -> bytes:
    """A string as LLVM writes it: what is no letter as a backslash and two digits."""
    plain = re.sub(r"\\([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), written)
    return plain.encode("latin-1")


def main() -> None:
    """Read what is wanted, and write what it was lowered to."""
    sys.path[:], asked = pickle.loads(sys.stdin.buffer.read())
    context = prepare()
    found = []
    for (module, name), types in pickle.loads(asked):
        function = getattr(import_module(module), name)
        found.append(lower(context, function, types))
    sys.stdout.buffer.write(pickle.dumps(found))


if __name__ == "__main__":
    main()
