"""Turning rules into machine code, and keeping it.

`dispatch.py` has the contract's functions for compiled code, `intrinsics.py` what Python's own
do there, `raw_array.py` and `position_rows.py` the memory that they work on, and `code_cache.py`
keeps what was compiled in the folder of `cache_folder.py`.
"""

from tablier.compile.cache_folder import prepare

prepare()
