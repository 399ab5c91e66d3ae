"""Calls of functions that were made into WebAssembly, where nothing can be compiled.

A page loads a game's code and hands it over with `offer`. A call that finds code of its name
among that of its position's game runs it; any other runs the function as it stands, in Python.
Both come to the same.
"""

from collections.abc import Iterator
from functools import wraps
from typing import Any, Protocol

from tablier.compile.plain.plain_array import CodeMemory, PlainArray
from tablier.core import registry


class GameCode(CodeMemory, Protocol):
    """The code of one game, and its memory."""

    def takes(self, name: str) -> list[Any] | None:
        """What a function takes, argument by argument, as its manifest tells; None without one."""

    def run(self, name: str, arguments: list[int]) -> list[int]:
        """What a function returns, as ints, for arguments that are ints."""


_offered: dict[str, GameCode] = {}
"""By the name of the game."""


def offer(game: str, code: GameCode) -> None:
    """Let a game's functions run there from now on."""
    _offered[game] = code


def called_where_it_can_be(function: Any) -> Any:
    """The function, or its code where there is one for the game of its first argument."""
    name = function.__name__

    @wraps(function)
    def called(*arguments: Any) -> Any:
        code = _offered.get(registry.owner(type(arguments[0])).name) if _offered else None
        takes = None if code is None else code.takes(name)
        if code is None or takes is None:
            return function(*arguments)
        words = [
            word
            for argument, type_ in zip(arguments, takes, strict=True)
            for word in _words(argument, type_, code)
        ]
        found = code.run(name, words)
        return found[0] if len(found) == 1 else tuple(found) or None

    return called


def _words(argument: Any, type_: Any, code: GameCode) -> Iterator[int]:
    """The ints that an argument consists of.

    An array is where it begins, and its lengths where the code is told them.
    """
    if isinstance(argument, PlainArray):
        yield argument.address_in(code)
        yield from argument.lengths if type_["lengths"] else ()
    elif isinstance(argument, tuple):
        types = type_.values() if isinstance(type_, dict) else type_
        for part, inner in zip(argument, types, strict=True):
            yield from _words(part, inner, code)
    else:
        yield int(argument)
