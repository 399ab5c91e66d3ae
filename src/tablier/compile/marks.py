"""How functions are marked that are compiled, wherever they then run.

With a compiler they become machine code. Without one they stay as they are, and a call from
Python runs WebAssembly instead where a game's code is at hand: see plain/web_assembly.py. So a
search is written, and marked, once.
"""

from collections.abc import Callable
from typing import Any

from tablier.compile import NATIVE
from tablier.compile.plain.web_assembly import called_where_it_can_be

if NATIVE:
    from tablier.compile import native
    from tablier.compile.twins import intrinsics


def compiled(function: Any) -> Any:
    """Decorates a function that is generic over positions: each type of position has its code."""
    return native.compiled(function) if NATIVE else called_where_it_can_be(function)


def jitable(function: Any) -> Any:
    """Lets compiled code call a function."""
    return intrinsics.jitable(function) if NATIVE else function


def inlined(function: Any) -> Any:
    """The same, and puts it into whatever calls it."""
    return intrinsics.inlined(function) if NATIVE else function


def twin(function: Callable[..., object]) -> Callable[[Any], Any]:
    """Give a function its compiled form."""
    return intrinsics.twin(function) if NATIVE else lambda choose: choose
