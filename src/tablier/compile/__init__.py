"""Turning rules into code, and keeping it.

What is compiled is said once: `dispatch.py` has the contract's functions, `marks.py` how others
are marked, `raw_array.py`, `position_rows.py` and `memory.py` the memory that they work on, and
`twins/` what all of these do in compiled code. `native.py` makes code of it for the processor at
hand, `targets/` for others, and `code_cache.py` keeps code of any target, under what `sources.py`
says that it was made from, in the folder of `cache_folder.py`.

Where there is no compiler, as in a browser, the same functions run as plain Python, and as
WebAssembly where that was made of them before: see `plain/`.
"""

from importlib.util import find_spec


def _has_compiler() -> bool:
    try:
        return find_spec("numba") is not None
    except ValueError:  # somebody has ruled it out in `sys.modules`
        return False


NATIVE = _has_compiler()
"""Whether there is a compiler, so that functions become code of the processor at hand."""
