"""Code that nothing but compiled code calls: the rules, and what searches are made of.

It becomes part of whatever calls it, and is optimised there along with the rest. So it is kept as
LLVM's code and not as machine code, which nobody would run: numba would optimise every function
again for each that calls it in turn, and compiling would take half as long again.
"""

import hashlib
from typing import Any

import llvmlite.binding as llvm
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result

from tablier.compile.native import NativeCache, claims


class CalledLibrary(JITCodeLibrary):
    """Functions to be linked into others."""

    def _optimize_final_module(self) -> None:
        """Leave that to those."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class CalledCache(NativeCache):
    """Such code on disk."""

    def number(self, arguments: Any, context: Any) -> int:
        """A number that no other function and no other types have."""
        return int.from_bytes(hashlib.sha256(self.name(arguments, context).encode()).digest()[:8])

    def reduced(self, code: Any) -> Any:
        """What numba keeps of code, with LLVM's instead of the machine's."""
        bitcode = code.library._get_module_for_linking().as_bitcode()
        code.fndesc.typemap = code.fndesc.calltypes = None
        return code.library.name, bitcode, code.fndesc, code.environment, code.signature

    def rebuilt(self, context: Any, parts: Any) -> Any:
        """The code that it was reduced from."""
        name, bitcode, described, environment, signature = parts
        library = CalledLibrary(context.codegen(), name)
        library._final_module = library._shared_module = llvm.parse_bitcode(bitcode)
        library._finalize_final_module()
        return compile_result(
            typing_context=context.typing_context,
            target_context=context,
            entry_point=_entry(library, described, environment),
            library=library,
            signature=signature,
            objectmode=False,
            fndesc=described,
            environment=environment,
        )


class CalledCompiler(Compiler):
    """Compiles such functions, and keeps them too.

    A game's rules are part of whatever is compiled for it: a search, a playout, a step of an
    environment. Any process that compiles another of these finds the rules done.
    """

    library_class = CalledLibrary

    def compile_extra(self, function: Any) -> Any:
        """The code of a function for the types at hand."""
        arguments, context = self.state.args, self.state.targetctx
        kept = CalledCache(function, self.state.flags.summary())
        code = kept.load_overload(arguments, context)
        if code is None:
            self._number = kept.number(arguments, context)
            self.state.flags.no_compile = True
            self.state.library = self.library_class(context.codegen(), function.__qualname__)
            with claims.dropped_on_failure():
                code = super().compile_extra(function)
                code.library._ensure_finalized()
            entry = _entry(code.library, code.fndesc, code.environment)
            code = code._replace(entry_point=entry)
            kept.save_overload(arguments, code)
        context.insert_user_function(code.entry_point, code.fndesc, [code.library])
        return code

    def _compile_bytecode(self) -> Any:
        """Name the code by what it is made of, not by how many functions this process has met.

        Code that different processes have made is linked together, and of two functions with the
        same name one would stand for both.
        """
        identity = self.state.func_id
        identity.unique_id = self._number
        identity.unique_name = f"{identity.func_qualname}${self._number}"
        return super()._compile_bytecode()


def _entry(library: Any, described: Any, environment: Any) -> Any:
    """What stands for a function in numba's lists; it can't be called from Python."""
    module, name = described.lookup_module(), described.qualname.split(".")[-1]
    return _dynfunc.make_function(module, name, "part of compiled code", 0, environment, (library,))
