"""The games, one folder each. Nothing outside a folder knows its game by name.

`tablier.games()` lists the names, while `tablier.games` is also this package:
so the package can be called.
"""

import sys
from types import ModuleType

from tablier.core import registry


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        """The names of all games, sorted."""
        return registry.games()


sys.modules[__name__].__class__ = _Games
