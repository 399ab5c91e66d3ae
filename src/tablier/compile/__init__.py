"""Turning rules into code, and keeping it.

What is compiled is said once: `dispatch.py` has the contract's functions, `intrinsics.py` what
Python's own do in compiled code, `raw_array.py` and `position_rows.py` the memory that they work
on. `native.py` makes code of it for the processor at hand, `targets/` for others, and
`code_cache.py` keeps code of any target, under what `sources.py` says that it was made from, in
the folder of `cache_folder.py`.
"""
