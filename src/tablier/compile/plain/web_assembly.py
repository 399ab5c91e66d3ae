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

    def has(self, name: str) -> bool:
        """Whether there is a function of that name."""

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
        if code is None or not code.has(name):
            return function(*arguments)
        words = [word for argument in arguments for word in _words(argument, code)]
        found = code.run(name, words)
        return found[0] if len(found) == 1 else tuple(found) or None

    return called


def _words(argument: Any, code: GameCode) -> Iterator[int]:
    """The ints that an argument consists of; an array is where it begins."""
    if isinstance(argument, PlainArray):
        yield argument.address_in(code)
    elif isinstance(argument, tuple):
        for part in argument:
            yield from _words(part, code)
    else:
        yield int(argument)
