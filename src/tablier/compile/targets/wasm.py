"""WebAssembly, which browsers run: many functions in one module, with one way in for all.

A function of the module takes two addresses, of its arguments and of its result, and returns a
status: 0, or which of the module's errors it has raised, counted from 1. Arguments and results
are rows of int64. NamedTuples are taken apart; a float is the bits that it has; an array is the
address where it begins, and behind that the length of each dimension, unless it is a bare one.

Two more functions manage memory: `allocate` gives the address of some bytes, or 0 where there is
no more, and `release` takes back whatever was allocated from an address on.

Which functions there are, with the names and types of what they take, is told by the module
itself, in a section of its own; see `manifest_of`.
"""

import json
import pickle
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any, NamedTuple

import llvmlite
import llvmlite.binding as llvm
import numba
from numba import types

from tablier.compile import bounds
from tablier.compile.targets.lowering import (
    EXCEPTION,
    Lowered,
    NotPortable,
    Wanted,
    arguments_of,
    check_whole,
    known_errors,
    linked,
    lowered,
    numbered,
    plain,
)
from tablier.compile.targets.made_from import digest_of
from tablier.compile.targets.wasm_object import custom_section, runnable
from tablier.compile.twins.bare_arrays import BareType

TRIPLE = "wasm32-unknown-unknown"
SECTION = "tablier"
"""Where a module says what is in it."""
ABI = 1
"""Changes with what a caller must know."""
PREFIX = "tablier_"
ERROR_TYPE = r"{i8*, i32, i8*, i8*, i32}"
ERROR = re.compile(
    rf'^(@"{re.escape(EXCEPTION)}[^"]+" = linkonce_odr constant) {re.escape(ERROR_TYPE)} .*', re.M
)
"""An error's text has the path of a file in it; who raised it is known by its address."""
NAMES = {"i64": "int", "double": "float"}

OWN_SOURCES = (
    "tablier.compile.dispatch",
    "tablier.compile.position_rows",
    "tablier.compile.marks",
    "tablier.compile.raw_array",
    "tablier.compile.targets.lowering",
    "tablier.compile.targets.lowering_process",
    "tablier.compile.targets.wasm",
    "tablier.compile.targets.wasm_object",
    "tablier.compile.twins.bare_arrays",
    "tablier.compile.twins.called_code",
    "tablier.compile.twins.intrinsics",
    "tablier.compile.twins.rows",
    "tablier.compile.twins.vectors",
)
"""The modules that write code themselves."""

MEMORY = """
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
@top = internal global i64 0
define i32 @tablier_allocate(i32 %bytes) {
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %wide = zext i32 %pages to i64
  %end = shl i64 %wide, 16
  %old = load i64, ptr @top
  %none = icmp eq i64 %old, 0
  %begin = select i1 %none, i64 %end, i64 %old
  %asked = zext i32 %bytes to i64
  %more = add i64 %asked, 15
  %whole = and i64 %more, -16
  %new = add i64 %begin, %whole
  %inside = icmp ule i64 %new, %end
  br i1 %inside, label %fits, label %growing
growing:
  %lacking = sub i64 %new, %end
  %rounded = add i64 %lacking, 65535
  %missing = lshr i64 %rounded, 16
  %small = trunc i64 %missing to i32
  %grown = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %small)
  %full = icmp eq i32 %grown, -1
  br i1 %full, label %refused, label %fits
fits:
  store i64 %new, ptr @top
  %address = trunc i64 %begin to i32
  ret i32 %address
refused:
  ret i32 0
}
define void @tablier_release(i32 %address) {
  %wide = zext i32 %address to i64
  store i64 %wide, ptr @top
  ret void
}
"""
"""Memory is given out from the end of the first pages on, at multiples of 16."""


class Exported(NamedTuple):
    """A function of a module, and what it is called there."""

    name: str
    wanted: Wanted


def wasm(
    exported: Sequence[Exported], about: Mapping[str, Any], sources: Iterable[str] = ()
) -> bytes:
    """A module with some functions; its manifest says `about` it whatever else there is to say.

    `sources` are modules that it is made from besides those of the functions.
    """
    if bounds.CHECKED:
        raise NotPortable(f"{bounds.VARIABLE} is for native code: nothing is made with it")
    codes = lowered([one.wanted for one in exported])
    codes = [code._replace(modules=tuple(map(_bare_errors, code.modules))) for code in codes]
    errors = {digest: error for code in codes for digest, error in code.errors.items()}
    machine = _machine()
    entries = [_entry(one, code) for one, code in zip(exported, codes, strict=True)]
    text = "\n".join([MEMORY, _status(errors), *entries])
    module = linked(codes, TRIPLE, str(machine.target_data), text)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    check_whole(module, ", ".join(one.name for one in exported))
    names = [*(one.name for one in exported), "allocate", "release"]
    sources = {*OWN_SOURCES, *sources, *(one for code in codes for one in code.sources)}
    manifest = {
        "abi": ABI,
        **about,
        "functions": dict(map(_declared, exported, codes)),
        "errors": list(map(_told, errors.values())),
        "made_by": made_by(),
        "sources": sorted(sources),
        "digest": digest_of(sources),
    }
    return runnable(
        machine.emit_object(module),
        {name: f"{PREFIX}{name}" for name in names},
        {SECTION: json.dumps(manifest, separators=(",", ":")).encode()},
    )


def manifest_of(module: bytes) -> dict[str, Any]:
    """What a module says of itself.

    `functions` has, by their names, what each one takes and gives: `gives` lists what its result
    is made of, "int" or "float". `takes` has the arguments by their names: "int", "float", a dict
    of fields by their names, a list of items, or for an array {"array": the type of its numbers,
    "lengths": how many lengths follow its address, "inner": the lengths that are known
    beforehand}. `errors` lists class and text of each.
    """
    found: dict[str, Any] = json.loads(custom_section(module, SECTION))
    return found


def made_by() -> dict[str, str]:
    """What decides, beside the sources, on every byte of a module."""
    python = ".".join(map(str, sys.version_info[:2]))
    return {"python": python, "numba": numba.__version__, "llvmlite": llvmlite.__version__}


@cache
def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(features="+simd128", opt=3)


def _bare_errors(text: str) -> str:
    return ERROR.sub(rf"\1 {ERROR_TYPE} zeroinitializer", text)


def _told(error: bytes) -> list[str]:
    """The class and the text of an error."""
    if not error:
        return ["RuntimeError", "compiled code has failed"]
    class_, arguments, _ = pickle.loads(error)
    return [class_.__name__, str(class_(*arguments))]


# What functions take, for whoever calls them


def _declared(exported: Exported, code: Lowered) -> tuple[str, Any]:
    gives = [NAMES[kind] for kind, _ in _gives(code)]
    return exported.name, {"takes": takes(exported.wanted), "gives": gives}


def takes(wanted: Wanted) -> dict[str, Any]:
    """The arguments of a function by their names."""
    names = signature(getattr(wanted.function, "py_func", wanted.function)).parameters
    return dict(zip(names, map(_described, wanted.types), strict=True))


def _described(type_: Any) -> Any:
    if isinstance(type_, types.BaseNamedTuple):
        return dict(zip(type_.fields, map(_described, type_), strict=True))
    if isinstance(type_, types.BaseTuple):
        return [_described(part) for part in type_]
    if isinstance(type_, BareType):
        return {"array": str(type_.dtype), "lengths": 0, "inner": list(type_.inner)}
    if isinstance(type_, types.Array):
        return {"array": str(type_.dtype), "lengths": type_.ndim, "inner": []}
    return "float" if isinstance(type_, types.Float) else "int"


# The ways in


class ArgumentRow:
    """LLVM's text that takes the arguments of a function from a row of int64."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.arguments: list[tuple[str, str]] = []
        """LLVM's types and values."""
        self._taken = 0

    def take(self, type_: Any) -> None:
        """One argument, whatever it is made of."""
        if isinstance(type_, types.BaseTuple):
            for part in type_:
                self.take(part)
        elif isinstance(type_, types.Array):
            self._take_array(type_)
        elif isinstance(type_, BareType):
            self.arguments.append(("ptr", self._address()))
        elif isinstance(type_, types.Float):
            self.arguments.append(("double", self._made(f"bitcast i64 {self._next()} to double")))
        else:
            assert type_ == types.int64, f"{type_} is no argument"
            self.arguments.append(("i64", self._next()))

    def _take_array(self, type_: Any) -> None:
        """An array of numba's that nobody counts references to, its rows side by side."""
        assert type_.layout == "C", f"{type_} has gaps"
        address = self._address()
        lengths = [self._next() for _ in range(type_.ndim)]
        strides = [str(type_.dtype.bitwidth // 8)]
        for length in reversed(lengths):
            strides.insert(0, self._made(f"mul i64 {strides[0]}, {length}"))
        count = self._made(f"udiv i64 {strides[0]}, {strides[-1]}")
        self.arguments += [("ptr", "null"), ("ptr", "null"), ("i64", count), ("i64", strides[-1])]
        self.arguments.append(("ptr", address))
        self.arguments += [("i64", value) for value in (*lengths, *strides[1:])]

    def _next(self) -> str:
        place = self._made(f"getelementptr i64, ptr %arguments, i64 {self._taken}")
        self._taken += 1
        return self._made(f"load i64, ptr {place}")

    def _address(self) -> str:
        return self._made(f"inttoptr i64 {self._next()} to ptr")

    def _made(self, instruction: str) -> str:
        self.lines.append(f"  %v{len(self.lines)} = {instruction}")
        return f"%v{len(self.lines) - 1}"


def _entry(exported: Exported, code: Lowered) -> str:
    """LLVM's text of the way into a function."""
    row = ArgumentRow()
    for type_ in exported.wanted.types:
        row.take(type_)
    kinds = [kind for kind, _ in row.arguments]
    assert kinds == arguments_of(code), f"{exported.name} takes {arguments_of(code)}"
    passed = ", ".join(
        ["ptr %found", "ptr %error", *(f"{kind} {value}" for kind, value in row.arguments)]
    )
    result = plain(code.result)
    given = []
    for number, (kind, path) in enumerate(_gives(code)):
        at = ", ".join(f"i32 {step}" for step in (0, *path))
        given += [
            f"  %from{number} = getelementptr {result}, ptr %found, {at}",
            f"  %value{number} = load {kind}, ptr %from{number}",
            f"  %to{number} = getelementptr i64, ptr %result, i64 {number}",
            f"  store {kind} %value{number}, ptr %to{number}",
        ]
    return f"""
declare i32 @"{code.symbol}"({", ".join(["ptr", "ptr", *kinds])})
define i32 @{PREFIX}{exported.name}(ptr %arguments, ptr %result) {{
  %found = alloca {result}
  %error = alloca ptr
  store ptr null, ptr %error
{chr(10).join(row.lines)}
  %status = call i32 @"{code.symbol}"({passed})
  switch i32 %status, label %failed [ i32 0, label %fine i32 -2, label %fine ]
fine:
{chr(10).join(given)}
  ret i32 0
failed:
  %raised = load ptr, ptr %error
  %number = call i32 @error_number(ptr %raised)
  ret i32 %number
}}
"""


def _status(errors: Mapping[str, bytes]) -> str:
    """LLVM's text of what finds the number of an error."""
    return f"""
{known_errors(errors)}
define i32 @error_number(ptr %raised) {{
{numbered(errors, "i32")}
  ret i32 %number
}}
"""


def _gives(code: Lowered) -> list[tuple[str, tuple[int, ...]]]:
    """The types of what a function returns, and where they are in it."""
    return list(_parts(code.result.replace(" ", "")))


def _parts(text: str, path: tuple[int, ...] = ()) -> Iterator[tuple[str, tuple[int, ...]]]:
    if text.startswith("{"):
        depth, start, number = 0, 1, 0
        for at, letter in enumerate(text):
            depth += (letter in "{[") - (letter in "}]")
            if (letter == "," and depth == 1) or at == len(text) - 1:
                yield from _parts(text[start:at], (*path, number))
                start, number = at + 1, number + 1
    elif text.startswith("["):
        count, _, inner = text[1:-1].partition("x")
        for number in range(int(count)):
            yield from _parts(inner, (*path, number))
    elif not text.endswith("*"):
        yield text, path
