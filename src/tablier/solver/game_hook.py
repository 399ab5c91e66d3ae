"""What a game's folder offers to the solvers, as functions that know no game."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from tablier.compile.dispatch import game_of
from tablier.compile.intrinsics import twin
from tablier.core import registry


def offered(part: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The function of the same name in a part of the game that the first argument belongs to.

    What it decorates says only what that one does. Compiled, it is that one.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        name = function.__name__

        @wraps(function)
        def found(*arguments: Any) -> Any:
            return getattr(getattr(registry.owner(type(arguments[0])), part), name)(*arguments)

        @twin(found)
        def _found(*arguments: Any) -> Any:
            chosen = getattr(getattr(game_of(arguments[0]), part), name)
            return lambda *arguments: chosen(*arguments)

        return found

    return decorate
