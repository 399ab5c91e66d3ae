"""A game's WebAssembly as the page holds it, for compile/web_assembly.py; see game_code.js.

Numbers pass between Python and the page as bytes, since the page's own have 53 bits.
"""

import json
from array import array
from typing import Any

from pyodide.ffi import to_js


class PageCode:
    """The code of one game, and its memory."""

    def __init__(self, code: Any) -> None:
        self._code = code
        self._takes = {
            name: [*function["takes"].values()]
            for name, function in json.loads(code.functions).items()
        }

    def takes(self, name: str) -> list[Any] | None:
        """What a function takes, argument by argument; None without one."""
        return self._takes.get(name)

    def run(self, name: str, arguments: list[int]) -> list[int]:
        """What a function returns, as ints, for arguments that are ints."""
        given = self._code.run(name, to_js(array("q", arguments).tobytes()))
        return array("q", given.to_bytes()).tolist()

    def taken(self, length: int) -> int:
        """The address of some bytes, all 0."""
        return int(self._code.taken(length))

    def left(self, address: int, length: int) -> None:
        """Nobody needs these any more."""
        self._code.left(address, length)

    def read(self, address: int, length: int) -> bytes:
        """What is there."""
        found: bytes = self._code.read(address, length).to_bytes()
        return found

    def write(self, address: int, data: bytes) -> None:
        """Write bytes."""
        self._code.write(address, to_js(data))
