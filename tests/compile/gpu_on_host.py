"""A GPU that is none: the same code with the same way in, run by this processor thread by thread.

Whatever is not the GPU's own is real: what numba lowers, how it is linked, the kernel's entry and
its verdict, where arrays lie. NumPy's arrays stand in for CuPy's.
"""

import ctypes
from collections.abc import Sequence
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np

from tablier.compile.targets import nvptx
from tablier.compile.targets.cuda import Gpu
from tablier.compile.targets.lowering import Lowered, Wanted, check_whole, linked, lowered

THREAD = """
@current = global i32 0
define i32 @thread() { %1 = load i32, ptr @current
  ret i32 %1 }
"""


class Address(NamedTuple):
    """Where an array begins."""

    ptr: int


class HostArray(np.ndarray[Any, Any]):
    """An array that can be asked for as CuPy's are."""

    @property
    def data(self) -> Address:  # type: ignore[override]
        """Where it begins."""
        return Address(self.ctypes.data)

    def get(self, out: Any = None, blocking: bool = True) -> Any:
        """A copy, as if from elsewhere."""
        if out is None:
            return np.array(self)
        out[:] = self
        return out

    def set(self, values: Any) -> None:
        """Take values, as if from elsewhere."""
        self[:] = values


class HostCupy:
    """What is used of CuPy."""

    class cuda:  # noqa: N801
        """Memory."""

        @staticmethod
        def alloc_pinned_memory(size: int) -> bytearray:
            """Memory that needs no pin."""
            return bytearray(size)

    def __getattr__(self, name: str) -> Any:
        def make(*arguments: Any, **options: Any) -> HostArray:
            made: HostArray = getattr(np, name)(*arguments, **options).view(HostArray)
            return made

        return make


class HostGpu(Gpu):
    """Runs a kernel for one index after the other."""

    def __init__(self) -> None:
        self.cupy, self.processor = HostCupy(), ""
        self._entries: dict[Any, Any] = {}

    def load(self, wanted: Sequence[tuple[Wanted, int]]) -> list[tuple[Any, tuple[bytes, ...]]]:
        """Functions as code of this processor."""
        found = lowered([one for one, _ in wanted])
        return [(self._entry(code), tuple(code.errors.values())) for code in found]

    def _entry(self, code: Lowered) -> Any:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=1)
        text = nvptx._entry(code).replace(nvptx._THREAD, THREAD).replace("ptx_kernel ", "")
        text += _every(text)
        module = linked([code], llvm.get_default_triple(), str(machine.target_data), text)
        options = llvm.create_pipeline_tuning_options(speed_level=1)
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        check_whole(module, code.symbol)
        engine = llvm.create_mcjit_compiler(module, machine)
        address = engine.get_function_address("tablier_every")

        def launch(grid: tuple[int], block: tuple[int], arguments: tuple[Any, ...]) -> None:
            assert grid[0] * block[0] >= arguments[-3] > (grid[0] - 1) * block[0]
            given = [
                ctypes.c_void_p(one.ctypes.data)
                if isinstance(one, np.ndarray)
                else ctypes.c_int64(int(one))
                for one in arguments
            ]
            kinds = [type(one) for one in given]
            ctypes.CFUNCTYPE(None, *kinds)(address)(*given)

        launch.engine = engine  # type: ignore[attr-defined]  # the code lives as long as it does
        return launch


def _every(text: str) -> str:
    """A function that runs the kernel for all of its indices."""
    start = f"define void @{nvptx.ENTRY}("
    parameters = text[text.index(start) + len(start) :].partition(") {")[0]
    return f"""
define void @tablier_every({parameters}) {{
  br label %next
next:
  %at = phi i64 [ 0, %0 ], [ %then, %next ]
  %small = trunc i64 %at to i32
  store i32 %small, ptr @current
  call void @{nvptx.ENTRY}({parameters})
  %then = add i64 %at, 1
  %on = icmp ult i64 %then, %n
  br i1 %on, label %next, label %end
end:
  ret void
}}"""
