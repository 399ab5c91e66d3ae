"""What a game's folder offers to the solvers, as functions that know no game."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

from tablier.engine.compiled import game_of
from tablier.engine.twins import twin


def offered(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of the same name in the module that defines the first argument's class.

    What it decorates says only what that one does. Compiled, it is that one.
    """
    name = function.__name__

    @wraps(function)
    def found(*arguments: Any) -> Any:
        return getattr(import_module(type(arguments[0]).__module__), name)(*arguments)

    @twin(found)
    def _found(*arguments: Any) -> Any:
        assert game_of(arguments[0]) is not None
        chosen = getattr(import_module(arguments[0].instance_class.__module__), name)
        return lambda *arguments: chosen(*arguments)

    return found
