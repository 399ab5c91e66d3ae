"""Whether compiled code looks before it indexes.

It doesn't: rules and searches are to keep within bounds, and looking takes time. With
TABLIER_BOUNDS=1 in the environment everything is compiled into another folder, with a look at
every index: numba looks after its own arrays, and `check` after bare arrays, Tables, items of
tuples and whatever else numba knows nothing of. An index outside is an IndexError that names the
function.
"""

import os
import re
import sys
from typing import Any

VARIABLE = "TABLIER_BOUNDS"
CHECKED = os.environ.get(VARIABLE, "") not in ("", "0")
SUFFIX = "-checked" if CHECKED else ""
"""What the target of compiled code has at the end of its name."""


def prepare() -> None:
    """Tell numba, which may be imported by now or not; to be called before it compiles."""
    if CHECKED:
        os.environ["NUMBA_BOUNDSCHECK"] = "1"
        if numba := sys.modules.get("numba"):
            numba.config.BOUNDSCHECK = 1


def check(context: Any, builder: Any, fine: Any, what: str) -> None:
    """Go on if something holds, else raise an error that says what was indexed, and where."""
    from numba.core import cgutils

    with cgutils.if_unlikely(builder, builder.not_(fine)):
        told = f"outside {what}, in {_readable(builder.function.name)}"
        context.call_conv.return_user_exc(builder, IndexError, (told,))


def check_index(context: Any, builder: Any, index: Any, length: Any, what: str) -> None:
    """The same for an index from 0 up to a length."""
    check(context, builder, builder.icmp_unsigned("<", index, length), what)


def _readable(mangled: str) -> str:
    """The dotted name of a function in machine code, where each part stands behind its length."""
    parts, rest = [], mangled.removeprefix("_ZN")
    while found := re.match(r"\d+", rest):
        end = found.end() + int(found[0])
        parts.append(rest[found.end() : end])
        rest = rest[end:]
    return ".".join(parts)
