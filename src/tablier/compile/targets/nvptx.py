"""Code for NVIDIA's GPUs: PTX, which their driver assembles.

A function that is written for the indices from `first` up to `last`, its two last arguments, gets
one thread for each index. All threads of a launch share a row of three numbers, its verdict:

- `FAULT`: 0, or which error a thread has raised, counted from 1 over all errors there are;
- `AT`: the index at which it was raised;
- `FOUND`: -1, or the least number that a thread has returned, of a function that returns one.

As long as a verdict tells of an error or of a find, launches with the same verdict do nothing.
"""

from functools import cache
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from tablier.compile.targets.lowering import (
    Lowered,
    arguments_of,
    check_whole,
    known_errors,
    linked,
    numbered,
    plain,
)

TRIPLE = "nvptx64-nvidia-cuda"
DATA_LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
FAULT, AT, FOUND = range(3)
NOTHING_FOUND = -1
ENTRY = "tablier_entry"
ALIGNED = 16
"""Arrays begin at a multiple of these bytes: what lies side by side is then written at once."""
SPECIAL = "llvm.nvvm.read.ptx.sreg"


class Ptx(NamedTuple):
    """PTX with one entry, and the errors that it counts, pickled."""

    text: str
    errors: tuple[bytes, ...]


def ptx(code: Lowered, processor: str) -> Ptx:
    """PTX of a lowered function for a processor such as `sm_90`."""
    module = linked([code], TRIPLE, DATA_LAYOUT, _entry(code))
    module.get_function(code.symbol).add_function_attribute("alwaysinline")
    machine = _machine(processor)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    check_whole(module, code.symbol)
    return Ptx(machine.emit_assembly(module), tuple(code.errors.values()))


def limited(text: str, registers: int) -> str:
    """PTX whose threads get along with `registers` registers, as well as they can."""
    head, start, rest = text.partition(f".entry {ENTRY}(")
    parameters, end, body = rest.partition("{")
    return f"{head}{start}{parameters}.maxnreg {registers}\n{end}{body}"


@cache
def _machine(processor: str) -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=processor, opt=3)


def _entry(code: Lowered) -> str:
    """LLVM's text of the kernel: the function for the thread's own index."""
    types = arguments_of(code)
    passed = [f"{type_} %a{at}" for at, type_ in enumerate(types[:-2])]
    given = [one.replace("ptr", f"ptr align {ALIGNED}") for one in passed]
    declared = ", ".join(["ptr", "ptr", *types])
    called = ", ".join(["ptr %result", "ptr %error", *passed, "i64 %first", "i64 %last"])
    result = plain(code.result)
    finds = result == "i64"
    return f"""
{_THREAD}
declare i32 @"{code.symbol}"({declared})
{known_errors(code.errors)}
define ptx_kernel void @{ENTRY}({", ".join([*given, "i64 %n", "i64 %base", "ptr %verdict"])}) {{
  %index = call i32 @thread()
  %first = zext i32 %index to i64
  %last = add i64 %first, 1
  %inside = icmp ult i64 %first, %n
  br i1 %inside, label %looking, label %done
looking:
  %found = getelementptr i64, ptr %verdict, i64 {FOUND}
  %faulty = load i64, ptr %verdict
  %finding = load i64, ptr %found
  %clean = icmp eq i64 %faulty, 0
  %open = icmp eq i64 %finding, {NOTHING_FOUND}
  %going = and i1 %clean, %open
  br i1 %going, label %working, label %done
working:
  %result = alloca {result}
  %error = alloca ptr
  store ptr null, ptr %error
  %status = call i32 @"{code.symbol}"({called})
  switch i32 %status, label %failed [ i32 0, label %fine i32 -2, label %done ]
fine:
{_FIND if finds else "  br label %done"}
failed:
  %raised = load ptr, ptr %error
{numbered(code.errors, "i64")}
  %fault = add i64 %number, %base
  %swapped = cmpxchg ptr %verdict, i64 0, i64 %fault monotonic monotonic
  %won = extractvalue {{ i64, i1 }} %swapped, 1
  br i1 %won, label %telling, label %done
telling:
  %at = getelementptr i64, ptr %verdict, i64 {AT}
  store i64 %first, ptr %at
  br label %done
done:
  ret void
}}
"""


_THREAD = f"""
declare i32 @{SPECIAL}.tid.x()
declare i32 @{SPECIAL}.ntid.x()
declare i32 @{SPECIAL}.ctaid.x()
define i32 @thread() alwaysinline {{
  %own = call i32 @{SPECIAL}.tid.x()
  %threads = call i32 @{SPECIAL}.ntid.x()
  %block = call i32 @{SPECIAL}.ctaid.x()
  %before = mul i32 %block, %threads
  %index = add i32 %before, %own
  ret i32 %index
}}"""
"""Which thread this is, of all."""
_FIND = f"""  %value = load i64, ptr %result
  %nothing = icmp eq i64 %value, {NOTHING_FOUND}
  br i1 %nothing, label %done, label %noting
noting:
  %old = atomicrmw umin ptr %found, i64 %value monotonic
  br label %done"""
